//! Calls by number: what a bot in machine code can make.

use std::ffi::{CStr, CString};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// An argument of a call.
pub(super) enum Arg<'a> {
    /// A number, a descriptor, a process.
    Int(i64),
    /// A string with its zero.
    Text(&'a CStr),
    /// Memory to read from and to write to, as long as the call may want.
    Memory(&'a mut [u8]),
}

impl From<i64> for Arg<'_> {
    fn from(value: i64) -> Self {
        Self::Int(value)
    }
}

impl From<i32> for Arg<'_> {
    fn from(value: i32) -> Self {
        Self::Int(value.into())
    }
}

impl From<u32> for Arg<'_> {
    fn from(value: u32) -> Self {
        Self::Int(value.into())
    }
}

impl<'a> From<&'a CStr> for Arg<'a> {
    fn from(value: &'a CStr) -> Self {
        Self::Text(value)
    }
}

impl<'a> From<&'a mut [u8]> for Arg<'a> {
    fn from(value: &'a mut [u8]) -> Self {
        Self::Memory(value)
    }
}

/// Makes a call of at most six arguments.
///
/// Callers hand memory that is as long as the call's structure, and make no
/// call that moves or unmaps memory of this program.
#[expect(unsafe_code, reason = "an attack is made of such calls")]
pub(super) fn make<const N: usize>(number: i64, arguments: [Arg<'_>; N]) -> io::Result<i64> {
    let mut all = [0_i64; 6];
    for (place, argument) in all.iter_mut().zip(arguments) {
        *place = match argument {
            Arg::Int(number) => number,
            Arg::Text(text) => text.as_ptr() as i64,
            Arg::Memory(memory) => memory.as_mut_ptr() as i64,
        };
    }
    let [a, b, c, d, e, f] = all;
    // SAFETY: pointers are to memory that is borrowed for the call; its length is
    // the callers' promise above.
    let result = unsafe { libc::syscall(number, a, b, c, d, e, f) };
    if result == -1 {
        Err(io::Error::last_os_error())
    } else {
        Ok(result)
    }
}

/// `call!(number, arguments...)`, each turned into an [`Arg`].
macro_rules! call {
    ($number:expr $(, $argument:expr)*) => {
        $crate::jail::attack::raw::make($number, [$($argument.into()),*])
    };
}
pub(super) use call;

/// A path with its zero.
pub(super) fn text(path: &Path) -> CString {
    CString::new(path.as_os_str().as_bytes()).unwrap_or_default()
}
