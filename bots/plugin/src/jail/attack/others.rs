//! Signalling other processes and looking into them. Signal 0 is sent
//! throughout: it asks for the same permission and does nothing.

use super::Attack;
use super::raw::call;
use crate::jail::Effect::Others;
use std::fs::{self, File};
use std::io;
use std::path::PathBuf;

pub(super) const ATTACKS: &[Attack] = &[
    Attack::new(Others, "signal-parent", "signals us", |_| {
        call!(libc::SYS_kill, parent(), 0).into()
    }),
    Attack::new(Others, "signal-bot", "signals another bot", |target| {
        call!(libc::SYS_kill, target.victim, 0).into()
    }),
    Attack::new(Others, "signal-group", "signals its group", |_| {
        call!(libc::SYS_kill, 0, 0).into()
    }),
    Attack::new(Others, "signal-all", "signals everybody", |_| {
        call!(libc::SYS_kill, -1, 0).into()
    }),
    Attack::new(
        Others,
        "signal-thread",
        "signals a thread of another bot",
        |target| call!(libc::SYS_tgkill, target.victim, target.victim, 0).into(),
    ),
    Attack::new(
        Others,
        "signal-thread-only",
        "signals it without naming the bot",
        |target| call!(libc::SYS_tkill, target.victim, 0).into(),
    ),
    Attack::new(
        Others,
        "queue-signal",
        "queues a signal with a message",
        |target| {
            let mut info = [0_u8; 128];
            // The code of a signal that a program queues.
            info[8..12].copy_from_slice(&libc::SI_QUEUE.to_ne_bytes());
            call!(libc::SYS_rt_sigqueueinfo, target.victim, 0, &mut info[..]).into()
        },
    ),
    Attack::new(
        Others,
        "signal-by-descriptor",
        "signals by a descriptor of a process",
        |target| {
            let open = call!(libc::SYS_pidfd_open, target.victim, 0);
            open.and_then(|open| call!(libc::SYS_pidfd_send_signal, open, 0, 0, 0))
                .into()
        },
    ),
    Attack::new(
        Others,
        "signal-by-pipe",
        "has another bot signalled when a pipe is read",
        |target| {
            let mut ends = [0_u8; 8];
            let made = call!(libc::SYS_pipe2, &mut ends[..], 0);
            let end = i32::from_ne_bytes([ends[0], ends[1], ends[2], ends[3]]);
            made.and_then(|_| call!(libc::SYS_fcntl, end, libc::F_SETOWN, target.victim))
                .into()
        },
    ),
    Attack::new(Others, "trace-bot", "traces another bot", |target| {
        call!(libc::SYS_ptrace, libc::PTRACE_SEIZE, target.victim, 0, 0).into()
    }),
    Attack::new(
        Others,
        "read-memory",
        "reads another bot's memory",
        |target| read_memory(target.victim).into(),
    ),
    Attack::new(Others, "open-memory", "opens it as a file", |target| {
        File::open(of(target.victim, "mem")).into()
    }),
    Attack::new(Others, "open-our-memory", "opens ours as a file", |_| {
        File::open(of(parent(), "mem")).into()
    }),
    Attack::new(Others, "read-environment", "reads our environment", |_| {
        fs::read(of(parent(), "environ")).into()
    }),
    Attack::new(
        Others,
        "read-command",
        "reads another bot's command",
        |target| fs::read(of(target.victim, "cmdline")).into(),
    ),
    Attack::new(
        Others,
        "read-folder",
        "asks where another bot works",
        |target| fs::read_link(of(target.victim, "cwd")).into(),
    ),
    Attack::new(
        Others,
        "see-process",
        "asks whether a process is there",
        |target| fs::metadata(of(target.victim, "")).into(),
    ),
    Attack::new(Others, "list-processes", "lists all processes", |_| {
        fs::read_dir("/proc").into()
    }),
    Attack::new(
        Others,
        "steal-descriptor",
        "takes a descriptor of another bot",
        |target| {
            let open = call!(libc::SYS_pidfd_open, target.victim, 0);
            open.and_then(|open| call!(libc::SYS_pidfd_getfd, open, 0, 0))
                .into()
        },
    ),
    Attack::new(
        Others,
        "compare",
        "asks what another bot shares with it",
        |target| {
            const MEMORY: i32 = 1;
            call!(
                libc::SYS_kcmp,
                std::process::id(),
                target.victim,
                MEMORY,
                0,
                0
            )
            .into()
        },
    ),
    Attack::new(
        Others,
        "read-limits",
        "reads another bot's limits",
        |target| {
            let mut limit = [0_u8; 16];
            call!(libc::SYS_prlimit64, target.victim, 4, 0, &mut limit[..]).into()
        },
    ),
    Attack::new(
        Others,
        "read-cores",
        "reads on which cores another bot runs",
        |target| {
            let mut cores = [0_u8; 128];
            call!(
                libc::SYS_sched_getaffinity,
                target.victim,
                128,
                &mut cores[..]
            )
            .into()
        },
    ),
    Attack::new(
        Others,
        "set-cores",
        "moves another bot to the first core",
        |target| {
            let mut cores = [0_u8; 128];
            // Back to those on which it runs.
            let read = call!(
                libc::SYS_sched_getaffinity,
                target.victim,
                128,
                &mut cores[..]
            );
            read.and_then(|_| {
                call!(
                    libc::SYS_sched_setaffinity,
                    target.victim,
                    128,
                    &mut cores[..]
                )
            })
            .into()
        },
    ),
    Attack::new(
        Others,
        "read-priority",
        "reads another bot's priority",
        |target| call!(libc::SYS_getpriority, libc::PRIO_PROCESS, target.victim).into(),
    ),
    Attack::new(Others, "set-priority", "slows another bot", |target| {
        call!(libc::SYS_setpriority, libc::PRIO_PROCESS, target.victim, 19).into()
    }),
    Attack::new(
        Others,
        "disk-priority",
        "slows another bot's reading",
        |target| {
            const PROCESS: i32 = 1;
            const IDLE: i32 = 3 << 13;
            call!(libc::SYS_ioprio_set, PROCESS, target.victim, IDLE).into()
        },
    ),
    Attack::new(
        Others,
        "scheduler",
        "asks how another bot is scheduled",
        |target| call!(libc::SYS_sched_getscheduler, target.victim).into(),
    ),
    Attack::new(
        Others,
        "group-of",
        "asks for another bot's group",
        |target| call!(libc::SYS_getpgid, target.victim).into(),
    ),
    Attack::new(
        Others,
        "session-of",
        "asks for another bot's session",
        |target| call!(libc::SYS_getsid, target.victim).into(),
    ),
    Attack::new(
        Others,
        "read-clock",
        "reads how long another bot has thought",
        |target| {
            let mut time = [0_u8; 16];
            call!(
                libc::SYS_clock_gettime,
                clock_of(target.victim),
                &mut time[..]
            )
            .into()
        },
    ),
    Attack::new(
        Others,
        "locks-of",
        "asks for another bot's list of locks",
        |target| {
            let (mut head, mut length) = ([0_u8; 8], [0_u8; 8]);
            call!(
                libc::SYS_get_robust_list,
                target.victim,
                &mut head[..],
                &mut length[..]
            )
            .into()
        },
    ),
    Attack::new(
        Others,
        "count-events",
        "counts events of another bot's processor",
        |target| {
            // A software counter of processor time: type 1, configuration 0.
            let mut settings = [0_u8; 128];
            settings[0] = 1;
            settings[4] = 128;
            call!(
                libc::SYS_perf_event_open,
                &mut settings[..],
                target.victim,
                -1,
                -1,
                0
            )
            .into()
        },
    ),
    Attack::new(
        Others,
        "kernel-program",
        "loads a program into the kernel",
        |_| {
            // An array of one element of four bytes.
            let mut settings = [0_u8; 128];
            for (at, value) in [(0, 2_u32), (4, 4), (8, 4), (12, 1)] {
                settings[at..at + 4].copy_from_slice(&value.to_ne_bytes());
            }
            call!(libc::SYS_bpf, 0, &mut settings[..], 128).into()
        },
    ),
    Attack::new(
        Others,
        "page-faults",
        "handles page faults by itself",
        |_| {
            const USER_ONLY: i32 = 1;
            call!(libc::SYS_userfaultfd, USER_ONLY).into()
        },
    ),
];

fn parent() -> u32 {
    std::os::unix::process::parent_id()
}

fn of(process: u32, file: &str) -> PathBuf {
    PathBuf::from(format!("/proc/{process}/{file}"))
}

/// The clock that counts a process's own time: the process inverted, shifted, and
/// the number of the kind.
pub(super) fn clock_of(process: u32) -> i32 {
    (!process.cast_signed() << 3) | 2
}

/// Asks for a byte at an address that nobody has: being told of a fault is to
/// have been let in.
fn read_memory(victim: u32) -> io::Result<i64> {
    let mut byte = [0_u8; 1];
    let mut here = [0_u8; 16];
    here[..8].copy_from_slice(&(byte.as_mut_ptr() as u64).to_ne_bytes());
    here[8] = 1;
    let mut there = [0_u8; 16];
    there[..8].copy_from_slice(&4096_u64.to_ne_bytes());
    there[8] = 1;
    let read = call!(
        libc::SYS_process_vm_readv,
        victim,
        &mut here[..],
        1,
        &mut there[..],
        1,
        0
    );
    match read {
        Err(error) if error.raw_os_error() == Some(libc::EFAULT) => Ok(0),
        other => other,
    }
}
