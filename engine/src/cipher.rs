//! ChaCha with 8 rounds (Bernstein 2008; 64-bit counter and nonce), a block at
//! a time.
//!
//! Written here because a game needs few words from many streams: the kept
//! crates make four blocks at once, of which most would be thrown away. The
//! tests hold it against one of them. A row of the state is a vector register
//! where the target has one, which changes nothing but the time.

#[cfg(not(target_arch = "x86_64"))]
use portable::Row;
#[cfg(target_arch = "x86_64")]
use x86_64::Row;

/// The block with this counter of a stream under a key.
pub(crate) fn chacha8(key: &[u32; 8], stream: u64, counter: u64) -> [u32; 16] {
    let [block] = blocks::<Row, 1>(key, stream, [counter]);
    block
}

/// A stream's first double block, and the block with the counter 0 of another
/// key's stream of the same number: a third chain in the gaps of two.
pub(crate) fn double_and_one(
    key: &[u32; 8],
    other: &[u32; 8],
    stream: u64,
) -> ([u32; DOUBLE], [u32; 16]) {
    let [first, second, one] =
        blocks_of::<Row, 3>([(key, stream, 0), (key, stream, 1), (other, stream, 0)]);
    (joined(&first, &second), one)
}

/// Words of a [`double`] block.
pub(crate) const DOUBLE: usize = 32;

/// The blocks with the counters 2n and 2n+1. A block is one long chain of
/// steps that wait for each other; a second one fits into the gaps, and costs
/// little more time than the first alone.
pub(crate) fn double(key: &[u32; 8], stream: u64, n: u64) -> [u32; DOUBLE] {
    let [first, second] = blocks::<Row, 2>(key, stream, [2 * n, 2 * n + 1]);
    joined(&first, &second)
}

#[inline]
fn joined(first: &[u32; 16], second: &[u32; 16]) -> [u32; DOUBLE] {
    let mut words = [0; DOUBLE];
    words[..16].copy_from_slice(first);
    words[16..].copy_from_slice(second);
    words
}

/// Four words of the state.
trait Quad: Copy {
    fn new(words: [u32; 4]) -> Self;
    fn words(self) -> [u32; 4];
    fn add(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// Each word rotated left.
    fn rotate<const LEFT: i32, const RIGHT: i32>(self) -> Self;
    /// The words moved down by one, two and three places, round the end.
    fn down1(self) -> Self;
    fn down2(self) -> Self;
    fn down3(self) -> Self;
}

/// Rows of several blocks, which go through the same steps side by side.
type Rows<R, const N: usize> = [[R; 4]; N];

#[inline]
fn quarter<R: Quad, const N: usize>(blocks: &mut Rows<R, N>) {
    // Step by step and not block by block, so that the steps interleave.
    let mut step = |step: fn(&mut [R; 4])| blocks.iter_mut().for_each(step);
    step(|[a, b, _, _]| *a = a.add(*b));
    step(|[a, _, _, d]| *d = d.xor(*a).rotate::<16, 16>());
    step(|[_, _, c, d]| *c = c.add(*d));
    step(|[_, b, c, _]| *b = b.xor(*c).rotate::<12, 20>());
    step(|[a, b, _, _]| *a = a.add(*b));
    step(|[a, _, _, d]| *d = d.xor(*a).rotate::<8, 24>());
    step(|[_, _, c, d]| *c = c.add(*d));
    step(|[_, b, c, _]| *b = b.xor(*c).rotate::<7, 25>());
}

#[inline]
fn blocks<R: Quad, const N: usize>(
    key: &[u32; 8],
    stream: u64,
    counters: [u64; N],
) -> [[u32; 16]; N] {
    blocks_of::<R, N>(counters.map(|counter| (key, stream, counter)))
}

/// Blocks by key, stream and counter.
#[inline]
fn blocks_of<R: Quad, const N: usize>(of: [(&[u32; 8], u64, u64); N]) -> [[u32; 16]; N] {
    let start: Rows<R, N> = of.map(|(k, stream, counter)| {
        [
            R::new([0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574]),
            R::new([k[0], k[1], k[2], k[3]]),
            R::new([k[4], k[5], k[6], k[7]]),
            R::new([
                counter as u32,
                (counter >> 32) as u32,
                stream as u32,
                (stream >> 32) as u32,
            ]),
        ]
    });
    let mut rows = start;
    for _ in 0..4 {
        quarter(&mut rows);
        for [_, b, c, d] in &mut rows {
            (*b, *c, *d) = (b.down1(), c.down2(), d.down3());
        }
        quarter(&mut rows);
        for [_, b, c, d] in &mut rows {
            (*b, *c, *d) = (b.down3(), c.down2(), d.down1());
        }
    }
    let mut out = [[0; 16]; N];
    for ((block, rows), start) in out.iter_mut().zip(rows).zip(start) {
        for (words, (row, start)) in block.chunks_exact_mut(4).zip(rows.into_iter().zip(start)) {
            words.copy_from_slice(&row.add(start).words());
        }
    }
    out
}

#[cfg(any(test, not(target_arch = "x86_64")))]
mod portable {
    use super::Quad;

    #[derive(Clone, Copy)]
    pub(super) struct Row([u32; 4]);

    impl Row {
        fn down(self, by: usize) -> Self {
            Self(core::array::from_fn(|lane| self.0[(lane + by) % 4]))
        }
    }

    impl Quad for Row {
        fn new(words: [u32; 4]) -> Self {
            Self(words)
        }
        fn words(self) -> [u32; 4] {
            self.0
        }
        fn add(self, other: Self) -> Self {
            Self(core::array::from_fn(|lane| {
                self.0[lane].wrapping_add(other.0[lane])
            }))
        }
        fn xor(self, other: Self) -> Self {
            Self(core::array::from_fn(|lane| self.0[lane] ^ other.0[lane]))
        }
        fn rotate<const LEFT: i32, const RIGHT: i32>(self) -> Self {
            Self(self.0.map(|word| word << LEFT | word >> RIGHT))
        }
        fn down1(self) -> Self {
            self.down(1)
        }
        fn down2(self) -> Self {
            self.down(2)
        }
        fn down3(self) -> Self {
            self.down(3)
        }
    }
}

/// SSE2, which every x86-64 machine has.
#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use super::Quad;
    use safe_arch::{
        add_i32_m128i, bitor_m128i, bitxor_m128i, m128i, shl_imm_u32_m128i, shr_imm_u32_m128i,
        shuffle_ai_f32_all_m128i, shuffle_ai_i16_h64all_m128i, shuffle_ai_i16_l64all_m128i,
    };

    #[derive(Clone, Copy)]
    pub(super) struct Row(m128i);

    impl Quad for Row {
        #[inline]
        fn new(words: [u32; 4]) -> Self {
            Self(m128i::from(words))
        }
        #[inline]
        fn words(self) -> [u32; 4] {
            self.0.into()
        }
        #[inline]
        fn add(self, other: Self) -> Self {
            Self(add_i32_m128i(self.0, other.0))
        }
        #[inline]
        fn xor(self, other: Self) -> Self {
            Self(bitxor_m128i(self.0, other.0))
        }
        #[inline]
        fn rotate<const LEFT: i32, const RIGHT: i32>(self) -> Self {
            if LEFT == 16 {
                // Halves of words change places: two steps instead of three.
                let low = shuffle_ai_i16_l64all_m128i::<0b10_11_00_01>(self.0);
                return Self(shuffle_ai_i16_h64all_m128i::<0b10_11_00_01>(low));
            }
            Self(bitor_m128i(
                shl_imm_u32_m128i::<LEFT>(self.0),
                shr_imm_u32_m128i::<RIGHT>(self.0),
            ))
        }
        #[inline]
        fn down1(self) -> Self {
            Self(shuffle_ai_f32_all_m128i::<0b00_11_10_01>(self.0))
        }
        #[inline]
        fn down2(self) -> Self {
            Self(shuffle_ai_f32_all_m128i::<0b01_00_11_10>(self.0))
        }
        #[inline]
        fn down3(self) -> Self {
            Self(shuffle_ai_f32_all_m128i::<0b10_01_00_11>(self.0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    /// An independent implementation, over keys, streams and counters; and
    /// the form for other machines.
    #[test]
    fn it_is_chacha8_on_every_machine() {
        for round in 0..50_u64 {
            let bytes: [u8; 32] = core::array::from_fn(|byte| (round * 31 + byte as u64 * 7) as u8);
            let key = core::array::from_fn(|word| {
                u32::from_le_bytes(core::array::from_fn(|byte| bytes[word * 4 + byte]))
            });
            let stream = round.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let mut oracle = ChaCha8Rng::from_seed(bytes);
            oracle.set_stream(stream);
            for counter in [0, 1, 2, 63, u64::from(u32::MAX), 1 << 33] {
                oracle.set_word_pos(u128::from(counter) * 16);
                let expected: [u32; 16] = core::array::from_fn(|_| oracle.next_u32());
                assert_eq!(chacha8(&key, stream, counter), expected, "block {counter}");
                assert_eq!(
                    blocks::<portable::Row, 1>(&key, stream, [counter]),
                    [expected]
                );
                let half = counter as usize % 2 * 16;
                assert_eq!(double(&key, stream, counter / 2)[half..half + 16], expected);
            }
        }
    }
}
