//! What a bot writes to standard error: drained for ever, kept within bounds.

use crate::diary::Diary;

/// Bytes of the last words that are kept for the detail of a fault.
const MOST_KEPT: usize = 2048;

/// The standard error of one process.
pub(super) struct Words {
    log: Option<Diary>,
    /// A line that has not ended yet.
    line: Vec<u8>,
    /// The last lines, made harmless.
    last: String,
}

impl Words {
    pub(super) const fn new(log: Option<Diary>) -> Self {
        Self {
            log,
            line: Vec::new(),
            last: String::new(),
        }
    }

    /// Takes in a piece.
    pub(super) fn hear(&mut self, piece: &[u8]) {
        for part in piece.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(part);
            if self.line.ends_with(b"\n") || self.line.len() > MOST_KEPT {
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

    /// The last lines.
    pub(super) fn last(&self) -> &str {
        &self.last
    }

    fn end_line(&mut self) {
        let text = String::from_utf8_lossy(&self.line);
        let mut line = tame(text.trim_end_matches(['\n', '\r']));
        line.push('\n');
        if let Some(log) = &self.log {
            log.write(line.as_bytes());
        }
        self.last.push_str(&line);
        self.line.clear();
        let over = self.last.len().saturating_sub(MOST_KEPT);
        let cut = self.last.ceil_char_boundary(over);
        self.last.drain(..cut);
    }
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
        assert!(words.last().len() <= MOST_KEPT);
        let text = std::fs::read_to_string(path).unwrap();
        assert!(text.starts_with("line 0\nline 1\n"));
        assert_eq!(text.len(), 256 * 1024);
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
