//! `dudo compile`, hidden: a WebAssembly module into machine code, in a process that can be
//! killed.

use std::io;
use std::process::ExitCode;

/// Compile a module from standard input.
#[derive(Debug, clap::Args)]
#[command(hide = true)]
pub(super) struct Args {}

pub(super) fn run() -> ExitCode {
    match dudo_plugin::compiler_main(&mut io::stdin().lock(), &mut io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
