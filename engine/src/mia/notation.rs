//! Actions and events and how they are written.

use super::value::Value;
use crate::pieces::{push_number, write_counted};
use alloc::format;
use alloc::string::String;
use arrayvec::ArrayString;
use core::fmt;
use core::str::FromStr;

/// What a seat does when it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Take the cup: roll the dice afresh in secret.
    Believe,
    /// Lift the cup.
    Look,
    /// Lose a life rather than look at an announced Mia.
    GiveUp,
    /// Pass the cup on unseen and announce this.
    Pass(Value),
    /// Having rolled, announce this.
    Announce(Value),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Believe => f.write_str("believe"),
            Self::Look => f.write_str("look"),
            Self::GiveUp => f.write_str("give-up"),
            Self::Pass(value) => {
                f.write_str("pass ")?;
                value.fmt(f)
            }
            Self::Announce(value) => {
                f.write_str("announce ")?;
                value.fmt(f)
            }
        }
    }
}

impl FromStr for Action {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match crate::pieces::first_word(text) {
            ("believe", _) if text == "believe" => Ok(Self::Believe),
            ("look", _) if text == "look" => Ok(Self::Look),
            ("give-up", _) if text == "give-up" => Ok(Self::GiveUp),
            ("pass", value) => Ok(Self::Pass(value.parse()?)),
            ("announce", value) => Ok(Self::Announce(value.parse()?)),
            _ => Err(format!(
                "\"{text}\" is no action; there are believe, look, give-up, pass 54 and announce 54"
            )),
        }
    }
}

/// A fact of the game, about a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// It rolled these dice; only the record is told.
    Roll(Value),
    /// It did this.
    Did(Action),
    /// The cup is lifted: the dice of its announcement.
    Reveal(Value),
    /// It lost so many lives.
    Lose(u8),
    /// It is out of the game.
    Out,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, value) = match self {
            Self::Roll(value) => ("roll", value),
            Self::Reveal(value) => ("reveal", value),
            Self::Did(action) => return action.fmt(f),
            Self::Lose(lives) => return write_counted(f, "lose", *lives),
            Self::Out => return f.write_str("out"),
        };
        let mut text = ArrayString::<10>::new();
        text.push_str(word);
        for die in value.dice() {
            text.push(' ');
            push_number(&mut text, die);
        }
        f.write_str(&text)
    }
}

impl FromStr for Event {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let (word, rest) = crate::pieces::first_word(text);
        Ok(match word {
            "roll" => Self::Roll(dice(rest)?),
            "reveal" => Self::Reveal(dice(rest)?),
            "lose" => Self::Lose(
                crate::knobs::whole(rest, 0, 255)
                    .ok_or_else(|| format!("\"{rest}\" is no number of lives"))?,
            ),
            "out" if text == "out" => Self::Out,
            _ => Self::Did(text.parse()?),
        })
    }
}

/// Two dice as rolls are written: apart, high die first.
fn dice(text: &str) -> Result<Value, String> {
    match text.as_bytes() {
        &[high, b' ', low] if high.is_ascii() && low.is_ascii() => {
            let mut pair = ArrayString::<2>::new();
            pair.push(high.into());
            pair.push(low.into());
            pair.parse()
        }
        _ => Err(format!(
            "\"{text}\" are not two dice; they are written high die first, such as 5 4"
        )),
    }
}
