//! The `dudo` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    dudo::cmd::main()
}
