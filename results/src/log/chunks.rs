//! A stream in pieces of whole lines, for threads to share.

use std::io::{self, ErrorKind, Read};

use super::lines::{LONGEST, too_long};

/// Cuts a stream behind line ends. Whatever the size of the pieces, their
/// lines are those of the stream, and it ends or fails behind the same line.
pub(crate) struct Chunks<R> {
    source: R,
    size: usize,
    /// The beginning of the line that the last piece ended in front of.
    rest: Vec<u8>,
    failed: Option<io::Error>,
    ended: bool,
}

impl<R: Read> Chunks<R> {
    /// In pieces of about so many bytes.
    pub(super) fn new(source: R, size: usize) -> Self {
        Self {
            source,
            size: size.max(1),
            rest: Vec::new(),
            failed: None,
            ended: false,
        }
    }

    /// Whether the stream ended inside a line, which was dropped.
    pub(crate) fn torn(&self) -> bool {
        self.ended && !self.rest.is_empty()
    }

    /// Puts the next piece into a buffer: how many of its bytes are lines, 0
    /// behind the last.
    pub(super) fn next(&mut self, buffer: &mut Vec<u8>) -> io::Result<usize> {
        let (mut searched, mut filled) = (0, self.rest.len());
        loop {
            let end = filled + self.size;
            if buffer.len() < end {
                buffer.resize(end, 0);
            }
            if searched == 0 {
                buffer[..filled].copy_from_slice(&self.rest);
            }
            self.fill(buffer, &mut filled, end);
            if let Some(at) = memchr::memrchr(b'\n', &buffer[searched..filled]) {
                let cut = searched + at + 1;
                self.rest.clear();
                self.rest.extend_from_slice(&buffer[cut..filled]);
                return Ok(cut);
            }
            if let Some(error) = self.failed.take() {
                return Err(error);
            }
            if filled > LONGEST {
                return Err(too_long());
            }
            if self.ended {
                self.rest.clear();
                self.rest.extend_from_slice(&buffer[..filled]);
                return Ok(0);
            }
            searched = filled;
        }
    }

    /// Reads up to here, the end, or a failure, which is kept for later.
    fn fill(&mut self, buffer: &mut [u8], filled: &mut usize, end: usize) {
        while *filled < end && !self.ended && self.failed.is_none() {
            match self.source.read(&mut buffer[*filled..end]) {
                Ok(0) => self.ended = true,
                Ok(read) => *filled += read,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => self.failed = Some(error),
            }
        }
    }
}
