//! `dudo completions`: for the shell.

use super::{Cli, CmdError, print};
use clap::CommandFactory;
use clap_complete::Shell;

/// Print completions for a shell.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dudo completions bash > ~/.local/share/bash-completion/completions/dudo
  dudo completions fish > ~/.config/fish/completions/dudo.fish")]
pub(super) struct Args {
    /// The shell.
    shell: Shell,
}

pub(super) fn run(args: &Args) -> Result<(), CmdError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "dudo", &mut script);
    print(&String::from_utf8_lossy(&script))
}
