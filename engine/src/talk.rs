//! Table talk: what a player says with an action. Nothing forces it to be true.

use crate::seat::{MAX_SEATS, Seat};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::fmt::Write;
use core::str::FromStr;

/// Characters of a text, at most.
pub const MAX_TEXT: usize = 280;
/// Claims of one talk, at most.
pub const MAX_CLAIMS: usize = 8;

/// Free text and claims that a program can read. Prints as
/// `say "nobody has an E" dice 3, valid whale`.
///
/// ```
/// use dudo_engine::{Claim, Talk};
/// let talk = Talk::new("trust me", vec![Claim::Dice(3)]).unwrap();
/// assert_eq!(talk.to_string(), "say \"trust me\" dice 3");
/// assert_eq!(talk.to_string().parse(), Ok(talk));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Talk {
    text: String,
    claims: Vec<Claim>,
}

/// Something said in a form that a program can read. There is deliberately no
/// claim about what the standing bid is: about that nobody may lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// My dice show these letters (among others).
    Letters(Letters),
    /// I have so many dice.
    Dice(u8),
    /// This is a word.
    Valid(Letters),
    /// This is no word.
    Invalid(Letters),
    /// That player should raise.
    Raise(Seat),
    /// That player should call.
    Call(Seat),
}

/// One to 32 lower case letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letters(String);

impl Talk {
    /// A talk with this text, which may be empty, and these claims.
    ///
    /// # Errors
    /// More than 280 characters, control characters, more than 8 claims, or
    /// nothing said at all.
    pub fn new(text: &str, claims: Vec<Claim>) -> Result<Self, String> {
        if text.chars().count() > MAX_TEXT {
            return Err(format!("a talk has at most {MAX_TEXT} characters"));
        }
        if text.chars().any(char::is_control) {
            return Err("a talk holds no control characters".into());
        }
        if claims.len() > MAX_CLAIMS {
            return Err(format!("a talk makes at most {MAX_CLAIMS} claims"));
        }
        if text.is_empty() && claims.is_empty() {
            return Err("a talk says something".into());
        }
        Ok(Self {
            text: text.into(),
            claims,
        })
    }

    /// The free text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The claims.
    pub fn claims(&self) -> &[Claim] {
        &self.claims
    }
}

impl Letters {
    /// These letters; `None` unless they are 1 to 32 lower case letters.
    pub fn new(letters: &str) -> Option<Self> {
        let plain = (1..=32).contains(&letters.len())
            && letters.bytes().all(|letter| letter.is_ascii_lowercase());
        plain.then(|| Self(letters.to_owned()))
    }

    /// The letters.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Talk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("say \"")?;
        for letter in self.text.chars() {
            if matches!(letter, '"' | '\\') {
                f.write_char('\\')?;
            }
            f.write_char(letter)?;
        }
        f.write_char('"')?;
        for (index, claim) in self.claims.iter().enumerate() {
            write!(f, "{}{claim}", if index == 0 { " " } else { ", " })?;
        }
        Ok(())
    }
}

impl FromStr for Talk {
    type Err = String;
    fn from_str(whole: &str) -> Result<Self, String> {
        let wrong = || format!("{whole} is not of the form say \"text\" claim, claim");
        let mut text = String::new();
        let mut letters = whole.strip_prefix("say \"").ok_or_else(wrong)?.chars();
        loop {
            match letters.next().ok_or_else(wrong)? {
                '"' => break,
                '\\' => text.push(
                    letters
                        .next()
                        .filter(|next| matches!(next, '"' | '\\'))
                        .ok_or_else(wrong)?,
                ),
                letter => text.push(letter),
            }
        }
        let claims = match letters.as_str() {
            "" => Vec::new(),
            rest => {
                let claims = rest.strip_prefix(' ').ok_or_else(wrong)?;
                claims
                    .split(", ")
                    .map(str::parse)
                    .collect::<Result<_, _>>()?
            }
        };
        Self::new(&text, claims)
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Letters(letters) => write!(f, "letters {}", letters.0),
            Self::Dice(dice) => write!(f, "dice {dice}"),
            Self::Valid(word) => write!(f, "valid {}", word.0),
            Self::Invalid(word) => write!(f, "invalid {}", word.0),
            Self::Raise(seat) => write!(f, "raise {seat}"),
            Self::Call(seat) => write!(f, "call {seat}"),
        }
    }
}

impl FromStr for Claim {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "\"{text}\" is no claim; there are letters aeqt, dice 3, valid whale, invalid whale, raise 2, call 2"
            )
        };
        let (word, rest) = text.split_once(' ').ok_or_else(wrong)?;
        let letters = || Letters::new(rest).ok_or_else(wrong);
        let seat = || {
            let number = crate::knobs::whole::<u8>(rest, 1, MAX_SEATS as u32).ok_or_else(wrong)?;
            Ok::<_, String>(Seat::new(usize::from(number) - 1))
        };
        Ok(match word {
            "letters" => Self::Letters(letters()?),
            "dice" => Self::Dice(crate::knobs::whole(rest, 0, 255).ok_or_else(wrong)?),
            "valid" => Self::Valid(letters()?),
            "invalid" => Self::Invalid(letters()?),
            "raise" => Self::Raise(seat()?),
            "call" => Self::Call(seat()?),
            _ => return Err(wrong()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn notation() {
        for text in [
            "say \"\" dice 0",
            "say \"\\\"E\\\"? \\\\ no, \u{e9}\"",
            "say \"a\" letters aeqt, valid whale, invalid qu, raise 1, call 8",
        ] {
            assert_eq!(
                text.parse::<Talk>().map(|talk| talk.to_string()),
                Ok(text.into()),
                "{text}"
            );
        }
        for text in [
            "say",
            "say \"",
            "say \"\"",
            "say \"a\"b",
            "say \"a\" ",
            "say \"a\" bid whale",
            "say \"a\" raise 9",
            "say \"a\" dice 03x",
            "say \"\\n\"",
            "say \"a\nb\"",
            "say \"a\" letters A",
            "say \"a\" dice 1,dice 2",
        ] {
            assert!(text.parse::<Talk>().is_err(), "{text}");
        }
    }

    #[test]
    fn limits() {
        let dice = |count| alloc::vec![Claim::Dice(1); count];
        assert!(Talk::new(&"\u{e9}".repeat(MAX_TEXT), dice(MAX_CLAIMS)).is_ok());
        assert!(Talk::new(&"e".repeat(MAX_TEXT + 1), dice(0)).is_err());
        assert!(Talk::new("", dice(MAX_CLAIMS + 1)).is_err());
        assert!(Talk::new("\u{7}", dice(0)).is_err() && Talk::new("", dice(0)).is_err());
    }
}
