//! What somebody who sees all cups can tell about a game.
//!
//! For replays, not for play: a strategy has a [`View`](crate::View), never a
//! [`State`] in which to look around.

use crate::game::{Game, State};
use crate::play::Line;
use crate::seat::{Seat, SeatSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// A game that can be retold.
pub trait Account: Game {
    /// What a fact is, in the course of a game.
    fn tells(event: &Self::Event) -> Tells<Self::Action>;

    /// The seats that are still in the game.
    fn alive(&self, public: &Self::Public) -> SeatSet;

    /// The dice that lie before a seat now, in notation; empty where there are
    /// none. Dice under a cup that goes round lie before whoever threw them.
    fn dice(&self, state: &State<Self>, seat: Seat) -> String;

    /// What the seat in turn asserts by a legal action, and whether it is so;
    /// `None` where it asserts nothing.
    fn assertion(&self, state: &State<Self>, action: &Self::Action) -> Option<Assertion>;

    /// Which rule settled what, as a sentence, if this action settled something.
    /// `before` is the position in which it was taken, `lines` is what followed.
    fn ruling(
        &self,
        before: &State<Self>,
        action: &Self::Action,
        lines: &[Line<Self>],
    ) -> Option<String>;
}

/// What a fact is, in the course of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tells<A> {
    /// Which dice lie where, new from here on.
    Dice,
    /// What a seat answered when it was asked.
    Answer(A),
    /// What a seat said.
    Talk,
    /// What follows by the rules.
    Rest,
}

/// What somebody asserts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assertion {
    /// What kind of assertion.
    pub kind: Asserts,
    /// Whose bid it doubts.
    pub against: Option<Seat>,
    /// Whether it is so, all dice seen.
    pub holds: bool,
}

/// The kinds of assertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Asserts {
    /// What the dice are: a bid, a claim, an announcement.
    Bid,
    /// That the standing bid is false.
    Doubt,
    /// That the standing bid is exactly right.
    Exact,
}

impl Asserts {
    /// A word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Bid => "bid",
            Self::Doubt => "doubt",
            Self::Exact => "exact",
        }
    }
}

impl Assertion {
    /// A bid.
    pub(crate) const fn bid(holds: bool) -> Self {
        Self {
            kind: Asserts::Bid,
            against: None,
            holds,
        }
    }

    /// A doubt about the bid of a seat.
    pub(crate) const fn doubt(against: Seat, holds: bool) -> Self {
        Self {
            kind: Asserts::Doubt,
            against: Some(against),
            holds,
        }
    }
}

/// So many of a thing, with its plural.
pub(crate) fn many(count: u8, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [some @ .., last] => format!("{} and {last}", some.join(", ")),
    }
}

/// What a round cost: `seat 2 loses 1 die`, with who is out.
pub(crate) fn cost(losses: &[(Seat, u8)], out: &[Seat], one: &str, several: &str) -> String {
    let losses: Vec<String> = losses
        .iter()
        .map(|&(seat, lost)| format!("seat {seat} loses {}", many(lost, one, several)))
        .collect();
    let mut text = match losses.as_slice() {
        [] => "nobody loses anything".into(),
        losses => listed(losses),
    };
    if !out.is_empty() {
        let seats: Vec<String> = out.iter().map(|seat| format!("seat {seat}")).collect();
        let verb = if out.len() == 1 { "is" } else { "are" };
        text += &format!("; {} {verb} out", listed(&seats));
    }
    text
}
