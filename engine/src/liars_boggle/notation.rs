//! Actions and events and how they are written.

use super::bid::Bid;
use super::dice_set::{DieId, DieSet};
use super::letters::Shown;
use crate::notation::Notation;
use crate::talk::Talk;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// What a seat does when it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Bid a word.
    Bid(Bid),
    /// Doubt that the standing word can be spelled.
    Call,
    /// Doubt that, and that it is a word.
    CallWord,
    /// Drop this die.
    Drop(DieId),
    /// Question the standing word without risk.
    Object,
    /// Start the timer on the player in turn.
    StartTimer,
    /// Claim nothing out of turn.
    Pass,
    /// Vote that the word is valid.
    Valid,
    /// Vote that it is not.
    Invalid,
}

/// The actions that are one word, with it.
const WORDS: [(Action, &str); 7] = [
    (Action::Call, "call"),
    (Action::CallWord, "call!"),
    (Action::Object, "object"),
    (Action::StartTimer, "start-timer"),
    (Action::Pass, "pass"),
    (Action::Valid, "valid"),
    (Action::Invalid, "invalid"),
];

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bid(bid) => write!(f, "bid {bid}"),
            Self::Drop(die) => write!(f, "drop {die}"),
            Self::Call
            | Self::CallWord
            | Self::Object
            | Self::StartTimer
            | Self::Pass
            | Self::Valid
            | Self::Invalid => {
                let word = WORDS.iter().find(|(action, _)| action == self);
                f.write_str(word.map_or("", |(_, word)| word))
            }
        }
    }
}

impl Notation for Action {}

impl FromStr for Action {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        if let Some((action, _)) = WORDS.iter().find(|(_, word)| *word == text) {
            return Ok(*action);
        }
        match text.split_once(' ') {
            Some(("bid", bid)) => Ok(Self::Bid(bid.parse()?)),
            Some(("drop", die)) => Ok(Self::Drop(die.parse()?)),
            _ => Err(format!(
                "\"{text}\" is no action; there are bid whale, call, call!, drop 7, object, pass, valid, invalid and start-timer"
            )),
        }
    }
}

/// A fact of the game, about a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// It was dealt these dice; where identities are private only the record
    /// is told.
    Deal(DieSet),
    /// These dice are set aside; told about the first seat, likewise.
    Aside(DieSet),
    /// It opens the first round, by the draw.
    Opens,
    /// It rolled these letters; only the record is told.
    Roll(Shown),
    /// It said this, before what it did.
    Said(Box<Talk>),
    /// It did this. A vote is an event of its own.
    Did(Action),
    /// It voted that the word is valid, or not.
    Voted(bool),
    /// The word that it bid is valid, or not.
    Word(bool),
    /// It takes its bid back.
    Withdrawn,
    /// It showed these letters.
    Reveal(Shown),
    /// The word that it bid is there, or not.
    Spelled(bool),
    /// It loses a die.
    Lose,
    /// It is out of the game.
    Out,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let valid = |valid: &bool| if *valid { "valid" } else { "invalid" };
        match self {
            Self::Deal(dice) => write!(f, "deal {dice}"),
            Self::Aside(dice) => write!(f, "aside {dice}"),
            Self::Opens => f.write_str("opens"),
            Self::Roll(shown) => write!(f, "roll {shown}"),
            Self::Said(talk) => talk.fmt(f),
            Self::Did(action) => action.fmt(f),
            Self::Voted(vote) => write!(f, "vote {}", valid(vote)),
            Self::Word(verdict) => write!(f, "word {}", valid(verdict)),
            Self::Withdrawn => f.write_str("withdrawn"),
            Self::Reveal(shown) => write!(f, "reveal {shown}"),
            Self::Spelled(there) => write!(f, "spelled {}", if *there { "yes" } else { "no" }),
            Self::Lose => f.write_str("lose 1"),
            Self::Out => f.write_str("out"),
        }
    }
}

impl Notation for Event {}

impl FromStr for Event {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let (word, rest) = crate::pieces::first_word(text);
        let either = |yes: &str, no: &str| match rest {
            _ if rest == yes => Ok(true),
            _ if rest == no => Ok(false),
            _ => Err(format!("\"{rest}\" is neither {yes} nor {no}")),
        };
        Ok(match word {
            "deal" => Self::Deal(rest.parse()?),
            "aside" => Self::Aside(rest.parse()?),
            "roll" => Self::Roll(rest.parse()?),
            "say" => Self::Said(Box::new(text.parse()?)),
            "vote" => Self::Voted(either("valid", "invalid")?),
            "word" => Self::Word(either("valid", "invalid")?),
            "reveal" => Self::Reveal(rest.parse()?),
            "spelled" => Self::Spelled(either("yes", "no")?),
            "lose" if rest == "1" => Self::Lose,
            "opens" if rest.is_empty() => Self::Opens,
            "withdrawn" if rest.is_empty() => Self::Withdrawn,
            "out" if rest.is_empty() => Self::Out,
            _ => Self::Did(text.parse()?),
        })
    }
}
