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
    /// Where each bid's letters start, and how many there are.
    spans: Vec<(u32, u8)>,
    /// Per bid a bit for each face it needs, and the bit above them when no
    /// dice can show it. Apart from the spans, because searches read only these.
    masks: Vec<u32>,
    /// The first entry of each length or a greater one.
    lengths: Vec<u32>,
    /// For each face how many of the shorter bids need it.
    demand: [u32; FACES],
    spelling: Spelling,
}

/// Bids up to this length count for [`Index::demand`].
const SHORT: usize = 7;

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
                let never = if spelling.possible(&reading) {
                    0
                } else {
                    NEVER
                };
                let needed: Counts = reading.iter().copied().collect();
                let span = (letters.len() as u32, reading.len() as u8);
                unsorted.push((length, span, needed.mask() | never));
                letters.extend_from_slice(&reading);
                counts[length + 1] += 1;
            }
        }
        // The list is in alphabetical order, so counting by length sorts it.
        for length in 1..counts.len() {
            counts[length] += counts[length - 1];
        }
        let lengths = counts.to_vec();
        let mut spans = alloc::vec![(0, 0); unsorted.len()];
        let mut masks = alloc::vec![0; unsorted.len()];
        for (length, span, mask) in unsorted {
            let number = counts[length] as usize;
            spans[number] = span;
            masks[number] = mask;
            counts[length] += 1;
        }
        Self {
            letters,
            spans,
            demand: demand(&masks[..lengths[SHORT + 1] as usize]),
            masks,
            lengths,
            spelling,
        }
    }

    /// For each face how many bids of up to seven letters need it: what a die
    /// that shows it is worth.
    pub const fn demand(&self) -> &[u32; FACES] {
        &self.demand
    }

    /// How many bids there are.
    pub const fn len(&self) -> usize {
        self.spans.len()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// The letters of the bid with this number, from the lowest (0) up.
    ///
    /// # Panics
    /// When there are not so many.
    pub fn letters(&self, number: usize) -> &[Letter] {
        let (start, len) = self.spans[number];
        &self.letters[start as usize..start as usize + usize::from(len)]
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
        self.masks[number]
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
        self.masks[range]
            .iter()
            .enumerate()
            .rev()
            .filter(move |&(_, mask)| mask & missing == 0)
            .map(move |(index, _)| first + index)
            .filter(|&number| faces.cover(&self.letters(number).iter().copied().collect()))
    }

    /// The bids in a range that need exactly `lacking` faces, each counted
    /// once, that are not in this mask, from the lowest up, with a bit for each
    /// of those faces. A filter to begin with: a double letter counts as one.
    pub fn lacking(
        &self,
        faces: u32,
        lacking: u32,
        range: Range<usize>,
    ) -> impl Iterator<Item = (usize, u32)> + '_ {
        let first = range.start;
        self.masks[range]
            .iter()
            .enumerate()
            .map(move |(index, mask)| (first + index, mask & !faces))
            .filter(move |&(_, lacks)| lacks < NEVER && has_exactly(lacks, lacking))
    }
}

/// Whether so many bits are set. For few bits, clearing them one by one is
/// faster than counting all where the machine has no instruction for that.
const fn has_exactly(mut bits: u32, count: u32) -> bool {
    let mut left = count;
    while left > 0 {
        if bits == 0 {
            return false;
        }
        bits &= bits - 1;
        left -= 1;
    }
    bits == 0
}

fn demand(masks: &[u32]) -> [u32; FACES] {
    let mut demand = [0; FACES];
    for mask in masks {
        for (face, count) in demand.iter_mut().enumerate() {
            *count += mask >> face & 1;
        }
    }
    demand
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
        let near = index
            .lacking(faces("lae").mask(), 1, 0..index.len())
            .map(|(number, _)| number);
        assert_eq!(text(&index, near), "tea lake leak");
        let made = index
            .lacking(faces("lopsz").mask(), 0, 0..index.len())
            .map(|(number, _)| number);
        assert_eq!(text(&index, made), "zoo loops polos pools spool");
    }
}
