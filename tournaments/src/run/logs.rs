//! The three files of a log, written in step.

use super::chunk::Text;
use super::disk::{self, Disk};
use super::folder::Folder;
use super::sink::{self, Sink};
use super::terms;
use crate::error::RunError;
use crate::schedule::BotId;
use crate::spec::Packing;
use dudo_results::log::{PACKED, RowWriter};
use std::path::{Path, PathBuf};

/// The names of the log's files in a folder; with a suffix while a new log
/// takes the place of an old one.
#[derive(Clone, Debug)]
pub(crate) struct Paths {
    pub(crate) games: PathBuf,
    pub(crate) actions: PathBuf,
    /// Never compressed: it is short, and people look into it.
    pub(crate) faults: PathBuf,
    packing: Packing,
}

impl Paths {
    pub(crate) fn of(folder: &Path, packing: Packing) -> Self {
        Self::with(folder, packing, "")
    }

    pub(crate) fn parts(folder: &Path, packing: Packing) -> Self {
        Self::with(folder, packing, ".part")
    }

    fn with(folder: &Path, packing: Packing, suffix: &str) -> Self {
        let ending = match packing {
            Packing::None => "",
            Packing::Zstd => PACKED,
        };
        let path = |name: &str| folder.join(format!("{name}{suffix}"));
        Self {
            games: path(&format!("games.csv{ending}")),
            actions: path(&format!("actions.csv{ending}")),
            faults: path("faults.csv"),
            packing,
        }
    }

    /// Refuses a folder whose log was packed or unpacked by somebody.
    pub(crate) fn refuse_other(&self, folder: &Path) -> Result<(), RunError> {
        let other = match self.packing {
            Packing::None => Packing::Zstd,
            Packing::Zstd => Packing::None,
        };
        let other = Self::of(folder, other);
        let there = [&other.games, &other.actions]
            .into_iter()
            .find(|path| path.exists());
        there.map_or(Ok(()), |path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            Err(RunError::refused(
                folder,
                format!(
                    "{name} is in it, but its run has compress = \"{}\"; pack or unpack it with zstd --rm, or move it away",
                    self.packing.word()
                ),
            ))
        })
    }

    /// Whether a run can go on behind so much of each file. Not where they are
    /// compressed by something else than a run.
    pub(crate) fn can_go_on(&self, from: Lengths) -> Result<bool, RunError> {
        let packed = self.packing != Packing::None;
        Ok(sink::is_ours(&self.games, from.games, packed)?
            && sink::is_ours(&self.actions, from.actions, packed)?)
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

/// Bytes of text of each file that hold whole sessions of the plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lengths {
    pub(crate) games: u64,
    pub(crate) actions: u64,
    pub(crate) faults: u64,
}

/// An open log. A row of `games.csv` is written after all that belongs to it,
/// so a game whose row is there is there as a whole.
pub(crate) struct Logs {
    games: Sink,
    actions: Option<Sink>,
    faults: Sink,
    /// Whether the disk has refused: what was not written then is played again.
    failed: bool,
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
        let packed = paths.packing != Packing::None;
        let mut open = |path: &Path, text, packed| Sink::open(disk, path, text, packed);
        // games.csv last: the others may be there without it, never the reverse.
        let faults = open(&paths.faults, lengths.faults, false)?;
        let actions = if actions {
            Some(open(&paths.actions, lengths.actions, packed)?)
        } else {
            None
        };
        let games = open(&paths.games, lengths.games, packed)?;
        let mut logs = Self {
            games,
            actions,
            faults,
            failed: false,
        };
        logs.head(disk, seats)?;
        Ok(logs)
    }

    fn head(&mut self, disk: &mut Disk, seats: usize) -> Result<(), RunError> {
        if self.faults.is_new() {
            self.faults
                .write(disk, RowWriter::FAULTS_HEADER.as_bytes())?;
        }
        if let Some(actions) = self.actions.as_mut().filter(|actions| actions.is_new()) {
            actions.write(disk, RowWriter::ACTIONS_HEADER.as_bytes())?;
        }
        if self.games.is_new() {
            self.games
                .write(disk, RowWriter::games_header(seats).as_bytes())?;
        }
        Ok(())
    }

    /// Appends rows. If the disk refuses, `games.csv` is cut back to its last
    /// whole row as far as the disk lets us; a torn row would be dropped by
    /// the next run anyway.
    pub(crate) fn write(&mut self, disk: &mut Disk, text: &Text) -> Result<(), RunError> {
        let written = self.append(disk, text);
        self.failed |= written.is_err();
        written
    }

    fn append(&mut self, disk: &mut Disk, text: &Text) -> Result<(), RunError> {
        let rows = self.games.fills(&text.games);
        if let Some(actions) = &mut self.actions {
            actions.write(disk, &text.actions)?;
            if rows {
                actions.settle(disk)?;
            }
        }
        self.faults.write(disk, &text.faults)?;
        let written = self.games.write(disk, &text.games);
        written.inspect_err(|_| self.games.retreat())
    }

    /// Everything is on the disk when this returns. All files are tried, whichever fails:
    /// each is cut to what the disk has of it.
    pub(crate) fn sync(&mut self, disk: &mut Disk) -> Result<(), RunError> {
        let failed = self.failed;
        let sinks = self
            .actions
            .iter_mut()
            .chain([&mut self.faults, &mut self.games]);
        let mut done = Ok(());
        for sink in sinks {
            let settled = if failed { Ok(()) } else { sink.settle(disk) };
            let synced = settled.and(sink.sync(disk));
            done = done.and(synced);
        }
        done?;
        disk::sync_names(disk::parent(self.games.path()))
    }

    /// Length of `games.csv` in bytes.
    pub(crate) const fn length(&self) -> u64 {
        self.games.length()
    }
}
