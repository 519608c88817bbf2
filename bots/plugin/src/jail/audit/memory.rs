//! What a process that waits has in its memory.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

/// The longest path that the system takes, in bytes.
const LONGEST: usize = 4096;

/// The memory of a process.
pub(super) struct Memory(File);

impl Memory {
    /// Opens it.
    ///
    /// # Errors
    /// We may not, or the process is gone.
    pub(super) fn of(thread: u32) -> io::Result<Self> {
        File::open(format!("/proc/{thread}/mem")).map(Self)
    }

    /// The text at an address, up to the zero behind it; `None`: there is none.
    pub(super) fn text(&self, address: u64) -> Option<Vec<u8>> {
        let mut text = Vec::new();
        let mut page = [0; 4096];
        let mut at = address;
        while text.len() < LONGEST {
            // The next page may not be there.
            let most = page.len() - (at % page.len() as u64) as usize;
            let read = self.0.read_at(&mut page[..most], at).ok()?;
            let bytes = page.get(..read).filter(|bytes| !bytes.is_empty())?;
            if let Some(end) = bytes.iter().position(|byte| *byte == 0) {
                text.extend_from_slice(&bytes[..end]);
                return Some(text);
            }
            text.extend_from_slice(bytes);
            at += read as u64;
        }
        None
    }

    /// The number of 64 bits at an address.
    pub(super) fn number(&self, address: u64) -> Option<u64> {
        let mut bytes = [0; 8];
        self.0.read_exact_at(&mut bytes, address).ok()?;
        Some(u64::from_ne_bytes(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_to_its_end_and_nothing_is_read_where_nothing_is() {
        let memory = Memory::of(std::process::id()).unwrap();
        let long = [vec![b'x'; 3 * 4096], vec![0]].concat();
        for (text, expected) in [
            (&b"/etc/passwd\0behind"[..], Some(&b"/etc/passwd"[..])),
            (b"\0", Some(b"")),
            (&long[3 * 4096 - 4000..], Some(&long[..4000])),
            // Longer than any path.
            (&long, None),
        ] {
            let read = memory.text(text.as_ptr() as u64);
            assert_eq!(read.as_deref(), expected);
        }
        assert_eq!(memory.text(0), None);
        assert_eq!(memory.text(u64::MAX), None);
        let number = 0x0123_4567_89ab_cdef_u64;
        assert_eq!(memory.number(&raw const number as u64), Some(number));
        assert_eq!(memory.number(8), None);
    }
}
