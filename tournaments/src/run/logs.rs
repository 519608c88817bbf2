//! The three files of a log, written in step.

use super::chunk::Text;
use super::disk::{self, Disk};
use super::folder::Folder;
use super::terms;
use crate::error::RunError;
use crate::schedule::BotId;
use dudo_results::log::RowWriter;
use std::fs::File;
use std::path::{Path, PathBuf};

/// The names of the log's files in a folder; with a suffix while a new log
/// takes the place of an old one.
#[derive(Clone, Debug)]
pub(crate) struct Paths {
    pub(crate) games: PathBuf,
    pub(crate) actions: PathBuf,
    pub(crate) faults: PathBuf,
}

impl Paths {
    pub(crate) fn of(folder: &Path) -> Self {
        Self::with(folder, "")
    }

    pub(crate) fn parts(folder: &Path) -> Self {
        Self::with(folder, ".part")
    }

    fn with(folder: &Path, suffix: &str) -> Self {
        let path = |name: &str| folder.join(format!("{name}{suffix}"));
        Self {
            games: path("games.csv"),
            actions: path("actions.csv"),
            faults: path("faults.csv"),
        }
    }
}

/// Empties what bots wrote to standard error that others take the places of.
pub(super) fn empty(
    disk: &mut Disk,
    folder: &Folder,
    names: &[String],
    bots: &[BotId],
) -> Result<(), RunError> {
    for bot in bots {
        let path = folder.file(&terms::log(bot.index(), &names[bot.index()]));
        if path.exists() {
            disk.append(&path, 0)?;
        }
    }
    Ok(())
}

/// Bytes of each file that hold whole sessions of the plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lengths {
    pub(crate) games: u64,
    pub(crate) actions: u64,
    pub(crate) faults: u64,
}

struct Sink {
    file: File,
    path: PathBuf,
    length: u64,
}

impl Sink {
    fn write(&mut self, disk: &mut Disk, bytes: &[u8]) -> Result<(), RunError> {
        if bytes.is_empty() {
            return Ok(());
        }
        disk.write(&mut self.file, &self.path, bytes)?;
        self.length += bytes.len() as u64;
        Ok(())
    }
}

/// An open log. A row of `games.csv` is written after all that belongs to it,
/// so a game whose row is there is there as a whole.
pub(crate) struct Logs {
    games: Sink,
    actions: Option<Sink>,
    faults: Sink,
}

impl Logs {
    /// Opens the files behind their whole sessions; new files get headers.
    pub(crate) fn open(
        disk: &mut Disk,
        paths: &Paths,
        lengths: Lengths,
        seats: usize,
        actions: bool,
    ) -> Result<Self, RunError> {
        let mut open = |path: &Path, length| {
            let file = disk.append(path, length)?;
            Ok::<_, RunError>(Sink {
                file,
                path: path.into(),
                length,
            })
        };
        // games.csv last: the others may be there without it, never the reverse.
        let faults = open(&paths.faults, lengths.faults)?;
        let actions = if actions {
            Some(open(&paths.actions, lengths.actions)?)
        } else {
            None
        };
        let games = open(&paths.games, lengths.games)?;
        let mut logs = Self {
            games,
            actions,
            faults,
        };
        logs.head(disk, seats)?;
        Ok(logs)
    }

    fn head(&mut self, disk: &mut Disk, seats: usize) -> Result<(), RunError> {
        if self.faults.length == 0 {
            self.faults
                .write(disk, RowWriter::FAULTS_HEADER.as_bytes())?;
        }
        if let Some(actions) = self.actions.as_mut().filter(|actions| actions.length == 0) {
            actions.write(disk, RowWriter::ACTIONS_HEADER.as_bytes())?;
        }
        if self.games.length == 0 {
            self.games
                .write(disk, RowWriter::games_header(seats).as_bytes())?;
        }
        Ok(())
    }

    /// Appends rows. If the disk refuses, `games.csv` is cut back to its last
    /// whole row as far as the disk lets us; a torn row would be dropped by
    /// the next run anyway.
    pub(crate) fn write(&mut self, disk: &mut Disk, text: &Text) -> Result<(), RunError> {
        if let Some(actions) = &mut self.actions {
            actions.write(disk, &text.actions)?;
        }
        self.faults.write(disk, &text.faults)?;
        self.games.write(disk, &text.games).inspect_err(|_| {
            let _ = self.games.file.set_len(self.games.length);
        })
    }

    /// Everything is on the disk when this returns.
    pub(crate) fn sync(&self, disk: &mut Disk) -> Result<(), RunError> {
        for sink in self.actions.iter().chain([&self.faults, &self.games]) {
            disk.sync(&sink.file, &sink.path)?;
        }
        disk::sync_names(disk::parent(&self.games.path))
    }

    /// Length of `games.csv` in bytes.
    pub(crate) const fn length(&self) -> u64 {
        self.games.length
    }
}
