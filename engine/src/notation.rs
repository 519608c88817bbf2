//! How actions, facts and what they are made of are written.

use core::fmt;
use core::str::FromStr;

/// A value with a notation: what it prints as, and is read from.
pub trait Notation: fmt::Display + FromStr {
    /// Writes what it prints as. Compiled for the writer, while printing goes through
    /// the machinery of formatting, which takes several times as long over a few letters.
    ///
    /// # Errors
    /// Those of the writer.
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        write!(out, "{self}")
    }
}

/// In decimal.
impl Notation for u8 {
    #[inline]
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        let number = *self;
        if number >= 100 {
            out.write_char(char::from(b'0' + number / 100))?;
        }
        if number >= 10 {
            out.write_char(char::from(b'0' + number / 10 % 10))?;
        }
        out.write_char(char::from(b'0' + number % 10))
    }
}

/// Writes a word, the blank behind it included, and what it is about.
#[inline]
pub(crate) fn phrase(out: &mut impl fmt::Write, word: &str, about: &impl Notation) -> fmt::Result {
    out.write_str(word)?;
    about.spell(out)
}

/// Prints values as they are spelled.
macro_rules! printed {
    ($($type:ty),+) => { $(
        impl core::fmt::Display for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                $crate::notation::Notation::spell(self, f)
            }
        }
    )+ };
}
pub(crate) use printed;
