//! A fingerprint of a whole log, at the speed of reading it.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::thread;

/// Length and a 64-bit hash of some bytes. It tells accidents apart, not
/// forgeries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest {
    length: u64,
    hash: u64,
}

/// Each so many bytes are hashed alone, so that threads can share the work.
const BLOCK: usize = 1 << 22;

impl Digest {
    /// Of bytes in memory.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        let hash = bytes.chunks(BLOCK).map(block).fold(0, join);
        Self {
            length: bytes.len() as u64,
            hash: finish(hash),
        }
    }

    /// Of a file as long as it is now.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn of_file(path: &Path) -> io::Result<Self> {
        let length = File::open(path)?.metadata()?.len();
        let blocks = length.div_ceil(BLOCK as u64);
        let threads = thread::available_parallelism().map_or(1, |n| n.get() as u64);
        let threads = threads.min(8).min(blocks.max(1));
        let share = blocks.div_ceil(threads).max(1);
        let parts = thread::scope(|scope| {
            let hash = |at: u64| move || part(path, at * share, share);
            let spawn = |at| (at, thread::Builder::new().spawn_scoped(scope, hash(at)));
            let running: Vec<_> = (0..threads).map(spawn).collect();
            let ended = running.into_iter().map(|(at, one)| {
                let failed = || Err(io::Error::other("a thread that hashes has failed"));
                // Where there may be no thread more it is done here.
                one.map_or_else(
                    |_| hash(at)(),
                    |one| one.join().unwrap_or_else(|_| failed()),
                )
            });
            ended.collect::<io::Result<Vec<_>>>()
        })?;
        let hash = parts.into_iter().flatten().fold(0, join);
        Ok(Self {
            length,
            hash: finish(hash),
        })
    }

    /// Length in bytes.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.length
    }

    /// The hash, 16 hex digits.
    #[must_use]
    pub fn hex(&self) -> String {
        format!("{:016x}", self.hash)
    }

    /// From these two.
    #[must_use]
    pub fn parse(hex: &str, length: u64) -> Option<Self> {
        let hash = u64::from_str_radix(hex, 16)
            .ok()
            .filter(|_| hex.len() == 16)?;
        Some(Self { length, hash })
    }
}

/// The hashes of so many blocks from one on.
fn part(path: &Path, first: u64, count: u64) -> io::Result<Vec<u64>> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(first * BLOCK as u64))?;
    let mut bytes = vec![0; BLOCK];
    let mut hashes = Vec::new();
    for _ in 0..count {
        let mut filled = 0;
        while filled < BLOCK {
            match file.read(&mut bytes[filled..])? {
                0 => break,
                read => filled += read,
            }
        }
        if filled == 0 {
            break;
        }
        hashes.push(block(&bytes[..filled]));
    }
    Ok(hashes)
}

const PRIME: u64 = 0x9e37_79b9_7f4a_7c15;

/// Four lanes, so that a multiplication need not wait for the one before.
fn block(bytes: &[u8]) -> u64 {
    let mut lanes = [1_u64, 2, 3, 4];
    let (chunks, rest) = bytes.as_chunks::<32>();
    for chunk in chunks {
        let (words, _) = chunk.as_chunks::<8>();
        for (lane, word) in lanes.iter_mut().zip(words) {
            *lane = (*lane ^ u64::from_le_bytes(*word))
                .wrapping_mul(PRIME)
                .rotate_left(31);
        }
    }
    let mut hash = bytes.len() as u64;
    for &byte in rest {
        hash = (hash ^ u64::from(byte)).wrapping_mul(PRIME).rotate_left(23);
    }
    lanes.into_iter().fold(hash, join)
}

fn join(sum: u64, part: u64) -> u64 {
    (sum ^ finish(part)).wrapping_mul(PRIME).rotate_left(27)
}

/// The finaliser of splitmix64 (Steele, Lea and Flood 2014).
fn finish(value: u64) -> u64 {
    let mut z = value;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_bytes_agree_and_each_bit_counts() {
        let folder = std::env::temp_dir();
        let file = folder.join(format!("dudo-digest-{}", std::process::id()));
        for length in [0, 1, 31, 32, 33, BLOCK - 1, BLOCK, 2 * BLOCK + 7] {
            let mut bytes: Vec<u8> = (0..length).map(|i| (i * 7 % 251) as u8).collect();
            std::fs::write(&file, &bytes).unwrap();
            let whole = Digest::of(&bytes);
            assert_eq!(Digest::of_file(&file).unwrap(), whole);
            assert_eq!(Digest::parse(&whole.hex(), whole.length()), Some(whole));
            for at in [0, length / 2, length.saturating_sub(1)] {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 4;
                    assert_ne!(Digest::of(&bytes), whole);
                    bytes[at] ^= 4;
                }
            }
        }
        std::fs::remove_file(&file).unwrap();
    }
}
