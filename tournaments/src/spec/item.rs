//! One value of a run file, on its way to a type.

use std::ops::RangeInclusive;

use toml::Spanned;
use toml::de::{DeInteger, DeValue};

use super::nearest::did_you_mean;
use super::section::Section;
use super::source::Source;
use crate::error::SetupError;

/// How much of the user's text a message repeats, in characters.
const QUOTED: usize = 60;

/// A value, the key it belongs to, and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Item<'s> {
    pub(super) source: &'s Source<'s>,
    /// With its sections, as errors show it.
    pub(super) key: String,
    /// Where the key begins, or the value if it is one of a list.
    pub(super) offset: usize,
    pub(super) value: &'s DeValue<'s>,
}

impl<'s> Item<'s> {
    /// The line of its key, from 1.
    pub(super) fn line(&self) -> usize {
        self.source.line(self.offset)
    }

    /// An error about this value.
    pub(super) fn error(&self, message: impl Into<String>) -> SetupError {
        self.source.error(Some(self.line()), &self.key, message)
    }

    /// The error of a value that is of another type or out of range.
    pub(super) fn expected(&self, expected: &str) -> SetupError {
        self.error(format!("expected {expected}, found {}", self.found()))
    }

    /// A whole number in this range.
    pub(super) fn whole(&self, range: RangeInclusive<u64>) -> Result<u64, SetupError> {
        let number = match self.value {
            DeValue::Integer(digits) => {
                integer(digits).and_then(|number| u64::try_from(number).ok())
            }
            _ => None,
        };
        number
            .filter(|number| range.contains(number))
            .ok_or_else(|| {
                let (least, most) = (range.start(), range.end());
                let mut error = self.expected(&format!("a whole number from {least} to {most}"));
                if matches!(self.value, DeValue::String(text) if text.parse::<u64>().is_ok()) {
                    error.message.push_str("; write it without quotes");
                }
                error
            })
    }

    /// A number, whole or not.
    pub(super) fn number(&self) -> Result<f64, SetupError> {
        let number = match self.value {
            DeValue::Integer(digits) => integer(digits).map(|number| number as f64),
            DeValue::Float(digits) => digits.as_str().parse().ok(),
            _ => None,
        };
        number.ok_or_else(|| self.expected("a number"))
    }

    /// Text; `expected` says of what.
    pub(super) fn text(&self, expected: &str) -> Result<&'s str, SetupError> {
        match self.value {
            DeValue::String(text) => Ok(text),
            _ => Err(self.expected(expected)),
        }
    }

    /// `true` or `false`.
    pub(super) fn yes(&self) -> Result<bool, SetupError> {
        match self.value {
            DeValue::Boolean(value) => Ok(*value),
            _ => Err(self.expected("true or false")),
        }
    }

    /// One of these words.
    pub(super) fn choice<T: Clone>(&self, words: &[(&str, T)]) -> Result<T, SetupError> {
        let names = || words.iter().map(|(name, _)| *name);
        let list = names().collect::<Vec<_>>().join(", ");
        let text = self.text(&format!("one of {list}"))?;
        match words.iter().find(|(name, _)| *name == text) {
            Some((_, meaning)) => Ok(meaning.clone()),
            None => Err(self.error(format!(
                "{} is none of {list}{}",
                quoted(text),
                did_you_mean(text, names())
            ))),
        }
    }

    /// The elements of a list; `expected` says of what.
    pub(super) fn list(&self, expected: &str) -> Result<Vec<Item<'s>>, SetupError> {
        let DeValue::Array(array) = self.value else {
            return Err(self.expected(expected));
        };
        let element = |value: &'s Spanned<DeValue<'s>>| Item {
            source: self.source,
            key: self.key.clone(),
            offset: value.span().start,
            value: value.get_ref(),
        };
        Ok(array.iter().map(element).collect())
    }

    /// A table that holds no key but these; `expected` says how it is written.
    pub(super) fn section(
        &self,
        known: &[&str],
        expected: &str,
    ) -> Result<Section<'s>, SetupError> {
        match self.value {
            DeValue::Table(table) => {
                let section = Section::new(self.source, &self.key, Some(self.offset), table);
                section.refuse_unknown(known)?;
                Ok(section)
            }
            _ => Err(self.expected(expected)),
        }
    }

    /// What stands there, for an error.
    pub(super) fn found(&self) -> String {
        match self.value {
            DeValue::String(text) => quoted(text),
            DeValue::Integer(digits) => shortened(&decimal(digits)),
            DeValue::Float(digits) => shortened(digits.as_str()),
            DeValue::Boolean(value) => value.to_string(),
            DeValue::Datetime(_) => "a date or time".into(),
            DeValue::Array(_) => "a list".into(),
            DeValue::Table(_) => "a table".into(),
        }
    }
}

/// The number, unless it is beyond any that is meant seriously.
fn integer(digits: &DeInteger<'_>) -> Option<i128> {
    i128::from_str_radix(digits.as_str(), digits.radix()).ok()
}

/// The number in decimal digits, in whatever base it was written.
pub(super) fn decimal(digits: &DeInteger<'_>) -> String {
    integer(digits).map_or_else(|| digits.to_string(), |number| number.to_string())
}

/// The user's text in quotes, its beginning only if it is long.
pub(super) fn quoted(text: &str) -> String {
    format!("{:?}", shortened(text))
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}
