//! `dudo check`: is a bot fit to play?

use super::{CmdError, print};
use crate::check::{Exam, examine};
use crate::error::RunError;
use clap::ValueEnum;
use dudo_plugin::WasmEngine;
use std::path::Path;

/// Try a bot out: does it load, play every game and rule set that it claims without a fault,
/// in time, and the same way twice?
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dudo check bots/grace                    a folder with bot.toml
  dudo check bot.py --game mia             at one game only
  dudo check bot.wasm --format json        for a submission hook
  dudo check \"cmd:node bot.js\" --trust     without a jail
It is played against built-in and scripted opponents, at every number of seats and at the edges of
every rule. Then sessions are played again in fresh processes, and backwards in one: who plays
otherwise the second time is nondeterministic, who plays otherwise after other sessions
remembers. What it tries in the jail and is refused is listed, though it keeps that to itself.
That is a hint, not a guard: a bot can behave while it is watched.
Exit code: 0 it passes; 1 it plays, with warnings; 2 it fails or cannot be loaded; 3 the system
refused.")]
pub(super) struct Args {
    /// A file, a folder with bot.toml, or cmd: and a command.
    bot: String,
    /// A game to try it at; may be repeated [default: all that it claims].
    #[arg(long, value_name = "GAME")]
    game: Vec<String>,
    /// Sessions that are played three times over, for each game.
    #[arg(long, value_name = "N", default_value_t = 50)]
    sessions: u64,
    /// Leave out the edges of rules, and presets at every number of seats.
    #[arg(long)]
    quick: bool,
    /// The form of the report.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Run it without a jail, in a process of its own.
    #[arg(long)]
    trust: bool,
    /// Make do with a jail that cannot keep all it promises on this machine.
    #[arg(long)]
    allow_weaker: bool,
    /// Its own processor time for a decision, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    move_ms: u64,
    /// How long it may take to start and to answer for the first time, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    start_ms: u64,
    /// Memory, in mebibytes.
    #[arg(long, value_name = "MB", default_value_t = 512, value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    memory_mb: u64,
    /// Fuel for a decision of a WebAssembly bot.
    #[arg(long, value_name = "N", default_value_t = 50_000_000)]
    fuel: u64,
    /// What runs a WebAssembly bot: wasmi, or wasmtime in a program built with it.
    #[arg(long, value_name = "ENGINE", default_value = "wasmi", value_parser = engine)]
    wasm: WasmEngine,
}

fn engine(word: &str) -> Result<WasmEngine, String> {
    let engine = [WasmEngine::Wasmi, WasmEngine::Wasmtime]
        .into_iter()
        .find(|engine| engine.to_string() == word);
    match engine {
        Some(engine) if WasmEngine::BUILT.contains(&engine) => Ok(engine),
        Some(_) => Err(WasmEngine::ABSENT.into()),
        None => Err("expected wasmi or wasmtime".into()),
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// A screen.
    Text,
    /// A JSON object.
    Json,
}

pub(super) fn run(args: &Args) -> Result<u8, CmdError> {
    let exam = Exam {
        bot: args.bot.clone(),
        games: args.game.clone(),
        sessions: args.sessions,
        quick: args.quick,
        trust: args.trust,
        allow_weaker: args.allow_weaker,
        move_ms: args.move_ms,
        start_ms: args.start_ms,
        memory_mb: args.memory_mb,
        fuel: args.fuel,
        wasm: args.wasm,
    };
    let refused = |error| RunError::io("write", Path::new("the bot's log"), &error);
    let log = tempfile::NamedTempFile::new().map_err(refused)?;
    let report = examine(&exam, log.path()).map_err(CmdError::Usage)?;
    match args.format {
        Format::Text => print(&report.text())?,
        Format::Json => {
            let json = report.json();
            print(&json.map_err(|error| CmdError::Usage(error.to_string()))?)?;
        }
    }
    Ok(report.exit_code())
}
