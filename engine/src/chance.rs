//! Chance has coordinates: every die of a run has an address.
//!
//! A [`Key`] names a run, its rules and a purpose; a deal is a numbered stream
//! under that key; a die is a numbered word of that stream. Nothing is drawn
//! "next", so nothing that happens in a game moves a later die.

use crate::cipher::chacha8;
use core::convert::Infallible;
use rand_core::TryRng;

/// A secret from which dice are made.
///
/// Children are derived one way (they are output of the parent's cipher): a
/// child tells nothing about its parent or its siblings.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Key([u32; 8]);

impl Key {
    /// The key with these bytes; the root of a run.
    pub const fn new(bytes: [u8; 32]) -> Self {
        let mut words = [0; 8];
        let mut word = 0;
        while word < 8 {
            let at = 4 * word;
            words[word] =
                u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
            word += 1;
        }
        Self(words)
    }

    /// The child with this number: the first 32 bytes of ChaCha8 under this
    /// key, with the label as stream number.
    pub fn child(&self, label: u64) -> Self {
        self.at(label, 0)
    }

    /// The child named by a text: a child per eight bytes (little-endian,
    /// padded with zeros) and one for the length, so that no two texts meet.
    pub fn child_of_text(&self, text: &str) -> Self {
        let mut key = *self;
        for chunk in text.as_bytes().chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            key = key.child(u64::from_le_bytes(word));
        }
        key.child(text.len() as u64)
    }

    /// The child whose bytes are the `half`-th 32 of a stream under this key:
    /// two children for the price of one block.
    fn at(&self, stream: u64, half: u64) -> Self {
        let block = chacha8(&self.0, stream, half / 2);
        let from = (half % 2) as usize * 8;
        Self(core::array::from_fn(|word| block[from + word]))
    }

    /// The bytes, to be handed to a bot that lives elsewhere.
    pub fn bytes(&self) -> [u8; 32] {
        let mut bytes = [0; 32];
        for (bytes, word) in bytes.chunks_exact_mut(4).zip(self.0) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }
}

/// Maps a random word to `0..n` by multiply and shift.
///
/// Without rejection, so that a die is always one word; for n up to 32 the
/// probability of a face is off by less than 2^-27.
pub const fn scale(word: u32, n: u32) -> u32 {
    ((word as u64 * n as u64) >> 32) as u32
}

/// Words of one keyed stream by position, a block of 16 at a time.
pub(crate) struct Words {
    key: Key,
    stream: u64,
    /// The number of the block at hand; none at first.
    block: u64,
    words: [u32; 16],
}

impl Words {
    pub(crate) const fn new(key: Key, stream: u64) -> Self {
        // No stream is read that far: it would take 2^68 words.
        Self {
            key,
            stream,
            block: u64::MAX,
            words: [0; 16],
        }
    }

    /// The word at a position.
    #[inline]
    pub(crate) fn at(&mut self, position: u64) -> u32 {
        let block = position / 16;
        if block != self.block {
            self.block = block;
            self.words = chacha8(&self.key.0, self.stream, block);
        }
        self.words[(position % 16) as usize]
    }
}

/// Names a bot's private chance in one game, without deriving it: bots that
/// never draw cost nothing.
#[derive(Clone, Copy)]
pub struct BotKey {
    bots: Key,
    deal: u64,
    seat: u8,
}

impl BotKey {
    pub(crate) const fn new(bots: Key, deal: u64, seat: u8) -> Self {
        Self { bots, deal, seat }
    }

    /// The key, which tells nothing about deal or seat.
    pub fn derive(&self) -> Key {
        self.bots.at(self.deal, u64::from(self.seat))
    }
}

/// A bot's private source of chance: a `rand` generator on the bot's own key,
/// which has nothing in common with the table's dice. ChaCha8, stream 0, read
/// word by word.
///
/// ```
/// use dudo_engine::{BotRng, Key};
/// use rand_core::Rng;
/// let mut rng = BotRng::of(Key::new([7; 32]));
/// assert_eq!(rng.next_u32(), BotRng::of(Key::new([7; 32])).next_u32());
/// assert!(rng.below(6) < 6);
/// ```
pub struct BotRng {
    source: Result<Words, BotKey>,
    next: u64,
}

impl BotRng {
    /// The generator with this key.
    pub const fn of(key: Key) -> Self {
        Self {
            source: Ok(Words::new(key, 0)),
            next: 0,
        }
    }

    /// The generator of a bot, keyed when it is first used.
    pub const fn new(key: BotKey) -> Self {
        Self {
            source: Err(key),
            next: 0,
        }
    }

    /// Becomes the generator of another game.
    pub fn restart(&mut self, key: BotKey) {
        self.source = Err(key);
        self.next = 0;
    }

    /// A choice among `0..n`, one word, as dice are made ([`scale`]); 0 when n is 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        scale(self.word(), n)
    }

    /// True with probability `p` (anything outside 0 to 1 is clamped).
    pub fn chance(&mut self, p: f64) -> bool {
        // 2^32 as f64 is exact, and so is the product's comparison.
        f64::from(self.word()) < p * 4_294_967_296.0
    }

    #[inline]
    fn word(&mut self) -> u32 {
        let position = self.next;
        self.next += 1;
        if let Ok(words) = &mut self.source {
            return words.at(position);
        }
        self.first_word()
    }

    #[cold]
    fn first_word(&mut self) -> u32 {
        match &mut self.source {
            Ok(words) => words.at(0),
            Err(key) => {
                let mut words = Words::new(key.derive(), 0);
                let word = words.at(0);
                self.source = Ok(words);
                word
            }
        }
    }
}

impl TryRng for BotRng {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.word())
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let low = self.word();
        Ok(u64::from(low) | u64::from(self.word()) << 32)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(4) {
            let word = self.word().to_le_bytes();
            chunk.copy_from_slice(&word[..chunk.len()]);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    fn root() -> Key {
        Key::new([0; 32])
    }

    /// If this fails, every log ever written has changed.
    #[test]
    fn first_outputs_are_pinned() {
        // ChaCha8, zero key and nonce: the published vector starts 3e00ef2f.
        let mut words = Words::new(root(), 0);
        assert_eq!([words.at(0), words.at(1)], [0x2fef_003e, 0xd640_5f89]);
        for (key, first) in [
            (root().child(1), [43, 143, 75, 179]),
            (
                root().child_of_text("liars-dice(dice=5)"),
                [204, 81, 23, 39],
            ),
            (BotKey::new(root(), 1, 0).derive(), [43, 143, 75, 179]),
            (BotKey::new(root(), 1, 3).derive(), PINNED_BOT),
        ] {
            assert_eq!(key.bytes()[..4], first);
        }
    }
    const PINNED_BOT: [u8; 4] = [167, 154, 188, 110];

    /// An independent implementation of the cipher, over keys, streams and
    /// counters.
    #[test]
    fn the_cipher_is_chacha8() {
        for round in 0..50_u64 {
            let bytes = core::array::from_fn(|byte| (round * 31 + byte as u64 * 7) as u8);
            let mut oracle = ChaCha8Rng::from_seed(bytes);
            let stream = round.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            oracle.set_stream(stream);
            let mut words = Words::new(Key::new(bytes), stream);
            for position in [0, 1, 15, 16, 63, 64, 1000, u64::from(u32::MAX) * 16 + 17, 5] {
                oracle.set_word_pos(u128::from(position));
                assert_eq!(
                    words.at(position),
                    oracle.next_u32(),
                    "word {position} of stream {stream}"
                );
            }
        }
    }

    #[test]
    fn a_generator_reads_its_stream_in_order() {
        let mut rng = BotRng::of(root());
        let mut words = Words::new(root(), 0);
        assert_eq!(rng.next_u32(), words.at(0));
        assert_eq!(
            rng.next_u64(),
            u64::from(words.at(1)) | u64::from(words.at(2)) << 32
        );
        let mut bytes = [0; 6];
        rng.fill_bytes(&mut bytes);
        assert_eq!(bytes[..4], words.at(3).to_le_bytes());
        let mut lazy = BotRng::new(BotKey::new(root(), 5, 1));
        let mut keyed = BotRng::of(BotKey::new(root(), 5, 1).derive());
        assert_eq!(
            [lazy.next_u32(), lazy.next_u32()],
            [keyed.next_u32(), keyed.next_u32()]
        );
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
                root().child_of_text(a) != root().child_of_text(b),
                "{a:?} {b:?}"
            );
        }
    }

    /// Chi-squared with 5 degrees of freedom: 20.5 is the 0.1 % point.
    #[test]
    fn faces_are_uniform() {
        let mut words = Words::new(root(), 9);
        let mut counts = [0u32; 6];
        for position in 0..60_000 {
            counts[scale(words.at(position), 6) as usize] += 1;
        }
        let chi: f64 = counts
            .iter()
            .map(|&n| (f64::from(n) - 1e4) * (f64::from(n) - 1e4) / 1e4)
            .sum();
        assert!(chi < 20.5, "{counts:?}");
    }
}
