//! Strategies for Mia, from the weakest up.

mod duel;
mod random;
mod round;
mod simplex;
mod stage;

use crate::{Entry, Rostered};
use dudo_engine::mia::Mia;

/// The built-in bots of this game.
pub const ROSTER: &[Entry<Mia>] = &[random::ENTRY];

impl Rostered for Mia {
    const ROSTER: &'static [Entry<Self>] = ROSTER;
}
