//! What a call that waits is about to do, and whether that is an attempt.

use super::memory::Memory;
use super::notice::{Answer, Notice};
use super::stage::Now;
use super::{Audit, Stage, ordinary, script};
use crate::jail::calls::{self, NAMED, Named, Wants};
use crate::jail::files::{Grant, grants};
use crate::jail::order::Order;
use landlock::{AccessFs, BitFlags};
use std::cell::Cell;
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::path::{Component, Path, PathBuf};
use std::process;
use std::sync::Arc;

/// Characters of a path that are kept.
const MOST_SHOWN: usize = 200;

/// Who looks at one process.
pub(super) struct Eyes {
    pub(super) audit: Arc<Audit>,
    now: Arc<Now>,
    grants: Vec<Grant>,
    folder: Option<PathBuf>,
    scratch: Option<PathBuf>,
    /// It has opened a file of its own folder, or become a program of it.
    begun: Cell<bool>,
}

/// Something that is refused.
pub(super) struct Seen {
    what: &'static str,
    on: String,
    call: &'static str,
}

impl Seen {
    fn new(notice: &Notice, what: &'static str, on: impl Into<String>) -> Self {
        Self {
            what,
            on: on.into(),
            call: calls::name(notice.call),
        }
    }
}

impl Eyes {
    pub(super) fn new(audit: Arc<Audit>, order: &Order, now: Arc<Now>) -> Self {
        let mut grants = grants(order);
        // Landlock goes by what is at the end of a link.
        let ends: Vec<Grant> = grants
            .iter()
            .filter_map(|grant| {
                let path = fs::canonicalize(&grant.path).ok()?;
                Some(Grant {
                    path,
                    ..grant.clone()
                })
            })
            .collect();
        grants.extend(ends);
        Self {
            audit,
            now,
            grants,
            folder: order.folder.clone(),
            scratch: order.scratch.clone(),
            begun: Cell::new(false),
        }
    }

    /// What the process was last asked.
    fn stage(&self) -> Stage {
        match self.now.get() {
            Stage::Hello if !self.begun.get() => Stage::Start,
            stage => stage,
        }
    }

    /// The same as far as it tells what a run time does of itself: Java looks into the bot's
    /// file before it begins.
    fn stage_of_run_time(&self, notice: &Notice) -> Stage {
        let program = || fs::read_link(format!("/proc/{}/exe", notice.thread));
        let java = || program().is_ok_and(|path| path.file_name().is_some_and(|n| n == "java"));
        match self.stage() {
            Stage::Hello if java() => Stage::Start,
            stage => stage,
        }
    }

    /// Writes something down.
    pub(super) fn note(&self, seen: Seen) {
        self.audit.note(seen.what, seen.on, seen.call, self.stage());
    }

    /// What the jail does with a call.
    pub(super) fn answer(&self, notice: &Notice) -> Answer {
        calls::answer(notice.call)
    }

    /// What a call attempts; `None`: nothing that counts.
    pub(super) fn look(&self, notice: &Notice) -> Option<Seen> {
        let mut named = NAMED
            .iter()
            .filter(|named| named.call == notice.call)
            .peekable();
        if named.peek().is_none() {
            return self.nameless(notice);
        }
        let memory = Memory::of(notice.thread);
        let memory = memory.inspect_err(|error| {
            if error.kind() == std::io::ErrorKind::PermissionDenied {
                self.audit.cannot_see(format!(
                    "the names of the files that it asks for cannot be read: {error}"
                ));
            }
        });
        let memory = memory.ok()?;
        named.find_map(|named| self.path(notice, named, &memory))
    }

    /// What a call wants of one of its paths.
    fn path(&self, notice: &Notice, named: &Named, memory: &Memory) -> Option<Seen> {
        let text = memory.text(notice.args[named.path]);
        let text = text.filter(|text| !text.is_empty());
        if let Wants::Never(what) = named.wants {
            // A descriptor will do for some of them.
            let path = text.and_then(|text| place(notice, named.at, text));
            let on = path.map(|path| self.shown(&path)).unwrap_or_default();
            return Some(Seen::new(notice, what, on));
        }
        let path = place(notice, named.at, text?)?;
        let folder = self.folder.as_deref();
        if let Some(folder) = folder.filter(|folder| path.starts_with(folder)) {
            let executes = named.call == libc::SYS_execve;
            if !(executes && self.begins_with_another(&path, folder)) {
                self.begun.set(true);
            }
        }
        let (what, wanted) = match named.wants {
            Wants::Flags(at) => opened(notice.args[at])?,
            Wants::How(at) => opened(memory.number(notice.args[at])?)?,
            Wants::Unlink(at) if notice.args[at] & libc::AT_REMOVEDIR as u64 != 0 => {
                ("remove", AccessFs::RemoveDir.into())
            }
            Wants::Unlink(_) => ("remove", AccessFs::RemoveFile.into()),
            Wants::Rights(what, right) => (what, right.into()),
            Wants::Never(_) => return None,
        };
        if self.grants(&path, wanted) {
            return None;
        }
        let reads = AccessFs::ReadFile | AccessFs::ReadDir;
        let looks = reads.contains(wanted) || ordinary::written(&path);
        if looks && ordinary::read(&path, self.stage_of_run_time(notice), folder, notice.thread) {
            return None;
        }
        Some(Seen::new(notice, what, self.shown(&path)))
    }

    /// Whether executing this file of the bot's starts a program of the system's, which reads it
    /// when it is ready: what that does before, the bot has no hand in.
    fn begins_with_another(&self, file: &Path, folder: &Path) -> bool {
        script::interpreter(file, folder).is_some_and(|program| {
            let program = plain(&program);
            let scratch = self.scratch.as_deref();
            let own = |above: &Path| program.starts_with(above);
            let runs = self.grants(&program, AccessFs::Execute.into());
            runs && !own(folder) && !scratch.is_some_and(own)
        })
    }

    /// Whether these rights on a path are granted, by the rules that Landlock has. A link of
    /// the system's counts as granted wherever it leads: no bot put it there, and a C library
    /// follows some at every start.
    fn grants(&self, path: &Path, wanted: BitFlags<AccessFs>) -> bool {
        let grant = |path: &Path| {
            let mut over = self.grants.iter();
            over.find(|grant| path.starts_with(&grant.path) && grant.rights.contains(wanted))
        };
        grant(path).is_some_and(|granted| {
            let own = granted.needed;
            !own || fs::canonicalize(path).map_or(true, |end| grant(&end).is_some())
        })
    }

    /// A path as it is told: what lies elsewhere in each process, by what it is.
    fn shown(&self, path: &Path) -> String {
        let short = [(&self.folder, "."), (&self.scratch, "~")]
            .into_iter()
            .find_map(|(folder, sign)| {
                let rest = path.strip_prefix(folder.as_ref()?).ok()?;
                Some(Path::new(sign).join(rest))
            });
        let text = short.as_deref().unwrap_or(path).to_string_lossy();
        let tame = |c: char| if c.is_control() { '?' } else { c };
        let mut shown: String = text.chars().take(MOST_SHOWN).map(tame).collect();
        if text.chars().nth(MOST_SHOWN).is_some() {
            shown.push_str("...");
        }
        shown
    }

    /// What a call attempts that names no path.
    fn nameless(&self, notice: &Notice) -> Option<Seen> {
        let name = calls::name(notice.call);
        let args = &notice.args;
        let (what, on): (_, String) = match name {
            _ if ordinary::call(name, args[0], self.stage_of_run_time(notice)) => return None,
            // The C library tries it for threads as well, before it tries `clone`.
            "clone3" => {
                let flags = Memory::of(notice.thread).ok()?.number(args[0])?;
                if flags & libc::CLONE_THREAD as u64 != 0 {
                    return None;
                }
                ("start a process", String::new())
            }
            "sched_getaffinity" if is_own(notice.thread, args[0]) => return None,
            "clone" | "fork" | "vfork" => ("start a process", String::new()),
            "socket" | "socketpair" => ("open a socket", family(args[0])),
            "kill" | "tkill" | "tgkill" | "rt_sigqueueinfo" | "rt_tgsigqueueinfo" => {
                ("signal", whom(args[0]))
            }
            "pidfd_send_signal" => ("signal", "another process".into()),
            "ptrace" | "getpriority" => ("look into", whom(args[1])),
            "process_vm_readv" | "process_vm_writev" | "pidfd_open" | "kcmp" | "prlimit64"
            | "sched_getaffinity" | "sched_setaffinity" | "sched_getscheduler"
            | "sched_getparam" | "getpgid" | "getsid" => ("look into", whom(args[0])),
            "pidfd_getfd" | "process_madvise" | "process_mrelease" | "perf_event_open" => {
                ("look into", "another process".into())
            }
            "setsid" | "setpgid" => ("leave its group", String::new()),
            "flock" => ("lock a file", String::new()),
            "fcntl" if calls::is_lock(args[1]) => ("lock a file", String::new()),
            _ => ("call", name.into()),
        };
        Some(Seen::new(notice, what, on))
    }
}

/// Where a path leads, link or no link.
fn place(notice: &Notice, at: Option<usize>, text: Vec<u8>) -> Option<PathBuf> {
    let path = PathBuf::from(OsString::from_vec(text));
    if path.is_absolute() {
        return Some(plain(&path));
    }
    let thread = notice.thread;
    // Of a descriptor the low 32 bits count.
    let start = match at.map(|at| notice.args[at] as u32 as i32) {
        None | Some(libc::AT_FDCWD) => format!("/proc/{thread}/cwd"),
        Some(descriptor) => format!("/proc/{thread}/fd/{descriptor}"),
    };
    Some(plain(&fs::read_link(start).ok()?.join(path)))
}

/// A path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

/// What flags of `open` want; `None`: nothing but a name.
fn opened(flags: u64) -> Option<(&'static str, BitFlags<AccessFs>)> {
    let flags = flags as u32 as i32;
    if flags & libc::O_PATH != 0 {
        return None;
    }
    let changes = flags & (libc::O_CREAT | libc::O_TRUNC) != 0;
    Some(match flags & libc::O_ACCMODE {
        libc::O_RDONLY if !changes && flags & libc::O_DIRECTORY != 0 => {
            ("list", AccessFs::ReadDir.into())
        }
        libc::O_RDONLY if !changes => ("read", AccessFs::ReadFile.into()),
        libc::O_WRONLY => ("write", AccessFs::WriteFile.into()),
        _ => ("write", AccessFs::WriteFile | AccessFs::ReadFile),
    })
}

/// Whether a number is that of another thread of the same process.
fn is_own(thread: u32, other: u64) -> bool {
    Path::new(&format!("/proc/{thread}/task/{}", other as u32)).exists()
}

/// Whom a number means where a process is named.
fn whom(number: u64) -> String {
    let number = number as u32 as i32;
    let whom = match number {
        -1 => "every process",
        0 => "its group",
        ..-1 => "a group of processes",
        _ if number.unsigned_abs() == process::id() => "its parent",
        _ => "another process",
    };
    whom.into()
}

/// A family of addresses.
fn family(number: u64) -> String {
    match number as u32 as i32 {
        libc::AF_UNIX => "AF_UNIX".into(),
        libc::AF_INET => "AF_INET".into(),
        libc::AF_INET6 => "AF_INET6".into(),
        libc::AF_NETLINK => "AF_NETLINK".into(),
        libc::AF_PACKET => "AF_PACKET".into(),
        libc::AF_VSOCK => "AF_VSOCK".into(),
        other => format!("family {other}"),
    }
}

#[cfg(test)]
mod tests;
