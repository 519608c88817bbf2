//! Strategies for poker-dice Liar, from the weakest up.

mod caller;
mod chances;
mod habits;
mod honest;
mod odds;
mod plan;
mod random;
mod reader;
mod weigh;

use crate::{Entry, Rostered};
use dudo_engine::poker_liar::PokerLiar;

/// The built-in bots of this game.
pub const ROSTER: &[Entry<PokerLiar>] = &[
    random::ENTRY,
    caller::ENTRY,
    honest::ENTRY,
    odds::ENTRY,
    reader::ENTRY,
];

impl Rostered for PokerLiar {
    const ROSTER: &'static [Entry<Self>] = ROSTER;
}
