//! The command line of `bwrap`, for machines where Landlock is missing and for
//! whoever wants name spaces around the rest.

use super::Mechanism;
use super::order::Order;
use std::ffi::OsString;
use std::path::Path;

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
    add(&[&"--ro-bind", &launcher, &launcher]);
    for path in order.folder.iter().chain(&order.read) {
        add(&[&"--ro-bind", path, path]);
    }
    if let Some(path) = &order.scratch {
        add(&[&"--bind", path, path]);
    }
    add(&[&"--"]);
    words
}
