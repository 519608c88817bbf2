//! Writing a log: rows of bytes, made on any thread.

use super::MOST_SEATS;
use dudo_engine::{Failure, Outcome, Place};
use std::fmt::{Display, Write};

/// Where a game stands in its run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coordinates {
    /// Which dice, from 0.
    pub deal: u64,
    /// Which set of bots, from 0.
    pub table: u64,
    /// Which seating, from 0.
    pub rotation: u64,
}

/// Renders the rows of `games.csv`, `actions.csv` and `faults.csv` for one
/// run. Names are quoted once, here.
#[derive(Clone, Debug)]
pub struct RowWriter {
    fingerprint: String,
    names: Vec<String>,
    quoted: Vec<String>,
}

impl RowWriter {
    /// A writer for a run under rules with this fingerprint and this roster.
    pub fn new(fingerprint: &str, names: &[String]) -> Self {
        let quoted = names.iter().map(|name| quote(name)).collect();
        Self {
            fingerprint: fingerprint.into(),
            names: names.to_vec(),
            quoted,
        }
    }

    /// The name of a bot of the roster.
    ///
    /// # Panics
    /// If the roster has none with this number.
    pub fn name(&self, bot: usize) -> &str {
        &self.names[bot]
    }

    /// The header of `games.csv` for tables of so many seats.
    pub fn games_header(seats: usize) -> String {
        let mut header = String::from("rules,deal,table,rotation");
        for column in ["bot", "place"] {
            for seat in 1..=seats {
                let _ = write!(header, ",{column}{seat}");
            }
        }
        header + ",winner,rounds,actions,faults\n"
    }

    /// The header of `actions.csv`.
    pub const ACTIONS_HEADER: &str = "deal,table,rotation,step,round,seat,event\n";

    /// The header of `faults.csv`.
    pub const FAULTS_HEADER: &str = "deal,table,rotation,step,seat,bot,fault,detail\n";

    /// How a row of `games.csv` begins: everything that the plan decides, up
    /// to and with the comma after the last bot.
    pub fn key(&self, out: &mut Vec<u8>, at: Coordinates, lineup: impl Iterator<Item = usize>) {
        out.extend_from_slice(self.fingerprint.as_bytes());
        out.push(b',');
        coordinates(out, at);
        for bot in lineup {
            out.extend_from_slice(self.quoted[bot].as_bytes());
            out.push(b',');
        }
    }

    /// A whole row of `games.csv` for a game that was played.
    pub fn game(&self, out: &mut Vec<u8>, at: Coordinates, lineup: &[usize], outcome: &Outcome) {
        self.key(out, at, lineup.iter().copied());
        let mut first = None;
        let mut shared = false;
        for (seat, &place) in outcome.places.iter() {
            number(out, u64::from(place.0));
            out.push(b',');
            if place == Place(1) {
                shared |= first.replace(seat).is_some();
            }
        }
        if let (Some(seat), false) = (first, shared) {
            out.extend_from_slice(self.quoted[lineup[seat.index()]].as_bytes());
        }
        out.push(b',');
        number(out, u64::from(outcome.rounds));
        out.push(b',');
        number(out, u64::from(outcome.actions));
        out.push(b',');
        for (index, failure) in outcome.faults.iter().enumerate() {
            if index > 0 {
                out.push(b';');
            }
            number(out, failure.seat.index() as u64 + 1);
            out.push(b':');
            out.extend_from_slice(failure.fault.kind.word().as_bytes());
        }
        out.push(b'\n');
    }

    /// A row of `games.csv` for a game that is not played, because the bots in
    /// these seats (0-based) are withdrawn.
    pub fn withdrawn(
        &self,
        out: &mut Vec<u8>,
        at: Coordinates,
        lineup: &[usize],
        seats: impl Iterator<Item = usize>,
    ) {
        self.key(out, at, lineup.iter().copied());
        // Absent is not zero: no places, no winner, no rounds, no actions.
        out.extend(std::iter::repeat_n(b',', lineup.len() + 3));
        for (index, seat) in seats.enumerate() {
            if index > 0 {
                out.push(b';');
            }
            number(out, seat as u64 + 1);
            out.extend_from_slice(b":withdrawn");
        }
        out.push(b'\n');
    }

    /// A row of `actions.csv`; `seat` is 1-based, as it is printed.
    pub fn action(
        out: &mut Vec<u8>,
        at: Coordinates,
        step: u32,
        round: u32,
        seat: u64,
        event: &dyn Display,
    ) {
        coordinates(out, at);
        for value in [u64::from(step), u64::from(round), seat] {
            number(out, value);
            out.push(b',');
        }
        let text = event.to_string();
        out.extend_from_slice(
            if needs_quotes(&text) {
                quote(&text)
            } else {
                text
            }
            .as_bytes(),
        );
        out.push(b'\n');
    }

    /// A row of `faults.csv`.
    pub fn fault(&self, out: &mut Vec<u8>, at: Coordinates, lineup: &[usize], failure: &Failure) {
        coordinates(out, at);
        number(out, u64::from(failure.step));
        out.push(b',');
        number(out, failure.seat.index() as u64 + 1);
        let bot = &self.names[lineup[failure.seat.index()]];
        for text in [
            bot.as_str(),
            failure.fault.kind.word(),
            &tame(&failure.fault.detail),
        ] {
            out.push(b',');
            out.extend_from_slice(quote(text).as_bytes());
        }
        out.push(b'\n');
    }
}

/// Whether this is a part of a header that a log can have, and not nothing.
pub(super) fn begins_header(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let text = text.strip_suffix(b"\r").unwrap_or(text);
    let begins = |seats| RowWriter::games_header(seats).as_bytes().starts_with(text);
    !text.is_empty() && (2..=MOST_SEATS).any(begins)
}

fn coordinates(out: &mut Vec<u8>, at: Coordinates) {
    for value in [at.deal, at.table, at.rotation] {
        number(out, value);
        out.push(b',');
    }
}

fn number(out: &mut Vec<u8>, value: u64) {
    out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
}

fn needs_quotes(text: &str) -> bool {
    text.contains([',', '"', '\n', '\r'])
}

/// A CSV field, quoted where RFC 4180 needs it.
fn quote(text: &str) -> String {
    if needs_quotes(text) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.into()
    }
}

/// Text from a bot on one line, as no spreadsheet would run it.
fn tame(text: &str) -> String {
    let mut tame = String::new();
    if text.starts_with(['=', '+', '-', '@']) {
        tame.push('\'');
    }
    for letter in text.chars() {
        if letter.is_control()
            || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        {
            tame.extend(letter.escape_default());
        } else {
            tame.push(letter);
        }
    }
    tame
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_text_stays_one_harmless_field() {
        for (text, expected) in [
            ("plain", "plain"),
            ("a,b", "\"a,b\""),
            ("say \"hi\"", "\"say \"\"hi\"\"\""),
            ("line\nbreak", "line\\nbreak"),
            ("=1+1", "'=1+1"),
            ("\u{202e}evil", "\\u{202e}evil"),
            ("\u{1b}[31mred", "\\u{1b}[31mred"),
        ] {
            assert_eq!(quote(&tame(text)), expected);
        }
    }

    #[test]
    fn a_game_that_is_not_played_has_no_numbers() {
        let writer = RowWriter::new("00c0ffee", &["a".into(), "b,c".into()]);
        let mut out = Vec::new();
        let at = Coordinates {
            deal: 7,
            table: 0,
            rotation: 1,
        };
        writer.withdrawn(&mut out, at, &[1, 0], [0].into_iter());
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "00c0ffee,7,0,1,\"b,c\",a,,,,,,1:withdrawn\n"
        );
        assert_eq!(
            RowWriter::games_header(2),
            "rules,deal,table,rotation,bot1,bot2,place1,place2,winner,rounds,actions,faults\n"
        );
    }
}
