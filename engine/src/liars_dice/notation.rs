//! Actions and events and how they are written.

use super::bid::Bid;
use super::hand::Hand;
use crate::notation::{Notation, phrase, printed};
use alloc::format;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// What a seat does when it is asked.
// Aligned, so that it is stored and loaded as one word: a processor waits for
// what was stored in parts and is right after loaded whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(4))]
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

impl Notation for Action {
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        match self {
            Self::Bid(bid) => phrase(out, "bid ", bid),
            Self::Challenge => out.write_str("challenge"),
            Self::Exact => out.write_str("exact"),
            Self::Pass => out.write_str("pass"),
        }
    }
}

printed!(Action, Event);

impl FromStr for Action {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(bid) = text.strip_prefix("bid ") {
            return Ok(Self::Bid(bid.parse()?));
        }
        match text {
            "challenge" => Ok(Self::Challenge),
            "exact" => Ok(Self::Exact),
            "pass" => Ok(Self::Pass),
            _ => Err(format!(
                "\"{text}\" is no action; there are bid 3x5, challenge, exact and pass"
            )),
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

impl Notation for Event {
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        match self {
            Self::Throw(face) => phrase(out, "throw ", face),
            Self::Palifico => out.write_str("palifico"),
            Self::Roll(hand) => phrase(out, "roll ", hand),
            Self::Did(action) => action.spell(out),
            Self::Reveal(hand) => phrase(out, "reveal ", hand),
            Self::Count(dice) => phrase(out, "count ", dice),
            Self::Lose(dice) => phrase(out, "lose ", dice),
            Self::Gain(dice) => phrase(out, "gain ", dice),
            Self::Out => out.write_str("out"),
        }
    }
}

impl FromStr for Event {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| {
            crate::knobs::whole(text, 0, 255)
                .ok_or_else(|| format!("\"{text}\" is no number of dice"))
        };
        Ok(if let Some(hand) = text.strip_prefix("reveal ") {
            Self::Reveal(hand.parse()?)
        } else if let Some(dice) = text.strip_prefix("count ") {
            Self::Count(number(dice)?)
        } else if let Some(dice) = text.strip_prefix("lose ") {
            Self::Lose(number(dice)?)
        } else if let Some(dice) = text.strip_prefix("gain ") {
            Self::Gain(number(dice)?)
        } else if let Some(face) = text.strip_prefix("throw ") {
            Self::Throw(number(face)?)
        } else if let Some(hand) = text.strip_prefix("roll ") {
            Self::Roll(hand.parse()?)
        } else {
            match text {
                "palifico" => Self::Palifico,
                "out" => Self::Out,
                _ => Self::Did(text.parse()?),
            }
        })
    }
}
