//! The text of a run file, and errors that point into it.

use std::fs;
use std::io::{ErrorKind, Read};
use std::ops::Range;
use std::path::Path;

use super::item::quoted;
use super::nearest::did_you_mean;
use crate::error::SetupError;

/// The largest run file, in bytes. A roster of thousands fits; a log given by
/// mistake does not.
const LARGEST: u64 = 1 << 20;

/// A run file's text together with its name.
#[derive(Debug)]
pub(super) struct Source<'s> {
    pub(super) path: &'s Path,
    pub(super) text: &'s str,
    /// Where each line ends. A roster of thousands asks for thousands of lines.
    line_ends: Vec<usize>,
}

impl<'s> Source<'s> {
    /// Takes bytes as UTF-8, with or without a byte order mark.
    pub(super) fn new(path: &'s Path, bytes: &'s [u8]) -> Result<Self, SetupError> {
        if bytes.len() as u64 > LARGEST {
            return Err(too_large(path));
        }
        if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
            let message = "this is UTF-16; expected UTF-8, save it in that encoding";
            return Err(whole_file(path, message));
        }
        match str::from_utf8(bytes) {
            Ok(text) => {
                let text = text.strip_prefix('\u{feff}').unwrap_or(text);
                let line_ends = text.match_indices('\n').map(|(end, _)| end).collect();
                Ok(Self {
                    path,
                    text,
                    line_ends,
                })
            }
            Err(error) => {
                let (good, bad) = bytes.split_at(error.valid_up_to());
                let line = 1 + good.iter().filter(|byte| **byte == b'\n').count();
                let byte = bad.first().copied().unwrap_or_default();
                let message = format!("byte 0x{byte:02X} is not UTF-8; save it in that encoding");
                Err(SetupError {
                    line: Some(line),
                    ..whole_file(path, message)
                })
            }
        }
    }

    /// The line, from 1, that holds this byte of the text.
    pub(super) fn line(&self, offset: usize) -> usize {
        1 + self.line_ends.partition_point(|end| *end < offset)
    }

    /// The character within its line, from 1, that stands at this byte of the text.
    fn column(&self, offset: usize) -> usize {
        let before = self.text.get(..offset).unwrap_or(self.text);
        let line = before.rsplit('\n').next().unwrap_or_default();
        1 + line.chars().count()
    }

    /// An error about a key, at a line if one is known.
    pub(super) fn error(
        &self,
        line: Option<usize>,
        key: impl Into<String>,
        message: impl Into<String>,
    ) -> SetupError {
        SetupError {
            line,
            key: key.into(),
            ..whole_file(self.path, message)
        }
    }

    /// An error of the TOML parser, which likes to speak in several lines.
    pub(super) fn syntax(&self, error: &toml::de::Error) -> SetupError {
        let mut message = error.message().lines().collect::<Vec<_>>().join(", ");
        for noise in [", expected nothing", ", expected literal string"] {
            if let Some(end) = message.find(noise) {
                message.truncate(end);
            }
        }
        let Some(span) = error.span() else {
            return self.error(None, "", message);
        };
        // An error at the very end of the text belongs to its last line with text.
        let offset = span.start.min(self.text.trim_end().len());
        let hint = self.syntax_hint(span.start..span.end, &message);
        let message = hint.unwrap_or(message);
        let message = format!("column {}: {message}", self.column(offset));
        self.error(Some(self.line(offset)), "", message)
    }
}

impl Source<'_> {
    /// A better message where the parser's own leaves a beginner alone.
    fn syntax_hint(&self, span: Range<usize>, message: &str) -> Option<String> {
        if message == "duplicate key" {
            let key = self.text.get(span)?.trim();
            return Some(format!("{} is given twice", quoted(key)));
        }
        let rest = self
            .text
            .get(span.start..)?
            .lines()
            .next()
            .unwrap_or_default()
            .trim();
        let nothing = rest.is_empty() || rest.starts_with('#');
        (nothing && message.starts_with("string values must be quoted"))
            .then(|| "expected a value after =".into())
    }
}

/// Reads a run file.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, SetupError> {
    let mut bytes = Vec::new();
    let read = fs::File::open(path).and_then(|file| {
        // One byte more than allowed tells a file that is too large.
        file.take(LARGEST + 1).read_to_end(&mut bytes)
    });
    match read {
        Ok(_) if bytes.len() as u64 > LARGEST => Err(too_large(path)),
        Ok(_) => Ok(bytes),
        Err(_) if path.is_dir() => Err(whole_file(path, "is a folder; expected a run file (TOML)")),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let message = format!("no such file{}", neighbour(path));
            Err(whole_file(path, message))
        }
        Err(error) => Err(whole_file(path, format!("cannot be read: {error}"))),
    }
}

/// A hint at the run file beside a missing one that has nearly its name.
fn neighbour(path: &Path) -> String {
    let (Some(wanted), Some(folder)) = (path.file_name(), path.parent()) else {
        return String::new();
    };
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let mut names: Vec<String> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".toml"))
        .collect();
    // The order of a folder differs between machines; an error should not.
    names.sort_unstable();
    did_you_mean(&wanted.to_string_lossy(), names.iter().map(String::as_str))
}

fn too_large(path: &Path) -> SetupError {
    let message = format!("is larger than {LARGEST} bytes; expected a run file (TOML)");
    whole_file(path, message)
}

fn whole_file(path: &Path, message: impl Into<String>) -> SetupError {
    SetupError {
        file: path.to_path_buf(),
        line: None,
        key: String::new(),
        message: message.into(),
    }
}
