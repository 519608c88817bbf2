//! Chance has coordinates: every die of a run has an address.
//!
//! A [`Key`] names a run, its rules and a purpose; a deal is a numbered stream
//! under that key; a die is a numbered word of that stream. Nothing is drawn
//! "next", so nothing that happens in a game moves a later die.

use core::convert::Infallible;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng, TryRng};

/// A secret from which dice are made.
///
/// Children are derived one way (they are output of the parent's cipher): a
/// child tells nothing about its parent or its siblings.
#[derive(Clone, PartialEq, Eq)]
pub struct Key([u8; 32]);

impl Key {
    /// The key with these bytes; the root of a run.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The child with this number: the first 32 bytes of ChaCha8 under this
    /// key, with the label as stream number.
    pub fn child(&self, label: u64) -> Self {
        let mut cipher = ChaCha8Rng::from_seed(self.0);
        cipher.set_stream(label);
        let mut bytes = [0; 32];
        cipher.fill_bytes(&mut bytes);
        Self(bytes)
    }

    /// The child named by a text: a child per eight bytes (little-endian,
    /// padded with zeros) and one for the length, so that no two texts meet.
    pub fn child_of_text(&self, text: &str) -> Self {
        let mut key = self.clone();
        for chunk in text.as_bytes().chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            key = key.child(u64::from_le_bytes(word));
        }
        key.child(text.len() as u64)
    }

    /// The bytes, to be handed to a bot that lives elsewhere.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    fn stream(&self, number: u64) -> ChaCha8Rng {
        let mut cipher = ChaCha8Rng::from_seed(self.0);
        cipher.set_stream(number);
        cipher
    }
}

/// Maps a random word to `0..n` by multiply and shift.
///
/// Without rejection, so that a die is always one word; for n up to 32 the
/// probability of a face is off by less than 2^-27.
pub const fn scale(word: u32, n: u32) -> u32 {
    ((word as u64 * n as u64) >> 32) as u32
}

/// Words of one keyed stream by position. Reading forward is cheap, going
/// back costs a new cipher block.
pub(crate) struct Words {
    cipher: ChaCha8Rng,
    at: u64,
}

/// Reading over so many words is cheaper than seeking (measured: 1.5 ns a
/// word, 35 ns a seek with its block).
const WORTH_SKIPPING: u64 = 32;

impl Words {
    pub(crate) fn new(key: &Key, stream: u64) -> Self {
        Self {
            cipher: key.stream(stream),
            at: 0,
        }
    }

    /// Moves to a position of the stream, so that `next` reads from there.
    pub(crate) fn seek(&mut self, position: u64) {
        match position.checked_sub(self.at) {
            Some(0) => {}
            Some(gap @ 1..=WORTH_SKIPPING) => {
                for _ in 0..gap {
                    self.cipher.next_u32();
                }
            }
            _ => self.cipher.set_word_pos(u128::from(position)),
        }
        self.at = position;
    }

    pub(crate) fn next(&mut self) -> u32 {
        self.at += 1;
        self.cipher.next_u32()
    }
}

/// A bot's private source of chance: a `rand` generator on the bot's own key,
/// which has nothing in common with the table's dice.
///
/// Keyed on first use, so a bot that never draws costs nothing.
///
/// ```
/// use dudo_engine::{BotRng, Key};
/// use rand_core::Rng;
/// let mut rng = BotRng::new(Key::new([7; 32]), 0);
/// assert_eq!(rng.next_u32(), BotRng::new(Key::new([7; 32]), 0).next_u32());
/// assert!(rng.below(6) < 6);
/// ```
pub struct BotRng {
    key: Key,
    stream: u64,
    cipher: Option<ChaCha8Rng>,
}

impl BotRng {
    /// The generator with this key and stream number (the deal).
    pub const fn new(key: Key, stream: u64) -> Self {
        Self {
            key,
            stream,
            cipher: None,
        }
    }

    /// Becomes the generator with this key and stream number. Cheaper than a
    /// new one: a cipher is as large as the block it holds.
    pub fn restart(&mut self, key: &Key, stream: u64) {
        self.key.clone_from(key);
        self.stream = stream;
        self.cipher = None;
    }

    /// A choice among `0..n`, one word, as dice are made ([`scale`]); 0 when n is 0.
    pub fn below(&mut self, n: u32) -> u32 {
        scale(self.cipher().next_u32(), n)
    }

    /// True with probability `p` (anything outside 0 to 1 is clamped).
    pub fn chance(&mut self, p: f64) -> bool {
        // 2^32 as f64 is exact, and so is the product's comparison.
        f64::from(self.cipher().next_u32()) < p * 4_294_967_296.0
    }

    fn cipher(&mut self) -> &mut ChaCha8Rng {
        self.cipher
            .get_or_insert_with(|| self.key.stream(self.stream))
    }
}

impl TryRng for BotRng {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.cipher().next_u32())
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.cipher().next_u64())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.cipher().fill_bytes(bytes);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    const ROOT: Key = Key::new([0; 32]);

    /// If this fails, every log ever written has changed.
    #[test]
    fn first_outputs_are_pinned() {
        // ChaCha8, zero key and nonce: the published vector starts 3e00ef2f.
        let mut words = Words::new(&ROOT, 0);
        assert_eq!([words.next(), words.next()], [0x2fef_003e, 0xd640_5f89]);
        let child = ROOT.child(1);
        assert_eq!(child.0[..4], PINNED_CHILD);
        let text = ROOT.child_of_text("liars-dice(dice=5)");
        assert_eq!(text.0[..4], PINNED_TEXT);
    }
    const PINNED_CHILD: [u8; 4] = [43, 143, 75, 179];
    const PINNED_TEXT: [u8; 4] = [204, 81, 23, 39];

    #[test]
    fn a_word_is_found_from_anywhere() {
        let mut forward = Words::new(&ROOT, 3);
        let all: Vec<u32> = (0..300).map(|_| forward.next()).collect();
        let mut words = Words::new(&ROOT, 3);
        for position in [0, 5, 37, 38, 200, 12, 299, 0, 64, 63] {
            words.seek(position);
            assert_eq!(words.next(), all[position as usize], "word {position}");
        }
    }

    #[test]
    fn texts_do_not_meet() {
        for (a, b) in [
            ("", "\0"),
            ("a", "a\0"),
            ("abcdefgh", "abcdefgh\0"),
            ("ab", "ba"),
        ] {
            assert!(
                ROOT.child_of_text(a) != ROOT.child_of_text(b),
                "{a:?} {b:?}"
            );
        }
    }

    /// Chi-squared with 5 degrees of freedom: 20.5 is the 0.1 % point.
    #[test]
    fn faces_are_uniform() {
        let mut words = Words::new(&ROOT, 9);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[scale(words.next(), 6) as usize] += 1;
        }
        let chi: f64 = counts
            .iter()
            .map(|&n| (f64::from(n) - 1e4) * (f64::from(n) - 1e4) / 1e4)
            .sum();
        assert!(chi < 20.5, "{counts:?}");
    }
}
