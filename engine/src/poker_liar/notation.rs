//! Actions and events and how they are written.

use super::hand::{Claim, Face, Hand, MAX_CUP};
use crate::notation::{Notation, phrase, printed};
use alloc::format;
use alloc::string::String;
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

impl Notation for Picks {
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        if self.is_empty() {
            return out.write_str("none");
        }
        let mut picked = (0..MAX_CUP as u8).filter(|&index| self.has(index.into()));
        if let Some(first) = picked.next() {
            (first + 1).spell(out)?;
        }
        for index in picked {
            out.write_char(',')?;
            (index + 1).spell(out)?;
        }
        Ok(())
    }
}

printed!(Picks, Action, Event);

/// Reads positions in rising order.
impl FromStr for Picks {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        if text == "none" {
            return Ok(Self::NONE);
        }
        let wrong = || {
            format!("\"{text}\" names no dice; it looks like 1,4 or none, lowest position first")
        };
        // With a comma behind each position but the last the length is odd.
        if text.len().is_multiple_of(2) {
            return Err(wrong());
        }
        let mut mask = 0u8;
        for pair in text.as_bytes().chunks(2) {
            match *pair {
                [sign @ b'1'..=b'5'] | [sign @ b'1'..=b'5', b','] if mask >> (sign - b'1') == 0 => {
                    mask |= 1 << (sign - b'1');
                }
                _ => return Err(wrong()),
            }
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

impl Notation for Action {
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        match self {
            Self::Accept => out.write_str("accept"),
            Self::Doubt => out.write_str("doubt"),
            Self::Roll(picks) => phrase(out, "roll ", picks),
            Self::Claim(claim) => phrase(out, "claim ", claim),
        }
    }
}

impl FromStr for Action {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(claim) = text.strip_prefix("claim ") {
            return Ok(Self::Claim(claim.parse()?));
        }
        match text {
            "accept" => Ok(Self::Accept),
            "doubt" => Ok(Self::Doubt),
            _ => match text.strip_prefix("roll ") {
                Some(picks) => Ok(Self::Roll(picks.parse()?)),
                None => Err(format!(
                    "\"{text}\" is no action; there are accept, doubt, roll 1,4, roll none and claim QQQ99"
                )),
            },
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

impl Notation for Event {
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        match self {
            Self::Did(action) => action.spell(out),
            Self::Throw(face) => phrase(out, "throw ", face),
            Self::Roll(hand) => phrase(out, "roll ", hand),
            Self::Reveal(hand) => phrase(out, "reveal ", hand),
            Self::Throws(dice) => phrase(out, "throws ", dice),
            Self::Lose(chips) => phrase(out, "lose ", chips),
            Self::Out => out.write_str("out"),
        }
    }
}

impl FromStr for Event {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| {
            crate::knobs::whole(text, 0, 255).ok_or_else(|| format!("\"{text}\" is no number"))
        };
        Ok(if let Some(dice) = text.strip_prefix("throws ") {
            Self::Throws(number(dice)?)
        } else if let Some(hand) = text.strip_prefix("reveal ") {
            Self::Reveal(hand.parse()?)
        } else if let Some(chips) = text.strip_prefix("lose ") {
            Self::Lose(number(chips)?)
        } else if let Some(face) = text.strip_prefix("throw ") {
            Self::Throw(face.parse()?)
        } else if text == "out" {
            Self::Out
        } else {
            // A cup holds two dice or more, so dice have a space between them
            // and picks never do.
            match text.strip_prefix("roll ") {
                Some(hand) if hand.contains(' ') => Self::Roll(hand.parse()?),
                _ => Self::Did(text.parse()?),
            }
        })
    }
}
