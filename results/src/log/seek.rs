//! Finding a game in a long log.

use super::{Coordinates, read_line};
use std::io::{self, BufReader, Read, Seek, SeekFrom};

/// Bytes that are read through rather than bisected.
const NEAR: u64 = 1 << 16;

/// The offset of the first line from which on no game comes before the one that
/// is looked for, in a file whose games stand in the order of `before`. The
/// header is passed over. `skipped` columns stand left of the coordinates: one
/// in `games.csv`, none in `actions.csv` and `faults.csv`.
///
/// Reads a few kilobytes of a file of any length. Where the file is in another
/// order what is found may not be there: look, and [`scan`] if it matters.
///
/// # Errors
/// The file cannot be read, or has a line that is too long for a log.
pub fn bisect<F: Read + Seek>(
    file: &mut F,
    skipped: usize,
    before: impl Fn(Coordinates) -> bool,
) -> io::Result<u64> {
    let length = file.seek(SeekFrom::End(0))?;
    let mut low = 0;
    let mut high = length;
    while high - low > NEAR {
        let middle = low + (high - low) / 2;
        // The line that begins after the middle decides; an unreadable one (the
        // header, a torn tail) is passed over.
        let found = first_from(file, middle, high, skipped)?;
        match found {
            Some((at, coordinates)) if before(coordinates) => low = at,
            _ => high = middle,
        }
    }
    file.seek(SeekFrom::Start(low))?;
    let mut lines = BufReader::new(file);
    let (mut at, mut line) = (low, Vec::new());
    loop {
        line.clear();
        if read_line(&mut lines, &mut line)? == 0 {
            return Ok(at);
        }
        // A line that is cut in front is never one to stop at.
        let passed = coordinates(&line, skipped).is_none_or(&before);
        if !passed {
            return Ok(at);
        }
        at += line.len() as u64;
    }
}

/// The first line after `from` that has coordinates, with its offset.
fn first_from<F: Read + Seek>(
    file: &mut F,
    from: u64,
    end: u64,
    skipped: usize,
) -> io::Result<Option<(u64, Coordinates)>> {
    file.seek(SeekFrom::Start(from))?;
    let mut lines = BufReader::with_capacity(4096, file);
    let (mut at, mut line) = (from, Vec::new());
    // What is left of the line in whose middle this is.
    at += read_line(&mut lines, &mut line)? as u64;
    while at < end {
        line.clear();
        let read = read_line(&mut lines, &mut line)?;
        if read == 0 {
            break;
        }
        if let Some(found) = coordinates(&line, skipped) {
            return Ok(Some((at, found)));
        }
        at += read as u64;
    }
    Ok(None)
}

/// The offset of the first line of this game, wherever it stands.
///
/// # Errors
/// As for [`bisect`].
pub fn scan(file: &mut (impl Read + Seek), skipped: usize, game: Coordinates) -> io::Result<u64> {
    file.seek(SeekFrom::Start(0))?;
    let mut lines = BufReader::with_capacity(1 << 18, file);
    let (mut at, mut line) = (0, Vec::new());
    loop {
        line.clear();
        let read = read_line(&mut lines, &mut line)?;
        if read == 0 || coordinates(&line, skipped) == Some(game) {
            return Ok(at);
        }
        at += read as u64;
    }
}

/// The last game that a file has a whole line of, near its end; `None` where there
/// is none.
///
/// # Errors
/// The file cannot be read.
pub(crate) fn last<F: Read + Seek>(
    file: &mut F,
    skipped: usize,
) -> io::Result<Option<Coordinates>> {
    let length = file.seek(SeekFrom::End(0))?;
    let from = length.saturating_sub(NEAR);
    file.seek(SeekFrom::Start(from))?;
    let mut text = Vec::new();
    file.take(NEAR).read_to_end(&mut text)?;
    // Neither a line that is cut in front nor a torn one has a game.
    let start = match from {
        0 => 0,
        _ => memchr::memchr(b'\n', &text).map_or(text.len(), |at| at + 1),
    };
    let end = memchr::memrchr(b'\n', &text).map_or(start, |at| at + 1);
    let lines = text[start..end.max(start)].split(|&byte| byte == b'\n');
    Ok(lines.rev().find_map(|line| coordinates(line, skipped)))
}

/// The coordinates of a row, if it has some.
#[must_use]
pub fn coordinates(line: &[u8], skipped: usize) -> Option<Coordinates> {
    let mut fields = line.split(|&byte| byte == b',').skip(skipped);
    let mut number = || {
        let digits = std::str::from_utf8(fields.next()?).ok()?;
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| digits.parse().ok()).flatten()
    };
    let (deal, table, rotation) = (number()?, number()?, number()?);
    // A row goes on after its coordinates; a torn one may not.
    fields.next().map(|_| Coordinates {
        deal,
        table,
        rotation,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn at(deal: u64) -> Coordinates {
        Coordinates {
            deal,
            table: 7,
            rotation: 1,
        }
    }

    /// Whatever is looked for in a log of any length: its first line, or where
    /// it would stand.
    #[test]
    fn every_game_is_found_where_it_stands() {
        let mut text = String::from("rules,deal,table,rotation,rest\n");
        let mut offsets = Vec::new();
        for deal in 0..20_000 {
            offsets.push(text.len() as u64);
            for part in 0..=deal % 3 {
                text += &format!("00c0ffee,{},7,1,{}\n", 2 * deal, "x".repeat(part as usize));
            }
        }
        let end = text.len() as u64;
        let mut file = Cursor::new(text);
        for deal in (0..20_000).step_by(97).chain([0, 1, 2, 19_999]) {
            let wanted = offsets[deal];
            for (looked_for, offset) in [
                (2 * deal as u64, wanted),
                (2 * deal as u64 + 1, *offsets.get(deal + 1).unwrap_or(&end)),
            ] {
                let found = bisect(&mut file, 1, |game| game.deal < looked_for).unwrap();
                assert_eq!(found, offset, "{looked_for}");
            }
            assert_eq!(scan(&mut file, 1, at(2 * deal as u64)).unwrap(), wanted);
        }
    }

    /// Wherever in a file a line without end stands, it is not read into memory.
    #[test]
    fn an_endless_line_is_an_error() {
        let row = "00c0ffee,2,7,1,x\n".repeat(10_000);
        let long = "x".repeat(3 << 20);
        for text in [long.clone(), row.clone() + &long, long + "\n" + &row] {
            let mut file = Cursor::new(text);
            let found = bisect(&mut file, 1, |game| game.deal < 3);
            assert_eq!(found.unwrap_err().kind(), io::ErrorKind::InvalidData);
            let found = scan(&mut file, 1, at(3));
            assert_eq!(found.unwrap_err().kind(), io::ErrorKind::InvalidData);
        }
    }

    #[test]
    fn short_and_torn_files_have_an_end() {
        for text in [
            "",
            "rules,deal\n",
            "rules,deal,table,rotation,b\n00c0ffee,3",
        ] {
            let mut file = Cursor::new(text);
            let found = bisect(&mut file, 1, |game| game.deal < 3).unwrap();
            assert_eq!(found, text.len() as u64, "{text:?}");
        }
        for (text, expected) in [
            ("", None),
            ("rules,deal,table,rotation,b\n", None),
            ("00c0ffee,3,7,1,x", None),
            ("00c0ffee,3,7,1,x\n00c0ffee,4,7,1,x", Some(at(3))),
            ("00c0ffee,3,7,1,x\r\n\n", Some(at(3))),
        ] {
            let before = "00c0ffee,2,7,1,x\n".repeat(10_000);
            assert_eq!(
                last(&mut Cursor::new(text), 1).unwrap(),
                expected,
                "{text:?}"
            );
            let long = last(&mut Cursor::new(before + text), 1).unwrap();
            assert_eq!(long, expected.or(Some(at(2))), "{text:?}");
        }
        assert_eq!(coordinates(b"00c0ffee,3,7,1", 1), None);
        assert_eq!(coordinates(b"00c0ffee,3,7,1,", 1), Some(at(3)));
        assert_eq!(coordinates(b"+3,7,1,", 0), None);
    }
}
