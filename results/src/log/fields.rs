//! The fields of one CSV line (RFC 4180), without allocation.

use csv_core::{ReadRecordResult, Reader};

/// More fields than the widest table has, so that a surplus is seen.
const MOST: usize = 32;

/// Where the fields of the current line begin and end.
pub(crate) struct Fields {
    starts: [usize; MOST],
    ends: [usize; MOST],
    count: usize,
    /// A line with quotes is unquoted into here; others are read in place.
    unquoted: Option<Vec<u8>>,
    spare: Vec<u8>,
    quoting: Reader,
}

impl Fields {
    pub(crate) fn new() -> Self {
        Self {
            starts: [0; MOST],
            ends: [0; MOST],
            count: 0,
            unquoted: None,
            spare: Vec::new(),
            quoting: Reader::new(),
        }
    }

    /// How many fields the line had.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Splits a line. False when a quote is left open or there are more than
    /// 32 fields.
    pub(crate) fn split(&mut self, line: &[u8]) -> bool {
        if let Some(spare) = self.unquoted.take() {
            self.spare = spare;
        }
        self.count = 0;
        // First the commas of 64 bytes as bits, then a loop over the bits: its
        // length is the same for most rows, which a processor can guess.
        for (block, bytes) in line.chunks(64).enumerate() {
            let (words, rest) = bytes.as_chunks::<8>();
            let (mut commas, mut quotes) = (0, 0);
            for (at, word) in words.iter().enumerate() {
                let word = u64::from_le_bytes(*word);
                quotes |= matches(word, b'"');
                commas |= packed(matches(word, b',')) << (8 * at);
            }
            if !rest.is_empty() {
                let word = last_bytes(line, rest);
                quotes |= matches(word, b'"');
                commas |= packed(matches(word, b',')) << (8 * words.len());
            }
            if quotes != 0 {
                return self.split_quoted(line);
            }
            while commas != 0 {
                if self.count + 1 == MOST {
                    return false;
                }
                let comma = 64 * block + commas.trailing_zeros() as usize;
                self.ends[self.count] = comma;
                self.count += 1;
                self.starts[self.count] = comma + 1;
                commas &= commas - 1;
            }
        }
        self.ends[self.count] = line.len();
        self.count += 1;
        true
    }

    fn split_quoted(&mut self, line: &[u8]) -> bool {
        // The reader would take a line inside quotes for one field over many
        // lines; here a field ends where its line ends. It cannot tell an
        // open quote at the end of its input from a closed one, so count.
        if line.iter().filter(|&&byte| byte == b'"').count() % 2 == 1 {
            return false;
        }
        let mut text = std::mem::take(&mut self.spare);
        text.resize(line.len() + 1, 0);
        self.quoting.reset();
        let mut ends = [0; MOST];
        let (_, read, written, mut count) = self.quoting.read_record(line, &mut text, &mut ends);
        // The end of input closes the last field.
        let (last, _, more, added) =
            self.quoting
                .read_record(&line[read..], &mut text[written..], &mut ends[count..]);
        count += added;
        let whole = read == line.len()
            && count > 0
            && count < MOST
            && matches!(last, ReadRecordResult::Record);
        text.truncate(written + more);
        self.ends = ends;
        self.starts[1..].copy_from_slice(&ends[..MOST - 1]);
        self.count = count;
        self.unquoted = Some(text);
        whole
    }

    /// The bytes that the fields are parts of, for the line that was split.
    pub(crate) fn text<'a>(&'a self, line: &'a [u8]) -> &'a [u8] {
        self.unquoted.as_deref().unwrap_or(line)
    }

    /// The part of a line from one field to another, both with it; `None` where
    /// a field is quoted.
    pub(crate) fn between<'a>(
        &self,
        line: &'a [u8],
        first: usize,
        last: usize,
    ) -> Option<&'a [u8]> {
        let plain = self.unquoted.is_none();
        plain.then(|| &line[self.starts[first]..self.ends[last]])
    }

    /// Field `index` of that text.
    #[inline]
    pub(crate) fn get<'a>(&self, text: &'a [u8], index: usize) -> &'a [u8] {
        &text[self.starts[index]..self.ends[index]]
    }
}

/// The top bit of each byte of the word that equals this one.
fn matches(word: u64, byte: u8) -> u64 {
    const LOW: u64 = u64::from_le_bytes([0x7f; 8]);
    let differing = word ^ u64::from_le_bytes([byte; 8]);
    // No carry leaves a byte, so this is exact (Warren 2012, section 6-1).
    !(((differing & LOW) + LOW) | differing | LOW)
}

/// The last one to seven bytes of a line, padded with zeros.
fn last_bytes(line: &[u8], rest: &[u8]) -> u64 {
    match line.last_chunk::<8>() {
        // Read eight and push out those that were seen before.
        Some(bytes) => u64::from_le_bytes(*bytes) >> (8 * (8 - rest.len())),
        None => rest
            .iter()
            .rev()
            .fold(0, |word, &byte| word << 8 | u64::from(byte)),
    }
}

/// The top bits of eight bytes as the lowest eight bits, the first byte lowest.
fn packed(tops: u64) -> u64 {
    // Each factor bit moves one of the bits to its place in the top byte.
    (tops >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn split(line: &str) -> Option<Vec<String>> {
        let mut fields = Fields::new();
        fields.split(line.as_bytes()).then(|| {
            (0..fields.count())
                .map(|i| fields.get(fields.text(line.as_bytes()), i).to_vec())
                .map(|field| String::from_utf8(field).unwrap())
                .collect()
        })
    }

    #[test]
    fn odd_lines() {
        for (line, expected) in [
            ("", Some(&[""][..])),
            ("a,,b", Some(&["a", "", "b"])),
            (",", Some(&["", ""])),
            ("\"a,b\",c", Some(&["a,b", "c"])),
            ("a,\"say \"\"hi\"\"\"", Some(&["a", "say \"hi\""])),
            ("\"\",\"\"", Some(&["", ""])),
            ("a,\"open", None),
        ] {
            let expected = expected.map(|f| f.iter().map(|s| (*s).to_owned()).collect());
            assert_eq!(split(line), expected, "{line}");
        }
        assert_eq!(split(&",".repeat(40)), None);
        assert_eq!(split(&format!("\"\"{}", ",".repeat(40))), None);
    }

    #[test]
    fn fields_across_blocks_of_bytes() {
        for length in 0..150 {
            let line = format!("{},b,{}", "x".repeat(length), "y".repeat(length));
            let fields = split(&line).unwrap();
            assert_eq!(
                fields.iter().map(String::len).collect::<Vec<_>>(),
                [length, 1, length]
            );
        }
        for commas in 0..40 {
            let found = split(&",".repeat(commas)).map(|fields| fields.len());
            assert_eq!(found, (commas < MOST).then_some(commas + 1), "{commas}");
        }
    }

    proptest! {
        /// What the csv crate writes on one line is read back as it was.
        #[test]
        fn the_writer_and_the_splitter_agree(
            fields in proptest::collection::vec("[a-c,\"| 漢]{0,6}", 1..24)
        ) {
            let mut writer = csv::Writer::from_writer(Vec::new());
            writer.write_record(&fields).unwrap();
            let line = String::from_utf8(writer.into_inner().unwrap()).unwrap();
            prop_assert_eq!(split(line.trim_end_matches('\n')), Some(fields));
        }
    }
}
