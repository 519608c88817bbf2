//! What a bot writes for its author, kept up to a limit.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Bytes that are kept of a bot in a run.
const MOST: u64 = 256 * 1024;

/// A file that takes so much and no more. Cannot fail: a bot's chatter stops no
/// run.
#[derive(Clone)]
pub(crate) struct Diary(Arc<Mutex<Option<File>>>);

impl Diary {
    /// Appends to this file, made with its folder if it is not there.
    pub(crate) fn new(path: &Path) -> Self {
        let _ = path.parent().map(fs::create_dir_all);
        let file = File::options().append(true).create(true).open(path).ok();
        Self(Arc::new(Mutex::new(file)))
    }

    /// Keeps what still fits.
    pub(crate) fn write(&self, text: &[u8]) {
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(file) = &mut *file else { return };
        // Asked of the file, which is emptied when another bot takes the name.
        let written = file.metadata().map_or(MOST, |data| data.len());
        let left = usize::try_from(MOST.saturating_sub(written)).unwrap_or(usize::MAX);
        let _ = file.write_all(&text[..left.min(text.len())]);
    }
}
