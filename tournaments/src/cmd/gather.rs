//! What a report shows, gathered from the folder of a run.

use super::CmdError;
use super::how::threads;
use super::rank::readers;
use crate::error::RunError;
use crate::replay::{Replay, Replayer, Source};
use crate::schedule::Schedule;
use dudo_results::faults::{FaultReport, public};
use dudo_results::history::history;
use dudo_results::log::{ActionsReader, Coordinates, LogSection, Plain, file_in, log_in};
use dudo_results::profile::Profiles;
use dudo_results::rating::Standings;
use dudo_results::report::{Report, grouped};
use dudo_results::{Options, RankError, rank};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// What is asked of a report.
pub(super) struct Wanted<'a> {
    /// Leave out what bots wrote and where they are.
    pub(super) public: bool,
    /// Games to click through, at most.
    pub(super) games: usize,
    /// Games that must be among them.
    pub(super) also: &'a [Coordinates],
    /// Word lists that rules name by their hashes.
    pub(super) words: &'a [PathBuf],
}

/// Games that profiles are made of, at most: thousands of bids of each bot.
const PROFILED: u64 = 5000;
/// Games that are played again for that where no actions were logged.
const PLAYED: u64 = 300;
/// Points of the curve of ratings.
const POINTS: u64 = 12;
/// Lines of games in a page, at most; a game more is begun while there are fewer.
const LINES: usize = 30_000;

pub(super) fn gather(folder: &Path, wanted: &Wanted<'_>) -> Result<Report, CmdError> {
    let log = log_in(folder);
    // Says what is wrong with the folder before a log is looked for.
    let opened = Replayer::open(folder, wanted.words);
    let options = Options {
        threads: readers(threads(None)),
        ..Options::default()
    };
    let mut standings = rank(std::slice::from_ref(&log), &options)?;
    let manifest = dudo_results::log::Manifest::beside(&log).map_err(RankError::Manifest)?;
    let Some(manifest) = manifest else {
        return Err(opened.map_or_else(CmdError::from, |_| {
            CmdError::Usage("the run has no manifest.toml".into())
        }));
    };
    let games = standings.totals.games;
    let history = history(
        &log,
        manifest.schedule.session,
        games,
        POINTS,
        manifest.sprt.is_some(),
    )?;
    let faults = FaultReport::read(folder, &manifest, !wanted.public).map_err(RankError::Log)?;
    let mut told = Told {
        profiles: Profiles::default(),
        replays: Vec::new(),
        lines: 0,
        from: String::new(),
        beyond: None,
    };
    match opened {
        Ok(mut replayer) => tell(folder, wanted, &mut replayer, &standings, &mut told)?,
        Err(_) if wanted.public => told.from = "No game can be told here.".into(),
        Err(error) => told.from = format!("No game can be told here: {error}."),
    }
    standings.warnings.extend(told.beyond.take());
    for replay in told
        .replays
        .iter()
        .filter(|replay| replay.differs.is_some())
    {
        standings.warnings.push(format!(
            "Game {}.{}.{} ends otherwise than the log says when it is played again.",
            replay.deal, replay.table, replay.rotation
        ));
    }
    // Where the run lies is no matter of its readers.
    let place = format!("{}/", folder.display());
    for warning in &mut standings.warnings {
        *warning = warning.replace(&place, "");
    }
    let left = games.saturating_sub(told.replays.len() as u64);
    let profiles_from = match told.profiles.games {
        0 => told.from.clone(),
        looked_at => format!(
            "{} games were looked at. {}",
            grouped(looked_at.into()),
            told.from
        ),
    };
    let replays_from = match left {
        0 => told.from,
        _ => format!(
            "{} The other {} games: dudo replay, or dudo report with --games and --also.",
            told.from,
            grouped(left.into())
        ),
    };
    Ok(Report {
        manifest: {
            let mut manifest = if wanted.public {
                public(&manifest)
            } else {
                manifest
            };
            // A report is mailed; a seed that is kept secret is not.
            if crate::run::is_secret(folder) {
                manifest.seed = "secret; dudo run --reveal publishes it".into();
            }
            manifest
        },
        standings,
        history,
        profiles: told.profiles,
        profiles_from,
        faults,
        replays: told.replays,
        replays_from,
    })
}

/// Games that were told.
struct Told {
    profiles: Profiles,
    replays: Vec<Replay>,
    lines: usize,
    from: String,
    /// What is said of a log with more games than its plan.
    beyond: Option<String>,
}

impl Told {
    fn show(&mut self, replay: Replay, most: usize) {
        let known = |it: &Replay| {
            (it.deal, it.table, it.rotation) == (replay.deal, replay.table, replay.rotation)
        };
        if self.replays.len() < most && self.lines < LINES && !self.replays.iter().any(known) {
            self.lines += replay.steps.len();
            self.replays.push(replay);
        }
    }
}

fn tell(
    folder: &Path,
    wanted: &Wanted<'_>,
    replayer: &mut Replayer,
    standings: &Standings,
    told: &mut Told,
) -> Result<(), CmdError> {
    let games = standings.totals.games;
    let planned = replayer.schedule().games();
    if u128::from(games) > planned {
        told.beyond = Some(format!(
            "The log has {} games, the plan in its manifest {}: dudo verify says which are none of it.",
            grouped(games.into()),
            grouped(planned)
        ));
    }
    for &at in wanted.also {
        let replay = replayer.game(at)?;
        told.show(replay, usize::MAX);
    }
    let most = wanted.games + told.replays.len();
    if logged(folder, wanted, replayer, games, most, told)? {
        told.from = "From actions.csv, from all over the log.".into();
        return Ok(());
    }
    let samples = games.min(PLAYED.max(wanted.games as u64));
    for sample in 0..samples {
        let at = sampled(replayer.schedule(), games, sample);
        match replayer.game(at) {
            Ok(replay) => {
                told.profiles.add(&replay);
                // Those to be shown stand evenly among those that are looked at.
                let shown = wanted.games as u64;
                if (sample + 1) * shown / samples > sample * shown / samples {
                    told.show(replay, most);
                }
            }
            // Not in the log (yet), a bot of it was withdrawn, or is not built in.
            Err(RunError::Refused { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let why = replayer.not_played();
    told.from = match (told.profiles.games, why) {
        (0, Some(why)) => {
            format!("No actions were logged, and games cannot be played again: {why}.")
        }
        (0, None) => String::new(),
        (_, Some(why)) => format!(
            "Played again, from all over the log, since no actions were logged; not all can be: {why}."
        ),
        (_, None) => "Played again, from all over the log, since no actions were logged.".into(),
    };
    Ok(())
}

/// Tells games of `actions.csv`; whether there are any.
fn logged(
    folder: &Path,
    wanted: &Wanted<'_>,
    replayer: &mut Replayer,
    games: u64,
    most: usize,
    told: &mut Told,
) -> Result<bool, CmdError> {
    let path = file_in(folder, "actions.csv");
    let file = match Plain::open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(RunError::io("read", &path, &error).into()),
    };
    let expected = match &replayer.manifest().log {
        LogSection {
            every: Some(every), ..
        } => games / (*every).max(1),
        LogSection {
            actions: Some(what),
            ..
        } if what == "faults" => 0,
        _ => games,
    };
    let stride = (expected / PROFILED).max(1);
    let shown = (expected / stride / (wanted.games as u64).max(1)).max(1);
    let mut reader = ActionsReader::new(file, path.display().to_string());
    let mut count = 0;
    while let Some(game) = reader.next_game().map_err(RankError::Log)? {
        if spread(count, u64::MAX) <= u64::MAX / stride {
            let replay = replayer.logged(&game)?;
            told.profiles.add(&replay);
            if told.profiles.games % shown == 1 % shown {
                debug_assert_eq!(replay.source, Source::Log);
                told.show(replay, most);
            }
        }
        count += 1;
    }
    Ok(count > 0)
}

/// A game of the log: number `sample` of those that are spread over it.
fn sampled(schedule: &Schedule, games: u64, sample: u64) -> Coordinates {
    // Sessions that are in the log, about; what is not there is passed over. A log
    // may have more rows than its plan has games.
    let games = u128::from(games).min(schedule.games());
    let sessions = u128::from(schedule.sessions()) * games / schedule.games().max(1);
    let session = schedule.session(spread(sample, sessions as u64));
    // Not far into long sessions: a game is reached through those before it.
    let deals = (session.deals.end - session.deals.start).min(20);
    Coordinates {
        deal: session.deals.start + sample % deals,
        table: session.table,
        rotation: session.rotation,
    }
}

/// Number `index` of a sequence that fills 0 to `below` evenly, however far it
/// goes, and keeps no step with tables and seatings: multiples of the golden
/// ratio (Weyl 1916).
fn spread(index: u64, below: u64) -> u64 {
    let part = index.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((u128::from(part) * u128::from(below)) >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::{Format, Seating, Settings};

    /// Whatever a log claims to hold, only games of its plan are looked for.
    #[test]
    fn games_of_the_plan_alone_are_sampled() {
        for (deals, session) in [(1, 1), (2, 1), (20, 3), (1000, 1000)] {
            let schedule = Schedule::new(&Settings {
                format: Format::RoundRobin,
                drawn: None,
                roster: 3,
                owners: Vec::new(),
                seats: 2,
                deals,
                seating: Seating::Cyclic,
                session,
            });
            let schedule = schedule.unwrap();
            for games in [0, 1, deals, 6 * deals, 6 * deals + 1, u64::MAX] {
                for sample in 0..PLAYED {
                    let at = sampled(&schedule, games, sample);
                    let index = schedule.index_of(at.deal, at.table, at.rotation);
                    assert!(index.is_some(), "{deals} deals, {games} games: {at:?}");
                }
            }
        }
    }
}
