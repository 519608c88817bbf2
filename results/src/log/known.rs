//! Rows that say again what an earlier one said.

use super::{BotId, MOST_SEATS, Row};

/// More texts than this are not kept: 60 bots at two seats have 7,080.
const MOST: usize = 1 << 13;
/// A longer text is not kept.
const LONGEST: usize = 256;

/// Bots, places and winner of rows without faults, by their text. A long log
/// says the same few things over and over, with other coordinates before them
/// and other counters behind; each text is split and checked once.
pub(super) struct Known {
    texts: Vec<u8>,
    list: Vec<Entry>,
    /// Open addressing: a number plus one, 0 for a free place; at least half
    /// of it is free.
    slots: Vec<u32>,
}

struct Entry {
    start: usize,
    end: usize,
    bots: [BotId; MOST_SEATS],
    places: [u8; MOST_SEATS],
}

impl Known {
    pub(super) fn new() -> Self {
        Self {
            texts: Vec::new(),
            list: Vec::new(),
            slots: vec![0; 64],
        }
    }

    /// Bots and places of a text, by its number.
    pub(super) fn outcome(&self, number: usize) -> (&[BotId; MOST_SEATS], &[u8; MOST_SEATS]) {
        let entry = &self.list[number];
        (&entry.bots, &entry.places)
    }

    /// Keeps the text of a row that was checked, if there is room.
    pub(super) fn keep(&mut self, text: &[u8], row: &Row) {
        if self.list.len() == MOST || text.len() > LONGEST || self.find(text).is_some() {
            return;
        }
        let start = self.texts.len();
        self.texts.extend_from_slice(text);
        self.list.push(Entry {
            start,
            end: self.texts.len(),
            bots: row.bots,
            places: row.places,
        });
        if 2 * self.list.len() > self.slots.len() {
            self.slots = vec![0; 4 * self.slots.len()];
            for number in 0..self.list.len() {
                self.place(number);
            }
        } else {
            self.place(self.list.len() - 1);
        }
    }

    /// Reads a line of these rules whose text is known into a row: the number
    /// of the text, or `None` for a line that has to be looked at closely.
    #[inline]
    pub(super) fn read(
        &self,
        line: &[u8],
        rules: Option<&[u8; 8]>,
        row: &mut Row,
    ) -> Option<usize> {
        let (found, rest) = line.split_first_chunk::<8>()?;
        if Some(found) != rules {
            return None;
        }
        let rest = rest.strip_prefix(b",")?.strip_suffix(b",")?;
        let (deal, rest) = first(rest)?;
        let (table, rest) = first(rest)?;
        let (rotation, rest) = first(rest)?;
        let (actions, rest) = last(rest)?;
        let (rounds, text) = last(rest)?;
        let number = self.find(text)?;
        let entry = &self.list[number];
        row.deal = deal;
        row.table = table;
        row.rotation = rotation;
        row.rounds = rounds;
        row.actions = actions;
        row.bots = entry.bots;
        row.places = entry.places;
        row.faulted = 0;
        row.withdrawn = false;
        Some(number)
    }

    #[inline]
    fn find(&self, text: &[u8]) -> Option<usize> {
        let mask = self.slots.len() - 1;
        let mut at = hash(text) & mask;
        loop {
            let number = self.slots[at].checked_sub(1)? as usize;
            let entry = &self.list[number];
            if &self.texts[entry.start..entry.end] == text {
                return Some(number);
            }
            at = (at + 1) & mask;
        }
    }

    fn place(&mut self, number: usize) {
        let entry = &self.list[number];
        let mask = self.slots.len() - 1;
        let mut at = hash(&self.texts[entry.start..entry.end]) & mask;
        while self.slots[at] != 0 {
            at = (at + 1) & mask;
        }
        self.slots[at] = number as u32 + 1;
    }
}

/// The number in front, and what is behind its comma.
#[inline]
fn first(text: &[u8]) -> Option<(u64, &[u8])> {
    let mut value = 0;
    for (at, byte) in text.iter().enumerate() {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return (*byte == b',' && at > 0).then(|| (value, &text[at + 1..]));
        }
        // Twenty digits may be too many, so they are looked at closely.
        if at == 19 {
            return None;
        }
        value = value * 10 + u64::from(digit);
    }
    None
}

/// The number at the end, which may be missing, and what is before its comma.
#[inline]
fn last(text: &[u8]) -> Option<(Option<u64>, &[u8])> {
    let (mut value, mut factor) = (0, 1);
    for (at, byte) in text.iter().rev().enumerate() {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            let value = (at > 0).then_some(value);
            return (*byte == b',').then(|| (value, &text[..text.len() - 1 - at]));
        }
        if at == 19 {
            return None;
        }
        value += factor * u64::from(digit);
        factor = factor.wrapping_mul(10);
    }
    None
}

/// Eight bytes at a time. Nothing but speed depends on it.
#[inline]
fn hash(text: &[u8]) -> usize {
    const PRIME: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut hash = text.len() as u64;
    let (words, rest) = text.as_chunks::<8>();
    for word in words {
        hash = (hash ^ u64::from_le_bytes(*word))
            .wrapping_mul(PRIME)
            .rotate_left(29);
    }
    let end = match text.last_chunk::<8>() {
        Some(word) => u64::from_le_bytes(*word),
        None => rest
            .iter()
            .fold(0, |word, &byte| word << 8 | u64::from(byte)),
    };
    hash = (hash ^ end).wrapping_mul(PRIME);
    (hash >> 32) as usize
}
