//! `dudo host`, hidden: a bot in a shared library as a process.

use dudo_engine::liars_boggle::LiarsBoggle;
use dudo_engine::liars_dice::LiarsDice;
use dudo_engine::mia::Mia;
use dudo_engine::poker_liar::PokerLiar;
use dudo_engine::{Imaged, Schema};
use dudo_plugin::native::Library;
use dudo_plugin::process::serve;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

/// Load a shared library and answer for the bot in it.
#[derive(Debug, clap::Args)]
#[command(hide = true)]
pub(super) struct Args {
    /// The library.
    file: PathBuf,
}

const SCHEMAS: [&Schema; 4] = [
    LiarsBoggle::SCHEMA,
    LiarsDice::SCHEMA,
    Mia::SCHEMA,
    PokerLiar::SCHEMA,
];

pub(super) fn run(args: &Args) -> ExitCode {
    let library = match Library::open(&args.file, None) {
        Ok(library) => library,
        Err(error) => {
            eprintln!("dudo: {error}");
            return ExitCode::from(2);
        }
    };
    let schema = |game: &str| SCHEMAS.into_iter().find(|schema| schema.game == game);
    let (input, output) = (io::stdin(), io::stdout());
    match serve(&library, &schema, &mut input.lock(), &mut output.lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("dudo: {error}");
            ExitCode::FAILURE
        }
    }
}
