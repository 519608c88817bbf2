//! What is wrong with a log, and where.

use std::fmt;

/// A damaged or foreign log: one place and one sentence.
///
/// Prints as `games.csv: line 17, column place2: expected ...`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogError {
    /// The file as it was named by the caller.
    pub file: String,
    /// The line, from 1; 0 when the file as a whole is meant.
    pub line: u64,
    /// The column by its name in the header; empty when a whole line is meant.
    pub column: String,
    /// What was found and what was expected.
    pub message: String,
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.file)?;
        if self.line > 0 {
            write!(f, "line {}", self.line)?;
            if !self.column.is_empty() {
                write!(f, ", column {}", self.column)?;
            }
            write!(f, ": ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for LogError {}
