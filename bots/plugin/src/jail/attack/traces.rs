//! Leaving something behind, and seeing what others do to the machine.

use super::files::set_attribute;
use super::raw::{call, text};
use super::{Attack, Target, Tried};
use crate::jail::Effect::Traces;
use std::fs::{self, File};
use std::os::fd::AsRawFd;
use std::path::PathBuf;

pub(super) const ATTACKS: &[Attack] = &[
    Attack::new(
        Traces,
        "temporary-file",
        "leaves a file in the folder for such",
        |target| {
            leave(
                std::env::temp_dir().join(target.name()),
                "/tmp".into(),
                target,
            )
        },
    ),
    Attack::new(
        Traces,
        "memory-file",
        "leaves a file in shared memory",
        |target| {
            let path = PathBuf::from("/dev/shm").join(target.name());
            let made = fs::write(&path, "x");
            let _ = fs::remove_file(path);
            made.into()
        },
    ),
    Attack::new(
        Traces,
        "shared-segment",
        "leaves System V shared memory",
        |target| {
            let made = call!(libc::SYS_shmget, target.key, 4096, libc::IPC_CREAT | 0o666);
            made.and_then(|id| call!(libc::SYS_shmctl, id, libc::IPC_RMID, 0))
                .into()
        },
    ),
    Attack::new(
        Traces,
        "semaphore",
        "leaves a System V semaphore",
        |target| {
            let made = call!(libc::SYS_semget, target.key, 1, libc::IPC_CREAT | 0o666);
            made.and_then(|id| call!(libc::SYS_semctl, id, 0, libc::IPC_RMID))
                .into()
        },
    ),
    Attack::new(
        Traces,
        "message-queue",
        "leaves a System V message queue",
        |target| {
            let made = call!(libc::SYS_msgget, target.key, libc::IPC_CREAT | 0o666);
            made.and_then(|id| call!(libc::SYS_msgctl, id, libc::IPC_RMID, 0))
                .into()
        },
    ),
    Attack::new(
        Traces,
        "posix-queue",
        "leaves a POSIX message queue",
        |target| {
            let name = text(target.name().as_ref());
            let made = call!(
                libc::SYS_mq_open,
                name.as_c_str(),
                libc::O_CREAT | libc::O_RDWR,
                0o600,
                0
            );
            made.and_then(|_| call!(libc::SYS_mq_unlink, name.as_c_str()))
                .into()
        },
    ),
    Attack::new(Traces, "key", "leaves a key with the kernel", |target| {
        add_key(target, b'1')
            .and_then(|key| {
                const REVOKE: i32 = 3;
                call!(libc::SYS_keyctl, REVOKE, key)
            })
            .into()
    }),
    Attack::new(Traces, "key-ring", "joins a ring of keys", |_| {
        const JOIN: i32 = 1;
        call!(libc::SYS_keyctl, JOIN, 0).into()
    }),
    Attack::new(
        Traces,
        "file-lock",
        "locks a file that others read",
        |target| {
            let open = File::open(target.snapshot.join("bot"));
            open.and_then(|open| call!(libc::SYS_flock, open.as_raw_fd(), libc::LOCK_EX))
                .into()
        },
    ),
    Attack::new(Traces, "record-lock", "locks a part of it", |target| {
        let open = File::open(target.snapshot.join("bot"));
        open.and_then(|open| record_lock(open.as_raw_fd(), libc::F_SETLK))
            .into()
    }),
    Attack::new(
        Traces,
        "descriptor-lock",
        "locks it for as long as it is open",
        |target| {
            let open = File::open(target.snapshot.join("bot"));
            open.and_then(|open| record_lock(open.as_raw_fd(), libc::F_OFD_SETLK))
                .into()
        },
    ),
    Attack::new(
        Traces,
        "lease",
        "asks to be told when others open it",
        |target| {
            let open = File::open(target.snapshot.join("bot"));
            open.and_then(|open| {
                call!(
                    libc::SYS_fcntl,
                    open.as_raw_fd(),
                    libc::F_SETLEASE,
                    libc::F_RDLCK
                )
            })
            .into()
        },
    ),
    Attack::new(
        Traces,
        "attribute",
        "hangs a note on its own snapshot",
        |target| set_attribute(&target.snapshot.join("bot")).into(),
    ),
    Attack::new(
        Traces,
        "host-name",
        "renames the machine, to what it is called",
        |_| {
            let mut name = fs::read("/proc/sys/kernel/hostname").unwrap_or_else(|_| b"x".to_vec());
            let length = name
                .iter()
                .position(|byte| *byte == b'\n')
                .unwrap_or(name.len()) as i64;
            call!(libc::SYS_sethostname, &mut name[..], length).into()
        },
    ),
    Attack::new(Traces, "kernel-log", "reads the kernel's log", |_| {
        const SIZE: i32 = 10;
        call!(libc::SYS_syslog, SIZE, 0, 0).into()
    }),
    Attack::new(
        Traces,
        "free-memory",
        "sees how much memory others use",
        |_| {
            let mut state = [0_u8; 128];
            call!(libc::SYS_sysinfo, &mut state[..]).into()
        },
    ),
    Attack::new(
        Traces,
        "free-disk",
        "sees how much of the disk others use",
        |target| {
            let mut state = [0_u8; 256];
            call!(
                libc::SYS_statfs,
                text(&target.snapshot).as_c_str(),
                &mut state[..]
            )
            .into()
        },
    ),
    Attack::new(Traces, "load", "sees how busy the machine is", |_| {
        fs::read("/proc/loadavg").into()
    }),
    Attack::new(Traces, "flush", "makes all disks wait", |_| {
        call!(libc::SYS_sync).into()
    }),
];

/// Into the first folder, or the second where that is the scratch folder.
fn leave(path: PathBuf, other: PathBuf, target: &Target) -> Tried {
    let path = if path.starts_with(&target.scratch) {
        other.join(target.name())
    } else {
        path
    };
    let made = fs::write(&path, "x");
    let _ = fs::remove_file(path);
    made.into()
}

/// A key in the ring of the user.
pub(super) fn add_key(target: &Target, value: u8) -> std::io::Result<i64> {
    const OF_THE_USER: i32 = -4;
    let (name, mut value) = (text(target.name().as_ref()), [value]);
    call!(
        libc::SYS_add_key,
        c"user",
        name.as_c_str(),
        &mut value[..],
        1,
        OF_THE_USER
    )
}

/// Tries to lock the first byte for reading.
pub(super) fn record_lock(descriptor: i32, command: i32) -> std::io::Result<i64> {
    // `struct flock`: kind, whence, start, length, process.
    let mut lock = [0_u8; 32];
    lock[..2].copy_from_slice(&(libc::F_RDLCK as i16).to_ne_bytes());
    lock[16] = 1;
    call!(libc::SYS_fcntl, descriptor, command, &mut lock[..])
}
