//! Where a run's chance comes from.

use std::fmt;

use toml::de::DeValue;

use super::item::{Item, quoted};
use super::nearest::did_you_mean;
use crate::error::SetupError;

pub(super) const EXPECTED: &str =
    "a whole number from 0 to 9223372036854775807, 64 hex digits or \"secret\"";

/// The seed of a run. Every die of every game follows from it.
///
/// [`Display`](fmt::Display) writes it as a run file does, without quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seed {
    /// A number from 0 to `i64::MAX`, the largest that TOML promises to hold. A bot
    /// could try them all, so a run that counts wants one of the other two.
    Integer(u64),
    /// 32 bytes, written as 64 hex digits.
    Bytes([u8; 32]),
    /// 32 bytes to be drawn once, when the run first starts.
    Secret,
}

impl Seed {
    pub(super) fn parse(item: &Item<'_>) -> Result<Self, SetupError> {
        match item.value {
            DeValue::Integer(_) => item
                .whole(0..=i64::MAX.unsigned_abs())
                .map(Self::Integer)
                .map_err(|_| item.expected(EXPECTED)),
            DeValue::String(text) if text == "secret" => Ok(Self::Secret),
            DeValue::String(text) => hex(text).map(Self::Bytes).ok_or_else(|| {
                // A seed is long, and all that matters is how it fails to be one.
                let found = match text.chars().filter(char::is_ascii_hexdigit).count() {
                    digits if digits == text.chars().count() && digits > 16 => {
                        format!("{digits} hex digits")
                    }
                    _ => format!("{}{}", quoted(text), did_you_mean(text, ["secret"])),
                };
                item.error(format!("expected {EXPECTED}, found {found}"))
            }),
            _ => Err(item.expected(EXPECTED)),
        }
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(number) => write!(f, "{number}"),
            Self::Bytes(bytes) => bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}")),
            Self::Secret => f.write_str("secret"),
        }
    }
}

fn hex(text: &str) -> Option<[u8; 32]> {
    let digits: Vec<u8> = text
        .chars()
        .map(|char| char.to_digit(16).and_then(|digit| u8::try_from(digit).ok()))
        .collect::<Option<_>>()?;
    let bytes: Vec<u8> = digits
        .chunks(2)
        .map(|pair| pair[0] << 4 | pair[pair.len() - 1])
        .collect();
    // An odd digit at the end would pass for a byte.
    (digits.len() == 64).then(|| bytes.try_into().ok())?
}
