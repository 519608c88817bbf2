//! What a command is made of, as a hash.

use sha2::{Digest, Sha256};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

/// SHA-256 over the words of a command and the files that it brings along, as 64
/// hex digits. Each piece stands behind its length, so that no two commands are
/// written alike.
///
/// # Errors
/// A file cannot be read.
pub(super) fn of(words: &[OsString], files: &[PathBuf], base: &Path) -> io::Result<String> {
    let mut hash = Sha256::new();
    let mut piece = |bytes: &[u8]| {
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    piece(&(words.len() as u64).to_le_bytes());
    for word in words {
        piece(word.as_encoded_bytes());
    }
    for file in files {
        piece(file.as_os_str().as_encoded_bytes());
        piece(&std::fs::read(base.join(file))?);
    }
    let digest = hash.finalize();
    Ok(digest.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_and_every_word_counts() {
        let base = tempfile::tempdir().unwrap();
        let at = base.path();
        let of = |words: &[&str], files: &[&str]| {
            let words: Vec<OsString> = words.iter().map(OsString::from).collect();
            let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
            super::of(&words, &files, at).unwrap()
        };
        std::fs::write(at.join("a"), "1").unwrap();
        std::fs::write(at.join("b"), "1").unwrap();
        let mut seen = vec![
            of(&["x", "a"], &["a"]),
            of(&["x", "b"], &["b"]),
            of(&["xa"], &["a"]),
            of(&["x", "a", ""], &["a"]),
            of(&["x", "a"], &["a", "b"]),
            of(&["x", "a"], &[]),
        ];
        std::fs::write(at.join("a"), "2").unwrap();
        seen.push(of(&["x", "a"], &["a"]));
        assert!(seen.iter().all(|hash| hash.len() == 64));
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 7);
        assert!(super::of(&[], &["gone".into()], at).is_err());
    }
}
