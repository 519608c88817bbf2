//! Whole lines out of a stream, in flat memory.

use std::io::{self, BufRead, Chain, Cursor, Read};

use super::chunks::Chunks;

/// No line of a log comes near this: eight names of 64 characters are 2 kB.
pub(super) const LONGEST: usize = 1 << 20;
const CHUNK: usize = 1 << 18;

/// Cuts a stream into lines and keeps back a last line without its newline,
/// which is what an interrupted writer leaves.
#[derive(Debug)]
pub(crate) struct Lines<R> {
    source: R,
    buffer: Vec<u8>,
    next: usize,
    filled: usize,
    number: u64,
    torn: bool,
}

impl<R: Read> Lines<R> {
    pub(crate) fn new(source: R) -> Self {
        Self {
            source,
            buffer: vec![0; CHUNK],
            next: 0,
            filled: 0,
            number: 0,
            torn: false,
        }
    }

    /// The number of the line handed out last, from 1.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// Whether the stream ended inside a line, which was dropped.
    pub(super) fn torn(&self) -> bool {
        self.torn
    }

    /// The text of a last line that has no end, once there is no other.
    pub(super) fn torn_text(&self) -> &[u8] {
        &self.buffer[self.next..self.filled]
    }

    /// What was not handed out yet.
    pub(super) fn rest(&mut self) -> Chain<Cursor<&[u8]>, &mut R> {
        Cursor::new(&self.buffer[self.next..self.filled]).chain(&mut self.source)
    }

    /// Begins anew with the next piece of a stream; false behind its last.
    pub(super) fn load<S: Read>(&mut self, chunks: &mut Chunks<S>) -> io::Result<bool> {
        (self.next, self.filled, self.number) = (0, 0, 0);
        self.filled = chunks.next(&mut self.buffer)?;
        Ok(self.filled > 0)
    }

    /// The rest was handed out elsewhere, and this is how it ended.
    pub(super) fn end(&mut self, torn: bool) {
        self.next = self.filled;
        self.torn = torn;
    }

    /// The next line without its `\n` or `\r\n`, and without a byte order mark
    /// in front of the first; `None` after the last whole one.
    pub(crate) fn next(&mut self) -> io::Result<Option<&[u8]>> {
        let mut searched = self.next;
        let end = loop {
            let fresh = &self.buffer[searched..self.filled];
            if let Some(at) = memchr::memchr(b'\n', fresh) {
                break searched + at;
            }
            let kept = self.filled - self.next;
            if !self.refill()? {
                self.torn = self.filled > self.next;
                return Ok(None);
            }
            searched = self.next + kept;
        };
        if end - self.next > LONGEST {
            return Err(too_long());
        }
        let mut line = &self.buffer[self.next..end];
        self.next = end + 1;
        self.number += 1;
        if self.number == 1 {
            line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        }
        Ok(Some(line.strip_suffix(b"\r").unwrap_or(line)))
    }

    /// Reads on behind the unfinished line; false at the end of the stream.
    fn refill(&mut self) -> io::Result<bool> {
        self.buffer.copy_within(self.next..self.filled, 0);
        self.filled -= self.next;
        self.next = 0;
        if self.filled > LONGEST {
            return Err(too_long());
        }
        if self.filled == self.buffer.len() {
            self.buffer.resize(2 * self.filled, 0);
        }
        loop {
            match self.source.read(&mut self.buffer[self.filled..]) {
                Ok(read) => {
                    self.filled += read;
                    return Ok(read > 0);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

/// Appends the next line of a stream, with its newline if it has one; how many
/// bytes that are, 0 at the end.
///
/// # Errors
/// The stream cannot be read, or the line is longer than any of a log: whoever
/// made it wants our memory.
pub fn read_line(source: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<usize> {
    let most = LONGEST as u64 + 1;
    let read = source.by_ref().take(most).read_until(b'\n', line)?;
    if read > LONGEST && line.last() != Some(&b'\n') {
        return Err(too_long());
    }
    Ok(read)
}

/// Whatever pieces it was read in, a line is too long or it is not.
pub(super) fn too_long() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "a line of more than a megabyte")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hands out one byte at a time, the worst a stream can do.
    struct Drip<'a>(&'a [u8]);

    impl Read for Drip<'_> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            let some = self.0.len().min(1);
            out[..some].copy_from_slice(&self.0[..some]);
            self.0 = &self.0[some..];
            Ok(some)
        }
    }

    #[test]
    fn lines_of_every_kind() {
        for (text, expected, torn) in [
            (&b"a\nb\n"[..], &["a", "b"][..], false),
            (b"\xef\xbb\xbfa\r\nb\r\n", &["a", "b"], false),
            (b"a\nb", &["a"], true),
            (b"a\n\nb\n", &["a", "", "b"], false),
            (b"", &[], false),
            (b"a", &[], true),
        ] {
            let mut lines = Lines::new(Drip(text));
            let mut found = Vec::new();
            while let Some(line) = lines.next().unwrap() {
                found.push(String::from_utf8(line.to_vec()).unwrap());
            }
            assert_eq!(found, expected);
            assert_eq!(lines.torn(), torn);
        }
    }

    #[test]
    fn an_endless_line_is_an_error_and_not_a_full_memory() {
        let mut lines = Lines::new(io::repeat(b'x'));
        assert!(lines.next().is_err());
        assert!(lines.buffer.len() <= 4 * LONGEST);
        let (mut source, mut line) = (io::BufReader::new(io::repeat(b'x')), Vec::new());
        assert!(read_line(&mut source, &mut line).is_err());
        assert!(line.len() <= LONGEST + 1);
        for (length, whole) in [(0, true), (LONGEST, true), (LONGEST + 1, false)] {
            let text = "x".repeat(length) + "\nrest";
            let read = read_line(&mut text.as_bytes(), &mut Vec::new());
            assert_eq!(read.ok(), whole.then_some(length + 1), "{length}");
        }
    }
}
