//! The letter dice: two editions of the commercial toy, or a list of one's own.

use super::letters::{FACES, Letter};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

/// Dice of a set, at most.
pub const MAX_DICE: usize = 16;
/// Faces of a letter die, at most.
pub const MAX_SIDES: usize = 6;

/// The set sold from about 1976 to 1986; `q` stands for the face `Qu`.
const CLASSIC: [&str; MAX_DICE] = [
    "aaciot", "abilty", "abjmoq", "acdemp", "acelrs", "adenvz", "ahmors", "biforx", "denosw",
    "dknotu", "eefhiy", "egkluy", "egintv", "ehinps", "elpstu", "gilruw",
];

/// The set sold since 1987.
const NEW: [&str; MAX_DICE] = [
    "aaeegn", "abbjoo", "achops", "affkps", "aoottw", "cimotu", "deilrx", "delrvy", "distty",
    "eeghnw", "eeinsu", "ehrtvw", "eiosst", "elrtty", "himnuq", "hlnnrz",
];

/// Which dice are played with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiceSet {
    /// Sixteen dice as sold since 1987.
    New,
    /// Sixteen dice as sold from about 1976 to 1986.
    Classic,
    /// Other dice, 2 to 16 of them.
    Own(Vec<LetterDie>),
}

impl DiceSet {
    /// The dice, by number from 0.
    pub fn dice(&self) -> Vec<LetterDie> {
        let built_in = |faces: [&str; MAX_DICE]| {
            faces
                .iter()
                .filter_map(|faces| LetterDie::parse(faces))
                .collect()
        };
        match self {
            Self::New => built_in(NEW),
            Self::Classic => built_in(CLASSIC),
            Self::Own(dice) => dice.clone(),
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        match self {
            Self::New | Self::Classic => MAX_DICE,
            Self::Own(dice) => dice.len(),
        }
    }

    /// From notation: `new`, `classic`, `[aaciot,abilty]`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        match text {
            "new" => Some(Self::New),
            "classic" => Some(Self::Classic),
            _ => {
                let list = text.strip_prefix('[')?.strip_suffix(']')?;
                let dice: Option<Vec<_>> = list
                    .split(',')
                    .map(|faces| LetterDie::parse(faces.trim()))
                    .collect();
                dice.filter(|dice| (2..=MAX_DICE).contains(&dice.len()))
                    .map(Self::Own)
            }
        }
    }
}

impl fmt::Display for DiceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::New => f.write_str("new"),
            Self::Classic => f.write_str("classic"),
            Self::Own(dice) => {
                for (index, die) in dice.iter().enumerate() {
                    write!(f, "{}{die}", if index == 0 { '[' } else { ',' })?;
                }
                f.write_str("]")
            }
        }
    }
}

/// One die with letters on its faces. Prints as its letters, `q` for `Qu`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LetterDie {
    faces: [Letter; MAX_SIDES],
    sides: u8,
}

impl LetterDie {
    fn parse(text: &str) -> Option<Self> {
        let mut faces = [Letter::QU; MAX_SIDES];
        for (index, &letter) in text.as_bytes().iter().enumerate() {
            *faces.get_mut(index)? = Letter::on_die(letter)?;
        }
        (!text.is_empty()).then_some(Self {
            faces,
            sides: text.len() as u8,
        })
    }

    /// How many faces it has, 1 to 6.
    pub const fn sides(&self) -> u8 {
        self.sides
    }

    /// Its faces; the same letter may stand on several.
    pub fn faces(&self) -> &[Letter] {
        &self.faces[..usize::from(self.sides)]
    }

    /// How many of its faces show each face number.
    pub fn by_face(&self) -> [u8; FACES] {
        let mut counts = [0; FACES];
        self.faces()
            .iter()
            .for_each(|letter| counts[letter.face()] += 1);
        counts
    }
}

impl fmt::Display for LetterDie {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.faces().iter().try_for_each(|letter| match *letter {
            Letter::QU => f.write_str("q"),
            letter => letter.fmt(f),
        })
    }
}

/// A die by its number in the set. Prints as the 1-based number that people
/// read: the first die is `1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DieId(u8);

impl DieId {
    /// The die at a 0-based position of the set.
    ///
    /// # Panics
    /// When the position is 16 or more.
    pub const fn new(index: usize) -> Self {
        assert!(index < MAX_DICE, "a set has at most 16 dice");
        Self(index as u8)
    }

    /// The 0-based position.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for DieId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

impl FromStr for DieId {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        crate::knobs::whole::<u8>(text, 1, MAX_DICE as u32)
            .map(|number| Self(number - 1))
            .ok_or_else(|| format!("\"{text}\" is no number of a die, 1 to {MAX_DICE}"))
    }
}

/// Some of the dice. Prints as their numbers, `1 4 16`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DieSet(u16);

impl DieSet {
    /// None of them.
    pub const EMPTY: Self = Self(0);

    /// Bit i for die i.
    pub(super) const fn bits(self) -> u16 {
        self.0
    }

    /// The set with these bits.
    pub(super) const fn of_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// The first so many.
    ///
    /// # Panics
    /// With more than 16.
    pub const fn first(dice: usize) -> Self {
        assert!(dice <= MAX_DICE, "a set has at most 16 dice");
        Self(((1u32 << dice) - 1) as u16)
    }

    /// Adds a die.
    pub const fn insert(&mut self, die: DieId) {
        self.0 |= 1 << die.0;
    }

    /// Takes a die out.
    pub const fn remove(&mut self, die: DieId) {
        self.0 &= !(1 << die.0);
    }

    /// Whether a die is among them.
    pub const fn has(self, die: DieId) -> bool {
        self.0 >> die.0 & 1 == 1
    }

    /// How many there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those in this set or the other.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Those in this set and not in the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The dice by number.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = DieId> {
        (0..MAX_DICE)
            .map(DieId::new)
            .filter(move |&die| self.has(die))
    }
}

impl FromIterator<DieId> for DieSet {
    fn from_iter<I: IntoIterator<Item = DieId>>(dice: I) -> Self {
        let mut set = Self::EMPTY;
        dice.into_iter().for_each(|die| set.insert(die));
        set
    }
}

impl fmt::Display for DieSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, die) in self.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { " " })?;
            die.fmt(f)?;
        }
        Ok(())
    }
}

impl FromStr for DieSet {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        text.split(' ').map(str::parse).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cheap checksum of the thirty-two strings.
    #[test]
    fn face_counts_of_both_sets() {
        for (set, counts) in [
            (
                DiceSet::Classic,
                "a8 b3 c3 d4 e10 f2 g3 h3 i7 j1 k2 l5 m3 n5 o6 p3 qu1 r4 s5 t5 u4 v2 w2 x1 y3 z1",
            ),
            (
                DiceSet::New,
                "a6 b2 c2 d3 e11 f2 g2 h5 i6 j1 k1 l4 m2 n6 o7 p2 qu1 r5 s6 t9 u3 v2 w3 x1 y3 z1",
            ),
        ] {
            let letters: Vec<Letter> = set
                .dice()
                .iter()
                .flat_map(|die| die.faces().to_vec())
                .collect();
            assert_eq!(letters.len(), 96);
            let mut found: Vec<(usize, String)> = Vec::new();
            for letter in &letters {
                let count = letters.iter().filter(|other| other == &letter).count();
                found.push((letter.face(), format!("{letter}{count}")));
            }
            found.sort();
            found.dedup();
            let found: Vec<String> = found.into_iter().map(|(_, text)| text).collect();
            assert_eq!(found.join(" "), counts, "{set}");
        }
    }

    #[test]
    fn notation() {
        for text in ["new", "classic", "[ab,q]", "[aaciot,abilty,abjmoq]"] {
            let set = DiceSet::parse(text).unwrap();
            assert_eq!(format!("{set}"), text);
            assert_eq!(set.count(), set.dice().len());
        }
        for text in [
            "",
            "old",
            "[]",
            "[ab]",
            "[ab,]",
            "[ab,abcdefg]",
            "[ab,A]",
            "ab,cd",
        ] {
            assert_eq!(DiceSet::parse(text), None, "{text}");
        }
        assert_eq!(
            "1 4 16".parse::<DieSet>().map(|set| format!("{set}")),
            Ok("1 4 16".into())
        );
        assert!("0".parse::<DieId>().is_err() && "17".parse::<DieId>().is_err());
    }
}
