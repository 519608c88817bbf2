//! A tree of its own: what was granted and nothing else, read-only, and a small
//! memory file system to write to that vanishes with the process.
//!
//! This hides what Landlock cannot: whether a known path is there at all. It
//! needs no new process, unlike `bwrap`, so the process that we started is
//! the bot: its processor time can be read, and it can be stopped between turns.

use super::files;
use super::order::Order;
use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind, mount_bind_recursive,
    mount_change, unmount,
};
use rustix::process::{getegid, geteuid, getpid, pivot_root};
use rustix::thread::{UnshareFlags, unshare_unsafe};
use std::ffi::CString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

/// Moves this process, which must have one thread, into mounts of its own. An
/// ordinary user needs a user name space for it, in which threads are counted
/// afresh.
///
/// # Errors
/// The system gives no name spaces to us.
#[expect(
    unsafe_code,
    reason = "a thread could lose the others' descriptors by it"
)]
pub(super) fn enter(order: &Order) -> io::Result<()> {
    let (user, group) = (geteuid(), getegid());
    let mut spaces = UnshareFlags::NEWNS;
    if !user.is_root() {
        spaces |= UnshareFlags::NEWUSER;
    }
    // SAFETY: descriptors stay shared (no `FILES` among the flags), and the
    // launcher has one thread.
    unsafe { unshare_unsafe(spaces)? };
    if !user.is_root() {
        let (user, group) = (user.as_raw(), group.as_raw());
        fs::write("/proc/self/setgroups", "deny")?;
        fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
        fs::write("/proc/self/gid_map", format!("{group} {group} 1"))?;
    }
    mount_change(
        "/",
        MountPropagationFlags::PRIVATE | MountPropagationFlags::REC,
    )?;
    let (Some(room), Some(scratch)) = (&order.room, &order.scratch) else {
        return Err(io::Error::other("no folder to put a tree on"));
    };
    mount(
        "room",
        room,
        "tmpfs",
        MountFlags::NOSUID,
        c"mode=0755,size=1m",
    )?;
    let granted = order.folder.iter().chain(&order.read).cloned();
    for path in files::shown().chain(granted) {
        show(room, &path)?;
    }
    show_self(order, room)?;
    let at = within(room, scratch);
    fs::create_dir_all(&at)?;
    // Access times are a message to whoever looks at them later; an ordinary user
    // may not switch them off.
    let quiet = Attributes::new(READ_ONLY | NO_SUID, 0);
    let silent = Attributes::new(READ_ONLY | NO_SUID | NO_ACCESS_TIMES, ACCESS_TIMES);
    silent.set(room, true).or_else(|_| quiet.set(room, true))?;
    if order.build {
        // What is built is wanted afterwards, so it stays on the disk.
        mount_bind(scratch, &at)?;
    } else {
        let options = CString::new(format!(
            "size={},nr_inodes=1024,mode=0700,uid={},gid={}",
            order.limits.scratch(),
            order.uid.unwrap_or(user.as_raw()),
            order.uid.unwrap_or(group.as_raw())
        ))?;
        let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOATIME;
        mount("scratch", &at, "tmpfs", flags, options.as_c_str())?;
    }
    // The old root ends up below the new one, at the same place, and is let go.
    std::env::set_current_dir(room)?;
    pivot_root(".", ".")?;
    unmount(".", UnmountFlags::DETACH)?;
    std::env::set_current_dir("/")
}

/// Where a path of ours lies in the new tree.
fn within(room: &Path, path: &Path) -> PathBuf {
    room.join(path.strip_prefix("/").unwrap_or(path))
}

/// Shows a file or folder, if it is there, in the new tree under its own path.
fn show(room: &Path, path: &Path) -> io::Result<()> {
    let Ok(kind) = fs::symlink_metadata(path) else {
        return Ok(());
    };
    let at = within(room, path);
    // Shown already, as a part of another.
    if fs::symlink_metadata(&at).is_ok() {
        return Ok(());
    }
    if let Some(parent) = at.parent() {
        fs::create_dir_all(parent)?;
    }
    if kind.is_symlink() {
        return symlink(fs::read_link(path)?, at);
    }
    if kind.is_dir() {
        fs::create_dir(&at)?;
    } else {
        fs::File::create(&at)?;
    }
    Ok(mount_bind_recursive(path, &at)?)
}

/// Shows this process, and no other, under `/proc/self`: programs that bring libraries of
/// their own look up there where they lie. While building there are other processes, each
/// of which has to find itself, so all of `/proc` is shown; Landlock lets none be looked into.
fn show_self(order: &Order, room: &Path) -> io::Result<()> {
    let proc = room.join("proc");
    fs::create_dir_all(&proc)?;
    // Where that is not possible only such programs do not start.
    if order.build {
        let _ = mount_bind_recursive("/proc", &proc);
        return Ok(());
    }
    let own = PathBuf::from(format!("/proc/{}", getpid().as_raw_nonzero()));
    fs::create_dir(proc.join("self"))?;
    let _ = mount_bind(&own, proc.join("self"));
    Ok(())
}

const READ_ONLY: u64 = 1;
const NO_SUID: u64 = 2;
const NO_ACCESS_TIMES: u64 = 0x10;
/// The field in which the kind of access times stands.
const ACCESS_TIMES: u64 = 0x70;

/// `struct mount_attr` of the kernel.
#[repr(C)]
struct Attributes {
    set: u64,
    clear: u64,
    propagation: u64,
    user_space: u64,
}

impl Attributes {
    const fn new(set: u64, clear: u64) -> Self {
        Self {
            set,
            clear,
            propagation: 0,
            user_space: 0,
        }
    }

    /// Changes a mount, or it and all below it.
    #[expect(unsafe_code, reason = "rustix does not have this call yet")]
    fn set(&self, mount: &Path, below: bool) -> io::Result<()> {
        let mount = CString::new(mount.as_os_str().as_bytes())?;
        let flags = if below { libc::AT_RECURSIVE } else { 0 };
        // SAFETY: the path ends in a zero, and the structure is as long as is said.
        let done = unsafe {
            libc::syscall(
                libc::SYS_mount_setattr,
                libc::AT_FDCWD,
                mount.as_ptr(),
                flags,
                std::ptr::from_ref(self),
                size_of::<Self>(),
            )
        };
        if done == 0 {
            Ok(())
        } else {
            Err(io::Error::last_os_error())
        }
    }
}
