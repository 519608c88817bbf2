//! Letters: what a die shows and what a word is made of.

use arrayvec::ArrayVec;
use core::fmt;
use core::fmt::Write;

/// A letter of a bid, or the face of a die. `Qu` is one of them; a plain Q can
/// stand in a word, but no die shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Letter(u8);

/// Faces that dice can show: the letters without plain Q, and `Qu`.
pub const FACES: usize = 26;

impl Letter {
    /// `Qu`, one face.
    pub const QU: Self = Self(26);
    /// Q alone, whatever follows it.
    pub const Q: Self = Self(16);

    /// The letter with this lower case character; `q` is plain Q.
    pub const fn of(letter: u8) -> Option<Self> {
        if letter.is_ascii_lowercase() {
            Some(Self(letter - b'a'))
        } else {
            None
        }
    }

    /// The face with this character on a die, where `q` stands for `Qu`.
    pub const fn on_die(letter: u8) -> Option<Self> {
        match letter {
            b'q' => Some(Self::QU),
            _ => Self::of(letter),
        }
    }

    /// The number of the face that a die must show for it, 0 to 25. Plain Q
    /// takes the `Qu` face where the rules let it be played so.
    pub const fn face(self) -> usize {
        if self.0 == Self::QU.0 {
            Self::Q.0 as usize
        } else {
            self.0 as usize
        }
    }

    /// The printed letters, lower case.
    pub const fn printed(self) -> &'static [u8] {
        const ALPHABET: &[u8; 26] = b"abcdefghijklmnopqrstuvwxyz";
        if self.0 == Self::QU.0 {
            return b"qu";
        }
        ALPHABET.split_at(self.0 as usize).1.split_at(1).0
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.printed()
            .iter()
            .try_for_each(|&letter| f.write_char(letter.into()))
    }
}

/// Letters counted by the face they need.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts([u8; FACES]);

impl Counts {
    /// How many need a face, 0 to 25 as [`Letter::face`] numbers them.
    ///
    /// # Panics
    /// When the face is 26 or more.
    pub const fn of(&self, face: usize) -> u8 {
        self.0[face]
    }

    /// Adds one letter.
    pub const fn add(&mut self, letter: Letter) {
        self.0[letter.face()] += 1;
    }

    /// Adds one letter that needs this face.
    ///
    /// # Panics
    /// When the face is 26 or more.
    pub const fn add_face(&mut self, face: usize) {
        self.0[face] += 1;
    }

    /// How many letters there are.
    pub fn total(&self) -> usize {
        self.0.iter().map(|&count| usize::from(count)).sum()
    }

    /// Whether each face is there at least as often as `needed` says.
    pub fn cover(&self, needed: &Self) -> bool {
        self.0
            .iter()
            .zip(&needed.0)
            .all(|(have, need)| have >= need)
    }

    /// What of these letters `have` lacks.
    #[must_use]
    pub fn without(&self, have: &Self) -> Self {
        Self(core::array::from_fn(|face| {
            self.0[face].saturating_sub(have.0[face])
        }))
    }

    /// A bit for each face that is there at least once.
    pub fn mask(&self) -> u32 {
        (0..FACES)
            .filter(|&face| self.0[face] > 0)
            .map(|face| 1 << face)
            .sum()
    }

    /// The counts by face.
    pub const fn by_face(&self) -> &[u8; FACES] {
        &self.0
    }
}

impl FromIterator<Letter> for Counts {
    fn from_iter<I: IntoIterator<Item = Letter>>(letters: I) -> Self {
        let mut counts = Self::default();
        letters.into_iter().for_each(|letter| counts.add(letter));
        counts
    }
}

/// What some dice show, in their order. Prints as `a qu t`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown(ArrayVec<Letter, 16>);

impl Shown {
    /// The letters in order.
    pub fn letters(&self) -> &[Letter] {
        &self.0
    }

    /// The letters counted.
    pub fn counts(&self) -> Counts {
        self.0.iter().copied().collect()
    }

    /// The same letters from A to Z, which tells nothing about the dice.
    #[must_use]
    pub fn sorted(mut self) -> Self {
        self.0.sort_unstable_by_key(|letter| letter.face());
        self
    }
}

impl FromIterator<Letter> for Shown {
    /// # Panics
    /// With more than 16 letters.
    fn from_iter<I: IntoIterator<Item = Letter>>(letters: I) -> Self {
        Self(letters.into_iter().collect())
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, letter) in self.0.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { " " })?;
            letter.fmt(f)?;
        }
        Ok(())
    }
}

impl core::str::FromStr for Shown {
    type Err = alloc::string::String;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let face = |word: &str| match word.as_bytes() {
            b"qu" => Some(Letter::QU),
            [letter] if *letter != b'q' => Letter::of(*letter),
            _ => None,
        };
        let mut shown = Self::default();
        for word in text.split(' ') {
            let letter = face(word).filter(|_| !shown.0.is_full());
            shown.0.push(
                letter.ok_or_else(|| alloc::format!("\"{word}\" is no face of a letter die"))?,
            );
        }
        Ok(shown)
    }
}
