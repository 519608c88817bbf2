//! Ways to pass a bit from one process of a bot to another, which may run
//! later or at the same time.
//!
//! Both processes know the same snapshot and agree on names. Whoever sends holds
//! what it makes until it ends.

use super::others::clock_of;
use super::raw::{call, text};
use super::traces::{add_key, record_lock};
use super::{Target, files::set_attribute};
use std::any::Any;
use std::fs::{self, File, Permissions};
use std::io;
use std::os::fd::AsRawFd;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::PathBuf;

/// What stays open, or nothing.
type Held = io::Result<Box<dyn Any>>;

/// A way to pass a bit.
pub struct Channel {
    /// A name in words joined by `-`.
    pub name: &'static str,
    /// Whether the bit is still there when the sender has ended.
    pub lasts: bool,
    pub(super) send: fn(&Target, bool) -> Held,
    pub(super) receive: fn(&Target) -> io::Result<bool>,
}

/// All of them.
pub const CHANNELS: &[Channel] = &[
    Channel {
        name: "file-outside",
        lasts: true,
        send: |target, bit| present(target.free().join(target.name()), bit),
        receive: |target| Ok(target.free().join(target.name()).exists()),
    },
    Channel {
        name: "temporary-file",
        lasts: true,
        send: |target, bit| present(PathBuf::from("/tmp").join(target.name()), bit),
        receive: |target| Ok(PathBuf::from("/tmp").join(target.name()).exists()),
    },
    Channel {
        name: "memory-file",
        lasts: true,
        send: |target, bit| present(PathBuf::from("/dev/shm").join(target.name()), bit),
        receive: |target| Ok(PathBuf::from("/dev/shm").join(target.name()).exists()),
    },
    Channel {
        name: "file-in-snapshot",
        lasts: true,
        send: |target, bit| present(target.snapshot.join("new"), bit),
        receive: |target| Ok(target.snapshot.join("new").exists()),
    },
    Channel {
        name: "file-in-scratch",
        lasts: false,
        send: |target, bit| present(target.scratch.join("new"), bit),
        receive: |target| Ok(target.others_scratch.join("new").exists()),
    },
    Channel {
        name: "mode-of-file",
        lasts: true,
        send: |target, bit| {
            let mode = if bit { 0o555 } else { 0o444 };
            hold(fs::set_permissions(
                target.snapshot.join("bot"),
                Permissions::from_mode(mode),
            ))
        },
        receive: |target| Ok(fs::metadata(target.snapshot.join("bot"))?.mode() & 0o100 != 0),
    },
    Channel {
        name: "time-of-writing",
        lasts: true,
        send: |target, bit| {
            let path = text(&target.snapshot.join("bot"));
            let mut times = [0_u8; 32];
            times[0] = u8::from(bit);
            times[16] = u8::from(bit);
            hold(call!(
                libc::SYS_utimensat,
                libc::AT_FDCWD,
                path.as_c_str(),
                &mut times[..],
                0
            ))
        },
        receive: |target| Ok(fs::metadata(target.snapshot.join("bot"))?.mtime() == 1),
    },
    Channel {
        // Only a file whose last reading lies before its last writing tells; a
        // snapshot is made so that its files do not.
        name: "time-of-reading",
        lasts: true,
        send: |target, bit| {
            let path = target.snapshot.join("bot");
            hold(if bit {
                fs::read(path).map(drop)
            } else {
                Ok(())
            })
        },
        receive: |target| {
            let file = fs::metadata(target.snapshot.join("bot"))?;
            Ok(file.atime() > file.mtime() && file.atime() < i64::from(u32::MAX) - 300_000_000)
        },
    },
    Channel {
        name: "attribute",
        lasts: true,
        send: |target, bit| {
            let path = target.snapshot.join("bot");
            hold(if bit {
                set_attribute(&path).map(drop)
            } else {
                Ok(())
            })
        },
        receive: |target| {
            let (path, mut value) = (text(&target.snapshot.join("bot")), [0_u8; 1]);
            Ok(call!(
                libc::SYS_getxattr,
                path.as_c_str(),
                c"user.dudo",
                &mut value[..],
                1
            )
            .is_ok())
        },
    },
    Channel {
        name: "file-lock",
        lasts: false,
        send: |target, bit| {
            let file = File::open(target.snapshot.join("bot"))?;
            if bit {
                call!(libc::SYS_flock, file.as_raw_fd(), libc::LOCK_EX)?;
            }
            Ok(Box::new(file))
        },
        receive: |target| {
            let file = File::open(target.snapshot.join("bot"))?;
            let locked = call!(
                libc::SYS_flock,
                file.as_raw_fd(),
                libc::LOCK_EX | libc::LOCK_NB
            );
            would_block(locked)
        },
    },
    Channel {
        name: "descriptor-lock",
        lasts: false,
        send: |target, bit| {
            let file = File::open(target.snapshot.join("bot"))?;
            if bit {
                record_lock(file.as_raw_fd(), libc::F_OFD_SETLK)?;
            }
            Ok(Box::new(file))
        },
        receive: |target| {
            let file = File::open(target.snapshot.join("bot"))?;
            // Who would write asks for what stands in the way.
            let mut lock = [0_u8; 32];
            lock[..2].copy_from_slice(&(libc::F_WRLCK as i16).to_ne_bytes());
            lock[16] = 1;
            call!(
                libc::SYS_fcntl,
                file.as_raw_fd(),
                libc::F_OFD_GETLK,
                &mut lock[..]
            )?;
            Ok(i16::from_ne_bytes([lock[0], lock[1]]) != libc::F_UNLCK as i16)
        },
    },
    Channel {
        name: "shared-segment",
        lasts: true,
        send: |target, bit| {
            exists(bit, || {
                call!(libc::SYS_shmget, target.key, 4096, libc::IPC_CREAT | 0o666)
            })
        },
        receive: |target| {
            found(call!(libc::SYS_shmget, target.key, 0, 0), |id| {
                call!(libc::SYS_shmctl, id, libc::IPC_RMID, 0)
            })
        },
    },
    Channel {
        name: "semaphore",
        lasts: true,
        send: |target, bit| {
            exists(bit, || {
                call!(libc::SYS_semget, target.key, 1, libc::IPC_CREAT | 0o666)
            })
        },
        receive: |target| {
            found(call!(libc::SYS_semget, target.key, 0, 0), |id| {
                call!(libc::SYS_semctl, id, 0, libc::IPC_RMID)
            })
        },
    },
    Channel {
        name: "message-queue",
        lasts: true,
        send: |target, bit| {
            exists(bit, || {
                call!(libc::SYS_msgget, target.key, libc::IPC_CREAT | 0o666)
            })
        },
        receive: |target| {
            found(call!(libc::SYS_msgget, target.key, 0), |id| {
                call!(libc::SYS_msgctl, id, libc::IPC_RMID, 0)
            })
        },
    },
    Channel {
        name: "posix-queue",
        lasts: true,
        send: |target, bit| {
            let name = text(target.name().as_ref());
            let flags = libc::O_CREAT | libc::O_RDWR;
            exists(bit, || {
                call!(libc::SYS_mq_open, name.as_c_str(), flags, 0o600, 0)
            })
        },
        receive: |target| {
            let name = text(target.name().as_ref());
            found(
                call!(libc::SYS_mq_open, name.as_c_str(), libc::O_RDONLY, 0, 0),
                |_| call!(libc::SYS_mq_unlink, name.as_c_str()),
            )
        },
    },
    Channel {
        name: "key",
        lasts: true,
        send: |target, bit| exists(bit, || add_key(target, 1)),
        receive: |target| {
            let name = text(target.name().as_ref());
            found(
                call!(libc::SYS_request_key, c"user", name.as_c_str(), 0, 0),
                |key| {
                    const REVOKE: i32 = 3;
                    call!(libc::SYS_keyctl, REVOKE, key)
                },
            )
        },
    },
    Channel {
        name: "abstract-socket",
        lasts: false,
        send: |target, bit| {
            let address = SocketAddr::from_abstract_name(target.name())?;
            if !bit {
                return Ok(Box::new(()));
            }
            Ok(Box::new(UnixListener::bind_addr(&address)?))
        },
        receive: |target| {
            let address = SocketAddr::from_abstract_name(target.name())?;
            match UnixListener::bind_addr(&address) {
                Ok(_) => Ok(false),
                Err(error) if error.kind() == io::ErrorKind::AddrInUse => Ok(true),
                Err(error) => Err(error),
            }
        },
    },
    Channel {
        name: "cores",
        lasts: false,
        send: |_, bit| {
            let mut cores = [0_u8; 128];
            call!(libc::SYS_sched_getaffinity, 0, 128, &mut cores[..])?;
            if bit {
                cores[0] &= cores[0].wrapping_neg();
                cores[1..].fill(0);
                call!(libc::SYS_sched_setaffinity, 0, 128, &mut cores[..])?;
            }
            Ok(Box::new(()))
        },
        receive: |target| {
            let mut cores = [0_u8; 128];
            call!(
                libc::SYS_sched_getaffinity,
                target.victim,
                128,
                &mut cores[..]
            )?;
            Ok(cores.iter().map(|byte| byte.count_ones()).sum::<u32>() == 1)
        },
    },
    Channel {
        name: "priority",
        lasts: false,
        send: |_, bit| {
            // One that nobody starts us with.
            exists(bit, || {
                call!(libc::SYS_setpriority, libc::PRIO_PROCESS, 0, 17)
            })
        },
        // The call answers 20 less the priority.
        receive: |target| Ok(call!(libc::SYS_getpriority, libc::PRIO_PROCESS, target.victim)? == 3),
    },
    Channel {
        name: "group",
        lasts: false,
        send: |_, bit| exists(bit, || call!(libc::SYS_setpgid, 0, 0)),
        receive: |target| Ok(call!(libc::SYS_getpgid, target.victim)? == i64::from(target.victim)),
    },
    Channel {
        name: "limits",
        lasts: false,
        send: |_, bit| {
            let mut limit = [0_u8; 16];
            limit[0] = u8::from(bit);
            limit[8..].fill(0xff);
            hold(call!(
                libc::SYS_prlimit64,
                0,
                libc::RLIMIT_RTTIME,
                &mut limit[..],
                0
            ))
        },
        receive: |target| {
            let mut limit = [0_u8; 16];
            call!(
                libc::SYS_prlimit64,
                target.victim,
                libc::RLIMIT_RTTIME,
                0,
                &mut limit[..]
            )?;
            Ok(limit[0] == 1)
        },
    },
    Channel {
        name: "name-of-process",
        lasts: false,
        send: |_, bit| exists(bit, || call!(libc::SYS_prctl, libc::PR_SET_NAME, c"one")),
        receive: |target| {
            Ok(fs::read_to_string(format!("/proc/{}/comm", target.victim))?.trim() == "one")
        },
    },
    Channel {
        name: "processor-time",
        lasts: false,
        send: |_, bit| {
            let mut times = [0_u8; 32];
            while bit && times[0] < 20 && times[1] == 0 {
                call!(libc::SYS_times, &mut times[..])?;
            }
            Ok(Box::new(()))
        },
        receive: |target| {
            let mut time = [0_u8; 16];
            call!(
                libc::SYS_clock_gettime,
                clock_of(target.victim),
                &mut time[..]
            )?;
            let nanoseconds: [u8; 8] = std::array::from_fn(|place| time[8 + place]);
            Ok(time[0] > 0 || i64::from_ne_bytes(nanoseconds) > 150_000_000)
        },
    },
    Channel {
        name: "folder-of-process",
        lasts: false,
        send: |_, bit| exists(bit, || std::env::set_current_dir("/usr").map(|()| 0)),
        receive: |target| Ok(fs::read_link(format!("/proc/{}/cwd", target.victim))? == *"/usr"),
    },
];

fn present(path: PathBuf, bit: bool) -> Held {
    if bit {
        fs::write(path, "x")?;
    }
    Ok(Box::new(()))
}

fn exists(bit: bool, make: impl FnOnce() -> io::Result<i64>) -> Held {
    if bit {
        make()?;
    }
    Ok(Box::new(()))
}

fn hold<T>(done: io::Result<T>) -> Held {
    done.map(|_| Box::new(()) as Box<dyn Any>)
}

/// Found, and then taken away.
fn found(id: io::Result<i64>, remove: impl FnOnce(i64) -> io::Result<i64>) -> io::Result<bool> {
    match id {
        Ok(id) => remove(id).map(|_| true),
        Err(error) => match error.raw_os_error() {
            Some(libc::ENOENT | libc::ENOKEY) => Ok(false),
            _ => Err(error),
        },
    }
}

fn would_block(locked: io::Result<i64>) -> io::Result<bool> {
    match locked {
        Ok(_) => Ok(false),
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(true),
        Err(error) => Err(error),
    }
}
