//! Errors that end a command before or during a run.

use std::fmt::{self, Write};
use std::path::PathBuf;

/// A mistake of the user in a run file, a roster or a command: nothing starts.
///
/// [`Display`](fmt::Display) is always a single line that names the file, the line,
/// the key and what was expected, whatever characters the file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError {
    /// The file at fault, as the user named it.
    pub file: PathBuf,
    /// The line at fault, counted from 1, where one can be named.
    pub line: Option<usize>,
    /// The key at fault with its sections, such as `schedule.deals`; empty where
    /// the file as a whole is at fault.
    pub key: String,
    /// What is wrong and what was expected: lower case, no full stop.
    pub message: String,
}

impl SetupError {
    /// What the process answers the shell.
    pub const EXIT_CODE: u8 = 2;
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        one_line(f, &self.file.to_string_lossy())?;
        if let Some(line) = self.line {
            write!(f, ": line {line}")?;
        }
        if !self.key.is_empty() {
            f.write_str(": ")?;
            one_line(f, &self.key)?;
        }
        f.write_str(": ")?;
        one_line(f, &self.message)
    }
}

impl std::error::Error for SetupError {}

/// Writes text without anything that would break or repaint the line.
fn one_line(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    for char in text.chars() {
        if char.is_control() || matches!(char, '\u{2028}' | '\u{2029}') {
            write!(f, "{}", char.escape_default())?;
        } else {
            f.write_char(char)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_one_line_with_what_is_known() {
        let whole = SetupError {
            file: "a\nb.toml".into(),
            line: None,
            key: String::new(),
            message: "no such\u{2028}file\u{1b}[2J".into(),
        };
        assert_eq!(
            whole.to_string(),
            r"a\nb.toml: no such\u{2028}file\u{1b}[2J"
        );
        let placed = SetupError {
            line: Some(3),
            key: "schedule.deals".into(),
            message: "missing".into(),
            ..whole
        };
        assert_eq!(
            placed.to_string(),
            r"a\nb.toml: line 3: schedule.deals: missing"
        );
    }
}
