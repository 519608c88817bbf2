//! `dudo bots`: who can play.

use super::{CmdError, house, print};
use crate::arena::GAMES;

/// List the built-in bots of a game, or of all games, with their arguments.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dudo bots
  dudo bots liars-dice
In a run file: use = \"odds\", or with arguments: use = \"odds(threshold=0.4)\".")]
pub(super) struct Args {
    /// The game.
    #[arg(value_parser = super::listed::games(), hide_possible_values = true)]
    game: Option<String>,
}

pub(super) fn run(args: &Args) -> Result<(), CmdError> {
    let games = match &args.game {
        Some(name) => vec![house(name)?],
        None => GAMES.to_vec(),
    };
    let mut text = String::new();
    for game in games {
        text += &format!("{}\n", game.name());
        for bot in game.facts().bots {
            text += &format!("  {:<10} level {}  {}\n", bot.name, bot.level, bot.about);
            for arg in bot.args {
                text += &format!("{:14}{arg}\n", "");
            }
        }
    }
    print(&text)
}
