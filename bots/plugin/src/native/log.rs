//! What bots in libraries log.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Bytes that are kept of a run, at most.
const MOST: usize = 1 << 20;

/// A file that takes lines from any thread, up to a size.
pub(super) struct Log(Option<Mutex<(File, usize)>>);

impl Log {
    /// Appends to a file, or keeps nothing.
    pub(super) fn open(path: Option<&Path>) -> io::Result<Self> {
        let Some(path) = path else {
            return Ok(Self(None));
        };
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Self(Some(Mutex::new((file, MOST)))))
    }

    /// Writes a line; drops what is too much, and what cannot be written.
    pub(super) fn write(&self, text: &[u8]) {
        let Some(file) = &self.0 else {
            return;
        };
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        let (file, left) = &mut *file;
        if *left == 0 {
            return;
        }
        let mut line = text[..text.len().min(*left - 1)].to_vec();
        line.push(b'\n');
        *left -= line.len();
        let _ = file.write_all(&line);
    }
}
