//! Compressing a log as it is written.

use std::io;

/// What the name of a compressed file ends with.
pub const PACKED: &str = ".zst";

/// Bytes of text in a frame, at least: it ends with the line that reaches them.
/// Small enough that an interrupted run loses no more than is being played at
/// any time, large enough that rows compress almost as well as in one piece, and
/// with lines of up to a kilobyte a single block of the format.
pub const FRAME: usize = 127 << 10;

/// Higher levels cost more time than they save in bytes; see `PERFORMANCE.md`.
const LEVEL: i32 = 1;

/// Cuts text into frames that each unpack by themselves. Where one ends depends
/// on the text alone, not on the pieces that it comes in: the same text is the
/// same frames.
pub struct Packer {
    compressor: zstd::bulk::Compressor<'static>,
    /// The text behind the last frame.
    pending: Vec<u8>,
}

impl Packer {
    /// Goes on behind whole frames; `pending` is the text after them.
    ///
    /// # Errors
    /// There is no memory.
    pub fn new(pending: Vec<u8>) -> io::Result<Self> {
        let mut compressor = zstd::bulk::Compressor::new(LEVEL)?;
        // Bits that flipped on the disk are told when it is read.
        compressor.include_checksum(true)?;
        Ok(Self {
            compressor,
            pending,
        })
    }

    /// Takes in text.
    pub fn add(&mut self, text: &[u8]) {
        self.pending.extend_from_slice(text);
    }

    /// Whether a frame is full once this text is added.
    #[must_use]
    pub fn would_fill(&self, text: &[u8]) -> bool {
        let missing = (FRAME - 1).saturating_sub(self.pending.len());
        text.get(missing..)
            .is_some_and(|rest| memchr::memchr(b'\n', rest).is_some())
    }

    /// The next full frame, compressed.
    ///
    /// # Errors
    /// There is no memory.
    pub fn full(&mut self) -> io::Result<Option<Vec<u8>>> {
        let Some(end) = self.end() else {
            return Ok(None);
        };
        let frame = self.compressor.compress(&self.pending[..end])?;
        self.pending.drain(..end);
        Ok(Some(frame))
    }

    /// What is there of the next frame as a frame of its own, compressed. It is
    /// the last of a file, until the full one takes its place.
    ///
    /// # Errors
    /// There is no memory.
    pub fn rest(&mut self) -> io::Result<Option<Vec<u8>>> {
        if self.pending.is_empty() {
            return Ok(None);
        }
        self.compressor.compress(&self.pending).map(Some)
    }

    /// How long what is pending is as text and compressed; it is taken.
    ///
    /// # Errors
    /// There is no memory.
    pub fn size(&mut self) -> io::Result<(usize, usize)> {
        let (text, mut packed) = (self.pending.len(), 0);
        while let Some(frame) = self.full()? {
            packed += frame.len();
        }
        packed += self.rest()?.map_or(0, |frame| frame.len());
        self.pending.clear();
        Ok((text, packed))
    }

    /// Where the frame at hand ends.
    fn end(&self) -> Option<usize> {
        let rest = self.pending.get(FRAME - 1..)?;
        memchr::memchr(b'\n', rest).map(|at| FRAME + at)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Coordinates, bisect};
    use super::super::{Frames, Plain, scan, unpacked};
    use super::*;
    use proptest::prelude::*;
    use std::io::{Cursor, Read, Seek, SeekFrom};

    /// Lines of all lengths, numbered.
    fn text(lines: usize, seed: usize) -> Vec<u8> {
        let line = |at: usize| {
            let rest = "x".repeat((at * 7919 + seed) % 97);
            format!("00c0ffee,{at},7,1,{rest}{}\n", at * at % 1013)
        };
        (0..lines).map(line).collect::<String>().into_bytes()
    }

    fn packed(text: &[u8], cuts: &[usize]) -> Vec<u8> {
        let mut packer = Packer::new(Vec::new()).unwrap();
        let (mut bytes, mut from) = (Vec::new(), 0);
        for to in cuts.iter().copied().chain([text.len()]) {
            let to = to.clamp(from, text.len());
            let fills = packer.would_fill(&text[from..to]);
            packer.add(&text[from..to]);
            from = to;
            let before = bytes.len();
            while let Some(frame) = packer.full().unwrap() {
                bytes.extend(frame);
            }
            assert_eq!(fills, bytes.len() > before);
            // Asking for the rest changes nothing.
            packer.rest().unwrap();
        }
        bytes.extend(packer.rest().unwrap().unwrap_or_default());
        bytes
    }

    fn lengths(bytes: &[u8]) -> Vec<(u64, Option<u64>)> {
        let mut frames = Frames::of(Cursor::new(bytes)).unwrap();
        let mut all = Vec::new();
        while let Some(frame) = frames.next_frame().unwrap() {
            all.push((frame.end, frame.length));
        }
        all
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn the_pieces_do_not_matter(
            lines in 0usize..9000,
            seed in 0usize..1000,
            mut cuts in prop::collection::vec(0usize..500_000, 0..12),
        ) {
            cuts.sort_unstable();
            let text = text(lines, seed);
            let bytes = packed(&text, &cuts);
            prop_assert_eq!(&bytes, &packed(&text, &[]));
            prop_assert_eq!(zstd::decode_all(&bytes[..]).unwrap(), &text[..]);
            let lengths = lengths(&bytes);
            let sum: u64 = lengths.iter().map(|frame| frame.1.unwrap()).sum();
            prop_assert_eq!(sum, text.len() as u64);
        }
    }

    /// Of all kinds of frames: without their length, with and without a sum, of
    /// one byte repeated, of noise, empty, and those that hold no data.
    #[test]
    fn frames_are_measured_without_unpacking() {
        let mut noise = vec![0; 300_000];
        let mut state = 1_u64;
        for byte in &mut noise {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            *byte = (state >> 56) as u8;
        }
        let skipped = [0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 9, 9, 9].to_vec();
        let (mut all, mut expected) = (skipped.clone(), vec![(11, Some(0))]);
        for data in [
            &[][..],
            b"a",
            &[7; 400_000],
            &noise[..255],
            &noise[..256],
            &noise,
        ] {
            for sum in [false, true] {
                let mut bulk = zstd::bulk::Compressor::new(3).unwrap();
                bulk.include_checksum(sum).unwrap();
                all.extend(bulk.compress(data).unwrap());
                expected.push((all.len() as u64, Some(data.len() as u64)));
                let mut stream = zstd::Encoder::new(Vec::new(), 3).unwrap();
                stream.include_checksum(sum).unwrap();
                io::copy(&mut &data[..], &mut stream).unwrap();
                all.extend(stream.finish().unwrap());
                let length = lengths(&all).last().unwrap().1;
                assert!(length.is_none_or(|length| length == data.len() as u64));
                expected.push((all.len() as u64, length));
            }
        }
        assert_eq!(lengths(&all), expected);
        // Whatever is torn off, the frames before it are there.
        for cut in (0..all.len()).step_by(61) {
            let whole = expected.iter().filter(|frame| frame.0 <= cut as u64);
            assert_eq!(lengths(&all[..cut]).len(), whole.count());
        }
    }

    /// A compressed file is read and searched as its text is, by one frame or
    /// many, and with a torn end.
    #[test]
    fn any_place_of_the_text_is_found() {
        let text = text(20_000, 5);
        let folder = std::env::temp_dir();
        let path = folder.join(format!("dudo-packed-{}", std::process::id()));
        let many = packed(&text, &[]);
        let one = zstd::encode_all(&text[..], 1).unwrap();
        let torn = many[..many.len() - 9].to_vec();
        let whole = lengths(&torn).into_iter().map(|frame| frame.1.unwrap());
        let whole = whole.sum::<u64>() as usize;
        for (bytes, there) in [
            (many, text.len()),
            (one, text.len()),
            (torn, whole),
            (text.clone(), text.len()),
        ] {
            std::fs::write(&path, bytes).unwrap();
            let mut file = Plain::open(&path).unwrap();
            assert_eq!(file.seek(SeekFrom::End(0)).unwrap(), there as u64);
            for at in (0..there).step_by(99_991) {
                file.seek(SeekFrom::Start(at as u64)).unwrap();
                let mut read = [0; 40];
                let count = 40.min(there - at);
                file.read_exact(&mut read[..count]).unwrap();
                assert_eq!(read[..count], text[at..at + count]);
            }
            for deal in [0, 1, 777, 13_000, 19_000] {
                let offset = bisect(&mut file, 1, |game| game.deal < deal).unwrap();
                let game = Coordinates {
                    deal,
                    table: 7,
                    rotation: 1,
                };
                assert_eq!(scan(&mut file, 1, game).unwrap(), offset);
                // A deal that was cut off would stand at the end.
                let key = format!("00c0ffee,{deal},");
                let found = text[offset as usize..].starts_with(key.as_bytes());
                assert!(found || offset == there as u64, "{deal}");
            }
        }
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn streams_are_told_apart_by_their_first_bytes() {
        let text = text(9, 1);
        let bytes = packed(&text, &[]);
        let read = |bytes: &[u8]| {
            let mut out = Vec::new();
            let source: Box<dyn Read + Send> = Box::new(Cursor::new(bytes.to_vec()));
            unpacked(source)
                .and_then(|mut source| source.read_to_end(&mut out))
                .map(|_| out)
        };
        for cut in 0..=text.len() {
            assert_eq!(read(&text[..cut]).unwrap(), &text[..cut]);
        }
        assert_eq!(read(&bytes).unwrap(), text);
        for cut in 0..bytes.len() {
            assert!(text.starts_with(&read(&bytes[..cut]).unwrap()));
        }
        for at in 12..bytes.len() {
            let mut bad = bytes.clone();
            bad[at] ^= 1;
            assert!(read(&bad).is_err() || read(&bad).unwrap() != text);
        }
    }
}
