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
    under_way: Option<JoinHandle<io::Result<()>>>,
}

impl Flush {
    /// So many bytes were written. Begins to flush them if they are enough and the
    /// disk is through with those before.
    ///
    /// # Errors
    /// The flush before failed: the kernel says so once, and to nobody else.
    pub(super) fn wrote(&mut self, file: &File, bytes: usize) -> io::Result<()> {
        self.bytes += bytes as u64;
        let waits = |flush: &JoinHandle<_>| !flush.is_finished();
        if self.bytes < EVERY || self.under_way.as_ref().is_some_and(waits) {
            return Ok(());
        }
        self.wait()?;
        self.bytes = 0;
        let file = file.try_clone()?;
        // Where there may be no thread more, all is flushed at the end.
        let flush = Builder::new().name("flush".into());
        self.under_way = flush.spawn(move || file.sync_data()).ok();
        Ok(())
    }

    /// No flush is under way when this returns.
    ///
    /// # Errors
    /// It failed.
    pub(super) fn wait(&mut self) -> io::Result<()> {
        let under_way = self.under_way.take();
        let flushed = under_way.map(|flush| flush.join().expect("flushing does not panic"));
        flushed.unwrap_or(Ok(()))
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
        flush.wrote(&pipe, EVERY as usize - 1).expect("too little");
        assert!(flush.under_way.is_none());
        flush.wrote(&pipe, 1).expect("it is not known yet");
        assert!(flush.wait().is_err());
        flush.wait().expect("told once");
    }

    #[test]
    fn it_begins_again() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let file = OpenOptions::new().append(true).open(file.path());
        let file = file.expect("it is there");
        let mut flush = Flush::default();
        for _ in 0..3 {
            flush.wrote(&file, 2 * EVERY as usize).expect("it flushes");
            assert!(flush.under_way.is_some());
            flush.wait().expect("it has flushed");
            assert_eq!(flush.bytes, 0);
        }
    }
}
