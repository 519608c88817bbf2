//! Playing one part.

use super::part::{self, Depth, State, receipt, state};
use super::plan::{PartPlan, part_name};
use crate::error::RunError;
use crate::run::{Disk, Lock, Prepared, Settings, stretch};
use crate::stop::Stop;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// What became of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Played {
    /// It was played now: so many games.
    Now(u64),
    /// It was there and is as it was written.
    Before,
    /// Somebody interrupted; nothing of it is kept.
    Interrupted,
}

/// Plays a part and puts it into its place; `settings.folder` is not used.
///
/// Others may play the same part at the same time, here or elsewhere: each
/// writes into a folder of its own, and what comes first stays.
///
/// # Errors
/// No such part, a plan that would not be played here as it was made, the disk.
pub fn shard(
    prepared: &Prepared<'_>,
    plan: &PartPlan,
    index: u32,
    settings: &Settings,
    stop: &Stop,
) -> Result<Played, RunError> {
    if index >= plan.shards() {
        return Err(RunError::refused(
            plan.folder(),
            format!(
                "there is no part {index}: the plan has {}, from 0 to {}",
                plan.shards(),
                plan.shards() - 1
            ),
        ));
    }
    let ready = plan.ready(prepared)?;
    if state(plan, index, Depth::Bytes)? == State::Whole {
        sweep(plan, index);
        return Ok(Played::Before);
    }
    let mut disk = Disk::new(settings.die_after);
    if !plan.parts().is_dir() {
        disk.folder(&plan.parts())?;
    }
    sweep(plan, index);
    let mut own = Own::new(&mut disk, plan, index)?;
    let blocks = plan.blocks(index, ready.plan.schedule.blocks());
    let sessions = ready.plan.schedule.sessions_of(blocks.start).start
        ..ready.plan.schedule.sessions_of(blocks.end).start;
    let report = stretch(ready, sessions, &own.path, &mut disk, settings, stop)?;
    if !report.complete {
        return Ok(Played::Interrupted);
    }
    let text = receipt(plan, index, report.played, &own.path)?;
    disk.replace(&own.path.join(part::NAME), &text)?;
    place(&mut disk, plan, index, &mut own)?;
    sweep(plan, index);
    Ok(Played::Now(report.played))
}

/// The folder that this process alone writes to; removed with all that is in
/// it unless it became the part.
struct Own {
    path: PathBuf,
    /// `None` where the file system has no locks: nothing is swept there.
    _lock: Option<Lock>,
    placed: bool,
}

/// Folders that are made before one goes without a lock.
const TRIES: u32 = 100;

impl Own {
    fn new(disk: &mut Disk, plan: &PartPlan, index: u32) -> Result<Self, RunError> {
        let mut tries = 0;
        loop {
            let path = own_folder(plan, index)?;
            disk.folder(&path)?;
            let lock = Lock::free(&path);
            tries += 1;
            // Before it was locked another process may have swept it away.
            if path.is_dir() && (lock.is_some() || tries == TRIES) {
                return Ok(Self {
                    path,
                    _lock: lock,
                    placed: false,
                });
            }
            let _ = fs::remove_dir(&path);
        }
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        if !self.placed {
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}

/// A name that no other process has, on whatever machine.
fn own_folder(plan: &PartPlan, index: u32) -> Result<PathBuf, RunError> {
    let source = Path::new("/dev/urandom");
    let mut bytes = [0; 8];
    let drawn = File::open(source).and_then(|mut file| file.read_exact(&mut bytes));
    drawn.map_err(|error| RunError::io("draw a name from", source, &error))?;
    let name = format!("{}{:016x}", prefix(index), u64::from_le_bytes(bytes));
    Ok(plan.parts().join(name))
}

fn prefix(index: u32) -> String {
    format!("{}.tmp-", part_name(index))
}

/// Gives the folder the part's name. If another process was first, its part
/// stays, unless that is no whole one.
fn place(disk: &mut Disk, plan: &PartPlan, index: u32, own: &mut Own) -> Result<(), RunError> {
    let part = plan.part(index);
    match state(plan, index, Depth::Bytes)? {
        State::Whole => return Ok(()),
        State::Missing => {}
        State::Foreign(_) | State::Altered(_) => {
            // Out of the way under a name that is swept.
            disk.rename(&part, &own_folder(plan, index)?)?;
        }
    }
    match disk.rename(&own.path, &part) {
        Ok(()) => {
            own.placed = true;
            Ok(())
        }
        // Somebody was faster after all.
        Err(_) if state(plan, index, Depth::Bytes)? == State::Whole => Ok(()),
        Err(error) => Err(error),
    }
}

/// Removes what killed processes left of a part. Whoever is alive holds a lock;
/// where locks do not reach another machine, one that loses its folder this
/// way fails, and the part is played by the other.
fn sweep(plan: &PartPlan, index: u32) {
    let prefix = prefix(index);
    let Ok(entries) = fs::read_dir(plan.parts()) else {
        return;
    };
    let left = entries
        .filter_map(io::Result::ok)
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(&prefix));
    for entry in left {
        // What cannot be removed now is removed by the next.
        if !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            let _ = fs::remove_file(entry.path());
        } else if let Some(_lock) = Lock::free(&entry.path()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}
