//! Mounts of its own: the tree read-only, and a small memory file system to
//! write to that vanishes with the process.

use super::order::Order;
use rustix::mount::{MountFlags, MountPropagationFlags, mount, mount_bind, mount_change};
use rustix::process::{getegid, geteuid};
use rustix::thread::{UnshareFlags, unshare_unsafe};
use std::ffi::CString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

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
    if order.build
        && let Some(scratch) = &order.scratch
    {
        // What is built is wanted afterwards, so it stays on the disk.
        mount_bind(scratch, scratch)?;
    }
    // Access times are a message to whoever looks at them later; an ordinary user
    // may not switch them off.
    let quiet = Attributes::new(READ_ONLY | NO_SUID, 0);
    let silent = Attributes::new(READ_ONLY | NO_SUID | NO_ACCESS_TIMES, ACCESS_TIMES);
    silent
        .set(Path::new("/"), true)
        .or_else(|_| quiet.set(Path::new("/"), true))?;
    let Some(scratch) = &order.scratch else {
        return Ok(());
    };
    if order.build {
        return Attributes::new(0, READ_ONLY).set(scratch, false);
    }
    let options = CString::new(format!(
        "size={},nr_inodes=1024,mode=0700,uid={},gid={}",
        order.limits.scratch(),
        order.uid.unwrap_or(user.as_raw()),
        order.uid.unwrap_or(group.as_raw())
    ))?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOATIME;
    mount("scratch", scratch, "tmpfs", flags, options.as_c_str())?;
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
