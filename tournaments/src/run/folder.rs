//! The folder of a run: one run, one process, nothing foreign.

use super::disk::Disk;
use crate::error::RunError;
use dudo_results::log::Manifest;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// What a run and the verbs that read it may leave in a folder, whole or as a `.part`.
const KNOWN: &[&str] = &[
    "games.csv",
    "games.csv.zst",
    "actions.csv",
    "actions.csv.zst",
    "faults.csv",
    "manifest.toml",
    "timing.csv",
    "ratings.csv",
    "crosstable.csv",
    "counts.csv",
    "report.html",
    "bots",
    "feedback",
];

/// A folder that this process alone writes to, for as long as this lives.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    _lock: Lock,
}

/// A folder that is locked as long as this lives; the system unlocks it when
/// the process ends, however it ends.
#[derive(Debug)]
pub(crate) struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing is not enough while a process that was forked meanwhile, and
        // has not come to its exec yet, holds a copy.
        let _ = self.0.unlock();
    }
}

impl Lock {
    /// Creates the folder if it is not there and locks it.
    ///
    /// # Errors
    /// It cannot be made or opened, or another process holds it.
    pub(crate) fn take(disk: &mut Disk, path: &Path) -> Result<Self, RunError> {
        if !path.is_dir() {
            disk.folder(path)?;
        }
        let lock =
            File::open(path).map_err(|error| RunError::io("open the folder", path, &error))?;
        match lock.try_lock() {
            Ok(()) => Ok(Self(lock)),
            Err(TryLockError::WouldBlock) => Err(RunError::refused(
                path,
                "another dudo is running in this folder",
            )),
            Err(TryLockError::Error(error)) => Err(RunError::io("lock the folder", path, &error)),
        }
    }

    /// The lock of a folder that nobody holds.
    pub(crate) fn free(path: &Path) -> Option<Self> {
        let lock = File::open(path).ok()?;
        lock.try_lock().ok().map(|()| Self(lock))
    }
}

impl Folder {
    /// Creates the folder if it is not there and locks it. Nothing in it is
    /// changed.
    ///
    /// # Errors
    /// It cannot be made or opened, another process holds it, or it holds
    /// something that no run has made.
    pub(crate) fn open(disk: &mut Disk, path: &Path) -> Result<Self, RunError> {
        let lock = Lock::take(disk, path)?;
        let folder = Self {
            path: path.into(),
            _lock: lock,
        };
        folder.refuse_foreign()?;
        Ok(folder)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    fn refuse_foreign(&self) -> Result<(), RunError> {
        let unreadable = |error: io::Error| RunError::io("read the folder", &self.path, &error);
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(unreadable)? {
            names.push(
                entry
                    .map_err(unreadable)?
                    .file_name()
                    .to_string_lossy()
                    .into_owned(),
            );
        }
        names.sort();
        let known = |name: &str| KNOWN.contains(&name.strip_suffix(".part").unwrap_or(name));
        if let Some(foreign) = names.iter().find(|name| !known(name)) {
            return Err(RunError::refused(
                &self.path,
                format!(
                    "\"{foreign}\" was made by no run; name another folder with --out, or move it away"
                ),
            ));
        }
        let log = names.iter().find(|name| {
            name.trim_end_matches(".part")
                .trim_end_matches(".zst")
                .ends_with(".csv")
        });
        if let (Some(log), false) = (log, names.iter().any(|name| name == "manifest.toml")) {
            return Err(RunError::refused(
                &self.path,
                format!(
                    "{log} is there but no manifest.toml that says what made it; name another folder with --out"
                ),
            ));
        }
        Ok(())
    }

    /// The manifest in the folder, if there is one.
    pub(crate) fn manifest(&self) -> Result<Option<Manifest>, RunError> {
        let beside = Manifest::beside(&self.file("games.csv"));
        beside.map_err(|error| RunError::manifest(&error))
    }
}
