//! Reading a log back, session by session, as bytes.

use super::chunk::{Kept, Text};
use super::feed::Earlier;
use super::fold::Absent;
use super::logs::{Lengths, Paths};
use super::meter::Points;
use super::plan::Plan;
use crate::error::RunError;
use crate::schedule::{BotId, Session};
use crate::spec::Actions;
use dudo_results::log::{Coordinates, Plain, RowWriter, coordinates, read_line};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

/// The text of a log's file, if it is there.
pub(crate) fn reader(path: &Path) -> Result<Option<BufReader<Plain>>, RunError> {
    match Plain::open(path) {
        Ok(file) => Ok(Some(BufReader::with_capacity(1 << 18, file))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(RunError::io("read", path, &error)),
    }
}

/// Whole lines of a file, one ahead.
struct Lines {
    path: PathBuf,
    reader: Option<BufReader<Plain>>,
    line: Vec<u8>,
    number: u64,
    /// Bytes of text before the line at hand.
    offset: u64,
}

impl Lines {
    /// Opens a file behind its header; a missing file is an empty one.
    fn open(path: &Path, header: &str) -> Result<Self, RunError> {
        let reader = reader(path)?;
        let mut lines = Self {
            path: path.into(),
            reader,
            line: Vec::new(),
            number: 0,
            offset: 0,
        };
        lines.read()?;
        // A run that was killed may have left a part of it.
        if !header.as_bytes().starts_with(&lines.line) {
            return Err(lines.damaged("the header is not that of this run"));
        }
        lines.drop_torn();
        lines.step()?;
        Ok(lines)
    }

    /// Goes to the next line; a torn last one is none.
    fn step(&mut self) -> Result<(), RunError> {
        self.read()?;
        self.drop_torn();
        Ok(())
    }

    fn drop_torn(&mut self) {
        if self.line.last() != Some(&b'\n') {
            self.line.clear();
        }
    }

    /// Reads the next line, torn or not.
    fn read(&mut self) -> Result<(), RunError> {
        self.offset += self.line.len() as u64;
        self.line.clear();
        self.number += 1;
        if let Some(reader) = &mut self.reader {
            let read = read_line(reader, &mut self.line);
            read.map_err(|error| RunError::read(&self.path, self.number, &error))?;
        }
        Ok(())
    }

    fn damaged(&self, what: &str) -> RunError {
        RunError::foreign(&self.path, self.number, what)
    }

    /// The coordinates of the line at hand, which begin at its `skip`-th field.
    fn coordinates(&self, skip: usize) -> Result<Option<Coordinates>, RunError> {
        if self.line.is_empty() {
            return Ok(None);
        }
        let found = coordinates(&self.line, skip);
        let wrong = || self.damaged("deal, table and rotation are not numbers");
        found.map(Some).ok_or_else(wrong)
    }
}

/// A log that is being read back.
pub(crate) struct OldLog {
    games: Lines,
    actions: Lines,
    faults: Lines,
    /// The session of the line at hand, and so never less than the last.
    next: Option<u64>,
    /// Bots whose games in it are none of this run.
    stale: Vec<BotId>,
}

impl OldLog {
    pub(crate) fn open(paths: &Paths, plan: &Plan) -> Result<Self, RunError> {
        let header = RowWriter::games_header(plan.schedule.seats());
        let mut old = Self {
            games: Lines::open(&paths.games, &header)?,
            actions: Lines::open(&paths.actions, RowWriter::ACTIONS_HEADER)?,
            faults: Lines::open(&paths.faults, RowWriter::FAULTS_HEADER)?,
            next: None,
            stale: Vec::new(),
        };
        old.find_next(plan)?;
        Ok(old)
    }

    /// The same without the games of these bots.
    pub(crate) fn without(mut self, stale: &[BotId]) -> Self {
        self.stale = stale.into();
        self
    }

    /// The session of the next row, if there is one.
    pub(crate) const fn next(&self) -> Option<u64> {
        self.next
    }

    /// Bytes of each file up to the row at hand.
    pub(crate) fn offsets(&self) -> Lengths {
        Lengths {
            games: self.games.offset,
            actions: self.actions.offset,
            faults: self.faults.offset,
        }
    }

    fn find_next(&mut self, plan: &Plan) -> Result<(), RunError> {
        let found = match self.games.coordinates(1)? {
            None => None,
            Some(at) => {
                let session = plan.session_of(at);
                Some(session.ok_or_else(|| self.games.damaged("the plan has no such game"))?)
            }
        };
        if let (Some(before), Some(now)) = (self.next, found)
            && now <= before
        {
            return Err(self.games.damaged("not a row of this run, or out of order"));
        }
        self.next = found;
        Ok(())
    }

    /// Reads the session at hand. `None` if it lacks games, be it that the
    /// log ends in it or that its plan had fewer deals, or if a side file lacks
    /// what belongs to its games: it is played again then.
    pub(crate) fn take(
        &mut self,
        plan: &Plan,
        session: &Session,
    ) -> Result<Option<Kept>, RunError> {
        let mut kept = Kept {
            session: session.index,
            text: Text::default(),
            failed: Vec::new(),
            withdrawn: Absent::default(),
            points: Points::none(session.block),
        };
        let mut key = Vec::new();
        let mut whole = !session.lineup.iter().any(|bot| self.stale.contains(bot));
        let mut recorded = 0;
        for deal in session.deals.clone() {
            key.clear();
            let at = Coordinates {
                deal,
                table: session.table,
                rotation: session.rotation,
            };
            plan.rows
                .key(&mut key, at, session.lineup.iter().map(|bot| bot.index()));
            if !self.games.line.starts_with(&key) {
                whole = false;
                if self.games.line.is_empty() {
                    break;
                }
                continue;
            }
            if plan.scores {
                self.score(&mut kept, session, key.len());
            }
            let faults = self.failed(&mut kept, session.lineup.len())?;
            if plan.records(deal)
                && kept.withdrawn.is_empty()
                && (plan.actions != Actions::Faults || faults > 0)
            {
                recorded += 1;
            }
            kept.text.games.extend_from_slice(&self.games.line);
            self.games.step()?;
        }
        self.find_next(plan)?;
        // The record of a game ends with the place of its last seat.
        let last = format!(",{},place ", session.lineup.len());
        let last = |line: &[u8]| {
            let cut = line.len().saturating_sub(last.len() + 2);
            line[cut..].starts_with(last.as_bytes())
        };
        whole &= Some(recorded)
            == side(
                &mut self.actions,
                &mut kept.text.actions,
                plan,
                session,
                last,
            )?;
        whole &= Some(kept.failed.len())
            == side(
                &mut self.faults,
                &mut kept.text.faults,
                plan,
                session,
                |_| true,
            )?;
        Ok(whole.then_some(kept))
    }

    /// The row at hand comes after the one that decides the duel.
    pub(crate) fn beyond(&self) -> RunError {
        self.games
            .damaged("the test of this duel had decided before this game")
    }

    /// Takes in the places of the row at hand, which stand after its key. One
    /// that was not played has none.
    fn score(&self, kept: &mut Kept, session: &Session, key: usize) {
        let mut places = self.games.line[key..].split(|&byte| byte == b',');
        let mut place = || std::str::from_utf8(places.next()?).ok()?.parse().ok();
        if let (Some(first), Some(other)) = (place(), place()) {
            if session.lineup[0].index() == 0 {
                kept.points.add(first, other);
            } else {
                kept.points.add(other, first);
            }
        }
    }

    /// Takes in the faults column of the row at hand; how many there are.
    fn failed(&self, kept: &mut Kept, seats: usize) -> Result<usize, RunError> {
        let before = kept.failed.len();
        let line = &self.games.line[..self.games.line.len() - 1];
        let faults = line.rsplit(|&byte| byte == b',').next().unwrap_or_default();
        for fault in faults
            .split(|&byte| byte == b';')
            .filter(|fault| !fault.is_empty())
        {
            let seat = match fault {
                [seat @ b'1'..=b'8', b':', ..] if usize::from(seat - b'0') <= seats => {
                    usize::from(seat - b'1')
                }
                _ => {
                    return Err(self
                        .games
                        .damaged("the faults are not of the form seat:kind"));
                }
            };
            if fault.ends_with(b":withdrawn") {
                kept.withdrawn.insert(seat);
            } else {
                kept.failed.push(seat);
            }
        }
        Ok(kept.failed.len() - before)
    }
}

impl Earlier for OldLog {
    fn next(&self) -> Option<u64> {
        self.next()
    }

    fn take(&mut self, plan: &Plan, session: &Session) -> Result<Option<Kept>, RunError> {
        self.take(plan, session)
    }
}

/// Takes a session's lines from a side file. Counts those that `counts` says;
/// `None` if lines of games stand before them whose rows are not there.
fn side(
    lines: &mut Lines,
    text: &mut Vec<u8>,
    plan: &Plan,
    session: &Session,
    counts: impl Fn(&[u8]) -> bool,
) -> Result<Option<usize>, RunError> {
    let mut count = Some(0);
    while let Some(at) = lines.coordinates(0)? {
        match plan.session_of(at) {
            Some(number) if number == session.index => {
                text.extend_from_slice(&lines.line);
                if counts(&lines.line) {
                    count = count.map(|count| count + 1);
                }
            }
            // A game whose row was never written, or is gone.
            Some(number) if number > session.index => break,
            Some(_) => count = None,
            None => return Err(lines.damaged("the plan has no such game")),
        }
        lines.step()?;
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a killed run leaves of a file is an empty one; what is no part of it is
    /// never written over.
    #[test]
    fn torn_headers_and_others() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("faults.csv");
        let header = RowWriter::FAULTS_HEADER;
        for (text, line) in [
            (String::new(), None),
            (header[..9].into(), None),
            (header.trim_end().into(), None),
            (header.into(), None),
            (format!("{header}0,0,0,1,1,a,ill"), None),
            ("x".into(), Some(1)),
            ("\0".repeat(5000), Some(1)),
            (format!("{},more", header.trim_end()), Some(1)),
            (format!("{header}{}", "x".repeat(3 << 20)), Some(2)),
        ] {
            std::fs::write(&path, &text).unwrap();
            match (Lines::open(&path, header), line) {
                (Ok(lines), None) => assert!(lines.line.is_empty(), "{text}"),
                (Err(RunError::Log { line, .. }), Some(expected)) => assert_eq!(line, expected),
                (found, _) => panic!("{} for {text:.40?}", found.is_ok()),
            }
        }
    }
}
