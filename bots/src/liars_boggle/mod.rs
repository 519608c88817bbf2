//! Strategies for Liar's Boggle, from the weakest up.

mod caller;
mod habits;
mod honest;
mod odds;
mod posterior;
mod random;
mod reader;
mod search;
mod unseen;
mod weigh;

use crate::{Entry, Rostered};
use dudo_engine::liars_boggle::LiarsBoggle;

/// The built-in bots of this game.
pub const ROSTER: &[Entry<LiarsBoggle>] = &[
    random::ENTRY,
    caller::ENTRY,
    honest::ENTRY,
    odds::ENTRY,
    reader::ENTRY,
];

impl Rostered for LiarsBoggle {
    const ROSTER: &'static [Entry<Self>] = ROSTER;
}
