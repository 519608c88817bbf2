//! A streaming reader of `games.csv`.

use std::io::{self, Chain, Cursor, Empty, Read};
use std::path::Path;

use super::chunks::Chunks;
use super::fields::Fields;
use super::known::Known;
use super::lines::Lines;
use super::row::well_formed;
use super::write::begins_header;
use super::{BotId, LogError, MOST_SEATS, Names, Plain, Row};

/// Reads a log row by row, checks every field, allocates nothing per row and
/// never holds more than one chunk of the file.
///
/// * A byte order mark, `\r\n` line ends and blank lines are accepted.
/// * A last line without its newline is the trace of an interrupted writer
///   and is dropped ([`torn`](Self::torn) tells).
/// * A row that repeats the one before it is dropped if equal
///   ([`repeats`](Self::repeats) counts them) and an error if only its key
///   (deal, table, rotation) is the same. Repeats further apart are not seen:
///   that would need memory for every key.
pub struct LogReader<R> {
    lines: Lines<R>,
    fields: Fields,
    known: Known,
    file: String,
    seats: usize,
    rules: Option<[u8; 8]>,
    /// The current row and the one before; `current` says which is which.
    rows: [Row; 2],
    current: usize,
    /// Rows read so far.
    count: u64,
    repeats: u64,
    torn_header: bool,
}

impl LogReader<Plain> {
    /// Opens a file, compressed or not, and reads its header.
    ///
    /// # Errors
    /// If it cannot be read, or the header is not that of a log.
    pub fn open(path: &Path) -> Result<Self, LogError> {
        let file = path.display().to_string();
        match Plain::open(path) {
            Ok(source) => Self::new(source, file),
            Err(error) => Err(LogError {
                file,
                line: 0,
                column: String::new(),
                message: error.to_string(),
            }),
        }
    }
}

/// What [`LogReader::rest`] is cut from.
pub(crate) type Rest<'a, R> = Chain<Cursor<&'a [u8]>, &'a mut R>;

/// How a piece of a log is read: rows as they come in it, the first never
/// compared with one before, and lines counted from its beginning.
impl LogReader<Empty> {
    /// Begins with the next piece; false behind the last.
    ///
    /// # Errors
    /// The log cannot be read on.
    pub(crate) fn load<S: Read>(&mut self, chunks: &mut Chunks<S>) -> Result<bool, LogError> {
        (self.count, self.repeats) = (0, 0);
        let loaded = self.lines.load(chunks);
        loaded.map_err(|error| self.io(&error))
    }

    /// How many lines of the piece were read.
    pub(crate) fn lines(&self) -> u64 {
        self.lines.number()
    }
}

impl<R: Read> LogReader<R> {
    /// A reader for pieces of this log, of which one row at least was read.
    pub(crate) fn part(&self) -> LogReader<Empty> {
        LogReader {
            lines: Lines::new(io::empty()),
            fields: Fields::new(),
            known: Known::new(),
            file: self.file.clone(),
            seats: self.seats,
            rules: self.rules,
            rows: [Row::default(); 2],
            current: 0,
            count: 0,
            repeats: 0,
            torn_header: false,
        }
    }

    /// The lines that were not read yet, in pieces of about so many bytes.
    pub(crate) fn rest(&mut self, size: usize) -> Chunks<Rest<'_, R>> {
        Chunks::new(self.lines.rest(), size)
    }

    /// The rest was read in pieces, and so many rows were dropped from it.
    pub(crate) fn end(&mut self, repeats: u64, torn: bool) {
        self.repeats += repeats;
        self.lines.end(torn);
    }

    /// The row that was read last, and its line.
    pub(crate) fn last(&self) -> (Row, u64) {
        (self.rows[self.current], self.lines.number())
    }

    /// Reads the header of a stream; `file` is its name in errors.
    ///
    /// # Errors
    /// If it cannot be read, or the header is not that of a log.
    pub fn new(source: R, file: String) -> Result<Self, LogError> {
        let mut reader = Self {
            lines: Lines::new(source),
            fields: Fields::new(),
            known: Known::new(),
            file,
            seats: 0,
            rules: None,
            rows: [Row::default(); 2],
            current: 0,
            count: 0,
            repeats: 0,
            torn_header: false,
        };
        let header = reader.lines.next().map(|line| line.map(<[u8]>::to_vec));
        match header {
            Ok(Some(line)) => reader.header(&line)?,
            // An interrupted writer may not have finished even the header.
            Ok(None) if begins_header(reader.lines.torn_text()) => reader.torn_header = true,
            Ok(None) if reader.lines.torn() => {
                return Err(reader.refuse("", "one line without an end, expected a header"));
            }
            Ok(None) => return Err(reader.refuse("", "an empty file, expected a header")),
            Err(error) => return Err(reader.io(&error)),
        }
        Ok(reader)
    }

    /// Table size of this file, 2 to 8; 0 if not even the header is whole.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// The fingerprint of the rules, once a row was read.
    #[must_use]
    pub fn rules(&self) -> &str {
        let rules = self.rules.as_ref();
        rules.map_or("", |rules| std::str::from_utf8(rules).unwrap_or_default())
    }

    /// Whether the file ended inside a line, once the last row was read.
    #[must_use]
    pub fn torn(&self) -> bool {
        self.lines.torn()
    }

    /// How many rows repeated the row before them and were dropped.
    #[must_use]
    pub fn repeats(&self) -> u64 {
        self.repeats
    }

    /// An error at the current line.
    #[must_use]
    pub fn refuse(&self, column: &str, message: impl Into<String>) -> LogError {
        LogError {
            file: self.file.clone(),
            line: self.lines.number().max(1),
            column: column.to_owned(),
            message: message.into(),
        }
    }

    fn io(&self, error: &io::Error) -> LogError {
        LogError {
            file: self.file.clone(),
            line: self.lines.number() + 1,
            column: String::new(),
            message: error.to_string(),
        }
    }

    /// Name of a column by its index.
    fn column(&self, index: usize) -> String {
        let tail = 4 + 2 * self.seats;
        match index {
            0..4 => ["rules", "deal", "table", "rotation"][index].to_owned(),
            _ if index < 4 + self.seats => format!("bot{}", index - 3),
            _ if index < tail => format!("place{}", index - 3 - self.seats),
            _ => ["winner", "rounds", "actions", "faults"]
                .get(index - tail)
                .map_or_else(String::new, |&name| name.to_owned()),
        }
    }

    fn header(&mut self, line: &[u8]) -> Result<(), LogError> {
        let wide = self.fields.split(line);
        let count = self.fields.count();
        // Eight columns surround two for each seat; the nearest table size
        // names the columns that are expected.
        self.seats = (count.saturating_sub(8) / 2).clamp(2, MOST_SEATS);
        let expected = 8 + 2 * self.seats;
        for index in 0..expected.min(count) {
            let found = self.fields.get(self.fields.text(line), index);
            let column = self.column(index);
            if found != column.as_bytes() {
                let found = String::from_utf8_lossy(found);
                return Err(self.refuse(
                    &column,
                    format!("the header has {found:?} where {column:?} was expected"),
                ));
            }
        }
        if !wide || count != expected {
            return Err(self.refuse(
                "",
                format!(
                    "{count} columns; expected rules,deal,table,rotation,bot1..botK,\
                     place1..placeK,winner,rounds,actions,faults for 2 to 8 seats"
                ),
            ));
        }
        Ok(())
    }

    /// The next row; `None` after the last whole one. All rows of a log are
    /// read with one table of names.
    ///
    /// # Errors
    /// The first field, from the left, that is not as documented.
    pub fn next(&mut self, names: &mut Names) -> Result<Option<&Row>, LogError> {
        Ok(self.next_known(names)?.map(|(row, _)| row))
    }

    /// The next row, and the number of its outcome if an earlier row had the
    /// same and both were without faults.
    #[inline]
    pub(crate) fn next_known(
        &mut self,
        names: &mut Names,
    ) -> Result<Option<(&Row, Option<usize>)>, LogError> {
        if self.torn_header {
            return Ok(None);
        }
        loop {
            let line = match self.lines.next() {
                Ok(Some([])) => continue,
                Ok(Some(line)) => line,
                Ok(None) => return Ok(None),
                Err(error) => return Err(self.io(&error)),
            };
            let row = &mut self.rows[1 - self.current];
            row.seats = self.seats;
            let known = self.known.read(line, self.rules.as_ref(), row);
            if known.is_none() {
                let parsed = parse(line, &mut self.fields, &mut self.rules, names, row);
                if let Err((index, message)) = parsed {
                    let column = index.map_or_else(String::new, |index| self.column(index));
                    return Err(self.refuse(&column, message));
                }
                if row.faulted == 0
                    && !row.withdrawn
                    && let Some(text) = self.fields.between(line, 4, 4 + 2 * self.seats)
                {
                    self.known.keep(text, row);
                }
            }
            let [a, b] = &self.rows;
            if self.count > 0 && key(a) == key(b) {
                if a != b {
                    return Err(self.refuse(OTHER_OUTCOME.0, OTHER_OUTCOME.1));
                }
                self.repeats += 1;
                continue;
            }
            self.count += 1;
            self.current = 1 - self.current;
            return Ok(Some((&self.rows[self.current], known)));
        }
    }

    /// Bots and places of an outcome that [`next_known`](Self::next_known) gave
    /// the number of.
    pub(crate) fn outcome(&self, number: usize) -> (&[BotId], &[u8]) {
        let (bots, places) = self.known.outcome(number);
        (&bots[..self.seats], &places[..self.seats])
    }
}

/// Column and message where a row contradicts the one before.
pub(crate) const OTHER_OUTCOME: (&str, &str) =
    ("deal", "the game of the row before, with another outcome");

pub(crate) fn key(row: &Row) -> (u64, u64, u64) {
    (row.deal, row.table, row.rotation)
}

/// The index of the column that is wrong, if it is one, and why.
type Wrong = (Option<usize>, String);

/// Reads a line into a row, of which only the number of seats is set.
fn parse(
    line: &[u8],
    fields: &mut Fields,
    rules: &mut Option<[u8; 8]>,
    names: &mut Names,
    row: &mut Row,
) -> Result<(), Wrong> {
    let seats = row.seats;
    let expected = 8 + 2 * seats;
    if !fields.split(line) {
        return Err((
            None,
            "a quote that is not closed, or far too many fields".to_owned(),
        ));
    }
    if fields.count() != expected {
        let count = fields.count();
        return Err((None, format!("{count} fields, expected {expected}")));
    }
    let fields = &*fields;
    let text = fields.text(line);
    let field = |index| fields.get(text, index);
    let number = |index| match integer(field(index)) {
        Some(value) => Ok(value),
        None => Err(wrong(index, field(index), "a whole number below 2^64")),
    };
    // Eight bytes of known length compare as one word.
    let found = <&[u8; 8]>::try_from(field(0)).ok();
    if found.is_none() || found != rules.as_ref() {
        same_rules(field(0), rules)?;
    }
    row.deal = number(1)?;
    row.table = number(2)?;
    row.rotation = number(3)?;
    row.faulted = 0;
    row.withdrawn = false;
    for seat in 0..seats {
        let bot = names
            .id(field(4 + seat))
            .map_err(|message| (Some(4 + seat), message))?;
        if row.bots[..seat].contains(&bot) {
            let name = names.name(bot);
            return Err((
                Some(4 + seat),
                format!("{name:?} already sits at this table"),
            ));
        }
        row.bots[seat] = bot;
    }
    let tail = 4 + 2 * seats;
    if !field(tail + 3).is_empty() {
        faults(field(tail + 3), row).map_err(|message| (Some(tail + 3), message))?;
    }
    if row.withdrawn {
        row.places = [0; MOST_SEATS];
        for index in 4 + seats..=tail {
            if !field(index).is_empty() {
                return Err(wrong(
                    index,
                    field(index),
                    "nothing, for a bot is withdrawn",
                ));
            }
        }
    } else {
        places(field, row)?;
    }
    for (index, slot) in [(tail + 1, &mut row.rounds), (tail + 2, &mut row.actions)] {
        *slot = if field(index).is_empty() {
            None
        } else {
            Some(number(index)?)
        };
    }
    Ok(())
}

/// The first row decides on the rules of the file; later ones must agree.
fn same_rules(found: &[u8], rules: &mut Option<[u8; 8]>) -> Result<(), Wrong> {
    let digits = <[u8; 8]>::try_from(found).ok();
    let Some(digits) = digits.filter(|digits| digits.iter().all(u8::is_ascii_hexdigit)) else {
        return Err(wrong(0, found, "a fingerprint of 8 hex digits"));
    };
    let Some(known) = rules else {
        *rules = Some(digits);
        return Ok(());
    };
    Err((
        Some(0),
        format!(
            "rules {} after rules {}: one rating cannot mix two",
            String::from_utf8_lossy(found),
            String::from_utf8_lossy(known)
        ),
    ))
}

fn places<'a>(field: impl Fn(usize) -> &'a [u8], row: &mut Row) -> Result<(), Wrong> {
    let seats = row.seats;
    let first = 4 + seats;
    let (mut winner, mut winners) = (0, 0);
    for seat in 0..seats {
        let text = field(first + seat);
        row.places[seat] = match text {
            [digit @ b'1'..=b'8'] if usize::from(digit - b'0') <= seats => digit - b'0',
            _ => return Err(wrong(first + seat, text, &format!("a place, 1 to {seats}"))),
        };
        if row.places[seat] == 1 {
            winner = seat;
            winners += 1;
        }
    }
    if !well_formed(&row.places[..seats]) {
        // Point at the first place that the better ones do not explain.
        let odd = (0..seats).find(|&seat| {
            let better = |&&other: &&u8| other < row.places[seat];
            let better = row.places[..seats].iter().filter(better).count();
            usize::from(row.places[seat]) != better + 1
        });
        return Err((
            odd.map(|seat| first + seat),
            "places that do not fit together: ties share the better place and the next is \
             skipped"
                .to_owned(),
        ));
    }
    let named = field(first + seats);
    let expected = if winners == 1 { field(4 + winner) } else { b"" };
    if named != expected {
        let expected = String::from_utf8_lossy(expected).into_owned();
        return Err(wrong(
            first + seats,
            named,
            &if winners == 1 {
                format!("{expected:?}, who has place 1")
            } else {
                "nothing, for place 1 is shared".to_owned()
            },
        ));
    }
    Ok(())
}

/// `seat:kind` joined by `;`, seats from 1.
fn faults(text: &[u8], row: &mut Row) -> Result<(), String> {
    for item in text.split(|&byte| byte == b';') {
        let (seat, kind) = match item {
            [digit @ b'1'..=b'8', b':', kind @ ..] => (usize::from(digit - b'1'), kind),
            _ => (MOST_SEATS, &b""[..]),
        };
        let word = |&byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if seat >= row.seats || kind.is_empty() || !kind.iter().all(word) {
            return Err(format!(
                "{:?}, expected seat:kind as in 2:timed-out, with seats 1 to {}",
                String::from_utf8_lossy(item),
                row.seats
            ));
        }
        if kind == b"withdrawn" {
            row.withdrawn = true;
        } else {
            row.faulted |= 1 << seat;
        }
    }
    Ok(())
}

fn wrong(index: usize, found: &[u8], expected: &str) -> Wrong {
    let found = String::from_utf8_lossy(found);
    (Some(index), format!("found {found:?}, expected {expected}"))
}

/// Digits only: no sign, no blank, below 2^64.
fn integer(text: &[u8]) -> Option<u64> {
    if text.is_empty() || text.len() > 20 {
        return None;
    }
    let mut value: u64 = 0;
    for &byte in text {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        value = value.checked_mul(10)?.checked_add(u64::from(digit))?;
    }
    Some(value)
}

#[cfg(test)]
mod tests;
