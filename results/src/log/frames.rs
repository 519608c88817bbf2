//! Where the frames of a compressed file begin, without unpacking them.

use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom};

/// A whole frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Where it begins in the file.
    pub start: u64,
    /// Where it ends.
    pub end: u64,
    /// Bytes that it unpacks to; `None` where its writer has not said.
    pub length: Option<u64>,
}

/// The whole frames of a file, in order; ends before one that is torn, or
/// where something else begins. Reads a few bytes of each.
pub struct Frames<F> {
    file: BufReader<F>,
    at: u64,
    size: u64,
}

const MAGIC: u32 = 0xfd2f_b528;
/// The first of sixteen numbers of frames that hold no data.
const SKIPPED: u32 = 0x184d_2a50;

impl<F: Read + Seek> Frames<F> {
    /// From the start of a file.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn of(mut file: F) -> io::Result<Self> {
        let size = file.seek(SeekFrom::End(0))?;
        file.seek(SeekFrom::Start(0))?;
        // A frame has a few short headers far apart.
        let file = BufReader::with_capacity(64, file);
        Ok(Self { file, at: 0, size })
    }

    /// The size of the file.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The next frame, as RFC 8878 lays it out (section 3.1).
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn next_frame(&mut self) -> io::Result<Option<Frame>> {
        match self.frame() {
            Ok(Some(frame)) if frame.end <= self.size => {
                self.at = frame.end;
                Ok(Some(frame))
            }
            Ok(_) => Ok(None),
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn frame(&mut self) -> io::Result<Option<Frame>> {
        let start = self.at;
        let magic = self.number(4)? as u32;
        if magic & !0xf == SKIPPED {
            let length = self.number(4)?;
            self.skip(length)?;
            return Ok(Some(Frame {
                start,
                end: self.at,
                length: Some(0),
            }));
        }
        if magic != MAGIC {
            return Ok(None);
        }
        let descriptor = self.number(1)?;
        let single = descriptor >> 5 & 1 == 1;
        if !single {
            self.number(1)?;
        }
        self.number([0, 1, 2, 4][descriptor as usize & 3])?;
        let length = match descriptor >> 6 {
            0 if single => Some(self.number(1)?),
            0 => None,
            1 => Some(self.number(2)? + 256),
            2 => Some(self.number(4)?),
            _ => Some(self.number(8)?),
        };
        loop {
            let block = self.number(3)?;
            // A block that repeats one byte holds that byte alone.
            let repeats = block >> 1 & 3 == 1;
            self.skip(if repeats { 1 } else { block >> 3 })?;
            if block & 1 == 1 {
                break;
            }
        }
        if descriptor >> 2 & 1 == 1 {
            self.skip(4)?;
        }
        Ok(Some(Frame {
            start,
            end: self.at,
            length,
        }))
    }

    /// A number of so many bytes, the lowest first.
    fn number(&mut self, bytes: usize) -> io::Result<u64> {
        let mut number = [0; 8];
        self.file.read_exact(&mut number[..bytes])?;
        self.at += bytes as u64;
        Ok(u64::from_le_bytes(number))
    }

    fn skip(&mut self, bytes: u64) -> io::Result<()> {
        self.file
            .seek_relative(i64::try_from(bytes).unwrap_or(i64::MAX))?;
        self.at += bytes;
        Ok(())
    }
}
