//! What the suite must be told about a game.

use dudo_engine::{BySeat, Imaged, SeatSet, State};
use serde_json::Value;

/// A game that can be held against the properties.
pub(super) trait Subject: Imaged {
    /// Whether its record has rolls that [`Subject::rolled`] knows.
    const ROLLS: bool = true;

    /// One of so many dice, the first of a game, is turned over to see who
    /// notices. Few enough that most games throw it.
    const FIRST_DICE: u32 = 40;
    /// Whether several seats may come to see the same die, as where a cup goes
    /// round.
    const SHARED: bool = false;

    /// The seats that are still in.
    fn alive(public: &Self::Public) -> SeatSet;

    /// What the seats play for: dice, lives, chips. 0 for a seat that is out.
    fn stock(public: &Self::Public) -> BySeat<u32>;

    /// A seat's stock after an event about it.
    fn change(event: &Self::Event, stock: u32) -> u32;

    /// The dice of a roll, if the event is one.
    fn rolled(event: &Self::Event) -> Option<Vec<u8>>;

    /// Whether a seat that is out may be asked all the same: for a vote.
    fn asks_who_is_out(public: &Self::Public) -> bool {
        let _ = public;
        false
    }

    /// Dice that are thrown before anybody's hand: for a deal.
    fn dealt(&self) -> usize {
        0
    }

    /// Everything that can be said, legal or not; empty where that is too much.
    fn sayable() -> Vec<Self::Action> {
        Vec::new()
    }

    /// The legal action that keeps the game going longest.
    fn slowest(legal: &[Self::Action]) -> usize {
        let _ = legal;
        0
    }

    /// Whether a bot that has only the image as JSON would say that this action,
    /// in notation, is legal; `None` where the image alone does not tell.
    fn allows(image: &Value, action: &str) -> Option<bool>;

    /// Whatever else must always be true of a state in play.
    fn sound(&self, state: &State<Self>) {
        let _ = state;
    }
}
