//! A run's games, told again with all dice shown.
//!
//! A game is played again from its coordinates, as its session was: from the
//! first deal on. What comes out is held against the row of the log. Where a
//! bot cannot be seated here, or would not do the same again, `actions.csv` has
//! the game if it was logged; the rules and the dice are checked all the same.
//!
//! ```no_run
//! use dudo::replay::Replayer;
//! use dudo_results::log::Coordinates;
//!
//! let mut replayer = Replayer::open("runs/quick".as_ref(), &[])?;
//! let replay = replayer.game(Coordinates { deal: 3, table: 0, rotation: 1 })?;
//! for step in &replay.steps {
//!     println!("{} {} {:?}", step.seat, step.event, step.dice);
//! }
//! # Ok::<(), dudo::error::RunError>(())
//! ```

mod ask;
mod log;
mod plan;

use crate::arena::{Arena, Astray, Teller, Worker};
use crate::error::RunError;
use crate::schedule::{Schedule, Session};
pub use ask::{Inquirer, Recipe};
use dudo_engine::Outcome;
use dudo_results::log::{Coordinates, LoggedGame, LoggedLine, Manifest, RowWriter};
pub use dudo_results::story::{Replay, Source};
use std::path::{Path, PathBuf};

/// Tells the games of one run.
pub struct Replayer {
    folder: PathBuf,
    manifest: Manifest,
    names: Vec<String>,
    schedule: Schedule,
    /// Word lists of the user's.
    words: Vec<PathBuf>,
    rows: RowWriter,
    teller: Box<dyn Teller>,
    /// Who plays sessions again.
    worker: Box<dyn Worker>,
    /// By bot, why it does not play again, if it does not.
    barred: Vec<Option<String>>,
}

impl Replayer {
    /// Opens the folder of a run. `words` are files with word lists, for runs
    /// whose rules name one that is not built in.
    ///
    /// # Errors
    /// There is no run in it, or its rules are none that this version knows.
    pub fn open(folder: &Path, words: &[PathBuf]) -> Result<Self, RunError> {
        let manifest = plan::manifest(folder)?;
        let names: Vec<String> = manifest.bot.iter().map(|bot| bot.name.clone()).collect();
        let schedule = plan::schedule(&manifest, folder)?;
        let (arena, barred) = plan::arena(&manifest, words, folder)?;
        Ok(Self {
            rows: RowWriter::new(&manifest.fingerprint, &names),
            teller: <dyn Arena>::teller(arena.clone()),
            worker: arena.worker(),
            barred,
            words: words.to_vec(),
            folder: folder.into(),
            schedule,
            manifest,
            names,
        })
    }

    /// What produced the run.
    pub const fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Which games there are.
    pub const fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Why some games are not played again, if there are such.
    pub fn not_played(&self) -> Option<&str> {
        self.barred.iter().flatten().map(String::as_str).next()
    }

    /// Tells a game of the log.
    ///
    /// # Errors
    /// The plan has no such game, or the log lacks it; a bot was withdrawn, so
    /// that it was not played; it cannot be played again and is not in
    /// `actions.csv`; the logs cannot be read or do not follow from the rules.
    pub fn game(&mut self, at: Coordinates) -> Result<Replay, RunError> {
        let session = self.session(at)?;
        let row = self.played(at)?;
        let (lines, source) = match self.play(&session, at.deal, &|deal| deal == at.deal) {
            Ok(games) => {
                let game = games.into_iter().next();
                (
                    game.map(|game| game.lines).unwrap_or_default(),
                    Source::Played,
                )
            }
            Err(why) => match log::actions(&self.folder, &self.schedule, at)? {
                Some(game) => (game.lines, Source::Log),
                None => return Err(self.unknown(at, &why)),
            },
        };
        let (mut replay, outcome) = self.tell(&session, at.deal, &lines, source)?;
        let mut told = Vec::new();
        let lineup: Vec<usize> = session.lineup.iter().map(|bot| bot.index()).collect();
        self.rows.game(&mut told, at, &lineup, &outcome);
        told.pop();
        if told != row {
            replay.differs = Some(String::from_utf8_lossy(&row).into_owned());
        }
        Ok(replay)
    }

    /// Tells a game from its lines in `actions.csv`.
    ///
    /// # Errors
    /// The plan has no such game; a line does not follow from the rules, the
    /// dice and the lines before.
    pub fn logged(&mut self, game: &LoggedGame) -> Result<Replay, RunError> {
        let session = self.session(game.at)?;
        let (replay, _) = self.tell(&session, game.at.deal, &game.lines, Source::Log)?;
        Ok(replay)
    }

    /// The session that plays a game.
    fn session(&self, at: Coordinates) -> Result<Session, RunError> {
        let index = self.schedule.index_of(at.deal, at.table, at.rotation);
        let index = index.ok_or_else(|| {
            let schedule = &self.schedule;
            self.refused(format!(
                "this run has no game {}: it has deals 0 to {}, rotations 0 to {} and {}",
                dotted(at),
                schedule.deals() - 1,
                schedule.rotations() - 1,
                tables(schedule, at.deal)
            ))
        })?;
        Ok(self.schedule.session(index))
    }

    fn tell(
        &mut self,
        session: &Session,
        deal: u64,
        lines: &[LoggedLine],
        source: Source,
    ) -> Result<(Replay, Outcome), RunError> {
        let tale = self.teller.tell(session, deal, lines);
        let at = Coordinates {
            deal,
            table: session.table,
            rotation: session.rotation,
        };
        let tale = tale.map_err(|astray| self.astray(at, &astray))?;
        let bots = session
            .lineup
            .iter()
            .map(|bot| self.names[bot.index()].clone());
        let replay = Replay {
            deal,
            table: session.table,
            rotation: session.rotation,
            game: self.manifest.game.clone(),
            rules: self.manifest.rules.clone(),
            bots: bots.collect(),
            places: tale.outcome.places.values().iter().map(|it| it.0).collect(),
            source,
            differs: None,
            steps: tale.steps,
        };
        Ok((replay, tale.outcome))
    }

    /// Plays a session up to a deal; the records of those that are wanted.
    fn play(
        &mut self,
        session: &Session,
        deal: u64,
        wanted: &dyn Fn(u64) -> bool,
    ) -> Result<Vec<LoggedGame>, String> {
        let barred = session.lineup.iter();
        let barred = barred.filter_map(|bot| self.barred[bot.index()].as_ref());
        if let Some(why) = { barred }.next() {
            return Err(why.clone());
        }
        // What is left of the session does not change what was before it.
        let mut session = session.clone();
        session.deals.end = deal + 1;
        let mut games = Vec::new();
        self.worker.play(&session, wanted, &mut |played| {
            if !wanted(played.deal) {
                return;
            }
            let mut lines = Vec::new();
            played.record.lines(&mut |step, round, seat, event| {
                lines.push(LoggedLine {
                    step,
                    round,
                    seat: seat.index() + 1,
                    event: event.to_string(),
                });
            });
            games.push(LoggedGame {
                at: Coordinates {
                    deal: played.deal,
                    table: session.table,
                    rotation: session.rotation,
                },
                line: 1,
                lines,
            });
        });
        Ok(games)
    }

    /// A record that does not follow.
    fn astray(&self, at: Coordinates, astray: &Astray) -> RunError {
        let (what, line) = (self.folder.join("actions.csv"), astray.line as u64 + 1);
        let message = format!("of game {}: {}", dotted(at), astray.message);
        RunError::foreign(&what, line, &message)
    }

    /// A game that nothing tells.
    fn unknown(&self, at: Coordinates, why: &str) -> RunError {
        self.refused(format!(
            "game {} is not in actions.csv, and cannot be played again: {why}; a run keeps all \
             games with actions = \"all\" under [log]",
            dotted(at)
        ))
    }

    /// The row of a game that was played.
    fn played(&self, at: Coordinates) -> Result<Vec<u8>, RunError> {
        let row = log::row(&self.folder, &self.schedule, at)?;
        if row.ends_with(b":withdrawn") {
            return Err(self.refused(format!(
                "game {} was not played: a bot of it was withdrawn",
                dotted(at)
            )));
        }
        Ok(row)
    }

    fn refused(&self, reason: String) -> RunError {
        RunError::refused(&self.folder, reason)
    }
}

/// Which tables play a deal, the first of them by number: where tables are drawn,
/// or a gauntlet leaves some out, the numbers have gaps.
fn tables(schedule: &Schedule, deal: u64) -> String {
    const SHOWN: u64 = 8;
    let block = deal.min(schedule.deals() - 1) / schedule.session_length();
    let first = schedule.sessions_of(block).start;
    let shown = (0..schedule.tables().min(SHOWN)).map(|table| {
        let session = schedule.session(first + table * schedule.rotations());
        session.table.to_string()
    });
    let shown = shown.collect::<Vec<_>>().join(", ");
    match schedule.tables() {
        1 => format!("table {shown}"),
        tables if tables > SHOWN => format!("{tables} tables: {shown}, ..."),
        _ => format!("tables {shown}"),
    }
}

/// `deal.table.rotation`.
pub(crate) fn dotted(at: Coordinates) -> String {
    format!("{}.{}.{}", at.deal, at.table, at.rotation)
}
