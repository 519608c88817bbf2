//! The command line: one verb, one file.

mod bots;
mod budget;
mod check;
#[cfg(feature = "wasmtime")]
mod compile;
mod completions;
mod dry_run;
mod duel;
mod feedback;
mod games;
mod gather;
mod host;
mod how;
mod jail;
mod jail_attack;
mod jail_exec;
mod jail_test;
mod listed;
mod merge;
mod missing;
mod new;
mod plan;
mod play;
mod rank;
mod replay;
mod report;
mod rules;
mod run;
mod settings;
mod shard;
mod slurm;
mod sprt;
mod verify;

use crate::error::{RunError, SetupError};
use clap::{Parser, Subcommand};
use dudo_results::RankError;
use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

/// An arena for bots that play bluffing dice games.
#[derive(Debug, Parser)]
#[command(name = "dudo", version, about, max_term_width = 100, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

const EXAMPLES: &str = "\
Examples:
  dudo run tournaments/quick.toml            play a tournament, print the standings
  dudo run tournaments/quick.toml --dry-run  what would be played, and how long it takes
  dudo duel reader odds --sprt 0,5           which of two is better
  dudo play --against odds                   play yourself
  dudo rank runs/quick                       the standings of a log, again
  dudo verify runs/quick                     is every row what its run comes to?
  dudo report runs/quick                     one HTML file with all of it
  dudo replay runs/quick 3.0.1               a game, step by step, with all dice shown
  dudo rules liars-dice --preset perudo      the rules and every knob
  dudo bots                                  who can play
  dudo new grace --lang python               a bot to start from: rust, c, python, wasm
  dudo check grace                           is it fit to play?

Exit codes: 0 done; 2 a mistake in what was asked; 3 the disk or the system refused;
4 a damaged log; 101 a bug; 130 interrupted (run again to go on).";

#[derive(Debug, Subcommand)]
enum Verb {
    Run(run::Args),
    Duel(duel::Args),
    Sprt(sprt::Args),
    Play(play::Args),
    Plan(plan::Args),
    Shard(shard::Args),
    Missing(missing::Args),
    Merge(merge::Args),
    Verify(verify::Args),
    Slurm(slurm::Args),
    Rank(rank::Args),
    Replay(replay::Args),
    Report(report::Args),
    Rules(rules::Args),
    Games(games::Args),
    Bots(bots::Args),
    New(new::Args),
    Check(check::Args),
    Completions(completions::Args),
    Jail(jail::Args),
    JailTest(jail_test::Args),
    JailExec(jail_exec::Args),
    Host(host::Args),
    #[cfg(feature = "wasmtime")]
    Compile(compile::Args),
    JailAttack(jail_attack::Args),
}

/// Why a verb failed.
#[derive(Debug)]
pub(crate) enum CmdError {
    Run(RunError),
    Rank(RankError),
    /// A mistake on the command line.
    Usage(String),
    /// Standard output is closed or full.
    Output(io::Error),
}

impl CmdError {
    fn exit_code(&self) -> u8 {
        match self {
            Self::Run(error) => error.exit_code(),
            // A file that cannot be opened is no damaged one.
            Self::Rank(RankError::Log(error)) if error.line == 0 => SetupError::EXIT_CODE,
            Self::Rank(RankError::Log(_) | RankError::Manifest(_)) => 4,
            Self::Rank(_) | Self::Usage(_) => SetupError::EXIT_CODE,
            // A reader that has seen enough, as `head` does, is no failure.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Self::Output(_) => 3,
        }
    }
}

impl fmt::Display for CmdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Run(error) => error.fmt(f),
            Self::Rank(error) => error.fmt(f),
            Self::Usage(sentence) => f.write_str(sentence),
            Self::Output(error) => write!(f, "cannot write to standard output: {error}"),
        }
    }
}

impl From<RunError> for CmdError {
    fn from(error: RunError) -> Self {
        Self::Run(error)
    }
}

impl From<SetupError> for CmdError {
    fn from(error: SetupError) -> Self {
        Self::Run(error.into())
    }
}

impl From<RankError> for CmdError {
    fn from(error: RankError) -> Self {
        Self::Rank(error)
    }
}

/// Reads the command line and does what it says.
pub fn main() -> ExitCode {
    crate::bug::install_hook();
    let result = match Cli::parse().verb {
        Verb::Run(args) => run::run(&args),
        Verb::Duel(args) => duel::run(&args),
        Verb::Sprt(args) => sprt::run(&args).map(|()| 0),
        Verb::Play(args) => play::run(&args).map(|()| 0),
        Verb::Plan(args) => plan::run(&args).map(|()| 0),
        Verb::Shard(args) => shard::run(&args),
        Verb::Missing(args) => missing::run(&args),
        Verb::Merge(args) => merge::run(&args),
        Verb::Slurm(args) => slurm::run(&args),
        Verb::Verify(args) => verify::run(&args),
        Verb::Rank(args) => rank::run(&args).map(|()| 0),
        Verb::Replay(args) => replay::run(&args),
        Verb::Report(args) => report::run(&args).map(|()| 0),
        Verb::Rules(args) => rules::run(&args).map(|()| 0),
        Verb::Games(args) => games::run(&args).map(|()| 0),
        Verb::Bots(args) => bots::run(&args).map(|()| 0),
        Verb::New(args) => new::run(&args).map(|()| 0),
        Verb::Check(args) => check::run(&args),
        Verb::Completions(args) => completions::run(&args).map(|()| 0),
        Verb::Jail(args) => jail::run(&args),
        Verb::JailTest(args) => jail_test::run(&args),
        Verb::JailExec(args) => return jail_exec::run(args),
        Verb::Host(args) => return host::run(&args),
        #[cfg(feature = "wasmtime")]
        Verb::Compile(_) => return compile::run(),
        Verb::JailAttack(args) => return jail_attack::run(&args),
    };
    ExitCode::from(result.unwrap_or_else(|error| {
        let code = error.exit_code();
        if code != 0 {
            crate::run::tell(&format!("error: {error}"));
        }
        code
    }))
}

/// Results go to standard output.
pub(crate) fn print(text: &str) -> Result<(), CmdError> {
    print_bytes(text.as_bytes())
}

/// The same for what is no text.
pub(crate) fn print_bytes(bytes: &[u8]) -> Result<(), CmdError> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)
        .and_then(|()| out.flush())
        .map_err(CmdError::Output)
}

/// The game with this name.
pub(crate) fn house(name: &str) -> Result<&'static dyn crate::arena::House, CmdError> {
    crate::arena::find(name).map_err(CmdError::Usage)
}
