//! Is a log what its run comes to, here and now?
//!
//! Questions, one after the other: does the manifest say what
//! this program would say; does every row stand where the plan has it;
//! do games come out the same when they are played again; and, of what was not
//! played again, are these the bytes of which `counts.csv` was made. Memory
//! does not grow with the log.

mod findings;
mod lines;
mod manifest;
mod replay;
mod sample;
mod side;
mod walk;

use crate::arena::House;
use crate::error::RunError;
use crate::run::{Lock, Prepared, prepare, prepare_in};
use crate::spec::RunFile;
use dudo_results::log::Manifest;
use findings::Findings;
use replay::Replays;
use sample::Sample;
use std::path::PathBuf;
use std::sync::Arc;
use walk::Walk;

/// What is looked at.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    /// The folder of the run.
    pub folder: PathBuf,
    /// The run file it should be of; for a run whose rules name a word list of
    /// the user's, where that is found.
    pub spec: Option<&'a RunFile>,
    /// Rows to play again, about; `None`: all.
    pub sample: Option<u64>,
    /// Which rows are drawn.
    pub seed: u64,
    /// Threads that play, at least 1.
    pub threads: usize,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Rows of `games.csv`.
    pub rows: u64,
    /// Games that were played again.
    pub replayed: u64,
    /// The first differences, a sentence each.
    pub told: Vec<String>,
    /// How many there are.
    pub differences: u64,
    /// Why games can come out otherwise, if some did.
    pub reasons: Vec<String>,
}

/// Holds a log against its run.
///
/// # Errors
/// There is no run or no log in the folder, the run cannot be seated here, the
/// manifest is damaged, or the disk.
pub fn verify(options: &Options<'_>) -> Result<Verdict, RunError> {
    verify_with(options, None)
}

/// The same with a game of the caller's choice.
///
/// # Errors
/// As for [`verify`].
pub fn verify_in(options: &Options<'_>, house: &dyn House) -> Result<Verdict, RunError> {
    verify_with(options, Some(house))
}

fn verify_with(options: &Options<'_>, house: Option<&dyn House>) -> Result<Verdict, RunError> {
    let folder = &options.folder;
    let games = folder.join("games.csv");
    let held = Manifest::beside(&games).map_err(|error| RunError::manifest(&error))?;
    let Some(held) = held else {
        return Err(RunError::refused(
            folder,
            "no manifest.toml in it: not the folder of a run; parts are merged first",
        ));
    };
    // Nobody may write to it meanwhile; where locks cannot be had, nobody does.
    let _lock = Lock::free(folder);
    let mut findings = Findings::default();
    let file = manifest::run_file(&held, options.spec, folder)?;
    let seat = |spec| match house {
        Some(house) => prepare_in(spec, house),
        None => prepare(spec),
    };
    if let Some(spec) = options.spec {
        let wanted: Prepared<'_> = seat(spec)?;
        manifest::against_spec(&held, &wanted, folder, &mut findings)?;
    }
    let mut prepared = seat(&file);
    if let (Err(error), None) = (&mut prepared, options.spec)
        && (error.key.starts_with("rules") || error.key.starts_with("bot"))
    {
        error.message += "; files are looked for beside the run file, name it with --spec";
    }
    let ready = prepared?.ready(Some(&held), folder)?;
    manifest::against_here(&held, &ready.manifest, &mut findings);

    let plan = Arc::new(ready.plan);
    let sample = Sample::new(&plan.schedule, options.sample, options.seed);
    let mut replays = Replays::new(&plan, ready.arena, options.threads)?;
    let mut walk = Walk::open(folder, &plan, sample)?;
    walk.well_formed(&mut findings)?;
    while let Some(batch) = walk.batch(&mut findings)? {
        replays.play(batch, &mut findings);
    }
    if findings.count == 0 {
        walk.as_counted(&mut findings)?;
    }
    Ok(Verdict {
        rows: walk.rows(),
        replayed: replays.games(),
        reasons: findings.reasons(&held),
        differences: findings.count,
        told: findings.told,
    })
}
