//! Errors that end a command before or during a run.

use dudo_results::log::ManifestError;
use std::fmt::{self, Write};
use std::io;
use std::path::{Path, PathBuf};

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

/// Why a run cannot start or go on. The log stays valid and resumable.
#[derive(Debug)]
pub enum RunError {
    /// The run file.
    Setup(SetupError),
    /// The folder holds something else, or the run in it is another one.
    Refused {
        /// The folder.
        folder: PathBuf,
        /// Why, and what can be done.
        reason: String,
    },
    /// Parts of a plan that cannot be merged.
    Parts {
        /// The folder of the plan.
        folder: PathBuf,
        /// Which, and what can be done.
        reason: String,
        /// Whether one of them is foreign or altered; else they are missing.
        damaged: bool,
    },
    /// The disk refused.
    Disk {
        /// What was tried, such as `write`.
        action: &'static str,
        /// On which file or folder.
        path: PathBuf,
        /// What the system said.
        message: String,
    },
    /// Threads or signals cannot be had.
    Threads(String),
    /// A log that is damaged or of another run.
    Log {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong there.
        message: String,
    },
}

impl RunError {
    pub(crate) fn io(action: &'static str, path: &Path, error: &io::Error) -> Self {
        Self::Disk {
            action,
            path: path.into(),
            message: error.to_string(),
        }
    }

    /// A line that cannot be read: the disk refused, or what it holds is damaged.
    pub(crate) fn read(path: &Path, line: u64, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::InvalidData => Self::foreign(path, line, &error.to_string()),
            _ => Self::io("read", path, error),
        }
    }

    pub(crate) fn foreign(path: &Path, line: u64, message: &str) -> Self {
        Self::Log {
            path: path.into(),
            line,
            message: message.into(),
        }
    }

    /// A manifest that cannot be read: a disk or a person has damaged it.
    pub(crate) fn manifest(error: &ManifestError) -> Self {
        Self::foreign(&error.file, error.line.max(1), error.reason())
    }

    pub(crate) fn refused(folder: &Path, reason: impl Into<String>) -> Self {
        Self::Refused {
            folder: folder.into(),
            reason: reason.into(),
        }
    }

    /// What the process answers the shell.
    pub const fn exit_code(&self) -> u8 {
        match self {
            Self::Setup(_) | Self::Refused { .. } | Self::Parts { damaged: false, .. } => {
                SetupError::EXIT_CODE
            }
            Self::Disk { .. } | Self::Threads(_) => 3,
            Self::Log { .. } | Self::Parts { damaged: true, .. } => 4,
        }
    }
}

impl From<SetupError> for RunError {
    fn from(error: SetupError) -> Self {
        Self::Setup(error)
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setup(error) => error.fmt(f),
            Self::Refused { folder, reason } | Self::Parts { folder, reason, .. } => {
                one_line(f, &folder.to_string_lossy())?;
                f.write_str(": ")?;
                one_line(f, reason)
            }
            Self::Disk {
                action,
                path,
                message,
            } => {
                write!(f, "cannot {action} ")?;
                one_line(f, &path.to_string_lossy())?;
                write!(f, ": {message}")
            }
            Self::Threads(message) => write!(f, "cannot start threads: {message}"),
            Self::Log {
                path,
                line,
                message,
            } => {
                one_line(f, &path.to_string_lossy())?;
                write!(f, ": line {line}: {message}")
            }
        }
    }
}

impl std::error::Error for RunError {}

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
