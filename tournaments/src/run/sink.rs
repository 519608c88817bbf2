//! A file of a log that grows, as text or compressed.

use super::disk::Disk;
use super::flush::Flush;
use crate::error::RunError;
use dudo_results::log::{FRAME, Frame, Frames, Packer, Plain};
use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// An open file. Compressed, it grows by whole frames, and what is there of the
/// next is kept in memory until it is full or [settled](Self::settle).
pub(super) struct Sink {
    file: File,
    path: PathBuf,
    /// Bytes of the file that stay.
    length: u64,
    /// Whether there was no text when it was opened.
    new: bool,
    packed: Option<Pack>,
    flush: Flush,
}

/// What is not on the disk yet, or not for good.
struct Pack {
    packer: Packer,
    /// Whether a frame that is not full stands behind `length`.
    loose: bool,
    /// Whether that, or nothing, is less than there is.
    behind: bool,
}

impl Sink {
    /// Opens a file behind so many bytes of text; what follows them is dropped.
    pub(super) fn open(
        disk: &mut Disk,
        path: &Path,
        text: u64,
        packed: bool,
    ) -> Result<Self, RunError> {
        let mut length = text;
        let mut cut = text;
        let mut pack = None;
        if packed {
            let unreadable = |error: io::Error| RunError::io("read", path, &error);
            let place = Place::of(path, text).map_err(unreadable)?;
            let place = place.unwrap_or_default();
            length = place.packed;
            cut = place.settled.unwrap_or(place.packed);
            pack = Some(Pack {
                loose: cut > length,
                behind: cut == length && !place.pending.is_empty(),
                packer: Packer::new(place.pending).map_err(unreadable)?,
            });
        }
        Ok(Self {
            file: disk.append(path, cut)?,
            path: path.into(),
            length,
            new: text == 0,
            packed: pack,
            flush: Flush::from(length),
        })
    }

    /// Whether it lacks even a header.
    pub(super) const fn is_new(&self) -> bool {
        self.new
    }

    /// Whether text would be on the disk once it is written, and not before.
    pub(super) fn fills(&mut self, text: &[u8]) -> bool {
        match &mut self.packed {
            None => !text.is_empty(),
            Some(pack) => pack.packer.would_fill(text),
        }
    }

    /// Appends text.
    pub(super) fn write(&mut self, disk: &mut Disk, text: &[u8]) -> Result<(), RunError> {
        if text.is_empty() {
            return Ok(());
        }
        let Some(pack) = &mut self.packed else {
            return self.stays(disk, text);
        };
        pack.packer.add(text);
        pack.behind = true;
        while let Some(pack) = &mut self.packed {
            let frame = pack.packer.full();
            let frame = frame.map_err(|error| RunError::io("compress", &self.path, &error))?;
            let Some(frame) = frame else { break };
            if std::mem::take(&mut pack.loose) {
                disk.cut(&self.file, &self.path, self.length)?;
            }
            self.stays(disk, &frame)?;
        }
        Ok(())
    }

    /// Appends bytes of the file that stay.
    fn stays(&mut self, disk: &mut Disk, bytes: &[u8]) -> Result<(), RunError> {
        disk.write(&mut self.file, &self.path, bytes)?;
        self.length += bytes.len() as u64;
        let flushed = self.flush.wrote(&self.file, bytes.len(), self.length);
        flushed.map_err(|error| self.lost(RunError::io("write", &self.path, &error)))
    }

    /// Cuts off what a flush that failed may have lost: the kernel goes on to show it, and has
    /// said so for the last time, so that the next run would take it for good.
    fn lost(&mut self, error: RunError) -> RunError {
        self.length = self.flush.safe();
        self.retreat();
        error
    }

    /// All text is in the file when this returns, if in a frame that is not full.
    pub(super) fn settle(&mut self, disk: &mut Disk) -> Result<(), RunError> {
        let Some(pack) = self.packed.as_mut().filter(|pack| pack.behind) else {
            return Ok(());
        };
        let frame = pack.packer.rest();
        let frame = frame.map_err(|error| RunError::io("compress", &self.path, &error))?;
        if std::mem::take(&mut pack.loose) {
            disk.cut(&self.file, &self.path, self.length)?;
        }
        if let Some(frame) = frame {
            disk.write(&mut self.file, &self.path, &frame)?;
            pack.loose = true;
        }
        pack.behind = false;
        Ok(())
    }

    /// Cuts the file back to what stays, as far as the disk lets us.
    pub(super) fn retreat(&mut self) {
        let _ = self.file.set_len(self.length);
    }

    /// What is in the file is on the disk when this returns.
    pub(super) fn sync(&mut self, disk: &mut Disk) -> Result<(), RunError> {
        let flushed = self.flush.wait();
        let flushed = flushed.map_err(|error| RunError::io("write", &self.path, &error));
        let synced = flushed.and_then(|()| disk.sync(&self.file, &self.path));
        synced.map_err(|error| self.lost(error))
    }

    pub(super) const fn length(&self) -> u64 {
        self.length
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

/// Where a compressed file is gone on with.
#[derive(Default)]
struct Place {
    /// Bytes of full frames.
    packed: u64,
    /// The text behind them.
    pending: Vec<u8>,
    /// The size of the file, if just this text is in a last frame of it.
    settled: Option<u64>,
}

/// No line of a log comes near this.
const LONGEST: u64 = 1 << 20;

impl Place {
    /// Behind so much text of a file. `None` where another program has cut its
    /// frames.
    fn of(path: &Path, text: u64) -> io::Result<Option<Self>> {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Some(Self::default())),
            Err(error) => return Err(error),
        };
        let mut frames = Frames::of(file)?;
        let (mut packed, mut before, mut last) = (0, 0, None);
        while let Some(Frame { end, length, .. }) = frames.next_frame()? {
            let length = length.unwrap_or_default();
            if length < FRAME as u64 || before + length > text {
                last = Some((end, before + length));
                break;
            }
            (packed, before) = (end, before + length);
        }
        let left = text.saturating_sub(before);
        if left > FRAME as u64 + LONGEST {
            return Ok(None);
        }
        let mut pending = Vec::new();
        if left > 0 {
            let mut file = Plain::open(path)?;
            file.seek(SeekFrom::Start(before))?;
            file.take(left).read_to_end(&mut pending)?;
        }
        let size = frames.size();
        let end = last.filter(|_| left > 0).unwrap_or((packed, before));
        Ok(Some(Self {
            packed,
            pending,
            settled: (end == (size, text)).then_some(size),
        }))
    }
}

/// Whether a run can go on with a file behind so many bytes of text. Not if it
/// is compressed in frames that are not a run's.
pub(super) fn is_ours(path: &Path, text: u64, packed: bool) -> Result<bool, RunError> {
    let place = if packed {
        Place::of(path, text).map_err(|error| RunError::io("read", path, &error))?
    } else {
        Some(Place::default())
    };
    Ok(place.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kernel still shows what a flush that failed has lost.
    #[test]
    fn what_was_not_flushed_is_cut_off() {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("games.csv");
        let mut disk = Disk::default();
        let mut sink = Sink::open(&mut disk, &path, 0, false).expect("it opens");
        sink.write(&mut disk, b"safe\n").expect("it writes");
        sink.sync(&mut disk).expect("it syncs");
        let mut sink = Sink::open(&mut disk, &path, 5, false).expect("it opens");
        sink.write(&mut disk, b"not safe\n").expect("it writes");
        assert_eq!(sink.length(), 14);
        let error = io::Error::from(ErrorKind::StorageFull);
        let error = sink.lost(RunError::io("write", &path, &error));
        assert!(error.to_string().contains("cannot write"), "{error}");
        assert_eq!(std::fs::read(&path).expect("it is there"), b"safe\n");
        assert_eq!(sink.length(), 5);
    }
}
