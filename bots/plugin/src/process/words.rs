//! What a bot writes to standard error: drained for ever, kept within bounds.

use crate::diary::Diary;

/// Bytes of a line that is written to the log as one.
const LONGEST: usize = 2048;

/// Bytes of the last words that are kept for the detail of a fault.
const MOST_KEPT: usize = 400;

/// Bytes of a line that tells the cause.
const MOST_OF_CAUSE: usize = 200;

/// The standard error of one process.
pub(super) struct Words {
    log: Option<Diary>,
    /// A line that has not ended yet.
    line: Vec<u8>,
    /// The last lines since it was asked something, made harmless.
    last: String,
    /// What was said first since then, and the line that tells of memory, once they are no
    /// more among the last: behind the cause a run time may print a hundred lines.
    cause: String,
    /// Whether what is there was said before it was asked.
    old: bool,
}

impl Words {
    pub(super) const fn new(log: Option<Diary>) -> Self {
        Self {
            log,
            line: Vec::new(),
            last: String::new(),
            cause: String::new(),
            old: false,
        }
    }

    /// It is asked something: what it says from now on counts, if it says anything.
    pub(super) const fn asked(&mut self) {
        self.old = true;
    }

    /// Takes in a piece.
    pub(super) fn hear(&mut self, piece: &[u8]) {
        for part in piece.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(part);
            if self.line.ends_with(b"\n") || self.line.len() > LONGEST {
                self.end_line();
            }
        }
    }

    /// Nothing more comes.
    pub(super) fn finish(&mut self) {
        if !self.line.is_empty() {
            self.end_line();
        }
    }

    /// The last lines, behind those that tell the cause.
    pub(super) fn last(&self) -> String {
        let gap = if self.cause.is_empty() { "" } else { "...\n" };
        format!("{}{gap}{}", self.cause, self.last)
    }

    fn end_line(&mut self) {
        let text = String::from_utf8_lossy(&self.line);
        let mut line = tame(text.trim_end_matches(['\n', '\r']));
        line.push('\n');
        if let Some(log) = &self.log {
            log.write(line.as_bytes());
        }
        if std::mem::take(&mut self.old) {
            self.last.clear();
            self.cause.clear();
        }
        self.last.push_str(&line);
        self.line.clear();
        let over = self.last.len().saturating_sub(MOST_KEPT);
        if over == 0 {
            return;
        }
        // Whole lines, unless much would be lost by it.
        let cut = self.last.ceil_char_boundary(over);
        let next = self.last[cut..]
            .find('\n')
            .filter(|&rest| rest < MOST_OF_CAUSE);
        let cut = next.map_or(cut, |rest| cut + rest + 1);
        for line in self.last.drain(..cut).collect::<String>().lines() {
            let first = self.cause.is_empty();
            if first || (complains(line) && !complains(&self.cause)) {
                let short = line.floor_char_boundary(MOST_OF_CAUSE);
                self.cause.push_str(&line[..short]);
                self.cause.push('\n');
            }
        }
    }
}

/// Whether these are words with which the run times of common languages die when there is
/// no memory left.
pub(super) fn complains(words: &str) -> bool {
    const COMPLAINTS: [&str; 10] = [
        "MemoryError",
        "memory allocation of",
        "std::bad_alloc",
        "OutOfMemoryError",
        "Could not reserve enough space",
        "heap out of memory",
        "process OOM",
        "fatal error: out of memory",
        "runtime: out of memory",
        "failed to allocate memory",
    ];
    COMPLAINTS.iter().any(|complaint| words.contains(complaint))
}

/// Text from a bot with everything escaped that could steer a terminal, break
/// a line or turn the direction of writing.
pub(super) fn tame(text: &str) -> String {
    let mut tame = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_control() || steers(letter) {
            tame.extend(letter.escape_default());
        } else {
            tame.push(letter);
        }
    }
    tame
}

/// Characters that are not seen but change how others are.
const fn steers(letter: char) -> bool {
    matches!(
        letter,
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_cut_and_the_end_of_it_is_known() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bots").join("0-flood.log");
        let mut words = Words::new(Some(Diary::new(&path)));
        for number in 0..100_000 {
            words.hear(format!("line {number}\n").as_bytes());
        }
        words.hear(&[b'x'; 100_000]);
        words.hear(b"\nthe \x1b[31mend");
        words.finish();
        assert!(words.last().ends_with("x\n\nthe \\u{1b}[31mend\n"));
        assert!(words.last().starts_with("line 0\n...\nx"));
        assert!(words.last().len() <= MOST_KEPT + MOST_OF_CAUSE);
        let text = std::fs::read_to_string(path).unwrap();
        assert!(text.starts_with("line 0\nline 1\n"));
        assert_eq!(text.len(), 256 * 1024);
    }

    /// A run time dies: the cause first, then more than anybody reads.
    #[test]
    fn the_cause_is_kept() {
        let mut words = Words::new(None);
        words.hear(b"loading\n");
        words.asked();
        assert_eq!(words.last(), "loading\n");
        words.hear(b"panic\nruntime: out of memory: 4 MB\n");
        for number in 0..300 {
            words.hear(format!("goroutine {number}\n").as_bytes());
        }
        let last = words.last();
        assert!(last.starts_with("panic\nruntime: out of memory: 4 MB\n...\ngoroutine"));
        assert!(last.ends_with("goroutine 299\n") && complains(&last));
        words.asked();
        words.hear(b"fine\n");
        assert_eq!(words.last(), "fine\n");
    }

    #[test]
    fn tamed_text_is_one_plain_line() {
        for (text, expected) in [
            ("plain \u{e9}", "plain \u{e9}"),
            ("a\tb\r\nc", "a\\tb\\r\\nc"),
            ("\u{202e}evil\u{200b}", "\\u{202e}evil\\u{200b}"),
            ("\u{1b}]0;title\u{7}", "\\u{1b}]0;title\\u{7}"),
        ] {
            assert_eq!(tame(text), expected);
        }
    }
}
