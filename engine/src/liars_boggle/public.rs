//! The state, by who may see it.

use super::bid::Bid;
use super::dice_set::{DieId, DieSet, MAX_DICE};
use super::letters::{Counts, Letter, Shown};
use crate::seat::{BySeat, Seat, SeatSet};
use crate::table::Survivors;

/// The bid that is to be beaten or called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The bid.
    pub bid: Bid,
    /// Who made it.
    pub bidder: Seat,
    /// Whether the word was questioned and found valid.
    pub approved: bool,
}

/// What the table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The player in turn bids or calls.
    Turn,
    /// A player is asked out of turn.
    Poll {
        /// Who is asked.
        asked: Seat,
    },
    /// A player votes on the standing word.
    Vote {
        /// Who is asked.
        asked: Seat,
        /// Who questions the word.
        by: Seat,
        /// Whether he did so out of turn, without risk.
        friendly: bool,
    },
    /// The loser of the round chooses a die.
    Drop {
        /// Who has lost.
        loser: Seat,
    },
    /// The game is over.
    Over,
}

/// What the whole table knows.
#[derive(Clone, Debug, PartialEq)]
pub struct Public {
    /// Who has dice, and who finished where.
    pub survivors: Survivors,
    /// Seats that were taken out because their bots failed.
    pub retired: SeatSet,
    /// How many dice each seat holds.
    pub held: BySeat<u8>,
    /// Which dice each seat holds, where identities are public.
    pub dice: Option<BySeat<DieSet>>,
    /// Dice of which everybody knows that they are out of play: those dropped
    /// and, where identities are public, set aside.
    pub gone: DieSet,
    /// The round, from 1.
    pub round: u32,
    /// Who opened it.
    pub opener: Seat,
    /// Bids made in it, without those taken back.
    pub bids: u16,
    /// The standing bid.
    pub standing: Option<Standing>,
    /// The one before it.
    pub before: Option<Standing>,
    /// The player in turn.
    pub turn: Seat,
    /// Words of this turn that were found invalid.
    pub refused: u8,
    /// Whether the timer runs for the player in turn.
    pub timed: bool,
    /// What the table waits for.
    pub phase: Phase,
    /// What every seat shows, from a call until the loser has dropped a die.
    pub shown: Option<BySeat<Shown>>,
}

impl Public {
    /// Dice in play.
    pub fn in_play(&self) -> usize {
        self.held
            .values()
            .iter()
            .map(|&dice| usize::from(dice))
            .sum()
    }
}

/// What one seat alone knows: its dice and what they show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hand {
    /// Which dice it holds.
    pub dice: DieSet,
    /// What each die of the set shows, if the seat holds it.
    up: [Letter; MAX_DICE],
}

/// No dice.
impl Default for Hand {
    fn default() -> Self {
        Self::of(DieSet::EMPTY)
    }
}

impl Hand {
    /// These dice, not yet rolled.
    pub const fn of(dice: DieSet) -> Self {
        Self {
            dice,
            up: [Letter::QU; MAX_DICE],
        }
    }

    /// What a die of this hand shows.
    pub const fn face(&self, die: DieId) -> Letter {
        self.up[die.index()]
    }

    /// Turns a die to a face.
    pub const fn turn(&mut self, die: DieId, face: Letter) {
        self.up[die.index()] = face;
    }

    /// What the dice show, by their numbers.
    pub fn shown(&self) -> Shown {
        self.dice.iter().map(|die| self.face(die)).collect()
    }

    /// What the dice show, counted.
    pub fn counts(&self) -> Counts {
        self.dice.iter().map(|die| self.face(die)).collect()
    }
}

/// What nobody knows yet: votes that are cast and not revealed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Votes {
    /// Who has voted.
    pub(super) cast: SeatSet,
    /// Who of them finds the word valid.
    pub(super) valid: SeatSet,
}
