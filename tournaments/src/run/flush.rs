//! What was written goes to the disk while play goes on. At the end of a run
//! there is little to wait for then, and a power cut takes little along.

use std::fs::File;
use std::io;
use std::thread::{Builder, JoinHandle};

/// Bytes between two flushes, at least.
const EVERY: u64 = 4 << 20;

/// Flushes one file, on a thread of its own that mostly waits for the disk.
#[derive(Debug, Default)]
pub(super) struct Flush {
    /// Bytes since the last one began.
    bytes: u64,
    /// The length of the file up to which the disk has it.
    safe: u64,
    under_way: Option<UnderWay>,
}

#[derive(Debug)]
struct UnderWay {
    /// The length of the file when it began.
    length: u64,
    thread: JoinHandle<io::Result<()>>,
}

impl Flush {
    /// Of a file that is so long.
    pub(super) fn from(length: u64) -> Self {
        Self {
            safe: length,
            ..Self::default()
        }
    }

    /// So much of the file is on the disk for certain. What was behind it when a flush failed
    /// may be lost, though it can still be read until the memory is needed.
    pub(super) const fn safe(&self) -> u64 {
        self.safe
    }

    /// So many bytes were written to a file that is so long now. Begins to flush them if
    /// they are enough and the disk is through with those before.
    ///
    /// # Errors
    /// The flush before failed: the kernel says so once, and to nobody else.
    pub(super) fn wrote(&mut self, file: &File, bytes: usize, length: u64) -> io::Result<()> {
        self.bytes += bytes as u64;
        let waits = |flush: &UnderWay| !flush.thread.is_finished();
        if self.bytes < EVERY || self.under_way.as_ref().is_some_and(waits) {
            return Ok(());
        }
        self.wait()?;
        self.bytes = 0;
        // Where there may be no descriptor or no thread more, all is flushed at the end.
        let Ok(file) = file.try_clone() else {
            return Ok(());
        };
        let flush = Builder::new().name("flush".into());
        let thread = flush.spawn(move || file.sync_data()).ok();
        self.under_way = thread.map(|thread| UnderWay { length, thread });
        Ok(())
    }

    /// No flush is under way when this returns.
    ///
    /// # Errors
    /// It failed.
    pub(super) fn wait(&mut self) -> io::Result<()> {
        let Some(flush) = self.under_way.take() else {
            return Ok(());
        };
        flush.thread.join().expect("flushing does not panic")?;
        self.safe = flush.length;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::OpenOptions;

    /// A pipe cannot be flushed; that is told by the next write or at the end.
    #[test]
    fn what_the_disk_said_is_told() {
        let (_reader, writer) = io::pipe().expect("a pipe");
        let pipe = File::from(std::os::fd::OwnedFd::from(writer));
        let mut flush = Flush::default();
        let few = EVERY as usize - 1;
        flush.wrote(&pipe, few, EVERY - 1).expect("too little");
        assert!(flush.under_way.is_none());
        flush.wrote(&pipe, 1, EVERY).expect("it is not known yet");
        assert!(flush.wait().is_err());
        assert_eq!(flush.safe(), 0);
        flush.wait().expect("told once");
    }

    #[test]
    fn it_begins_again() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let file = OpenOptions::new().append(true).open(file.path());
        let file = file.expect("it is there");
        let mut flush = Flush::default();
        for length in 1..4 {
            let wrote = flush.wrote(&file, 2 * EVERY as usize, length);
            wrote.expect("it flushes");
            assert!(flush.under_way.is_some());
            flush.wait().expect("it has flushed");
            assert_eq!((flush.bytes, flush.safe()), (0, length));
        }
    }
}
