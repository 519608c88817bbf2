//! `dudo jail-exec`, hidden: becomes a bot that may do little.

use dudo_plugin::jail::launcher_main;
use std::ffi::OsString;
use std::process::ExitCode;

/// Give up what is not granted, then become that command.
#[derive(Debug, clap::Args)]
#[command(hide = true)]
pub(super) struct Args {
    /// What is granted, then `--`, then the command.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<OsString>,
}

pub(super) fn run(args: Args) -> ExitCode {
    launcher_main(args.words)
}
