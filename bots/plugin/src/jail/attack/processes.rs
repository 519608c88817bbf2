//! Having helpers, and staying behind.

use super::raw::call;
use super::{Attack, Target, Tried};
use crate::jail::Effect::{Processes, Traces};
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::process::Command;
use std::sync::{Arc, RwLock};
use std::thread;

pub(super) const ATTACKS: &[Attack] = &[
    #[cfg(target_arch = "x86_64")]
    Attack::new(Processes, "fork", "forks", |_| child(call!(libc::SYS_fork))),
    Attack::new(Processes, "clone", "forks by the newer call", |_| {
        child(call!(libc::SYS_clone, libc::SIGCHLD, 0, 0, 0, 0))
    }),
    Attack::new(
        Processes,
        "clone-with-parent",
        "makes a child of ours",
        |_| {
            child(call!(
                libc::SYS_clone,
                libc::SIGCHLD | libc::CLONE_PARENT,
                0,
                0,
                0,
                0
            ))
        },
    ),
    Attack::new(Processes, "clone3", "forks by the newest call", |_| {
        let mut settings = [0_u8; 88];
        settings[32] = libc::SIGCHLD as u8;
        child(call!(libc::SYS_clone3, &mut settings[..], 88))
    }),
    Attack::new(Processes, "spawn", "runs a program", |_| {
        Command::new("/bin/true").status().into()
    }),
    Attack::new(Processes, "shell", "runs a shell's command", |_| {
        Command::new("/bin/sh").args(["-c", "true"]).output().into()
    }),
    Attack::new(
        Processes,
        "many-threads",
        "starts 1,000 threads",
        many_threads,
    ),
    Attack::new(Traces, "outlive", "stays when we die", |_| {
        call!(libc::SYS_prctl, libc::PR_SET_PDEATHSIG, 0).into()
    }),
    Attack::new(
        Traces,
        "new-session",
        "leaves the session in which it is stopped",
        |_| call!(libc::SYS_setsid).into(),
    ),
    Attack::new(
        Traces,
        "new-group",
        "leaves the group in which it is stopped",
        |_| call!(libc::SYS_setpgid, 0, 0).into(),
    ),
    Attack::new(
        Processes,
        "name-space",
        "becomes root of a world of its own",
        |_| call!(libc::SYS_unshare, libc::CLONE_NEWUSER).into(),
    ),
    Attack::new(Processes, "enter-name-space", "enters a name space", |_| {
        let open = File::open("/proc/self/ns/uts");
        open.and_then(|open| call!(libc::SYS_setns, open.as_raw_fd(), libc::CLONE_NEWUTS))
            .into()
    }),
    Attack::new(Processes, "become-root", "becomes root", |_| {
        call!(libc::SYS_setresuid, 0, 0, 0).into()
    }),
    Attack::new(
        Processes,
        "personality",
        "runs without random addresses",
        |_| call!(libc::SYS_personality, libc::ADDR_NO_RANDOMIZE).into(),
    ),
];

/// The child ends at once; the parent waits for it.
#[expect(unsafe_code, reason = "a forked child may do nothing but end")]
fn child(made: io::Result<i64>) -> Tried {
    match made {
        // SAFETY: ends the process without running anything of this one's.
        Ok(0) => unsafe { libc::_exit(0) },
        Ok(child) => {
            // A child of our parent's is for that one to wait for.
            let _ = call!(libc::SYS_wait4, child, 0, 0, 0);
            Tried::Done(String::new())
        }
        Err(error) => Tried::Refused(error.to_string()),
    }
}

fn many_threads(_: &Target) -> Tried {
    const MANY: usize = 1_000;
    let gate = Arc::new(RwLock::new(()));
    let closed = gate.write();
    for started in 0..MANY {
        let gate = Arc::clone(&gate);
        let thread = thread::Builder::new().stack_size(16 << 10);
        // They stay until the process ends.
        let made = thread.spawn(move || drop(gate.read()));
        if let Err(error) = made {
            return Tried::Refused(format!("{error} after {started} threads"));
        }
    }
    drop(closed);
    Tried::Done(String::new())
}
