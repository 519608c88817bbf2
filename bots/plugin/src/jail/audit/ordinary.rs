//! What is refused and is no attempt: what C libraries, shells and run times do of themselves,
//! whatever the bot. Nothing of it tells anything of others or leaves anything behind.

use super::Stage;
use std::fs;
use std::path::Path;

/// Calls that ask about the machine or about what is one's own, and faster ways to wait:
/// whoever makes them does without.
const CALLS: [&str; 13] = [
    "clock_getres",
    "sysinfo",
    "statfs",
    "fstatfs",
    "mincore",
    "ioprio_get",
    "sched_getattr",
    "getxattr",
    "lgetxattr",
    "fgetxattr",
    "io_uring_setup",
    "memfd_create",
    "get_robust_list",
];

/// Whether a call, with this first argument, is one that is made in passing.
pub(super) fn call(name: &str, first: u64, stage: Stage) -> bool {
    // Who it is that a shell runs for may be known to a service of the machine.
    let asks = stage == Stage::Start && name == "socket" && first == libc::AF_UNIX as u64;
    asks || CALLS.contains(&name)
}

/// What a process reads of itself and of the machine: its maps, the number of cores, how much
/// memory there is, which packages are installed.
const OF_ITSELF: [&str; 14] = [
    "/proc/self",
    "/proc/thread-self",
    "/proc/cgroups",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/version",
    "/proc/version_signature",
    "/proc/filesystems",
    "/proc/sys",
    "/sys/fs/cgroup",
    "/sys/devices/system",
    "/sys/kernel/mm",
    "/var/lib/gems",
];

/// What is opened to be written, in passing: a terminal, and what an image of the process
/// would have in it.
const WRITTEN: [&str; 2] = ["/dev/tty", "/proc/self/coredump_filter"];

/// Whether opening this for writing is ordinary wherever reading it is.
pub(super) fn written(path: &Path) -> bool {
    WRITTEN.iter().any(|known| path == Path::new(known))
}

/// What shells and run times look for before they come to the bot, and do without: a terminal,
/// settings, and who it is that they run for.
const AT_START: [&str; 8] = [
    "/dev/tty",
    "/etc/inputrc",
    "/etc/nsswitch.conf",
    "/etc/passwd",
    "/etc/perl",
    "/etc/php",
    "/etc/ssl/openssl.cnf",
    "/etc/timezone",
];

/// Whether reading this is ordinary for a bot that lives in `folder`. `own` is the number
/// of its process.
pub(super) fn read(path: &Path, stage: Stage, folder: Option<&Path>, own: u32) -> bool {
    let any = |list: &[&str]| list.iter().any(|known| path.starts_with(known));
    any(&OF_ITSELF)
        || path.starts_with(format!("/proc/{own}"))
        || (stage == Stage::Start && any(&AT_START))
        || folder.is_some_and(|folder| is_sought(path, folder))
}

/// Whether it is a file beside a folder above its own that is not there: run times look for
/// the settings of a project upwards.
fn is_sought(path: &Path, folder: &Path) -> bool {
    let above = path
        .parent()
        .is_some_and(|parent| parent != folder && folder.starts_with(parent));
    above && fs::symlink_metadata(path).is_err()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_in_passing() {
        let unix = libc::AF_UNIX as u64;
        for (name, first, stage, expected) in [
            ("sysinfo", 0, Stage::Act, true),
            ("ptrace", 0, Stage::Start, false),
            ("socket", unix, Stage::Start, true),
            ("socket", unix, Stage::Hello, false),
            ("socket", libc::AF_INET as u64, Stage::Start, false),
        ] {
            assert_eq!(call(name, first, stage), expected, "{name} {first}");
        }
    }

    #[test]
    fn what_is_ordinary_depends_on_place_and_time() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("deep/bot");
        fs::create_dir_all(&folder).unwrap();
        fs::write(home.path().join("there"), "").unwrap();
        let at = |name: &str| home.path().join(name);
        for (path, stage, expected) in [
            ("/proc/self/maps".into(), Stage::Act, true),
            ("/proc/77/status".into(), Stage::Act, true),
            ("/proc/777/status".into(), Stage::Act, false),
            ("/proc/selfish".into(), Stage::Act, false),
            ("/proc".into(), Stage::Hello, false),
            ("/etc/perl/strict.pm".into(), Stage::Start, true),
            ("/etc/perl/strict.pm".into(), Stage::Act, false),
            ("/etc/passwd".into(), Stage::Start, true),
            ("/etc/passwd".into(), Stage::Hello, false),
            ("/etc/shadow".into(), Stage::Start, false),
            (at("package.json"), Stage::Hello, true),
            (at("deep/package.json"), Stage::Hello, true),
            (at("there"), Stage::Hello, false),
            (at("beside/package.json"), Stage::Hello, false),
        ] {
            let found = read(&path, stage, Some(&folder), 77);
            assert_eq!(found, expected, "{}", path.display());
        }
    }
}
