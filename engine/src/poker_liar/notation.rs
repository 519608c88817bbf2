//! Actions and events and how they are written.

use super::hand::{Claim, Face, Hand, MAX_CUP};
use crate::pieces::{push_number, write_counted};
use alloc::format;
use alloc::string::String;
use arrayvec::ArrayString;
use core::fmt;
use core::str::FromStr;

/// Which dice of a hand are thrown: positions in the hand, sorted from high to
/// low, from 1. Prints as `1,4`, or `none`. Of dice that show the same face the
/// leftmost are named, so that every throw has one name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Picks(u8);

impl Picks {
    /// No die.
    pub const NONE: Self = Self(0);

    /// The first `dice` positions.
    pub const fn all(dice: u8) -> Self {
        Self(((1u16 << dice) - 1) as u8)
    }

    /// The picks with this bit mask: bit 0 is position 1. Bits beyond the
    /// fifth are ignored.
    pub const fn of_mask(mask: u8) -> Self {
        Self(mask & Self::all(MAX_CUP as u8).0)
    }

    /// The bit mask: bit 0 is position 1.
    pub const fn mask(self) -> u8 {
        self.0
    }

    /// Whether the die at a position, from 0, is picked.
    pub const fn has(self, index: usize) -> bool {
        self.0 >> index & 1 == 1
    }

    /// How many dice are picked.
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether none is.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The dice of a hand that are not picked.
    pub fn kept(self, hand: &Hand) -> Hand {
        let mut kept = Hand::empty(hand.pips());
        for (index, &worth) in hand.worths().iter().enumerate() {
            if !self.has(index) {
                kept.add(worth);
            }
        }
        kept
    }

    /// Whether they name dice of this hand, of equal faces the leftmost.
    pub fn fit(self, hand: &Hand) -> bool {
        let worths = hand.worths();
        let inside = self.0 & !Self::all(hand.dice()).0 == 0;
        inside
            && (1..worths.len())
                .all(|at| worths[at] != worths[at - 1] || !self.has(at) || self.has(at - 1))
    }
}

impl fmt::Display for Picks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("none");
        }
        let mut text = ArrayString::<{ 2 * MAX_CUP }>::new();
        for index in (0..MAX_CUP as u8).filter(|&index| self.has(index.into())) {
            if !text.is_empty() {
                text.push(',');
            }
            push_number(&mut text, index + 1);
        }
        f.write_str(&text)
    }
}

/// Reads positions in rising order.
impl FromStr for Picks {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        if text == "none" {
            return Ok(Self::NONE);
        }
        let mut mask = 0u8;
        for word in text.split(',') {
            let position = crate::knobs::whole::<u8>(word, 1, MAX_CUP as u32)
                .filter(|&position| word.len() == 1 && mask >> (position - 1) == 0);
            let position = position.ok_or_else(|| {
                format!(
                    "\"{text}\" names no dice; it looks like 1,4 or none, lowest position first"
                )
            })?;
            mask |= 1 << (position - 1);
        }
        Ok(Self(mask))
    }
}

/// What a seat does when it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Take the cup, the claim standing.
    Accept,
    /// Have the dice shown.
    Doubt,
    /// Throw these dice, the others stay.
    Roll(Picks),
    /// Say what is under the cup.
    Claim(Claim),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Accept => f.write_str("accept"),
            Self::Doubt => f.write_str("doubt"),
            Self::Roll(picks) => {
                f.write_str("roll ")?;
                picks.fmt(f)
            }
            Self::Claim(claim) => {
                f.write_str("claim ")?;
                claim.fmt(f)
            }
        }
    }
}

impl FromStr for Action {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let (word, rest) = crate::pieces::first_word(text);
        match word {
            "accept" if text == word => Ok(Self::Accept),
            "doubt" if text == word => Ok(Self::Doubt),
            "roll" => Ok(Self::Roll(rest.parse()?)),
            "claim" => Ok(Self::Claim(rest.parse()?)),
            _ => Err(format!(
                "\"{text}\" is no action; there are accept, doubt, roll 1,4, roll none and claim QQQ99"
            )),
        }
    }
}

/// A fact of the game, about a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// It threw this in the throw for the seating.
    Throw(Face),
    /// These dice are now under the cup, by its throw; only the record is told.
    Roll(Hand),
    /// It did this. Which dice it threw only the record is told.
    Did(Action),
    /// It threw so many of the dice that it took over.
    Throws(u8),
    /// It had to show these dice.
    Reveal(Hand),
    /// It paid so many chips into the pot.
    Lose(u8),
    /// It is out of the game.
    Out,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Throw(face) => write!(f, "throw {face}"),
            Self::Roll(hand) => {
                f.write_str("roll ")?;
                hand.fmt(f)
            }
            Self::Did(action) => action.fmt(f),
            Self::Throws(dice) => write_counted(f, "throws", *dice),
            Self::Reveal(hand) => {
                f.write_str("reveal ")?;
                hand.fmt(f)
            }
            Self::Lose(chips) => write_counted(f, "lose", *chips),
            Self::Out => f.write_str("out"),
        }
    }
}

impl FromStr for Event {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let (word, rest) = crate::pieces::first_word(text);
        let number =
            || crate::knobs::whole(rest, 0, 255).ok_or_else(|| format!("\"{rest}\" is no number"));
        Ok(match word {
            "throw" => Self::Throw(rest.parse()?),
            // A cup holds two dice or more, so dice have a space between them
            // and picks never do.
            "roll" if rest.contains(' ') => Self::Roll(rest.parse()?),
            "throws" => Self::Throws(number()?),
            "reveal" => Self::Reveal(rest.parse()?),
            "lose" => Self::Lose(number()?),
            "out" if rest.is_empty() => Self::Out,
            _ => Self::Did(text.parse()?),
        })
    }
}
