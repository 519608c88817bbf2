//! The kernel's side: a call that waits for our answer.
#![expect(
    unsafe_code,
    reason = "no crate offers these calls without a library in C"
)]

use std::io;
use std::os::fd::{AsFd, AsRawFd};

/// A call of a process, which waits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Notice {
    id: u64,
    /// The thread that calls.
    pub(super) thread: u32,
    pub(super) call: i64,
    pub(super) args: [u64; 6],
}

/// What a call is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::jail) enum Answer {
    /// It is made, with whatever else decides on it.
    GoesOn,
    /// It fails with this error.
    Fails(i32),
}

/// Takes the next call that waits; waits for one.
///
/// # Errors
/// `NotFound`: it has been given up, as when its process was killed.
pub(super) fn next(listener: impl AsFd) -> io::Result<Notice> {
    let listener = listener.as_fd().as_raw_fd();
    // SAFETY: all zeros are a value of this plain record, and what the kernel wants to find.
    let mut notice: libc::seccomp_notif = unsafe { std::mem::zeroed() };
    // SAFETY: writes one record of this size to where it is told, which is ours.
    let done = unsafe { libc::ioctl(listener, libc::SECCOMP_IOCTL_NOTIF_RECV, &raw mut notice) };
    if done != 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(Notice {
        id: notice.id,
        thread: notice.pid,
        call: notice.data.nr.into(),
        args: notice.data.args,
    })
}

impl Notice {
    /// Whether the thread still waits, so that what was read of its memory was its own: the
    /// number of a thread that is gone may belong to another.
    pub(super) fn waits(&self, listener: impl AsFd) -> bool {
        let listener = listener.as_fd().as_raw_fd();
        // SAFETY: reads a number that is ours.
        let done = unsafe {
            libc::ioctl(
                listener,
                libc::SECCOMP_IOCTL_NOTIF_ID_VALID,
                &raw const self.id,
            )
        };
        done == 0
    }

    /// Answers it.
    ///
    /// # Errors
    /// `NotFound`: it has been given up. Anything else: it cannot be answered.
    pub(super) fn answer(&self, listener: impl AsFd, answer: Answer) -> io::Result<()> {
        let listener = listener.as_fd().as_raw_fd();
        let (error, flags) = match answer {
            Answer::GoesOn => (0, libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE as u32),
            Answer::Fails(error) => (-error, 0),
        };
        let mut answer = libc::seccomp_notif_resp {
            id: self.id,
            val: 0,
            error,
            flags,
        };
        loop {
            // SAFETY: reads one record that is ours.
            let done =
                unsafe { libc::ioctl(listener, libc::SECCOMP_IOCTL_NOTIF_SEND, &raw mut answer) };
            let failed = io::Error::last_os_error();
            match failed.kind() {
                _ if done == 0 => return Ok(()),
                io::ErrorKind::Interrupted => {}
                _ => return Err(failed),
            }
        }
    }
}
