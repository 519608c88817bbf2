//! A streaming reader of `actions.csv`.

use super::fields::Fields;
use super::lines::Lines;
use super::{Coordinates, LogError, MOST_SEATS, RowWriter};
use std::io::Read;

/// What happened in a game, as its log tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedGame {
    /// Which game.
    pub at: Coordinates,
    /// The number of its first line in what was read, from 1.
    pub line: u64,
    /// Its lines in order.
    pub lines: Vec<LoggedLine>,
}

/// A line of `actions.csv`, without the game's coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedLine {
    /// 0 for the deal, then the number of the decision.
    pub step: u32,
    /// The round, from 1.
    pub round: u32,
    /// The seat, from 1 to 8.
    pub seat: usize,
    /// What happened, in notation.
    pub event: String,
}

/// Reads `actions.csv` game by game; holds one game at a time.
pub struct ActionsReader<R> {
    lines: Lines<R>,
    fields: Fields,
    file: String,
    /// The line that ended the game before.
    held: Option<(Coordinates, u64, LoggedLine)>,
}

impl<R: Read> ActionsReader<R> {
    /// Reads a stream from its header on or from the beginning of any line;
    /// `file` is its name in errors.
    pub fn new(source: R, file: String) -> Self {
        Self {
            lines: Lines::new(source),
            fields: Fields::new(),
            file,
            held: None,
        }
    }

    /// The next game; `None` after the last. A last line without its newline is
    /// dropped.
    ///
    /// # Errors
    /// The first line that is not as documented.
    pub fn next_game(&mut self) -> Result<Option<LoggedGame>, LogError> {
        let Some((at, line, first)) = (match self.held.take() {
            Some(held) => Some(held),
            None => self.line()?,
        }) else {
            return Ok(None);
        };
        let mut game = LoggedGame {
            at,
            line,
            lines: vec![first],
        };
        while let Some(next) = self.line()? {
            if next.0 != at {
                self.held = Some(next);
                break;
            }
            game.lines.push(next.2);
        }
        Ok(Some(game))
    }

    fn line(&mut self) -> Result<Option<(Coordinates, u64, LoggedLine)>, LogError> {
        loop {
            let number = self.lines.number() + 1;
            let wrong = |file: &str, column: &str, message: String| LogError {
                file: file.into(),
                line: number,
                column: column.into(),
                message,
            };
            let line = match self.lines.next() {
                Ok(Some(line)) => line,
                Ok(None) => return Ok(None),
                Err(error) => return Err(wrong(&self.file, "", error.to_string())),
            };
            if line.is_empty() || line == RowWriter::ACTIONS_HEADER.trim_end().as_bytes() {
                continue;
            }
            if !self.fields.split(line) || self.fields.count() != 7 {
                let message = "expected deal,table,rotation,step,round,seat,event".into();
                return Err(wrong(&self.file, "", message));
            }
            let text = self.fields.text(line);
            let field = |index| String::from_utf8_lossy(self.fields.get(text, index));
            let mut numbers = [0u64; 6];
            let columns = ["deal", "table", "rotation", "step", "round", "seat"];
            for (index, column) in columns.into_iter().enumerate() {
                let found = field(index);
                let plain = found.bytes().all(|byte| byte.is_ascii_digit());
                numbers[index] = found.parse().ok().filter(|_| plain).ok_or_else(|| {
                    let message = format!("found {found:?}, expected a whole number");
                    wrong(&self.file, column, message)
                })?;
            }
            let [deal, table, rotation, step, round, seat] = numbers;
            let (Ok(step), Ok(round)) = (u32::try_from(step), u32::try_from(round)) else {
                return Err(wrong(
                    &self.file,
                    "step",
                    "expected a number below 2^32".into(),
                ));
            };
            if !(1..=MOST_SEATS as u64).contains(&seat) {
                let message = format!("found {seat}, expected a seat, 1 to {MOST_SEATS}");
                return Err(wrong(&self.file, "seat", message));
            }
            let at = Coordinates {
                deal,
                table,
                rotation,
            };
            let line = LoggedLine {
                step,
                round,
                seat: seat as usize,
                event: field(6).into_owned(),
            };
            return Ok(Some((at, number, line)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(text: &str) -> Result<Vec<LoggedGame>, LogError> {
        let mut reader = ActionsReader::new(text.as_bytes(), "actions.csv".into());
        let mut games = Vec::new();
        while let Some(game) = reader.next_game()? {
            games.push(game);
        }
        Ok(games)
    }

    #[test]
    fn games_are_told_apart_and_a_torn_line_is_dropped() {
        let text = "deal,table,rotation,step,round,seat,event\n\
            0,0,0,0,1,1,roll 1 3\n0,0,0,1,1,1,\"say \"\"a, b\"\" dice 1, raise 2\"\n\
            0,0,1,0,1,2,roll 2 2\n0,0,1,1,1";
        let games = games(text).unwrap();
        assert_eq!(games.len(), 2);
        assert_eq!((games[0].line, games[1].line), (2, 4));
        assert_eq!(games[0].lines[1].event, "say \"a, b\" dice 1, raise 2");
        assert_eq!(games[1].at.rotation, 1);
        assert_eq!(games[1].lines[0].seat, 2);
    }

    #[test]
    fn damage_is_told_with_its_line_and_column() {
        for (line, said) in [
            ("0,0,0,0,1,9,out", "line 2, column seat"),
            ("0,0,0,x,1,1,out", "line 2, column step"),
            ("0,0,0,0,1,out", "expected deal,table"),
            ("0,0,0,99999999999,1,1,out", "column step"),
        ] {
            let header = RowWriter::ACTIONS_HEADER;
            let error = games(&format!("{header}{line}\n")).unwrap_err();
            assert!(error.to_string().contains(said), "{error}");
        }
    }
}
