//! Actions and events and how they are written.

use super::value::Value;
use crate::notation::{Notation, phrase, printed};
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

impl Notation for Action {
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        match self {
            Self::Believe => out.write_str("believe"),
            Self::Look => out.write_str("look"),
            Self::GiveUp => out.write_str("give-up"),
            Self::Pass(value) => phrase(out, "pass ", value),
            Self::Announce(value) => phrase(out, "announce ", value),
        }
    }
}

printed!(Action, Event);

impl FromStr for Action {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(value) = text.strip_prefix("announce ") {
            return Ok(Self::Announce(value.parse()?));
        }
        match text {
            "believe" => Ok(Self::Believe),
            "look" => Ok(Self::Look),
            "give-up" => Ok(Self::GiveUp),
            _ => match text.strip_prefix("pass ") {
                Some(value) => Ok(Self::Pass(value.parse()?)),
                None => Err(format!(
                    "\"{text}\" is no action; there are believe, look, give-up, pass 54 and announce 54"
                )),
            },
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

impl Notation for Event {
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        let (word, value) = match self {
            Self::Roll(value) => ("roll ", value),
            Self::Reveal(value) => ("reveal ", value),
            Self::Did(action) => return action.spell(out),
            Self::Lose(lives) => return phrase(out, "lose ", lives),
            Self::Out => return out.write_str("out"),
        };
        let [high, low] = value.dice();
        out.write_str(word)?;
        high.spell(out)?;
        out.write_char(' ')?;
        low.spell(out)
    }
}

impl FromStr for Event {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        Ok(if let Some(rest) = text.strip_prefix("reveal ") {
            Self::Reveal(dice(rest)?)
        } else if let Some(rest) = text.strip_prefix("lose ") {
            let lives = crate::knobs::whole(rest, 0, 255);
            Self::Lose(lives.ok_or_else(|| format!("\"{rest}\" is no number of lives"))?)
        } else if let Some(rest) = text.strip_prefix("roll ") {
            Self::Roll(dice(rest)?)
        } else if text == "out" {
            Self::Out
        } else {
            Self::Did(text.parse()?)
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
