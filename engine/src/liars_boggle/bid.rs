//! Bids: strings of letters, how long they are and which is higher.

use super::letters::{Counts, Letter};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use core::str::FromStr;

/// Letters of a bid, at most, `Qu` being one.
pub const MAX_LETTERS: usize = 32;

/// A word as it is bid: any letters, word or not. `qu` is the letter Qu, a
/// plain Q in front of a U is written `(q)`.
///
/// ```
/// use dudo_engine::liars_boggle::Bid;
/// let bid: Bid = "s(q)uat".parse().unwrap();
/// assert_eq!((bid.letters().len(), bid.to_string().as_str()), (5, "s(q)uat"));
/// assert_eq!("QUIT".parse::<Bid>().unwrap().letters().len(), 3);
/// ```
#[derive(Clone, Copy)]
pub struct Bid {
    letters: [Letter; MAX_LETTERS],
    len: u8,
}

impl Bid {
    /// The bid of these letters; `None` when there are none or more than
    /// [`MAX_LETTERS`].
    pub fn of(letters: &[Letter]) -> Option<Self> {
        let mut bid = Self {
            letters: [Letter::Q; MAX_LETTERS],
            len: letters.len() as u8,
        };
        bid.letters
            .get_mut(..letters.len())?
            .copy_from_slice(letters);
        (!letters.is_empty()).then_some(bid)
    }

    /// The letters.
    pub fn letters(&self) -> &[Letter] {
        &self.letters[..usize::from(self.len)]
    }

    /// The printed letters, lower case: the order of bids and the dictionary
    /// go by them.
    pub fn printed(&self) -> impl Iterator<Item = u8> {
        self.letters()
            .iter()
            .flat_map(|letter| letter.printed().iter().copied())
    }

    /// The letters by the face that each needs.
    pub fn counts(&self) -> Counts {
        self.letters().iter().copied().collect()
    }

    /// Whether a Q stands for itself in front of a U, which the bidder has to
    /// say.
    pub fn names_reading(&self) -> bool {
        self.letters()
            .windows(2)
            .any(|pair| needs_brackets(pair[0], pair.get(1)))
    }
}

/// Whether a plain Q would be read as Qu if it were written without brackets.
fn needs_brackets(letter: Letter, next: Option<&Letter>) -> bool {
    letter == Letter::Q && next.is_some_and(|next| next.printed() == b"u")
}

// Beyond the last letter the array means nothing.
impl PartialEq for Bid {
    fn eq(&self, other: &Self) -> bool {
        self.letters() == other.letters()
    }
}
impl Eq for Bid {}

impl fmt::Debug for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bid({self})")
    }
}

impl fmt::Display for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = self.letters();
        for (index, &letter) in letters.iter().enumerate() {
            if needs_brackets(letter, letters.get(index + 1)) {
                f.write_str("(q)")?;
            } else {
                letter.fmt(f)?;
            }
        }
        Ok(())
    }
}

impl FromStr for Bid {
    type Err = String;

    /// Reads a word in either case; brackets may stand around any Q.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("\"{text}\" is no word of the letters a to z");
        let mut letters = Vec::new();
        let mut left = text.as_bytes();
        while let [first, rest @ ..] = left {
            let (letter, rest) = match left {
                [b'(', b'q' | b'Q', b')', rest @ ..] => (Letter::Q, rest),
                [b'q' | b'Q', b'u' | b'U', rest @ ..] => (Letter::QU, rest),
                _ => (
                    Letter::of(first.to_ascii_lowercase()).ok_or_else(wrong)?,
                    rest,
                ),
            };
            letters.push(letter);
            left = rest;
        }
        Self::of(&letters)
            .ok_or_else(|| format!("\"{text}\" does not have 1 to {MAX_LETTERS} letters"))
    }
}

/// How letters are read: what a Qu counts and what it can stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spelling {
    /// Qu counts as two letters.
    pub qu_two: bool,
    /// Qu may be played as a plain Q.
    pub qu_as_q: bool,
}

impl Spelling {
    /// How long a bid is in this game.
    pub fn length(self, letters: &[Letter]) -> usize {
        let long = if self.qu_two {
            letters
                .iter()
                .filter(|&&letter| letter == Letter::QU)
                .count()
        } else {
            0
        };
        letters.len() + long
    }

    /// Whether dice could show these letters at all: plain Q is on no die.
    pub fn possible(self, letters: &[Letter]) -> bool {
        self.qu_as_q || !letters.contains(&Letter::Q)
    }

    /// Whether a bid can be spelled from these faces.
    pub fn spells(self, faces: &Counts, bid: &Bid) -> bool {
        self.possible(bid.letters()) && faces.cover(&bid.counts())
    }

    /// The order of bids: by length, then as printed. Bids that compare equal
    /// do not beat each other.
    pub fn compare(self, a: &Bid, b: &Bid) -> Ordering {
        self.length(a.letters())
            .cmp(&self.length(b.letters()))
            .then_with(|| a.printed().cmp(b.printed()))
    }

    /// The lowest bid of a length, all A.
    pub fn lowest(self, length: usize) -> Option<Bid> {
        let a = Letter::of(b'a')?;
        Bid::of([a; MAX_LETTERS].get(..length)?)
    }

    /// The next bid after this one, with every QU read as Qu; `None` after the
    /// last of length `longest`.
    pub fn next(self, bid: &Bid, longest: usize) -> Option<Bid> {
        let length = self.length(bid.letters());
        let printed: Vec<u8> = bid.printed().collect();
        // The longer the stretch that stays, the lower the next bid.
        for kept in (0..=printed.len()).rev() {
            let from = printed.get(kept).map_or(b'a', |&letter| letter + 1);
            for letter in from..=b'z' {
                let mut text = printed[..kept].to_vec();
                text.push(letter);
                if let Some(next) = self.filled(text, length) {
                    return Some(next);
                }
            }
        }
        if length < longest {
            self.lowest(length + 1)
        } else {
            None
        }
    }

    /// The lowest bid of this length that begins with these printed letters.
    fn filled(self, mut printed: Vec<u8>, length: usize) -> Option<Bid> {
        loop {
            let letters = read(&printed)?;
            let so_far = self.length(&letters);
            if so_far >= length {
                return Bid::of(&letters).filter(|_| so_far == length);
            }
            printed.push(b'a');
        }
    }
}

/// Printed letters as letters of a bid, with every QU read as Qu.
pub(super) fn read(printed: &[u8]) -> Option<Vec<Letter>> {
    let mut letters = Vec::with_capacity(printed.len());
    let mut left = printed;
    while let [first, rest @ ..] = left {
        let (letter, rest) = match left {
            [b'q', b'u', rest @ ..] => (Letter::QU, rest),
            _ => (Letter::of(*first)?, rest),
        };
        letters.push(letter);
        left = rest;
    }
    Some(letters)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    const PLAIN: Spelling = Spelling {
        qu_two: false,
        qu_as_q: false,
    };
    const TWO: Spelling = Spelling {
        qu_two: true,
        qu_as_q: false,
    };
    const LOOSE: Spelling = Spelling {
        qu_two: false,
        qu_as_q: true,
    };

    fn bid(text: &str) -> Bid {
        text.parse().unwrap()
    }

    /// The published ladders, and what Qu does to them.
    #[test]
    fn order() {
        for (spelling, ladder) in [
            (
                PLAIN,
                "pit quit zoo able yurt whale whole wryly yummy abacus whales",
            ),
            (PLAIN, "aster trees"),
            (PLAIN, "lake leak loops polos pools spool"),
            (TWO, "zoo able quit yurt zany queue"),
            (LOOSE, "suq squ zoo (q)uit s(q)uat"),
        ] {
            let bids: Vec<Bid> = ladder.split(' ').map(bid).collect();
            for (low, high) in bids.iter().zip(&bids[1..]) {
                let expected = if spelling == LOOSE && low.to_string() == "suq" {
                    // Two faces, s and qu, against three.
                    Ordering::Greater
                } else {
                    Ordering::Less
                };
                assert_eq!(spelling.compare(low, high), expected, "{low} {high}");
            }
        }
    }

    #[test]
    fn readings() {
        for (text, letters, canonical) in [
            ("quit", 3, "quit"),
            ("(q)uit", 4, "(q)uit"),
            ("SUQ", 3, "suq"),
            ("su(q)", 3, "suq"),
            ("q(q)u", 3, "q(q)u"),
            ("qqu", 2, "qqu"),
        ] {
            let bid = bid(text);
            assert_eq!(
                (bid.letters().len(), bid.to_string().as_str()),
                (letters, canonical),
                "{text}"
            );
            assert_eq!(bid.names_reading(), canonical.contains('('), "{text}");
        }
        for text in ["", "(q", "(u)", "na\u{ef}ve", "a b", "co-op", "3x5"] {
            assert!(text.parse::<Bid>().is_err(), "{text}");
        }
        assert!("a".repeat(32).parse::<Bid>().is_ok() && "a".repeat(33).parse::<Bid>().is_err());
        assert!("qu".repeat(32).parse::<Bid>().is_ok());
    }

    #[test]
    fn spelling() {
        let faces: Counts = ["s", "u", "i", "t", "e"]
            .iter()
            .filter_map(|l| Letter::of(l.as_bytes()[0]))
            .collect();
        let mut with_qu = faces;
        with_qu.add(Letter::QU);
        for (spelling, faces, text, spelled) in [
            (PLAIN, &faces, "suite", true),
            (PLAIN, &faces, "suites", false),
            (PLAIN, &faces, "quit", false),
            (PLAIN, &with_qu, "quit", true),
            (PLAIN, &with_qu, "suq", false),
            (TWO, &with_qu, "suq", false),
            (LOOSE, &with_qu, "suq", true),
            (LOOSE, &with_qu, "(q)uit", true),
            (LOOSE, &with_qu, "quiq", false),
            (LOOSE, &faces, "suq", false),
        ] {
            assert_eq!(spelling.spells(faces, &bid(text)), spelled, "{text}");
        }
    }

    /// Against all strings of up to four printed letters.
    #[test]
    fn the_next_bid_is_next() {
        let mut all = Vec::from([Vec::new()]);
        let mut from = 0;
        for _ in 0..4 {
            let until = all.len();
            for shorter in from..until {
                for letter in b'a'..=b'z' {
                    let mut longer: Vec<u8> = all[shorter].clone();
                    longer.push(letter);
                    all.push(longer);
                }
            }
            from = until;
        }
        let all: Vec<Bid> = all[1..]
            .iter()
            .map(|text| Bid::of(&read(text).unwrap()).unwrap())
            .collect();
        for text in [
            "a", "p", "q", "qu", "z", "qt", "qtz", "qz", "quz", "suq", "zq", "zz",
        ] {
            for spelling in [PLAIN, TWO] {
                let low = bid(text);
                let longest = spelling.length(low.letters()) + usize::from(text != "zz");
                let mut next: Option<&Bid> = None;
                for other in &all {
                    let higher = spelling.compare(other, &low).is_gt()
                        && spelling.length(other.letters()) <= longest;
                    if higher && next.is_none_or(|next| spelling.compare(other, next).is_lt()) {
                        next = Some(other);
                    }
                }
                assert_eq!(
                    spelling.next(&low, longest).as_ref(),
                    next,
                    "after {text}, {spelling:?}"
                );
            }
        }
    }
}
