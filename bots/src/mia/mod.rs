//! Strategies for Mia, from the weakest up.

mod common;
mod duel;
mod honest;
mod notes;
mod odds;
mod outlook;
mod random;
mod reader;
mod round;
mod simplex;
mod solver;
mod stage;
mod timid;
mod weigh;

use crate::{Entry, Rostered};
use dudo_engine::mia::Mia;

/// The built-in bots of this game.
pub const ROSTER: &[Entry<Mia>] = &[
    random::ENTRY,
    timid::ENTRY,
    honest::ENTRY,
    odds::ENTRY,
    reader::ENTRY,
    solver::ENTRY,
];

impl Rostered for Mia {
    const ROSTER: &'static [Entry<Self>] = ROSTER;
}
