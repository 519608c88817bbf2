//! Every row where the plan has it: a walk through the log and the plan at once.

use super::findings::Findings;
use super::lines::{Line, Lines, name};
use super::sample::Sample;
use super::side::Side;
use crate::error::RunError;
use crate::run::{Absent, Fold, Paths, Plan, games_in};
use crate::schedule::Session;
use crate::spec::Actions;
use dudo_results::changed_since_counted;
use dudo_results::log::{Coordinates, LogReader, Names, Plain, RowWriter, coordinates};
use std::path::PathBuf;
use std::sync::Arc;

/// Rows in a batch of sessions to be played again, about.
const BATCH: usize = 2048;

/// Findings after which the fields of rows are not looked at any more.
const ENOUGH: u64 = 1000;

/// A session that was drawn, as the log has it.
pub(super) struct Job {
    pub(super) session: Session,
    /// Rows of games that were played, by deal.
    pub(super) rows: Vec<(u64, Line)>,
    /// Lines of the side files; `None` if they are not those of all its games.
    pub(super) actions: Option<Vec<Line>>,
    pub(super) faults: Option<Vec<Line>>,
}

/// Where the plan is.
struct Cursor {
    session: Session,
    deal: u64,
    /// Rows of this session that stand in their places.
    rows: Vec<(u64, Line)>,
    /// Whether all rows so far do.
    whole: bool,
    absent: Absent,
    drawn: bool,
}

/// The walk.
pub(super) struct Walk {
    plan: Arc<Plan>,
    path: PathBuf,
    games: Lines,
    actions: Side,
    faults: Side,
    sample: Sample,
    fold: Fold,
    at: Option<Cursor>,
    rows: u64,
    jobs: Vec<Job>,
}

impl Walk {
    pub(super) fn open(
        folder: &std::path::Path,
        plan: &Arc<Plan>,
        sample: Sample,
    ) -> Result<Self, RunError> {
        let paths = Paths::of(folder, plan.packing);
        if !paths.games.exists() {
            paths.refuse_other(folder)?;
            let name = paths.games.file_name().unwrap_or_default();
            let reason = format!("no {} in it; dudo run plays its games", name.display());
            return Err(RunError::refused(folder, reason));
        }
        let mut walk = Self {
            plan: Arc::clone(plan),
            games: Lines::open(&paths.games)?,
            path: paths.games,
            actions: Side::open(
                &paths.actions,
                "actions.csv",
                RowWriter::ACTIONS_HEADER,
                plan.actions != Actions::None,
            )?,
            faults: Side::open(&paths.faults, "faults.csv", RowWriter::FAULTS_HEADER, true)?,
            sample,
            fold: Fold::of(plan),
            at: None,
            rows: 0,
            jobs: Vec::new(),
        };
        walk.go(0);
        Ok(walk)
    }

    /// Rows of the log.
    pub(super) const fn rows(&self) -> u64 {
        self.rows
    }

    /// Every field of every row, by itself.
    pub(super) fn well_formed(&self, findings: &mut Findings) -> Result<(), RunError> {
        let file = Plain::open(&self.path);
        let file = file.map_err(|error| RunError::io("read", &self.path, &error))?;
        let mut names = Names::new();
        let mut reader = match LogReader::new(file, String::new()) {
            Ok(reader) => reader,
            Err(error) => {
                findings.line(1, &error.message);
                return Ok(());
            }
        };
        let mut last = 0;
        loop {
            match reader.next(&mut names) {
                Ok(Some(_)) => {}
                Ok(None) => return Ok(()),
                Err(error) if error.line == last || findings.count > ENOUGH => return Ok(()),
                Err(error) => {
                    last = error.line;
                    let column = match error.column.as_str() {
                        "" => String::new(),
                        column => format!("column {column}: "),
                    };
                    findings.line(error.line, &(column + &error.message));
                }
            }
        }
    }

    /// That the log and its faults are those of which `counts.csv` was made, if there is one.
    pub(super) fn as_counted(&self, findings: &mut Findings) -> Result<(), RunError> {
        let changed = changed_since_counted(&self.path);
        let changed = changed.map_err(|error| RunError::io("read", &self.path, &error))?;
        if let Some(name) = changed.and_then(|file| file.file_name()) {
            findings.add(format!(
                "{}: other bytes than when counts.csv was made, at the end of the run",
                name.display()
            ));
        }
        Ok(())
    }

    /// Goes on until enough sessions are drawn; `None` after the last.
    pub(super) fn batch(&mut self, findings: &mut Findings) -> Result<Option<Vec<Job>>, RunError> {
        if self.rows == 0 {
            self.header(findings)?;
        }
        let mut ended = None;
        while let Some(at) = &self.at {
            let (session, deal) = (&at.session, at.deal);
            let Some(line) = self.games.now() else {
                ended = Some(session.index);
                self.ends(findings)?;
                break;
            };
            if line.bytes.starts_with(&self.key(session, deal)) {
                self.accept(findings)?;
            } else {
                self.astray(findings)?;
            }
            if self.jobs.iter().map(|job| job.rows.len()).sum::<usize>() >= BATCH {
                return Ok(Some(std::mem::take(&mut self.jobs)));
            }
        }
        while let Some(line) = self.games.step()? {
            self.rows += 1;
            findings.broken = true;
            findings.line(line.number, "stands behind the last game of the plan");
        }
        self.actions.end(&self.plan, ended, findings)?;
        self.faults.end(&self.plan, ended, findings)?;
        let jobs = std::mem::take(&mut self.jobs);
        Ok((!jobs.is_empty()).then_some(jobs))
    }

    fn header(&mut self, findings: &mut Findings) -> Result<(), RunError> {
        let expected = RowWriter::games_header(self.plan.schedule.seats());
        if let Some(line) = self.games.step()?
            && line.bytes != expected.as_bytes()
        {
            findings.broken = true;
            findings.line(1, "the header is not that of this run");
        }
        self.actions.header(findings)?;
        self.faults.header(findings)
    }

    fn key(&self, session: &Session, deal: u64) -> Vec<u8> {
        let mut key = Vec::new();
        let lineup = session.lineup.iter().map(|bot| bot.index());
        self.plan
            .rows
            .key(&mut key, coordinates_of(session, deal), lineup);
        key
    }

    /// The row at hand is the one that is expected.
    fn accept(&mut self, findings: &mut Findings) -> Result<(), RunError> {
        let Some(line) = self.games.step()? else {
            return Ok(());
        };
        self.rows += 1;
        let Some(at) = &mut self.at else {
            return Ok(());
        };
        let deal = at.deal;
        let torn = line.bytes.last() != Some(&b'\n');
        if torn || line.bytes.ends_with(b"\r\n") {
            findings.line(line.number, "does not end as the rows of a run do");
            at.whole = false;
        }
        let (withdrawn, failed) = faults(&line.bytes);
        if withdrawn != at.absent && !findings.broken {
            findings.line(
                line.number,
                "says that a bot is withdrawn or is not, against the faults of the rows before",
            );
            at.whole = false;
        }
        for seat in failed {
            if let Some(&bot) = at.session.lineup.get(seat) {
                self.fold.fault(bot, at.session.block);
            }
        }
        if at.drawn && withdrawn.is_empty() && !torn {
            at.rows.push((deal, line));
        }
        self.advance(1, findings)
    }

    /// The row at hand is another than the one that is expected.
    fn astray(&mut self, findings: &mut Findings) -> Result<(), RunError> {
        findings.broken = true;
        let (Some(at), Some(line)) = (&mut self.at, self.games.now()) else {
            return Ok(());
        };
        at.whole = false;
        let expected = (at.session.index, at.deal);
        let belongs = name(coordinates_of(&at.session, at.deal));
        let place = |line: &Line| {
            let found = coordinates(&line.bytes, 1)?;
            Some((self.plan.session_of(found)?, found.deal))
        };
        let told = coordinates(&line.bytes, 1).map(name).unwrap_or_default();
        let number = line.number;
        let ahead = self.games.ahead().and_then(place);
        let after = self.after(expected);
        let (sentence, step, missing) = match place(line) {
            Some(found) if found == expected => (
                format!("game {told} is played by other bots, or under other rules, in the plan"),
                true,
                1,
            ),
            // The next row is in its place: this one stands for the expected.
            _ if ahead.is_some() && ahead == after => (
                format!("game {belongs} belongs here, another row stands in its place"),
                true,
                1,
            ),
            None => ("is no row of this run".into(), true, 0),
            Some(found) if found < expected => (
                format!("game {told} stands here out of order, or a second time"),
                true,
                0,
            ),
            Some(_) if ahead == Some(expected) => {
                (format!("game {told} stands here out of order"), true, 0)
            }
            Some(found) => {
                let missing = self.before(found).saturating_sub(self.before(expected));
                let games = if missing == 1 { "game is" } else { "games are" };
                (
                    format!("{missing} {games} missing before it, from game {belongs} on"),
                    false,
                    missing,
                )
            }
        };
        findings.line(number, &sentence);
        if step {
            self.games.step()?;
            self.rows += 1;
        }
        self.advance(missing, findings)
    }

    /// Games of the plan before this place.
    fn before(&self, (session, deal): (u64, u64)) -> u128 {
        let start = self.plan.schedule.session(session).deals.start;
        games_in(&self.plan, session) + u128::from(deal.saturating_sub(start))
    }

    /// The place after this one.
    fn after(&self, (session, deal): (u64, u64)) -> Option<(u64, u64)> {
        let at = self.plan.schedule.session(session);
        if deal + 1 < at.deals.end {
            return Some((session, deal + 1));
        }
        let next = self.plan.schedule.from(session + 1).next()?;
        Some((next.index, next.deals.start))
    }

    /// Moves the plan on by so many games.
    fn advance(&mut self, games: u128, findings: &mut Findings) -> Result<(), RunError> {
        let mut left = games;
        while left > 0
            && let Some(at) = &mut self.at
        {
            let rest = u128::from(at.session.deals.end - at.deal);
            if left < rest {
                at.deal += u64::try_from(left).unwrap_or(u64::MAX);
                return Ok(());
            }
            left -= rest;
            let next = at.session.index + 1;
            self.leave(findings)?;
            self.go(self.skip(next, &mut left));
        }
        Ok(())
    }

    /// The session after `next` that is reached when so many games are missing;
    /// whole blocks of them are not walked through.
    fn skip(&self, next: u64, left: &mut u128) -> u64 {
        let schedule = &self.plan.schedule;
        let (mut low, mut high) = (next, schedule.sessions());
        let start = games_in(&self.plan, next);
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            if games_in(&self.plan, middle) - start <= *left {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        *left -= games_in(&self.plan, low) - start;
        low
    }

    fn go(&mut self, session: u64) {
        let session = self.plan.schedule.from(session).next();
        self.at = session.map(|session| Cursor {
            deal: session.deals.start,
            rows: Vec::new(),
            whole: true,
            absent: self.fold.withdrawn().seats(&session),
            drawn: self.sample.has(session.index),
            session,
        });
    }

    /// The session at hand is over.
    fn leave(&mut self, findings: &mut Findings) -> Result<(), RunError> {
        let Some(at) = self.at.take() else {
            return Ok(());
        };
        let index = at.session.index;
        let actions = self.actions.take(&self.plan, index, at.drawn, findings)?;
        let faults = self.faults.take(&self.plan, index, at.drawn, findings)?;
        if at.drawn && !at.rows.is_empty() {
            self.jobs.push(Job {
                session: at.session,
                rows: at.rows,
                actions: at.whole.then_some(actions),
                faults: at.whole.then_some(faults),
            });
        }
        Ok(())
    }

    /// The log is over, the plan is not.
    fn ends(&mut self, findings: &mut Findings) -> Result<(), RunError> {
        if let Some(at) = &mut self.at {
            at.whole = false;
            let place = (at.session.index, at.deal);
            let next = name(coordinates_of(&at.session, at.deal));
            let missing = self.plan.schedule.games() - self.before(place);
            let games = if missing == 1 { "game is" } else { "games are" };
            findings.add(format!(
                "games.csv: {missing} {games} missing at its end, from game {next} on; dudo run plays what is missing"
            ));
        }
        self.leave(findings)
    }
}

const fn coordinates_of(session: &Session, deal: u64) -> Coordinates {
    Coordinates {
        deal,
        table: session.table,
        rotation: session.rotation,
    }
}

/// The seats whose bots are withdrawn, and those that failed, of a row's last
/// field.
fn faults(row: &[u8]) -> (Absent, Vec<usize>) {
    let (mut withdrawn, mut failed) = (Absent::default(), Vec::new());
    let row = row.trim_ascii_end();
    let last = row.rsplit(|&byte| byte == b',').next().unwrap_or_default();
    for fault in last.split(|&byte| byte == b';') {
        if let [seat @ b'1'..=b'8', b':', kind @ ..] = fault {
            let seat = usize::from(seat - b'1');
            match kind {
                b"withdrawn" => withdrawn.insert(seat),
                _ => failed.push(seat),
            }
        }
    }
    (withdrawn, failed)
}
