//! Playing what the plan wants and the log lacks.
//!
//! One mechanism serves a fresh run, a resumed one and an extension: the log
//! is read against the plan; if it is the plan's beginning, rows are appended;
//! if the plan has grown in between (bots joined, a block was completed), a
//! new log is written beside the old one, taking what that has, and replaces
//! it. So it is too where an edited bot takes the place of another: the manifest
//! names it until the new log, without the games of the old one, is in place.
//! A row is the same bytes wherever it comes from.

mod chunk;
mod commit;
mod crew;
mod disk;
mod feed;
mod flush;
mod fold;
mod folder;
mod gangs;
mod logs;
mod meter;
mod note;
mod old;
mod pace;
mod pilot;
mod plan;
mod prepare;
mod present;
mod progress;
mod proof;
mod roster;
mod scan;
mod scribe;
mod sink;
mod standings;
mod starts;
mod terms;
mod timing;
mod trusted;

use dudo_results::log::Manifest;
use dudo_results::report::grouped;
pub use meter::Meter;
use note::note;
pub(crate) use note::{is_secret, reveal};
pub use pilot::Pilot;
pub use prepare::{Prepared, prepare, prepare_in};
pub(crate) use prepare::{Ready, arena, argument, seed};
pub use present::{Present, present};
pub use progress::Show;
pub(crate) use progress::tell;
pub use starts::Starts;
pub(crate) use terms::log;

pub(crate) use roster::{content_of, differences};

use crate::arena::Arena;
use crate::error::RunError;
use crate::schedule::Session;
use crate::spec::Seed;
use crate::stop::Stop;
pub(crate) use chunk::{Kept, Piece, Renderer, Text};
use commit::Committer;
use crew::{Crew, End};
pub(crate) use disk::Disk;
use feed::Feed;
pub(crate) use feed::{Earlier, Gaps};
pub(crate) use fold::{Absent, Fold};
use folder::Folder;
pub(crate) use folder::Lock;
pub(crate) use logs::Paths;
use logs::{Lengths, Logs};
pub(crate) use old::{OldLog, reader};
pub(crate) use plan::Plan;
use progress::Progress;
use scan::{Scan, scan};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use trusted::trusted;

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
    fill(&prepared, settings, stop, None)
}

/// Rows of a run that were played elsewhere.
pub(crate) struct Elsewhere<'a> {
    /// Of which run they are.
    pub(crate) manifest: &'a Manifest,
    pub(crate) rows: Box<dyn Earlier>,
    /// What becomes of games that are not among them.
    pub(crate) gaps: Gaps,
}

/// Writes what the plan wants and the log lacks, taken from where it was
/// played before, if it was.
///
/// # Errors
/// See [`RunError`]; the log stays valid and resumable.
pub(crate) fn fill(
    prepared: &Prepared<'_>,
    settings: &Settings,
    stop: &Stop,
    elsewhere: Option<Elsewhere<'_>>,
) -> Result<Report, RunError> {
    let mut disk = Disk::new(settings.die_after);
    let folder = Folder::open(&mut disk, &settings.folder)?;
    let held = folder.manifest()?;
    let known = elsewhere.as_ref().map(|rows| rows.manifest);
    let ready = prepared.against(held.as_ref().or(known), folder.path())?;
    if known.is_some_and(|known| *known != ready.manifest) {
        return Err(RunError::refused(
            folder.path(),
            "the run in it has another seed, roster or order of its bots than the plan; name another folder with --out",
        ));
    }
    let plan = Arc::new(ready.plan);
    let mut manifest = ready.manifest;
    let renews = !ready.renewed.is_empty();
    manifest.reproducible = renews || held.as_ref().is_none_or(|held| held.reproducible);
    let paths = Paths::of(folder.path(), plan.packing);
    let parts = Paths::parts(folder.path(), plan.packing);
    paths.refuse_other(folder.path())?;
    finish_renames(&mut disk, &paths, &parts)?;
    proof::well_formed(&paths.games)?;
    let log = scan(&paths, &plan, &ready.stale)?;
    proof::replay(&paths.games, &plan, &ready.arena, &log.first)?;
    if renews {
        // What was begun has games of the bots that go.
        drop_parts(&mut disk, &parts)?;
        logs::empty(&mut disk, &folder, &ready.names, &ready.renewed)?;
    }
    let secret = prepared.spec().seed == Seed::Secret;
    if held.as_ref() != Some(&manifest) {
        note(&mut disk, &folder, &manifest, secret)?;
    }

    let (played, gaps) = match elsewhere {
        Some(elsewhere) => (Some(elsewhere.rows), elsewhere.gaps),
        None => (None, Gaps::Play),
    };

    // Where to write on, and what to take from an older log.
    let replaces = !log.prefix || !ready.stale.is_empty() || !paths.can_go_on(log.lengths)?;
    let (target, from, old) = if replaces {
        let begun = begun(&mut disk, &parts, &plan)?;
        let old = OldLog::open(&paths, &plan)?.without(&ready.stale);
        let old: Box<dyn Earlier> = Box::new(old);
        (&parts, begun, Some(either(old, played)))
    } else {
        drop_parts(&mut disk, &parts)?;
        (&paths, log, played)
    };
    let Scan {
        sessions,
        lengths,
        fold,
        ..
    } = from;
    let mut timed = |disk: &mut Disk| {
        if manifest.reproducible {
            manifest.reproducible = false;
            note(disk, &folder, &manifest, secret)?;
        }
        Ok(())
    };
    let left = sessions..plan.schedule.sessions();
    let mut feed = Feed::new(Arc::clone(&plan), left, old, gaps).for_gangs(&*ready.arena);
    let stage = Stage {
        plan: &plan,
        arena: ready.arena,
        names: ready.names,
        games: plan.schedule.games(),
        done: games_in(&plan, sessions),
        timed: &mut timed,
    };
    let from = (lengths, fold);
    let ended = stage.play(&mut disk, target, from, &mut feed, settings, stop)?;
    if ended.report.complete && replaces {
        disk.rename(&parts.games, &paths.games)?;
        finish_renames(&mut disk, &paths, &parts)?;
        if !manifest.replacing.is_empty() {
            manifest.replacing.clear();
            note(&mut disk, &folder, &manifest, secret)?;
        }
    }
    if ended.report.played > 0 {
        timing::note(
            &mut disk,
            &folder.file("timing.csv"),
            settings.threads,
            ended.report.played,
            ended.seconds,
        )?;
    }
    Ok(ended.report)
}

/// What is played, and how far it had come.
struct Stage<'a> {
    plan: &'a Arc<Plan>,
    arena: Arc<dyn Arena>,
    names: Vec<String>,
    /// Games there will be in the files.
    games: u128,
    /// Games that are there already.
    done: u128,
    /// Told before rows are written that the clock had a part in.
    timed: &'a mut (dyn FnMut(&mut Disk) -> Result<(), RunError> + Send),
}

impl Stage<'_> {
    /// Writes what the feed hands out behind what is there.
    fn play(
        self,
        disk: &mut Disk,
        target: &Paths,
        (lengths, fold): (Lengths, Fold),
        feed: &mut Feed,
        settings: &Settings,
        stop: &Stop,
    ) -> Result<Ended, RunError> {
        let plan = self.plan;
        let seats = plan.schedule.seats();
        let actions = plan.actions != crate::spec::Actions::None;
        let logs = Logs::open(disk, target, lengths, seats, actions)?;
        let warnings = trusted(&self.arena.bots(), &self.names);
        let names = self.names.clone();
        let mut progress = Progress::new(settings.show, self.names, seats, self.games, self.done);
        if self.done > 0 {
            progress.say(&format!("{} games are there already", grouped(self.done)));
        }
        for note in self.arena.notes() {
            progress.say(note);
        }
        for sentence in &warnings {
            progress.say(sentence);
        }
        let crew = Crew {
            plan: Arc::clone(plan),
            arena: self.arena,
            threads: settings.threads.max(1),
            stop: stop.clone(),
        };
        let mut committer = Committer {
            plan: Arc::clone(plan),
            disk,
            logs,
            fold,
            progress: &mut progress,
            timed: self.timed,
        };
        let end = crew.run(feed, &mut committer);
        // What failed first is what is told.
        let synced = committer.sync();
        let end = end.and_then(|end| synced.map(|()| end));
        let meter = committer.fold.meter().cloned();
        let faults = committer.fold.faults().to_vec();
        let (seconds, games, played) = progress.finish();
        let report = Report {
            complete: end? == End::Complete,
            games,
            played,
            names,
            faults,
            meter,
        };
        Ok(Ended { report, seconds })
    }
}

/// How a stretch of play ended, and how long it took.
struct Ended {
    report: Report,
    seconds: f64,
}

/// Plays sessions into new files of their own; where the disk refuses these
/// are left behind.
pub(crate) fn stretch(
    ready: Ready,
    sessions: Range<u64>,
    folder: &Path,
    disk: &mut Disk,
    settings: &Settings,
    stop: &Stop,
) -> Result<Report, RunError> {
    let plan = Arc::new(ready.plan);
    let fold = Fold::of(&plan);
    let arena = Arc::clone(&ready.arena);
    let stage = Stage {
        plan: &plan,
        arena: ready.arena,
        names: ready.names,
        games: games_in(&plan, sessions.end) - games_in(&plan, sessions.start),
        done: 0,
        // Whoever merges the parts sees it in their faults.
        timed: &mut |_| Ok(()),
    };
    let mut feed = Feed::new(Arc::clone(&plan), sessions, None, Gaps::Play).for_gangs(&*arena);
    let from = (Lengths::default(), fold);
    let paths = Paths::of(folder, plan.packing);
    let ended = stage.play(disk, &paths, from, &mut feed, settings, stop)?;
    Ok(ended.report)
}

/// What an older log of the folder has, and what was played elsewhere.
struct Both(Box<dyn Earlier>, Box<dyn Earlier>);

fn either(old: Box<dyn Earlier>, played: Option<Box<dyn Earlier>>) -> Box<dyn Earlier> {
    match played {
        None => old,
        Some(played) => Box::new(Both(old, played)),
    }
}

impl Earlier for Both {
    fn next(&self) -> Option<u64> {
        self.0.next().into_iter().chain(self.1.next()).min()
    }

    fn take(&mut self, plan: &Plan, session: &Session) -> Result<Option<Kept>, RunError> {
        let mut found = None;
        for source in [&mut self.0, &mut self.1] {
            if source.next() == Some(session.index) {
                found = source.take(plan, session)?.or(found);
            }
        }
        Ok(found)
    }
}

/// Writes a file that is derived from the log, in place of an older one.
///
/// # Errors
/// The disk refused.
pub(crate) fn derive(folder: &Path, name: &str, text: &str) -> Result<(), RunError> {
    derive_bytes(folder, name, text.as_bytes())
}

/// The same for what is no text.
pub(crate) fn derive_bytes(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), RunError> {
    Disk::default().replace_bytes(&folder.join(name), bytes)
}

/// Games in the first so many sessions.
pub(crate) fn games_in(plan: &Plan, sessions: u64) -> u128 {
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
    match scan(parts, plan, &[]) {
        Ok(begun) if begun.prefix => Ok(begun),
        Ok(_) | Err(RunError::Log { .. }) => {
            drop_parts(disk, parts)?;
            let fold = Fold::of(plan);
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
