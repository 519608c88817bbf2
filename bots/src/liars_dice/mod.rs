//! Strategies for Liar's Dice and its relatives, from the weakest up.

mod caller;
mod random;

use crate::{Entry, Rostered};
use dudo_engine::liars_dice::LiarsDice;

/// The built-in bots of this game.
pub const ROSTER: &[Entry<LiarsDice>] = &[random::ENTRY, caller::ENTRY];

impl Rostered for LiarsDice {
    const ROSTER: &'static [Entry<Self>] = ROSTER;
}
