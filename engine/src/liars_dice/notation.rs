//! Actions and events and how they are written.

use super::bid::Bid;
use super::hand::Hand;
use crate::pieces::write_counted;
use alloc::format;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// What a seat does when it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Bid higher.
    Bid(Bid),
    /// Say that the standing bid is false.
    Challenge,
    /// Say that the standing bid is exactly right.
    Exact,
    /// Make no claim out of turn.
    Pass,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bid(bid) => {
                f.write_str("bid ")?;
                bid.fmt(f)
            }
            Self::Challenge => f.write_str("challenge"),
            Self::Exact => f.write_str("exact"),
            Self::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Action {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "challenge" => Ok(Self::Challenge),
            "exact" => Ok(Self::Exact),
            "pass" => Ok(Self::Pass),
            _ => match text.strip_prefix("bid ") {
                Some(bid) => Ok(Self::Bid(bid.parse()?)),
                None => Err(format!(
                    "\"{text}\" is no action; there are bid 3x5, challenge, exact and pass"
                )),
            },
        }
    }
}

/// A fact of the game, about a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// It threw this in the throw for the first seat.
    Throw(u8),
    /// The round that it opens is special (palifico).
    Palifico,
    /// It rolled these dice; only the record is told.
    Roll(Hand),
    /// It did this.
    Did(Action),
    /// It showed these dice.
    Reveal(Hand),
    /// So many dice count for the bid that it made.
    Count(u8),
    /// It lost so many dice.
    Lose(u8),
    /// It got so many dice back.
    Gain(u8),
    /// It is out of the game.
    Out,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Throw(face) => write_counted(f, "throw", *face),
            Self::Palifico => f.write_str("palifico"),
            Self::Roll(hand) => {
                f.write_str("roll ")?;
                hand.fmt(f)
            }
            Self::Did(action) => action.fmt(f),
            Self::Reveal(hand) => {
                f.write_str("reveal ")?;
                hand.fmt(f)
            }
            Self::Count(dice) => write_counted(f, "count", *dice),
            Self::Lose(dice) => write_counted(f, "lose", *dice),
            Self::Gain(dice) => write_counted(f, "gain", *dice),
            Self::Out => f.write_str("out"),
        }
    }
}

impl FromStr for Event {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let (word, rest) = crate::pieces::first_word(text);
        let number = || {
            crate::knobs::whole(rest, 0, 255)
                .ok_or_else(|| format!("\"{rest}\" is no number of dice"))
        };
        Ok(match word {
            "throw" => Self::Throw(number()?),
            "roll" => Self::Roll(rest.parse()?),
            "reveal" => Self::Reveal(rest.parse()?),
            "count" => Self::Count(number()?),
            "lose" => Self::Lose(number()?),
            "gain" => Self::Gain(number()?),
            "palifico" if rest.is_empty() => Self::Palifico,
            "out" if rest.is_empty() => Self::Out,
            _ => Self::Did(text.parse()?),
        })
    }
}
