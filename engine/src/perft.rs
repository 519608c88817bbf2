//! Exhaustive counting of a game's tree, from the real rules code.
//!
//! Borrowed from chess, with dice: an odometer walks through every outcome of
//! every roll. Node counts alone test legality and turn order and are blind to
//! settlement, so upheld challenges and wins are counted too.

use crate::dice::Dice;
use crate::game::{Game, Sitting, State, Turn};
use crate::play::{Say, Told};
use crate::seat::{BySeat, Place};
use alloc::vec::Vec;

/// What was counted. Every outcome of a roll counts once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Perft {
    /// Positions in which a seat is asked.
    pub decisions: u64,
    /// Finished games.
    pub terminals: u64,
    /// Actions that the caller asked to count.
    pub tally: u64,
    /// Finished games in which each seat has the first place, shared or not.
    pub wins: BySeat<u64>,
}

/// Counts the whole tree of a game. `tally` says of each action, with the
/// public part before it and the facts that it led to, whether to count it.
pub fn perft<G: Game>(
    game: &G,
    seats: usize,
    tally: impl Fn(&G::Public, &G::Action, &[Told<G>]) -> bool,
) -> Perft {
    let mut counter = Counter {
        game,
        tally,
        found: Perft {
            decisions: 0,
            terminals: 0,
            tally: 0,
            wins: BySeat::from_fn(seats, |_| 0),
        },
    };
    let sitting = Sitting { seats, game: 0 };
    let mut dice = Dice::odometer();
    loop {
        let state = game.deal(&sitting, &mut dice, &mut Say::new());
        counter.visit(&state);
        if !dice.advance() {
            return counter.found;
        }
    }
}

struct Counter<'a, G, T> {
    game: &'a G,
    tally: T,
    found: Perft,
}

impl<G: Game, T: Fn(&G::Public, &G::Action, &[Told<G>]) -> bool> Counter<'_, G, T> {
    fn visit(&mut self, state: &State<G>) {
        let seat = match self.game.turn(state.public()) {
            Turn::Act(seat) => seat,
            Turn::Over(places) => {
                self.found.terminals += 1;
                for (seat, &place) in places.iter() {
                    self.found.wins[seat] += u64::from(place == Place(1));
                }
                return;
            }
        };
        self.found.decisions += 1;
        let mut legal = Vec::new();
        self.game.legal(state.view(self.game, seat), &mut legal);
        for action in legal {
            let mut dice = Dice::odometer();
            let mut first = true;
            loop {
                let mut next = state.clone();
                let mut say = Say::new();
                self.game.apply(&mut next, &action, &mut dice, &mut say);
                // An action counts once, however many rolls may follow it.
                if first && (self.tally)(state.public(), &action, say.told()) {
                    self.found.tally += 1;
                }
                first = false;
                self.visit(&next);
                if !dice.advance() {
                    break;
                }
            }
        }
    }
}
