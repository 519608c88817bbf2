//! Chance has coordinates: every die of a run has an address.
//!
//! A [`Key`] names a run, its rules and a purpose; a deal is a numbered stream
//! under that key; a die is a numbered word of that stream. Nothing is drawn
//! "next", so nothing that happens in a game moves a later die.

use crate::cipher::{DOUBLE, chacha8, double, double_and_one};
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
        Self::half_of(&block, half as usize % 2)
    }

    #[inline]
    fn half_of(block: &[u32; 16], half: usize) -> Self {
        Self(core::array::from_fn(|word| block[8 * half + word]))
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

/// Words of one keyed stream by position, a double block at a time. Blocks are
/// kept, each in the slot of its number modulo `KEPT`.
pub(crate) struct Words<const KEPT: usize> {
    key: Key,
    stream: u64,
    /// The number of the block in each slot; none at first.
    at: [u64; KEPT],
    blocks: [[u32; DOUBLE]; KEPT],
}

/// The number of no block: it would take 2^69 words to get there.
const NONE: u64 = u64::MAX;

impl<const KEPT: usize> Words<KEPT> {
    pub(crate) const fn new(key: Key, stream: u64) -> Self {
        Self {
            key,
            stream,
            at: [NONE; KEPT],
            blocks: [[0; DOUBLE]; KEPT],
        }
    }

    /// Becomes another stream, of which the first block is made at once. Along
    /// with it, for little more time, come the keys of the first two seats'
    /// bots.
    pub(crate) fn begin(&mut self, key: Key, bots: &Key, stream: u64) -> [Key; 2] {
        let (first, keys) = double_and_one(&key.0, &bots.0, stream);
        self.key = key;
        self.stream = stream;
        self.at = [NONE; KEPT];
        self.at[0] = 0;
        self.blocks[0] = first;
        [0, 1].map(|half| Key::half_of(&keys, half))
    }

    /// The words from a position to the end of its block.
    #[inline]
    pub(crate) fn from(&mut self, position: u64) -> &[u32] {
        let block = position / DOUBLE as u64;
        let slot = block as usize % KEPT;
        if self.at[slot] != block {
            self.make(slot, block);
        }
        &self.blocks[slot][(position % DOUBLE as u64) as usize..]
    }

    #[inline(never)]
    fn make(&mut self, slot: usize, block: u64) {
        self.at[slot] = block;
        self.blocks[slot] = double(&self.key.0, self.stream, block);
    }
}

/// Names a bot's private chance in one game, where it can be without deriving
/// it: bots that never draw cost next to nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct BotKey {
    /// The key itself, or the bots' key that it is to be derived from.
    key: Key,
    derived: bool,
    deal: u64,
    seat: u8,
}

impl BotKey {
    pub(crate) const fn new(bots: Key, deal: u64, seat: u8) -> Self {
        Self {
            key: bots,
            derived: false,
            deal,
            seat,
        }
    }

    /// A key that is known already.
    #[inline]
    pub(crate) const fn known(key: Key) -> Self {
        Self {
            key,
            derived: true,
            deal: 0,
            seat: 0,
        }
    }

    /// The key, which tells nothing about deal or seat.
    pub fn derive(&self) -> Key {
        if self.derived {
            self.key
        } else {
            self.key.at(self.deal, u64::from(self.seat))
        }
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
    /// The block at hand. Kept here and not in [`Words`], because words are
    /// only ever taken in order: one comparison tells whether there is another.
    words: [u32; DOUBLE],
    used: usize,
    /// The number of the next double block.
    next: u64,
    key: BotKey,
    /// The key that this comes to, from the first word on.
    own: Key,
}

impl BotRng {
    /// The generator with this key.
    pub const fn of(key: Key) -> Self {
        Self::new(BotKey::known(key))
    }

    /// The generator of a bot, keyed when it is first used.
    pub const fn new(key: BotKey) -> Self {
        Self {
            words: [0; DOUBLE],
            used: DOUBLE,
            next: 0,
            key,
            own: key.key,
        }
    }

    /// Becomes the generator of another game. Where that has the same key, as
    /// the rotations of a deal have, the words at hand are kept if they are the
    /// first.
    #[inline]
    pub fn restart(&mut self, key: BotKey) {
        if self.next == 1 && self.key == key {
            self.used = 0;
        } else {
            self.key = key;
            self.used = DOUBLE;
            self.next = 0;
        }
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

    /// The next 32 random bits; what [`Rng::next_u32`](rand_core::Rng::next_u32)
    /// says, for bots that need no crate for it.
    #[inline]
    pub fn word(&mut self) -> u32 {
        if self.used >= DOUBLE {
            self.refill();
        }
        let word = self.words[self.used % DOUBLE];
        self.used += 1;
        word
    }

    #[cold]
    fn refill(&mut self) {
        if self.next == 0 {
            self.own = self.key.derive();
        }
        self.words = double(&self.own.0, 0, self.next);
        self.next += 1;
        self.used = 0;
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

    fn at<const KEPT: usize>(words: &mut Words<KEPT>, position: u64) -> u32 {
        words.from(position)[0]
    }

    /// If this fails, every log ever written has changed.
    #[test]
    fn first_outputs_are_pinned() {
        // ChaCha8, zero key and nonce: the published vector starts 3e00ef2f.
        let mut words = Words::<1>::new(root(), 0);
        assert_eq!(
            [at(&mut words, 0), at(&mut words, 1)],
            [0x2fef_003e, 0xd640_5f89]
        );
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
            let key = Key::new(bytes);
            let mut words = Words::<2>::new(key, stream);
            for position in [0, 1, 15, 16, 63, 64, 1000, u64::from(u32::MAX) * 16 + 17, 5] {
                oracle.set_word_pos(u128::from(position));
                assert_eq!(
                    at(&mut words, position),
                    oracle.next_u32(),
                    "word {position} of stream {stream}"
                );
            }
        }
    }

    #[test]
    fn a_generator_reads_its_stream_in_order() {
        let mut rng = BotRng::of(root());
        let mut words = Words::<1>::new(root(), 0);
        assert_eq!(rng.next_u32(), at(&mut words, 0));
        assert_eq!(
            rng.next_u64(),
            u64::from(at(&mut words, 1)) | u64::from(at(&mut words, 2)) << 32
        );
        let mut bytes = [0; 6];
        rng.fill_bytes(&mut bytes);
        assert_eq!(bytes[..4], at(&mut words, 3).to_le_bytes());
        let mut lazy = BotRng::new(BotKey::new(root(), 5, 1));
        let mut keyed = BotRng::of(BotKey::new(root(), 5, 1).derive());
        assert_eq!(
            [lazy.next_u32(), lazy.next_u32()],
            [keyed.next_u32(), keyed.next_u32()]
        );
    }

    /// What is made together is what is made one by one.
    #[test]
    fn a_stream_begun_is_the_stream() {
        let table = root().child(5);
        for stream in [0, 9, u64::MAX] {
            // It has been another before.
            let mut begun = Words::<2>::new(root(), 3);
            for position in [0, 40, 64] {
                at(&mut begun, position);
            }
            let keys = begun.begin(table, &root(), stream);
            let mut words = Words::<1>::new(table, stream);
            for position in [0, 15, 16, 31, 32, 100, 40, 0, 64] {
                assert_eq!(at(&mut begun, position), at(&mut words, position));
            }
            for (seat, key) in (0..).zip(keys) {
                assert!(key == BotKey::new(root(), stream, seat).derive());
                assert!(key == BotKey::known(key).derive());
            }
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
                root().child_of_text(a) != root().child_of_text(b),
                "{a:?} {b:?}"
            );
        }
    }

    /// Chi-squared with 5 degrees of freedom: 20.5 is the 0.1 % point.
    #[test]
    fn faces_are_uniform() {
        let mut words = Words::<1>::new(root(), 9);
        let mut counts = [0u32; 6];
        for position in 0..60_000 {
            counts[scale(at(&mut words, position), 6) as usize] += 1;
        }
        let chi: f64 = counts
            .iter()
            .map(|&n| (f64::from(n) - 1e4) * (f64::from(n) - 1e4) / 1e4)
            .sum();
        assert!(chi < 20.5, "{counts:?}");
    }
}
