//! A side file, read in step with the rows.

use super::findings::Findings;
use super::lines::{Line, Lines};
use crate::error::RunError;
use crate::run::Plan;
use dudo_results::log::coordinates;
use std::path::Path;

/// `actions.csv` or `faults.csv`.
pub(super) struct Side {
    lines: Lines,
    name: &'static str,
    header: &'static str,
    /// Whether this is the file of a run that writes one, and it is not there.
    lacks: bool,
    /// Lines at hand that belong nowhere: the first and the last.
    stray: Option<(u64, u64)>,
}

impl Side {
    /// A run that is to have such a file has one with a header at least.
    pub(super) fn open(
        path: &Path,
        name: &'static str,
        header: &'static str,
        due: bool,
    ) -> Result<Self, RunError> {
        let lines = Lines::open(path)?;
        Ok(Self {
            lacks: due && !path.exists(),
            lines,
            name,
            header,
            stray: None,
        })
    }

    /// The first line; a run that records no actions has no such file.
    pub(super) fn header(&mut self, findings: &mut Findings) -> Result<(), RunError> {
        if self.lacks {
            findings.add(format!(
                "{}: not there, though the run wrote one",
                self.name
            ));
        }
        if let Some(line) = self.lines.step()?
            && line.bytes != self.header.as_bytes()
        {
            findings.add(format!(
                "{}: line 1: the header is not that of a log",
                self.name
            ));
        }
        Ok(())
    }

    /// The lines of a session; kept only if they are wanted. What stands
    /// before them is of no game whose row is in its place.
    pub(super) fn take(
        &mut self,
        plan: &Plan,
        session: u64,
        wanted: bool,
        findings: &mut Findings,
    ) -> Result<Vec<Line>, RunError> {
        let mut kept = Vec::new();
        while let Some(line) = self.lines.now() {
            let at = coordinates(&line.bytes, 0).and_then(|at| plan.session_of(at));
            if at.is_some_and(|at| at > session) {
                break;
            }
            if at == Some(session) {
                self.tell(findings);
            } else {
                self.stray(line.number);
            }
            if let Some(line) = self.lines.step()?
                && at == Some(session)
                && wanted
            {
                kept.push(line);
            }
        }
        Ok(kept)
    }

    /// What is left after the last session with a row, where the log ends early
    /// also of games whose rows were not written yet: their lines come first.
    pub(super) fn end(
        &mut self,
        plan: &Plan,
        last: Option<u64>,
        findings: &mut Findings,
    ) -> Result<(), RunError> {
        let mut ahead: Option<(u64, u64)> = None;
        while let Some(line) = self.lines.step()? {
            let at = coordinates(&line.bytes, 0).and_then(|at| plan.session_of(at));
            let torn = line.bytes.last() != Some(&b'\n');
            if last.is_some_and(|last| torn || at.is_some_and(|at| at > last)) {
                ahead = Some((ahead.map_or(line.number, |(first, _)| first), line.number));
            } else {
                self.stray(line.number);
            }
        }
        self.tell(findings);
        if let Some(lines) = ahead {
            findings.add(format!(
                "{}: {}: of games that have no row yet; dudo run drops them and plays these games again",
                self.name,
                numbers(lines)
            ));
        }
        Ok(())
    }

    fn stray(&mut self, number: u64) {
        let first = self.stray.map_or(number, |(first, _)| first);
        self.stray = Some((first, number));
    }

    /// Lines in a row that belong nowhere are one finding.
    fn tell(&mut self, findings: &mut Findings) {
        let Some(lines) = self.stray.take() else {
            return;
        };
        findings.add(format!(
            "{}: {}: out of order, or of no game that has a row",
            self.name,
            numbers(lines)
        ));
    }
}

/// The first line and the last in words.
fn numbers((first, last): (u64, u64)) -> String {
    match first == last {
        true => format!("line {first}"),
        false => format!("lines {first} to {last}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::{Format, Schedule, Seating, Settings};
    use crate::spec::{Actions, Packing};
    use dudo_results::log::RowWriter;

    /// Ten deals in two rotations, of one table: sessions 0 to 19.
    fn plan() -> Plan {
        let schedule = Schedule::new(&Settings {
            format: Format::Duel,
            drawn: None,
            roster: 2,
            owners: Vec::new(),
            seats: 2,
            deals: 10,
            seating: Seating::Cyclic,
            session: 1,
        });
        Plan {
            schedule: schedule.unwrap(),
            rows: RowWriter::new("00c0ffee", &["a".into(), "b".into()]),
            actions: Actions::None,
            packing: Packing::None,
            faults: 0,
            scores: false,
            sprt: None,
            absent: Vec::new(),
        }
    }

    /// Behind the last row: what a run that was killed leaves is told from what is
    /// no part of it.
    #[test]
    fn lines_behind_the_last_row() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("faults.csv");
        let stray = "out of order, or of no game that has a row";
        let ahead = "of games that have no row yet";
        let line = |deal: u64| format!("{deal},0,1,3,2,b,illegal,x\n");
        for (text, last, expected) in [
            (String::new(), Some(4), vec![]),
            (line(3), Some(4), vec![format!("line 2: {ahead}")]),
            (
                line(3) + &line(4),
                Some(4),
                vec![format!("lines 2 to 3: {ahead}")],
            ),
            (
                line(3) + "4,0,",
                Some(4),
                vec![format!("lines 2 to 3: {ahead}")],
            ),
            (line(1), Some(4), vec![format!("line 2: {stray}")]),
            (
                line(1) + &line(4),
                Some(4),
                vec![format!("line 2: {stray}"), format!("line 3: {ahead}")],
            ),
            (line(99), Some(4), vec![format!("line 2: {stray}")]),
            // The log has all games: nothing can come after them.
            (line(3), None, vec![format!("line 2: {stray}")]),
        ] {
            std::fs::write(&path, RowWriter::FAULTS_HEADER.to_owned() + &text).unwrap();
            let mut findings = Findings::default();
            let mut side = Side::open(&path, "faults.csv", RowWriter::FAULTS_HEADER, true).unwrap();
            side.header(&mut findings).unwrap();
            side.end(&plan(), last, &mut findings).unwrap();
            let told = findings.told.iter().zip(&expected);
            let alike = { told }.all(|(told, it)| told.starts_with(&format!("faults.csv: {it}")));
            assert!(
                alike && findings.told.len() == expected.len(),
                "{text}: {:?}",
                findings.told
            );
        }
    }

    #[test]
    fn a_file_that_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("faults.csv");
        for (due, expected) in [(true, 1), (false, 0)] {
            let mut findings = Findings::default();
            let mut side = Side::open(&path, "faults.csv", RowWriter::FAULTS_HEADER, due).unwrap();
            side.header(&mut findings).unwrap();
            assert_eq!(findings.count, expected, "{:?}", findings.told);
        }
    }
}
