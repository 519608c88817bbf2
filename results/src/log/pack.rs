//! Compressing a log as it is written.

use std::io;

/// What the name of a compressed file ends with.
pub const PACKED: &str = ".zst";

/// Bytes of text in a frame, at least: it ends with the line that reaches them.
/// Small enough that an interrupted run loses no more than is being played at
/// any time, large enough that rows compress almost as well as in one piece.
pub const FRAME: usize = 1 << 17;

/// Higher levels cost more time than they save in bytes; see `PERFORMANCE.md`.
const LEVEL: i32 = 1;

/// Cuts text into frames that each unpack by themselves. Where one ends depends
/// on the text alone, not on the pieces that it comes in: the same text is the
/// same frames.
pub struct Packer {
    compressor: zstd::bulk::Compressor<'static>,
    /// The text behind the last frame.
    pending: Vec<u8>,
}

impl Packer {
    /// Goes on behind whole frames; `pending` is the text after them.
    ///
    /// # Errors
    /// There is no memory.
    pub fn new(pending: Vec<u8>) -> io::Result<Self> {
        let mut compressor = zstd::bulk::Compressor::new(LEVEL)?;
        // Bits that flipped on the disk are told when it is read.
        compressor.include_checksum(true)?;
        Ok(Self {
            compressor,
            pending,
        })
    }

    /// Takes in text.
    pub fn add(&mut self, text: &[u8]) {
        self.pending.extend_from_slice(text);
    }

    /// Whether a frame is full once this text is added.
    #[must_use]
    pub fn would_fill(&self, text: &[u8]) -> bool {
        let missing = (FRAME - 1).saturating_sub(self.pending.len());
        text.get(missing..)
            .is_some_and(|rest| memchr::memchr(b'\n', rest).is_some())
    }

    /// The next full frame, compressed.
    ///
    /// # Errors
    /// There is no memory.
    pub fn full(&mut self) -> io::Result<Option<Vec<u8>>> {
        let Some(end) = self.end() else {
            return Ok(None);
        };
        let frame = self.compressor.compress(&self.pending[..end])?;
        self.pending.drain(..end);
        Ok(Some(frame))
    }

    /// What is there of the next frame as a frame of its own, compressed. It is
    /// the last of a file, until the full one takes its place.
    ///
    /// # Errors
    /// There is no memory.
    pub fn rest(&mut self) -> io::Result<Option<Vec<u8>>> {
        if self.pending.is_empty() {
            return Ok(None);
        }
        self.compressor.compress(&self.pending).map(Some)
    }

    /// Where the frame at hand ends.
    fn end(&self) -> Option<usize> {
        let rest = self.pending.get(FRAME - 1..)?;
        memchr::memchr(b'\n', rest).map(|at| FRAME + at)
    }
}
