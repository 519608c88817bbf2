//! `dudo jail-attack`, hidden: tries what a bot might try.

use dudo_plugin::jail::attack;
use std::ffi::OsString;
use std::process::ExitCode;

/// Try something that a jail should refuse.
#[derive(Debug, clap::Args)]
#[command(hide = true)]
pub(super) struct Args {
    /// What to try, and what there is to try it on.
    words: Vec<OsString>,
}

pub(super) fn run(args: &Args) -> ExitCode {
    attack::main(&args.words)
}
