//! Logs whose columns stand in another order, among others, or lack those that
//! no rating needs.

use std::io::{self, Chain, Cursor, Read};

use super::MOST_SEATS;

/// No header comes near this.
const LONGEST: usize = 1 << 16;

/// A log with its columns as documented. One that has them already, and one
/// that lacks one that is needed, is handed on as it is.
///
/// # Errors
/// If the source cannot be read.
pub(crate) fn documented(mut source: Box<dyn Read + Send>) -> io::Result<Box<dyn Read + Send>> {
    let mut head = Vec::new();
    let mut bytes = [0; 4096];
    while !head.contains(&b'\n') && head.len() < LONGEST {
        match source.read(&mut bytes)? {
            0 => break,
            read => head.extend_from_slice(&bytes[..read]),
        }
    }
    let end = head.iter().position(|&byte| byte == b'\n');
    let header = end.map_or(&head[..], |end| &head[..end]);
    let order = order(header);
    let whole = Cursor::new(head).chain(source);
    Ok(match order {
        Some((order, names)) => Box::new(Reordered::new(whole, order, &names)),
        None => Box::new(whole),
    })
}

/// Where each documented column is, and their names; `None` if they are in
/// their places, or one that is needed is missing.
fn order(header: &[u8]) -> Option<(Vec<Option<usize>>, Vec<String>)> {
    let header = std::str::from_utf8(header).ok()?;
    let header = header.trim_start_matches('\u{feff}').trim_end();
    let found: Vec<&str> = header
        .split(',')
        .map(|name| name.trim_matches('"'))
        .collect();
    let seats = (1..=MOST_SEATS)
        .take_while(|seat| found.contains(&format!("bot{seat}").as_str()))
        .count();
    let mut names: Vec<String> = ["rules", "deal", "table", "rotation"]
        .map(str::to_owned)
        .to_vec();
    for word in ["bot", "place"] {
        names.extend((1..=seats).map(|seat| format!("{word}{seat}")));
    }
    names.extend(["winner", "rounds", "actions", "faults"].map(str::to_owned));
    if seats < 2 || found.iter().copied().eq(names.iter().map(String::as_str)) {
        return None;
    }
    let mut order = Vec::new();
    for name in &names {
        let at = found.iter().position(|found| found == name);
        let needed = !["rounds", "actions", "faults"].contains(&name.as_str());
        if at.is_none() && needed {
            return None;
        }
        order.push(at);
    }
    Some((order, names))
}

/// The header that was looked at, and what follows.
type Whole = Chain<Cursor<Vec<u8>>, Box<dyn Read + Send>>;

/// Rewrites row by row; line numbers stay what they were.
struct Reordered {
    rows: csv::Reader<Whole>,
    order: Vec<Option<usize>>,
    row: csv::ByteRecord,
    ready: Vec<u8>,
    next: usize,
    line: u64,
}

impl Reordered {
    fn new(source: Whole, order: Vec<Option<usize>>, names: &[String]) -> Self {
        Self {
            rows: csv::ReaderBuilder::new().flexible(true).from_reader(source),
            order,
            row: csv::ByteRecord::new(),
            ready: (names.join(",") + "\n").into_bytes(),
            next: 0,
            line: 2,
        }
    }

    /// The next row as bytes; nothing at the end.
    fn refill(&mut self) -> io::Result<()> {
        self.ready.clear();
        self.next = 0;
        if !self.rows.read_byte_record(&mut self.row)? {
            return Ok(());
        }
        // Blank lines were skipped.
        let line = self.rows.position().line() - 1;
        while self.line < line {
            self.ready.push(b'\n');
            self.line += 1;
        }
        self.line += 1;
        let mut writer = csv::WriterBuilder::new().from_writer(std::mem::take(&mut self.ready));
        let fields = self.order.iter().map(|at| match at {
            Some(at) => self.row.get(*at).unwrap_or_default(),
            None => &[],
        });
        writer.write_record(fields)?;
        self.ready = writer
            .into_inner()
            .map_err(|error| io::Error::other(error.to_string()))?;
        Ok(())
    }
}

impl Read for Reordered {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.next == self.ready.len() {
            self.refill()?;
        }
        let part = &self.ready[self.next..];
        let count = part.len().min(out.len());
        out[..count].copy_from_slice(&part[..count]);
        self.next += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn through(text: &str) -> String {
        let source: Box<dyn Read + Send> = Box::new(Cursor::new(text.as_bytes().to_vec()));
        let mut out = String::new();
        documented(source)
            .unwrap()
            .read_to_string(&mut out)
            .unwrap();
        out
    }

    #[test]
    fn columns_find_their_places() {
        let plain =
            "rules,deal,table,rotation,bot1,bot2,place1,place2,winner,rounds,actions,faults\n";
        for (text, expected) in [
            // As documented, or beyond help: as it is.
            (format!("{plain}a1b2c3d4,0,0,0,a,b,1,2,a,5,20,\n"), None),
            ("a,b\n1,2\n".to_owned(), None),
            (String::new(), None),
            (
                "rules,deal,bot1,bot2,place1,place2,winner\n".to_owned(),
                None,
            ),
            // Others among them, another order, none of the last three; a blank
            // line stays a line.
            (
                "winner,place2,place1,bot2,bot1,note,rules,rotation,table,deal\n\n\
                 \"a,1\",2,1,b,\"a,1\",hello,a1b2c3d4,1,0,7\n"
                    .to_owned(),
                Some(format!(
                    "{plain}\na1b2c3d4,7,0,1,\"a,1\",b,1,2,\"a,1\",,,\n"
                )),
            ),
        ] {
            assert_eq!(through(&text), expected.unwrap_or(text));
        }
    }
}
