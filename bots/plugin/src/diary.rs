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
pub(crate) struct Diary(Arc<Mutex<Page>>);

struct Page {
    file: Option<File>,
    left: u64,
}

impl Diary {
    /// Appends to this file, made with its folder if it is not there.
    pub(crate) fn new(path: &Path) -> Self {
        let _ = path.parent().map(fs::create_dir_all);
        let file = File::options().append(true).create(true).open(path).ok();
        let written = file.as_ref().and_then(|file| file.metadata().ok());
        let left = MOST.saturating_sub(written.map_or(0, |data| data.len()));
        Self(Arc::new(Mutex::new(Page { file, left })))
    }

    /// Keeps what still fits.
    pub(crate) fn write(&self, text: &[u8]) {
        let mut page = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = usize::try_from(page.left)
            .unwrap_or(usize::MAX)
            .min(text.len());
        page.left -= fits as u64;
        if let Some(file) = &mut page.file {
            let _ = file.write_all(&text[..fits]);
        }
    }
}
