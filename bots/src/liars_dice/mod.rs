//! Strategies for Liar's Dice and its relatives, from the weakest up.
//!
//! | level | bot | what it knows |
//! |---|---|---|
//! | 0 | `random` | what is legal |
//! | 1 | `caller` | its own dice, to open; it never believes |
//! | 1 | `minraise` | what its own dice refute; it hardly ever doubts |
//! | 2 | `honest` | how many dice are to be expected |
//! | 3 | `odds` | how likely a bid is, and what it costs to be wrong |
//! | 4 | `reader` | what bids tell about hands, and how its own will be answered |
//!
//! All of them understand every knob of the rules, because none looks at the
//! rules itself: what may be done is `Options`' answer, and what a bid is worth
//! is computed in one place (`chances`, `outlook`). Each beats the ones below
//! (`tests/suite/ladder.rs`); `caller` and `minraise` are not ordered, since
//! which of them wins depends on the wild face.

mod answer;
mod belief;
mod caller;
mod chances;
mod hands;
mod honest;
mod minraise;
mod odds;
mod outlook;
mod random;
mod reader;
mod tally;
mod weigh;

use crate::{Entry, Rostered};
use dudo_engine::liars_dice::LiarsDice;

/// The built-in bots of this game.
pub const ROSTER: &[Entry<LiarsDice>] = &[
    random::ENTRY,
    caller::ENTRY,
    minraise::ENTRY,
    honest::ENTRY,
    odds::ENTRY,
    reader::ENTRY,
];

impl Rostered for LiarsDice {
    const ROSTER: &'static [Entry<Self>] = ROSTER;
}
