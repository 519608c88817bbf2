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
    /// Lines at hand that belong nowhere: the first and the last.
    stray: Option<(u64, u64)>,
}

impl Side {
    pub(super) fn open(
        path: &Path,
        name: &'static str,
        header: &'static str,
    ) -> Result<Self, RunError> {
        let lines = Lines::open(path)?;
        Ok(Self {
            lines,
            name,
            header,
            stray: None,
        })
    }

    /// The first line; a run that records no actions has no such file.
    pub(super) fn header(&mut self, findings: &mut Findings) -> Result<(), RunError> {
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

    /// What is left after the last session.
    pub(super) fn end(&mut self, findings: &mut Findings) -> Result<(), RunError> {
        while let Some(line) = self.lines.step()? {
            self.stray(line.number);
        }
        self.tell(findings);
        Ok(())
    }

    fn stray(&mut self, number: u64) {
        let first = self.stray.map_or(number, |(first, _)| first);
        self.stray = Some((first, number));
    }

    /// Lines in a row that belong nowhere are one finding.
    fn tell(&mut self, findings: &mut Findings) {
        let Some((first, last)) = self.stray.take() else {
            return;
        };
        let lines = if first == last {
            format!("line {first}")
        } else {
            format!("lines {first} to {last}")
        };
        let name = self.name;
        findings.add(format!(
            "{name}: {lines}: out of order, or of no game that has a row"
        ));
    }
}
