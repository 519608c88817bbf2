//! Dice as poker hands, and claims.

use super::rules::Pips;
use crate::notation::{Notation, printed};
use alloc::format;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// Faces of a die.
pub const MAX_FACES: u8 = 6;
/// Dice in the largest cup.
pub const MAX_CUP: usize = 5;

/// A face by its worth: 0 is the nine, 5 the ace.
///
/// It knows how it is printed: `9 T J Q K A` on poker dice (the ten is one
/// letter, as in card notation), `2 3 4 5 6 1` on ordinary ones. The two
/// alphabets share no sign, so a text says which dice it speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Face {
    /// From 0, the lowest, to 5.
    pub worth: u8,
    /// How it is printed.
    pub pips: Pips,
}

const POKER: &[u8; MAX_FACES as usize] = b"9TJQKA";
const ORDINARY: &[u8; MAX_FACES as usize] = b"234561";

impl Face {
    /// Its sign.
    pub const fn sign(self) -> char {
        let signs = match self.pips {
            Pips::Poker => POKER,
            Pips::Ordinary => ORDINARY,
        };
        signs[self.worth as usize] as char
    }

    /// The face with this sign.
    pub fn of(sign: char) -> Option<Self> {
        const BY_SIGN: [Option<Face>; 128] = {
            let mut faces = [None; 128];
            let mut worth = 0;
            while worth < MAX_FACES {
                let (at, pips) = (worth as usize, Pips::Poker);
                faces[POKER[at] as usize] = Some(Face { worth, pips });
                let pips = Pips::Ordinary;
                faces[ORDINARY[at] as usize] = Some(Face { worth, pips });
                worth += 1;
            }
            faces
        };
        BY_SIGN.get(sign as usize).copied().flatten()
    }
}

impl Notation for Face {
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_char(self.sign())
    }
}

printed!(Face, Hand, Claim);

impl FromStr for Face {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let mut signs = text.chars();
        match (signs.next().and_then(Self::of), signs.next()) {
            (Some(face), None) => Ok(face),
            _ => Err(format!("\"{text}\" is no face of a die")),
        }
    }
}

/// Up to five dice, sorted from high to low. Prints in that order, with
/// spaces: `Q Q 9 9 9`. Positions of dice, as in `roll 1,4`, count in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hand {
    /// Worths from high to low, 0 beyond the last die.
    worths: [u8; MAX_CUP],
    dice: u8,
    pips: Pips,
}

impl Hand {
    /// No dice yet, of this kind.
    pub const fn empty(pips: Pips) -> Self {
        Self {
            worths: [0; MAX_CUP],
            dice: 0,
            pips,
        }
    }

    /// Adds a die in its place in the order.
    ///
    /// # Panics
    /// When there are five already.
    pub const fn add(&mut self, worth: u8) {
        let mut at = self.dice as usize;
        while at > 0 && self.worths[at - 1] < worth {
            self.worths[at] = self.worths[at - 1];
            at -= 1;
        }
        self.worths[at] = worth;
        self.dice += 1;
    }

    /// Worths, from high to low.
    pub fn worths(&self) -> &[u8] {
        &self.worths[..usize::from(self.dice)]
    }

    /// Worths, from high to low, and zeros behind.
    pub(super) const fn padded(&self) -> [u8; MAX_CUP] {
        self.worths
    }

    /// How many dice there are.
    pub const fn dice(&self) -> u8 {
        self.dice
    }

    /// How the dice are printed.
    pub const fn pips(&self) -> Pips {
        self.pips
    }

    /// The faces, from high to low.
    pub fn faces(&self) -> impl Iterator<Item = Face> {
        let pips = self.pips;
        self.worths().iter().map(move |&worth| Face { worth, pips })
    }

    /// How many dice show a worth.
    pub fn showing(&self, worth: u8) -> u8 {
        self.worths()
            .iter()
            .filter(|&&other| other == worth)
            .count() as u8
    }

    /// The faces in the order of their groups: more dice first, then higher.
    pub(super) fn grouped(&self) -> [u8; MAX_CUP] {
        let count = |counts, &worth: &u8| counts + (1u32 << (4 * worth));
        let counts = self.worths().iter().fold(0, count);
        let mut keys = [0; MAX_CUP];
        for (key, &worth) in keys.iter_mut().zip(self.worths()) {
            *key = (counts >> (4 * worth) & 15) as u8 * MAX_FACES + worth;
        }
        // Neighbours swap until all are in order. Without branches, which depend on
        // chance and would be foretold badly.
        for round in 0..MAX_CUP {
            for at in (round % 2..MAX_CUP - 1).step_by(2) {
                let (one, other) = (keys[at], keys[at + 1]);
                (keys[at], keys[at + 1]) = (one.max(other), one.min(other));
            }
        }
        keys.map(|key| key % MAX_FACES)
    }
}

impl Notation for Hand {
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        for (index, face) in self.faces().enumerate() {
            if index > 0 {
                out.write_char(' ')?;
            }
            face.spell(out)?;
        }
        Ok(())
    }
}

impl FromStr for Hand {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let mut faces = crate::pieces::split_words(text).map(Face::from_str);
        let first = faces.next().ok_or("there are no dice")??;
        gather(first, faces)
    }
}

/// What a player says is under the cup. Prints without spaces, the largest
/// group first: `QQQ99`, `AAKQ9`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim(pub Hand);

impl Notation for Claim {
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        let pips = self.0.pips;
        for &worth in &self.0.grouped()[..usize::from(self.0.dice)] {
            Face { worth, pips }.spell(out)?;
        }
        Ok(())
    }
}

/// Reads the faces in any order.
impl FromStr for Claim {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let mut faces = text.chars().map(|sign| {
            Face::of(sign)
                .ok_or_else(|| format!("\"{text}\" is no claim; a claim looks like QQQ99"))
        });
        let first = faces.next().ok_or("a claim names the dice")??;
        gather(first, faces).map(Self)
    }
}

/// A hand of faces that were read, all of one kind.
fn gather(first: Face, others: impl Iterator<Item = Result<Face, String>>) -> Result<Hand, String> {
    let mut hand = Hand::empty(first.pips);
    hand.add(first.worth);
    for face in others {
        let face = face?;
        if face.pips != first.pips {
            return Err("poker dice and ordinary dice do not mix".into());
        }
        if usize::from(hand.dice) == MAX_CUP {
            return Err(format!("there are at most {MAX_CUP} dice"));
        }
        hand.add(face.worth);
    }
    Ok(hand)
}
