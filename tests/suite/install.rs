//! Programs that a test puts somewhere to run them.

use std::path::Path;
use std::process::Command;

/// Copies a file to where it can be started, by another process. While this one
/// has a file open for writing, so has whatever a test beside this one forks, until
/// it becomes another program; and a file that is open for writing is not started.
pub(crate) fn install(from: &Path, to: &Path) {
    let mut command = Command::new("install");
    command.args(["-m", "755", "--"]).args([from, to]);
    let status = command.status().expect("a program of every system");
    assert!(status.success(), "{} is not there", to.display());
}
