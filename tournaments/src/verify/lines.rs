//! The lines of a file that may be damaged, one ahead.

use crate::error::RunError;
use crate::run::reader;
use dudo_results::log::{Coordinates, Plain, read_line};
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// A line and its number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) number: u64,
    /// With its newline, unless it is the torn end of the file.
    pub(super) bytes: Vec<u8>,
}

/// Reads a file line by line; a missing one has none.
pub(super) struct Lines {
    path: PathBuf,
    reader: Option<BufReader<Plain>>,
    number: u64,
    now: Option<Line>,
    ahead: Option<Line>,
}

impl Lines {
    pub(super) fn open(path: &Path) -> Result<Self, RunError> {
        let reader = reader(path)?;
        let mut lines = Self {
            path: path.into(),
            reader,
            number: 0,
            now: None,
            ahead: None,
        };
        lines.step()?;
        lines.step()?;
        Ok(lines)
    }

    /// The line at hand.
    pub(super) const fn now(&self) -> Option<&Line> {
        self.now.as_ref()
    }

    /// The line after it.
    pub(super) const fn ahead(&self) -> Option<&Line> {
        self.ahead.as_ref()
    }

    /// Hands out the line at hand and goes to the next.
    pub(super) fn step(&mut self) -> Result<Option<Line>, RunError> {
        let mut bytes = Vec::new();
        if let Some(reader) = &mut self.reader {
            let read = read_line(reader, &mut bytes);
            read.map_err(|error| RunError::read(&self.path, self.number + 1, &error))?;
        }
        self.number += 1;
        let number = self.number;
        let next = (!bytes.is_empty()).then_some(Line { number, bytes });
        let now = std::mem::replace(&mut self.now, self.ahead.take());
        self.ahead = next;
        Ok(now)
    }
}

/// How a game is named: deal, table, rotation.
pub(super) fn name(at: Coordinates) -> String {
    format!("{}.{}.{}", at.deal, at.table, at.rotation)
}

/// The fields of a line as text, quotes taken off.
pub(super) fn fields(line: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(line);
    let mut fields = vec![String::new()];
    let (mut quoted, mut letters) = (false, text.trim_end_matches('\n').chars().peekable());
    while let Some(letter) = letters.next() {
        let last = fields.len() - 1;
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                fields[last].push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            _ => fields[last].push(letter),
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_with_commas_are_one_field() {
        for (line, expected) in [
            ("a,b,\n", &["a", "b", ""][..]),
            ("\"a, b\",\"say \"\"hi\"\"\"\n", &["a, b", "say \"hi\""]),
            ("\n", &[""]),
        ] {
            assert_eq!(super::fields(line.as_bytes()), expected);
        }
    }
}
