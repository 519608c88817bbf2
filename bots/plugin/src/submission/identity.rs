//! What makes two bots the same bot.

use super::Start;
use sha2::{Digest, Sha256};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// SHA-256 over a command and files. Every part is preceded by its length, so
/// that no two submissions read the same.
///
/// The command is the number of its words (8 bytes, little-endian), then each
/// word; a library or a module counts as a command of one word. Then for each
/// file, in the order of the bytes of its path: the path, the length of the
/// content, and the SHA-256 of the content.
#[derive(Clone, Debug, Default)]
pub struct Identity(Sha256);

impl Identity {
    /// How it is started.
    pub fn start(&mut self, start: &Start) {
        match start {
            Start::Command(words) => {
                self.number(words.len() as u64);
                for word in words {
                    self.bytes(word.as_bytes());
                }
            }
            Start::Library(path) | Start::Module(path) => {
                self.number(1);
                self.bytes(path.as_os_str().as_bytes());
            }
        }
    }

    /// A file, by its path from the folder of the submission.
    pub fn file(&mut self, path: &Path, length: u64, digest: &[u8; 32]) {
        self.bytes(path.as_os_str().as_bytes());
        self.number(length);
        self.0.update(digest);
    }

    /// 64 hex digits.
    pub fn hex(self) -> String {
        let digest = self.0.finalize();
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn number(&mut self, number: u64) {
        self.0.update(number.to_le_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.update(bytes);
    }
}
