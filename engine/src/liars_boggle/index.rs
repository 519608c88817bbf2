//! All bids that are words of the list, in the order of bids.

use super::bid::{Bid, MAX_LETTERS, Spelling};
use super::letters::{Counts, FACES, Letter};
use crate::lexicon::Lexicon;
use alloc::vec::Vec;
use core::ops::Range;

/// The words of a list as bids, from the lowest to the highest, with what a
/// strategy asks of them: which are higher than a bid, which can be made of
/// some letters.
///
/// A word with several readings of Qu stands in it once for each.
pub struct Index {
    letters: Vec<Letter>,
    entries: Vec<Entry>,
    /// The first entry of each length or a greater one.
    lengths: Vec<u32>,
    spelling: Spelling,
}

#[derive(Clone, Copy)]
struct Entry {
    start: u32,
    len: u8,
    /// A bit per face that is needed; the bit above them when no dice can
    /// show the word.
    mask: u32,
}

/// The bit of a word that no dice can show.
const NEVER: u32 = 1 << FACES;
/// The longest that a bid can be: every letter a Qu that counts as two.
const MAX_LENGTH: usize = 2 * MAX_LETTERS;

impl Index {
    /// The words of a list that can be bid: those of 1 to 32 letters.
    pub(super) fn new(lexicon: &Lexicon, spelling: Spelling) -> Self {
        let mut unsorted = Vec::with_capacity(lexicon.len());
        let mut letters = Vec::new();
        let mut counts = [0u32; MAX_LENGTH + 2];
        for word in lexicon.iter() {
            for reading in readings(word, spelling) {
                let length = spelling.length(&reading);
                let possible = spelling.possible(&reading);
                let needed: Counts = reading.iter().copied().collect();
                unsorted.push((
                    length,
                    Entry {
                        start: letters.len() as u32,
                        len: reading.len() as u8,
                        mask: needed.mask() | if possible { 0 } else { NEVER },
                    },
                ));
                letters.extend_from_slice(&reading);
                counts[length + 1] += 1;
            }
        }
        // The list is in alphabetical order, so counting by length sorts it.
        for length in 1..counts.len() {
            counts[length] += counts[length - 1];
        }
        let lengths = counts.to_vec();
        let nothing = Entry {
            start: 0,
            len: 0,
            mask: 0,
        };
        let mut entries = alloc::vec![nothing; unsorted.len()];
        for (length, entry) in unsorted {
            entries[counts[length] as usize] = entry;
            counts[length] += 1;
        }
        Self {
            letters,
            entries,
            lengths,
            spelling,
        }
    }

    /// How many bids there are.
    pub const fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The letters of the bid with this number, from the lowest (0) up.
    ///
    /// # Panics
    /// When there are not so many.
    pub fn letters(&self, number: usize) -> &[Letter] {
        let entry = self.entries[number];
        &self.letters[entry.start as usize..entry.start as usize + usize::from(entry.len)]
    }

    /// The bid with this number.
    ///
    /// # Panics
    /// When there are not so many.
    pub fn bid(&self, number: usize) -> Bid {
        Bid::of(self.letters(number))
            .unwrap_or_else(|| unreachable!("words of 1 to 32 letters are kept"))
    }

    /// A bit for each face that this bid needs, as [`Letter::face`] numbers
    /// them, and a further one when no dice can ever show it.
    ///
    /// # Panics
    /// When there are not so many.
    pub fn mask(&self, number: usize) -> u32 {
        self.entries[number].mask
    }

    /// The bids of a length.
    pub fn of_length(&self, length: usize) -> Range<usize> {
        let at = |length: usize| self.lengths[length.min(MAX_LENGTH + 1)] as usize;
        at(length)..at(length.saturating_add(1))
    }

    /// The number of the first bid that is higher than this one.
    pub fn above(&self, bid: &Bid) -> usize {
        let Range {
            start: mut low,
            end: mut high,
        } = self.of_length(self.spelling.length(bid.letters()));
        while low < high {
            let middle = usize::midpoint(low, high);
            let printed = self
                .letters(middle)
                .iter()
                .flat_map(|letter| letter.printed().iter().copied());
            if printed.cmp(bid.printed()).is_gt() {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        low
    }

    /// The bids in a range that can be made of these faces, from the highest
    /// down.
    pub fn made_of<'a>(
        &'a self,
        faces: &'a Counts,
        range: Range<usize>,
    ) -> impl Iterator<Item = usize> + 'a {
        let missing = !faces.mask();
        let first = range.start;
        self.entries[range]
            .iter()
            .enumerate()
            .rev()
            .filter(move |(_, entry)| entry.mask & missing == 0)
            .map(move |(index, _)| first + index)
            .filter(|&number| faces.cover(&self.letters(number).iter().copied().collect()))
    }

    /// The bids in a range that need at most `most` faces, each counted once,
    /// that are not among these, from the lowest up. A filter to begin with: a
    /// double letter counts as one.
    pub fn lacking(
        &self,
        faces: u32,
        most: u32,
        range: Range<usize>,
    ) -> impl Iterator<Item = usize> + '_ {
        let first = range.start;
        self.entries[range]
            .iter()
            .enumerate()
            .filter(move |(_, entry)| {
                entry.mask < NEVER && (entry.mask & !faces).count_ones() <= most
            })
            .map(move |(index, _)| first + index)
    }
}

/// The ways to read a word, the one with every QU as Qu first; none when it is
/// too long to be bid.
fn readings(word: &[u8], spelling: Spelling) -> Vec<Vec<Letter>> {
    let Some(letters) = super::bid::read(word).filter(|letters| letters.len() <= MAX_LETTERS)
    else {
        return Vec::new();
    };
    let mut readings = Vec::from([letters]);
    if spelling.qu_as_q {
        let pairs = word.windows(2).filter(|pair| pair == b"qu").count().min(4);
        for plain in 1..1u32 << pairs {
            let reading = split(&readings[0], plain);
            if reading.len() <= MAX_LETTERS {
                readings.push(reading);
            }
        }
    }
    readings
}

/// The letters with those Qu split into Q and U whose bit is set, counted from
/// the front.
fn split(letters: &[Letter], plain: u32) -> Vec<Letter> {
    let mut split = Vec::with_capacity(letters.len() + 2);
    let mut seen = 0;
    for &letter in letters {
        if letter != Letter::QU {
            split.push(letter);
            continue;
        }
        if plain >> seen & 1 == 1 {
            split.extend([Letter::Q].into_iter().chain(Letter::of(b'u')));
        } else {
            split.push(letter);
        }
        seen += 1;
    }
    split
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::{String, ToString};

    const WORDS: &str = "whale\nwhales\nwhole\nwryly\nyummy\nyurt\nabacus\nquit\nsuq\nqi\nqat\nqoph\nqueue\nlake\nleak\nloops\npolos\npools\nspool\ntea\nzoo";

    fn index(qu_two: bool, qu_as_q: bool) -> Index {
        Index::new(&Lexicon::read(WORDS).0, Spelling { qu_two, qu_as_q })
    }

    fn text(index: &Index, numbers: impl Iterator<Item = usize>) -> String {
        let bids: Vec<String> = numbers
            .map(|number| index.bid(number).to_string())
            .collect();
        bids.join(" ")
    }

    #[test]
    fn words_stand_in_the_order_of_bids() {
        for (qu_two, qu_as_q, expected) in [
            (
                false,
                false,
                "qi qat quit suq tea zoo lake leak qoph queue yurt loops polos pools spool whale whole wryly yummy abacus whales",
            ),
            (
                true,
                true,
                "qi qat suq tea zoo lake leak qoph quit (q)uit yurt loops polos pools queue (q)ueue spool whale whole wryly yummy abacus whales",
            ),
        ] {
            let index = index(qu_two, qu_as_q);
            assert_eq!(text(&index, 0..index.len()), expected);
            for number in 0..index.len() {
                let bid = index.bid(number);
                let above = index.above(&bid);
                for other in 0..index.len() {
                    let higher = index.spelling.compare(&index.bid(other), &bid).is_gt();
                    assert_eq!(other >= above, higher, "{bid} {}", index.bid(other));
                }
            }
        }
    }

    #[test]
    fn words_are_found_by_letters() {
        let index = index(false, false);
        let faces = |text: &str| -> Counts {
            super::super::bid::read(text.as_bytes())
                .unwrap()
                .into_iter()
                .collect()
        };
        for (have, from, expected) in [
            ("lakeosp", 0, "leak lake"),
            ("loopsoz", 0, "spool pools polos loops zoo"),
            ("loopsoz", 13, "spool pools"),
            ("quit", 0, "quit"),
            ("quuu", 0, ""),
        ] {
            assert_eq!(
                text(&index, index.made_of(&faces(have), from..index.len())),
                expected,
                "{have}"
            );
        }
        let near = index.lacking(faces("lae").mask(), 1, 0..index.len());
        assert_eq!(text(&index, near), "tea lake leak");
    }
}
