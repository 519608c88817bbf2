//! `dudo jail`: builds a stranger's submission.

use super::CmdError;
use crate::run::tell;
use dudo_plugin::jail::Jail;
use std::env::current_exe;
use std::ffi::OsString;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;

/// Run a command on a copy of this folder, where it reaches nothing else, and take
/// back the files that it writes.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dudo jail -- make                        build a submission in the current folder
  dudo jail --folder bots/ann -- make -j2
  dudo jail --read /opt/go -- /opt/go/bin/go build
The command sees the system's programs, what --read names, and a copy of the folder; no
network, no other files, no other processes. It may start processes of its own; what is left
of them is ended. Links are not copied, there or back; nothing is removed here.
Exit code: the command's own; 2 when it cannot be started.")]
pub(super) struct Args {
    /// The folder [default: the current one].
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// A file or folder that the command may read and execute besides.
    #[arg(long, value_name = "PATH")]
    read: Vec<PathBuf>,
    /// The command.
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<OsString>,
}

pub(super) fn run(args: &Args) -> Result<u8, CmdError> {
    let folder = args.folder.clone().unwrap_or_else(|| PathBuf::from("."));
    let errand = errand(args, &folder)
        .map_err(|error| CmdError::Usage(format!("{}: {error}", folder.display())))?;
    for path in &errand.left_out {
        tell(&format!(
            "left out: {} (no file and no folder)",
            path.display()
        ));
    }
    for path in &errand.written {
        tell(&format!("wrote {}", folder.join(path).display()));
    }
    if let Some(signal) = errand.status.signal() {
        tell(&format!("the command was ended by signal {signal}"));
        return Ok(u8::try_from(128 + signal).unwrap_or(u8::MAX));
    }
    let code = errand.status.code().unwrap_or(1);
    Ok(u8::try_from(code).unwrap_or(u8::MAX))
}

fn errand(args: &Args, folder: &PathBuf) -> io::Result<dudo_plugin::jail::Errand> {
    let read: io::Result<Vec<PathBuf>> = args.read.iter().map(std::fs::canonicalize).collect();
    let jail = Jail::open(&current_exe()?)?;
    jail.errand(&std::fs::canonicalize(folder)?, &read?, &args.command)
}
