//! Playing what the plan wants and the log lacks.
//!
//! One mechanism serves a fresh run, a resumed one and an extension: the log
//! is read against the plan; if it is the plan's beginning, rows are appended;
//! if the plan has grown in between (bots joined, a block was completed), a
//! new log is written beside the old one, taking what that has, and replaces
//! it. A row is the same bytes wherever it comes from.

mod chunk;
mod commit;
mod disk;
mod feed;
mod fold;
mod folder;
mod logs;
mod meter;
mod old;
mod pilot;
mod plan;
mod prepare;
mod present;
mod progress;
mod proof;
mod roster;
mod scan;
mod standings;
mod timing;

use dudo_results::report::grouped;
pub use meter::Meter;
pub use pilot::Pilot;
pub(crate) use prepare::secret;
pub use prepare::{Prepared, prepare, prepare_in};
pub use present::{Present, present};
pub use progress::Show;
pub(crate) use progress::tell;

use crate::error::RunError;
use crate::stop::Stop;
use commit::{Committer, End};
use disk::Disk;
use feed::Feed;
use fold::Fold;
use folder::Folder;
use logs::{Lengths, Logs, Paths};
use old::OldLog;
use plan::Plan;
use progress::Progress;
use scan::{Scan, scan};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How a run is played. None of it changes a row.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where the log goes.
    pub folder: PathBuf,
    /// Threads that play, at least 1.
    pub threads: usize,
    /// How progress is shown.
    pub show: Show,
    /// Die like a killed process after so many steps on the disk; for tests.
    pub die_after: Option<u64>,
}

/// What a run has come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Whether all games of the plan are in the log, or all up to the one that
    /// decides a duel.
    pub complete: bool,
    /// Games in the log, or in the one that will take its place.
    pub games: u128,
    /// Games played now.
    pub played: u64,
    /// The bots in the order of the run, which is that of its manifest.
    pub names: Vec<String>,
    /// Faults of each, over the whole log.
    pub faults: Vec<u64>,
    /// The score of a duel, over the whole log; that of the first bot.
    pub meter: Option<Meter>,
}

/// Plays a prepared run into its folder.
///
/// # Errors
/// See [`RunError`]; the log stays valid and resumable.
pub fn run(prepared: Prepared<'_>, settings: &Settings, stop: &Stop) -> Result<Report, RunError> {
    let mut disk = Disk::new(settings.die_after);
    let folder = Folder::open(&mut disk, &settings.folder)?;
    let held = folder.manifest()?;
    let ready = prepared.against(held.as_ref(), folder.path())?;
    let plan = Arc::new(ready.plan);
    let (paths, parts) = (Paths::of(folder.path()), Paths::parts(folder.path()));
    finish_renames(&mut disk, &paths, &parts)?;
    proof::well_formed(&paths.games)?;
    let log = scan(&paths, &plan)?;
    proof::replay(&paths.games, &plan, &ready.arena, &log.first)?;
    if held.as_ref() != Some(&ready.manifest) {
        let text = ready
            .manifest
            .to_toml()
            .map_err(|error| RunError::refused(folder.path(), error))?;
        disk.replace(&folder.file("manifest.toml"), &text)?;
    }

    // Where to write on, and what to take from an older log.
    let (target, from, old) = if log.prefix {
        drop_parts(&mut disk, &parts)?;
        (&paths, log, None)
    } else {
        let begun = begun(&mut disk, &parts, &plan)?;
        (&parts, begun, Some(OldLog::open(&paths, &plan)?))
    };
    let Scan {
        sessions,
        lengths,
        fold,
        ..
    } = from;
    let logs = Logs::open(
        &mut disk,
        target,
        lengths,
        plan.schedule.seats(),
        plan.actions != crate::spec::Actions::None,
    )?;
    let replaces = old.is_some();
    let done = games_in(&plan, sessions);
    let mut progress = Progress::new(
        settings.show,
        ready.names.clone(),
        plan.schedule.seats(),
        plan.schedule.games(),
        done,
    );
    if sessions > 0 {
        progress.say(&format!("{} games are there already", grouped(done)));
    }
    for note in ready.arena.notes() {
        progress.say(note);
    }
    let mut feed = Feed::new(Arc::clone(&plan), sessions, old);
    let mut committer = Committer {
        plan: Arc::clone(&plan),
        arena: ready.arena,
        threads: settings.threads.max(1),
        disk: &mut disk,
        logs,
        fold,
        stop,
        progress: &mut progress,
    };
    let end = committer.run(&mut feed);
    let meter = committer.fold.meter().cloned();
    let faults = committer.fold.faults().to_vec();
    let (seconds, games, played) = progress.finish();
    let complete = end? == End::Complete;
    if complete && replaces {
        disk.rename(&parts.games, &paths.games)?;
        finish_renames(&mut disk, &paths, &parts)?;
    }
    if played > 0 {
        timing::note(
            &mut disk,
            &folder.file("timing.csv"),
            settings.threads,
            played,
            seconds,
        )?;
    }
    Ok(Report {
        complete,
        games,
        played,
        names: ready.names,
        faults,
        meter,
    })
}

/// Writes a file that is derived from the log, in place of an older one.
///
/// # Errors
/// The disk refused.
pub(crate) fn derive(folder: &Path, name: &str, text: &str) -> Result<(), RunError> {
    Disk::default().replace(&folder.join(name), text)
}

/// Games in the first so many sessions.
fn games_in(plan: &Plan, sessions: u64) -> u128 {
    let schedule = &plan.schedule;
    let tables = u128::from(schedule.tables()) * u128::from(schedule.rotations());
    let blocks = u128::from(sessions) / tables;
    let block = u64::try_from(blocks).unwrap_or(u64::MAX);
    let whole = u128::from(schedule.deals_of(block).start) * tables;
    let deals = schedule.deals_of(block);
    whole + (u128::from(sessions) - blocks * tables) * u128::from(deals.end - deals.start)
}

/// How far a replacement was written before it was interrupted. One that was
/// for another plan is dropped: nothing is lost but time.
fn begun(disk: &mut Disk, parts: &Paths, plan: &Plan) -> Result<Scan, RunError> {
    match scan(parts, plan) {
        Ok(begun) if begun.prefix => Ok(begun),
        Ok(_) | Err(RunError::Log { .. }) => {
            drop_parts(disk, parts)?;
            let fold = Fold::new(plan);
            Ok(Scan {
                sessions: 0,
                lengths: Lengths::default(),
                fold,
                prefix: true,
                first: Vec::new(),
            })
        }
        Err(error) => Err(error),
    }
}

/// `games.csv.part` goes last: side files without it are those of a finished
/// replacement and would take the place of good ones.
fn drop_parts(disk: &mut Disk, parts: &Paths) -> Result<(), RunError> {
    for path in [&parts.actions, &parts.faults, &parts.games] {
        disk.remove(path)?;
    }
    Ok(())
}

/// A replacement is complete once its `games.csv` has taken its place; what
/// follows may have been cut short. Side files without a `games.csv.part`
/// beside them are either complete (they have a header) or were just created.
fn finish_renames(disk: &mut Disk, paths: &Paths, parts: &Paths) -> Result<(), RunError> {
    if parts.games.exists() {
        return Ok(());
    }
    for (part, path) in [
        (&parts.actions, &paths.actions),
        (&parts.faults, &paths.faults),
    ] {
        match size(part) {
            None => {}
            Some(0) => disk.remove(part)?,
            Some(_) => disk.rename(part, path)?,
        }
    }
    Ok(())
}

fn size(path: &Path) -> Option<u64> {
    fs::metadata(path).ok().map(|data| data.len())
}
