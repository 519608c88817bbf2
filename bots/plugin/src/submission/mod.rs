//! What a stranger hands in: a file, or a folder with `bot.toml`.
//!
//! It is copied once, at the start; what plays is the copy, so that nobody edits
//! a bot while it plays, and its identity is that of the bytes that were copied.
//! Nothing is unpacked, built or executed on the way.

mod identity;
mod settings;
mod snapshot;

pub use identity::Identity;
pub use settings::{FILE, owner};
pub(crate) use snapshot::open;
pub use snapshot::{MAX_BYTES, MAX_FILES, is_left_behind};

use crate::LoadError;
use settings::Settings;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// A bot as it was handed in, copied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// The name of its file or folder, without what follows the last dot of a file.
    pub name: String,
    /// Whose it is: what `bot.toml` says, else the name.
    pub owner: String,
    /// The games that it says it plays; empty: it does not say.
    pub games: Vec<String>,
    /// How it is started, from within the snapshot.
    pub start: Start,
    /// The folder that holds the copy; files cannot be written to.
    pub folder: PathBuf,
    /// SHA-256 over command and files, 64 hex digits.
    pub identity: String,
}

/// How a submission is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// A process that speaks the protocol: its command, looked for in the
    /// snapshot and then in the system's folders.
    Command(Vec<OsString>),
    /// A native library, relative to the snapshot.
    Library(PathBuf),
    /// A WebAssembly module, relative to the snapshot.
    Module(PathBuf),
}

impl Submission {
    /// Copies a bot into a new folder below `into`, which exists.
    ///
    /// # Errors
    /// There is nothing, more than [`MAX_BYTES`] or [`MAX_FILES`], a link or
    /// something special among the files, no `bot.toml` in a folder or a wrong
    /// one, or a file that nobody knows how to start.
    pub fn take(path: &Path, into: &Path) -> Result<Self, LoadError> {
        let named = |error: std::io::Error| LoadError(format!("{}: {error}", path.display()));
        // `bots/..` has a name too.
        let real = fs::canonicalize(path).map_err(|error| {
            let mut wrong = named(error);
            if is_command(path) {
                wrong.0 += "; a command begins with cmd:, as in \"cmd:python3 bot.py\"";
            }
            wrong
        })?;
        let folder = fs::metadata(&real).map_err(named)?.is_dir();
        let name = if folder {
            real.file_name()
        } else {
            real.file_stem()
        };
        let name = name.unwrap_or_default().to_string_lossy().into_owned();
        let mut identity = Identity::default();
        let target = snapshot::folder(into).map_err(named)?;
        let (settings, files) = if folder {
            let files = snapshot::copy_folder(&real, &target)?;
            (Settings::read(path, &target)?, files)
        } else {
            let file = snapshot::copy_file(&real, &target)?;
            (Settings::of_file(path, &file)?, vec![file])
        };
        let Settings {
            start,
            games,
            owner,
        } = settings;
        identity.start(&start);
        for file in &files {
            identity.file(&file.path, file.bytes, &file.digest);
        }
        Ok(Self {
            owner: owner.unwrap_or_else(|| name.clone()),
            name,
            games,
            start,
            folder: target,
            identity: identity.hex(),
        })
    }

    /// Copies the files of a command, which are relative to `base`, into a new folder
    /// below `into`, where the command finds them as before.
    ///
    /// # Errors
    /// As [`take`](Self::take).
    pub fn of_command(
        words: &[OsString],
        files: &[PathBuf],
        base: &Path,
        into: &Path,
    ) -> Result<Self, LoadError> {
        let failed = |error: std::io::Error| LoadError(format!("{}: {error}", into.display()));
        let folder = snapshot::folder(into).map_err(failed)?;
        let files = snapshot::copy_files(base, &folder, files)?;
        let start = Start::Command(words.to_vec());
        let mut identity = Identity::default();
        identity.start(&start);
        for file in &files {
            identity.file(&file.path, file.bytes, &file.digest);
        }
        Ok(Self {
            name: String::new(),
            owner: String::new(),
            games: Vec::new(),
            start,
            folder,
            identity: identity.hex(),
        })
    }
}

/// Whether what is not there of a path looks like words of a command rather than like a name.
fn is_command(path: &Path) -> bool {
    let above = path.ancestors().skip(1).find(|above| {
        let here = if above.as_os_str().is_empty() {
            Path::new(".")
        } else {
            above
        };
        here.exists()
    });
    let rest = above.and_then(|above| path.strip_prefix(above).ok());
    let first = rest.and_then(|rest| rest.components().next());
    let text = first.map(|first| first.as_os_str().to_string_lossy());
    text.is_some_and(|text| text.trim().contains(char::is_whitespace))
}

#[cfg(test)]
mod tests;
