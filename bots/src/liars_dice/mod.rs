//! Strategies for Liar's Dice and its relatives, from the weakest up.

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

use crate::Entry;
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
