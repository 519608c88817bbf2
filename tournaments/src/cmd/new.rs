//! `dudo new`: a project for a bot.

use super::{CmdError, print};
use crate::error::RunError;
use crate::starter::Starter;
use std::path::PathBuf;

/// Make a folder with a bot that builds, plays and is explained, to start from.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dudo new grace --lang python
  dudo new grace --lang c --game mia
  dudo new grace --lang rust --game poker-liar --out bots/grace
Then see the README.md in it. Languages: rust (cargo), c (make, cc), python (nothing to build),
wasm (make, clang, lld). A project in Rust brings the crates that it needs along, so it builds
where this repository is not.")]
pub(super) struct Args {
    /// The bot's name.
    name: String,
    /// The language: rust, c, python or wasm.
    #[arg(long)]
    lang: String,
    /// The game that it plays.
    #[arg(long, default_value = "liars-dice")]
    game: String,
    /// The folder, which must not be there yet [default: NAME].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<(), CmdError> {
    let starter = Starter::new(&args.name, &args.lang, &args.game).map_err(CmdError::Usage)?;
    let folder = args
        .out
        .clone()
        .unwrap_or_else(|| PathBuf::from(&args.name));
    let shown = folder.display();
    if folder.symlink_metadata().is_ok() {
        let sentence = format!("{shown}: there is something of that name already");
        return Err(CmdError::Usage(sentence));
    }
    starter
        .write(&folder)
        .map_err(|error| RunError::io("write", &folder, &error))?;
    let lang = starter.lang();
    let mut text = format!(
        "{shown}: a bot for {} in {}\n\n  cd {shown}\n",
        args.game, lang.name
    );
    for command in [lang.build, lang.test]
        .iter()
        .filter(|line| !line.is_empty())
    {
        text += &format!("  {command}\n");
    }
    text += &format!(
        "  dudo check {}        # is it fit to play?\n  dudo run practice.toml    # and how good is it?\n",
        starter.bot()
    );
    print(&text)
}
