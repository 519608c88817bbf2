//! The dice in one cup.

use super::choices::MAX_FACES;
use crate::notation::{Notation, printed};
use alloc::format;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// Dice by face: order means nothing in this game. Prints as its faces from
/// low to high, `1 3 3 5 6`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hand {
    counts: [u8; MAX_FACES],
    dice: u8,
}

impl Hand {
    /// Adds a die that shows a face, from 1.
    #[inline]
    pub const fn add(&mut self, face: u8) {
        self.counts[face as usize - 1] += 1;
        self.dice += 1;
    }

    /// So many dice, which are yet to show their faces.
    #[inline]
    pub(super) const fn of_dice(dice: u8) -> Self {
        Self {
            counts: [0; MAX_FACES],
            dice,
        }
    }

    /// How many dice show each face, by face from 1.
    #[inline]
    pub(super) const fn counts(&self) -> [u8; MAX_FACES] {
        self.counts
    }

    /// The hand with so many dice on each face, by face from 1.
    #[inline]
    pub(super) fn of_counts(counts: [u8; MAX_FACES]) -> Self {
        Self {
            counts,
            dice: counts.iter().fold(0, |sum, count| sum.wrapping_add(*count)),
        }
    }

    /// One of them shows a face, counted from 0 as dice are thrown.
    #[inline]
    pub(super) const fn show_thrown(&mut self, face: u32) {
        self.counts[face as usize] += 1;
    }

    /// How many dice there are.
    #[inline]
    pub const fn dice(&self) -> u8 {
        self.dice
    }

    /// How many dice really show a face, from 1.
    #[inline]
    pub const fn showing(&self, face: u8) -> u8 {
        self.counts[face as usize - 1]
    }

    /// The faces from low to high.
    pub fn faces(&self) -> impl Iterator<Item = u8> {
        (1..=MAX_FACES as u8)
            .flat_map(|face| core::iter::repeat_n(face, usize::from(self.showing(face))))
    }
}

impl FromIterator<u8> for Hand {
    fn from_iter<I: IntoIterator<Item = u8>>(faces: I) -> Self {
        let mut hand = Self::default();
        faces.into_iter().for_each(|face| hand.add(face));
        hand
    }
}

impl Notation for Hand {
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        // Not in a loop: faces within faces are faster from the inside.
        self.faces().enumerate().try_for_each(|(index, face)| {
            if index > 0 {
                out.write_char(' ')?;
            }
            face.spell(out)
        })
    }
}

printed!(Hand);

impl FromStr for Hand {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let mut hand = Self::default();
        for word in crate::pieces::split_words(text) {
            let face = crate::knobs::whole(word, 1, MAX_FACES as u32);
            let face = face.filter(|_| hand.dice < u8::MAX);
            hand.add(face.ok_or_else(|| format!("\"{word}\" is no face of a die"))?);
        }
        Ok(hand)
    }
}
