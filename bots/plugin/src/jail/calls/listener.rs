//! A filter that notifies.

use crate::jail::files;
use seccompiler::BpfProgram;
use std::io;
use std::os::fd::{FromRawFd, OwnedFd};

/// Turns every refusal of a filter into a notice. The crate knows none, so the instructions
/// are changed: they are the kernel's interface.
pub(super) fn notifying(mut filter: BpfProgram) -> BpfProgram {
    const RETURN: u16 = (libc::BPF_RET | libc::BPF_K) as u16;
    for instruction in &mut filter {
        let action = instruction.k & libc::SECCOMP_RET_ACTION_FULL;
        if instruction.code == RETURN && action == libc::SECCOMP_RET_ERRNO {
            instruction.k = libc::SECCOMP_RET_USER_NOTIF;
        }
    }
    filter
}

/// Puts a filter on this process, which must have one thread and may get no new privileges;
/// where its notices are read.
///
/// # Errors
/// The kernel has no notices, or this process is under a filter with a listener already.
#[expect(unsafe_code, reason = "the crate throws the listener away")]
pub(super) fn install(filter: &BpfProgram) -> io::Result<OwnedFd> {
    let program = libc::sock_fprog {
        len: u16::try_from(filter.len()).map_err(io::Error::other)?,
        filter: filter.as_ptr().cast_mut().cast(),
    };
    let listens = libc::SECCOMP_FILTER_FLAG_NEW_LISTENER;
    // A stop between two turns would interrupt a call that waits, which a bot might see.
    let steady = listens | libc::SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV;
    let mut failed = io::Error::from_raw_os_error(libc::EINVAL);
    for flags in [steady, listens] {
        // SAFETY: the kernel copies the program, whose instructions have the kernel's form.
        let listener = unsafe {
            libc::syscall(
                libc::SYS_seccomp,
                libc::SECCOMP_SET_MODE_FILTER,
                flags,
                &raw const program,
            )
        };
        if let Some(listener) = i32::try_from(listener).ok().filter(|fd| *fd >= 0) {
            // SAFETY: new, and nobody else's.
            return Ok(unsafe { OwnedFd::from_raw_fd(listener) });
        }
        failed = io::Error::last_os_error();
        // An older kernel does not know the second flag. One that is older than Landlock may not
        // know how to let a call go on, and cannot be asked.
        if failed.raw_os_error() != Some(libc::EINVAL) || files::version() < 1 {
            break;
        }
    }
    Err(failed)
}
