//! The command line of `bwrap`, for machines that refuse us what it is allowed.
//!
//! It stands between us and the bot: the process that we started is not the
//! bot then, and its processor time is not the bot's. So it is the second choice.

use super::Mechanism;
use super::order::Order;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Debian's `bubblewrap`.
pub(super) const PROGRAM: &str = "/usr/bin/bwrap";

/// What is shown of the system, where it is there.
const SHOWN: [&str; 12] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/nix/store",
    "/gnu/store",
    "/etc/ld.so.cache",
    "/etc/alternatives",
    "/etc/localtime",
    "/etc/python3",
];

/// Runs the command behind it with an empty network, processes and System V
/// objects of its own, and a tree that holds only what was granted. The command
/// is the launcher, which does the rest inside.
pub(super) fn words(order: &Order, launcher: &Path) -> Vec<OsString> {
    let mut words: Vec<OsString> = vec![PROGRAM.into()];
    let mut add = |more: &[&dyn AsRef<std::ffi::OsStr>]| {
        words.extend(more.iter().map(|word| word.as_ref().to_os_string()));
    };
    add(&[&"--die-with-parent", &"--unshare-pid", &"--unshare-net"]);
    add(&[&"--unshare-ipc", &"--unshare-uts", &"--unshare-cgroup-try"]);
    if order.by.has(Mechanism::Uid) {
        // Inside, the launcher gives root up.
        for capability in ["CAP_SETUID", "CAP_SETGID"] {
            add(&[&"--cap-add", &capability]);
        }
    } else if !rustix::process::geteuid().is_root() {
        add(&[&"--unshare-user"]);
    }
    for path in SHOWN {
        add(&[&"--ro-bind-try", &path, &path]);
    }
    add(&[&"--dev", &"/dev", &"--proc", &"/proc"]);
    // Folders on the way, which it would else open to root alone.
    let granted = order.folder.iter().chain(&order.read).chain(&order.scratch);
    let mut above: Vec<&Path> = granted
        .map(PathBuf::as_path)
        .chain([launcher])
        .flat_map(|path| path.ancestors().skip(1))
        .filter(|path| {
            path.parent().is_some() && !SHOWN.iter().any(|shown| path.starts_with(shown))
        })
        .collect();
    above.sort_unstable();
    above.dedup();
    for path in above {
        add(&[&"--perms", &"0755", &"--dir", &path]);
    }
    add(&[&"--ro-bind", &launcher, &launcher]);
    for path in order.folder.iter().chain(&order.read) {
        add(&[&"--ro-bind", path, path]);
    }
    if let Some(path) = &order.audit {
        add(&[&"--bind", path, path]);
    }
    match &order.scratch {
        Some(path) if order.build => add(&[&"--bind", path, path]),
        Some(path) => {
            let size = order.limits.scratch().to_string();
            // Open to all: nobody else is there.
            add(&[&"--perms", &"1777", &"--size", &size, &"--tmpfs", path]);
        }
        None => {}
    }
    add(&[&"--"]);
    words
}
