//! A word list: which strings of letters are words.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

/// A word list in alphabetical order, and the hash of what is in it.
///
/// The engine reads no files: whoever sets up a game brings the list.
///
/// ```
/// use dudo_engine::Lexicon;
/// let (lexicon, dropped) = Lexicon::read("zoo\nqi\nO'Hara\ntea\n");
/// assert_eq!((lexicon.len(), dropped), (3, 1));
/// assert!(lexicon.has(b"qi") && !lexicon.has(b"q"));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Lexicon {
    /// All words, one after the other.
    letters: Vec<u8>,
    /// Where each word starts, and where the last ends.
    starts: Vec<u32>,
    /// The first word that begins with each three letters or later ones.
    heads: Vec<u32>,
    hash: u64,
}

/// Beginnings of three letters.
const HEADS: usize = 26 * 26 * 26;

impl Lexicon {
    /// Reads a text with a word per line. Lines that hold anything but lower
    /// case letters a to z are dropped; their number is returned. Order,
    /// repetitions, empty lines and blanks around a word mean nothing.
    ///
    /// # Panics
    /// With more than 4 GiB of words.
    pub fn read(text: &str) -> (Self, usize) {
        let mut dropped = 0;
        let mut words = Vec::new();
        for line in text.lines().map(|line| line.trim().as_bytes()) {
            if line.is_empty() {
                continue;
            }
            if line.iter().all(u8::is_ascii_lowercase) {
                words.push(line);
            } else {
                dropped += 1;
            }
        }
        (Self::of(words), dropped)
    }

    /// The list of these words of lower case letters.
    fn of(mut words: Vec<&[u8]>) -> Self {
        words.sort_unstable();
        words.dedup();
        let mut letters = Vec::with_capacity(words.iter().map(|word| word.len()).sum());
        let mut starts = Vec::with_capacity(words.len() + 1);
        let mut heads = Vec::with_capacity(HEADS + 1);
        for (number, word) in words.iter().enumerate() {
            while heads.len() <= head(word) {
                heads.push(number as u32);
            }
            starts.push(letters.len() as u32);
            letters.extend_from_slice(word);
        }
        assert!(u32::try_from(letters.len()).is_ok(), "a list of over 4 GiB");
        starts.push(letters.len() as u32);
        heads.resize(HEADS + 1, words.len() as u32);
        Self {
            hash: hash(&words),
            letters,
            starts,
            heads,
        }
    }

    /// How many words there are.
    pub const fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The word with this number in alphabetical order, from 0.
    ///
    /// # Panics
    /// When there are not so many.
    pub fn word(&self, number: usize) -> &[u8] {
        &self.letters[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    /// All words in alphabetical order.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.len()).map(|number| self.word(number))
    }

    /// The number of a word; where it would stand, if it is not in the list.
    ///
    /// # Errors
    /// The number of the first later word.
    pub fn find(&self, word: &[u8]) -> Result<usize, usize> {
        if word.is_empty() || !word.iter().all(u8::is_ascii_lowercase) {
            return Err(0);
        }
        let head = head(word);
        let (mut low, mut high) = (self.heads[head] as usize, self.heads[head + 1] as usize);
        while low < high {
            let middle = usize::midpoint(low, high);
            match self.word(middle).cmp(word) {
                core::cmp::Ordering::Less => low = middle + 1,
                core::cmp::Ordering::Greater => high = middle,
                core::cmp::Ordering::Equal => return Ok(middle),
            }
        }
        Err(low)
    }

    /// Whether this is a word of the list.
    pub fn has(&self, word: &[u8]) -> bool {
        self.find(word).is_ok()
    }

    /// FNV-1a, 64 bits, of the words in alphabetical order, each followed by a
    /// line feed: equal lists have equal hashes, however their files look.
    pub const fn hash(&self) -> u64 {
        self.hash
    }
}

impl fmt::Debug for Lexicon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Lexicon({} words, {:016x})", self.len(), self.hash)
    }
}

/// The number of a word's first three letters; a shorter word counts with the
/// first beginning that it could have.
fn head(word: &[u8]) -> usize {
    let letter = |at: usize| word.get(at).map_or(0, |&letter| usize::from(letter - b'a'));
    (letter(0) * 26 + letter(1)) * 26 + letter(2)
}

fn hash(words: &[&[u8]]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for word in words {
        for &byte in word.iter().chain(b"\n") {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    hash
}

/// Where the word lists are that rules name by their hashes.
pub trait Shelf {
    /// The list with this hash; `None` when it is not at hand.
    fn lexicon(&self, hash: u64) -> Option<Arc<Lexicon>>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_what_is_in_it() {
        let (plain, none) = Lexicon::read("aa\nb\nba\nzoo\n");
        let (odd, dropped) =
            Lexicon::read("zoo\r\n  ba\nb\n\nU.S.\naa\nb\nna\u{ef}ve\nWhale\nco-op");
        assert_eq!((none, dropped), (0, 4));
        assert_eq!(plain, odd);
        assert_ne!(plain.hash(), Lexicon::read("aa\nb\nba").0.hash());
        assert_ne!(
            Lexicon::read("ab\na").0.hash(),
            Lexicon::read("aa\nb").0.hash()
        );
    }

    #[test]
    fn every_word_is_found_and_no_other() {
        let (lexicon, _) = Lexicon::read("a\nab\nabc\nb\nq\nqi\nz\nzz\nzzz");
        for (number, word) in lexicon.iter().enumerate() {
            assert_eq!(lexicon.find(word), Ok(number));
        }
        for (word, place) in [
            ("", 0),
            ("aa", 1),
            ("abcd", 3),
            ("c", 4),
            ("qj", 6),
            ("zzzz", 9),
            ("A", 0),
        ] {
            assert_eq!(lexicon.find(word.as_bytes()), Err(place), "{word}");
        }
        assert!(!Lexicon::read("").0.has(b"a"));
    }
}
