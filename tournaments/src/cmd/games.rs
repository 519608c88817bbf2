//! `dudo games`: what can be played.

use super::{CmdError, print};
use crate::arena::GAMES;

/// List the games and their presets.
#[derive(Debug, clap::Args)]
pub(super) struct Args {}

pub(super) fn run(_: &Args) -> Result<(), CmdError> {
    let mut text = String::new();
    for game in GAMES {
        text += &format!("{}\n", game.name());
        for [name, about, _] in &game.facts().presets {
            text += &format!("  {name:<12} {about}\n");
        }
    }
    print(&text)
}
