//! Reading a file as text, whether it is compressed or not.

use super::{Frame, Frames, Manifest, PACKED};
use std::fs::File;
use std::io::{self, BufReader, Cursor, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use zstd::stream::read::Decoder;

/// How every frame begins.
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// The `games.csv` of a folder, as [`file_in`] finds it.
#[must_use]
pub fn log_in(folder: &Path) -> PathBuf {
    file_in(folder, "games.csv")
}

/// A file of a run, such as `actions.csv`, or the compressed one that is there in
/// its place. Where both are there, or neither, it is the one that the manifest
/// speaks of: what else lies in the folder is none of its run.
#[must_use]
pub fn file_in(folder: &Path, name: &str) -> PathBuf {
    let plain = folder.join(name);
    let packed = folder.join(format!("{name}{PACKED}"));
    let compressed = || {
        let manifest = Manifest::beside(&plain).ok().flatten();
        manifest.is_some_and(|manifest| manifest.log.compress.as_deref() == Some("zstd"))
    };
    let found = match (plain.exists(), packed.exists()) {
        (text, other) if text != other => other,
        _ => compressed(),
    };
    if found { packed } else { plain }
}

/// A file of a log as text. Its first bytes tell whether it is compressed, not
/// its name. A frame that is torn is read as far as it goes, as a torn line is.
pub struct Plain(Kind);

enum Kind {
    Text(File),
    Packed(Box<Packed>),
}

impl Plain {
    /// Opens a file.
    ///
    /// # Errors
    /// It is not there, or cannot be read.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let start = start(&mut file)?;
        file.seek(SeekFrom::Start(0))?;
        Ok(Self(match is_packed(&start) {
            true => Kind::Packed(Box::new(Packed::new(file)?)),
            false => Kind::Text(file),
        }))
    }
}

/// A stream as text, whether it is compressed or not.
///
/// # Errors
/// It cannot be read.
pub fn unpacked<'a>(
    mut source: Box<dyn Read + Send + 'a>,
) -> io::Result<Box<dyn Read + Send + 'a>> {
    let start = start(&mut source)?;
    let packed = is_packed(&start);
    let source = Cursor::new(start).chain(source);
    Ok(match packed {
        true => Box::new(Forgiving(Decoder::new(source)?)),
        false => Box::new(source),
    })
}

fn start(source: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    source.take(4).read_to_end(&mut start)?;
    Ok(start)
}

/// A writer that was killed may have left a part of the first four bytes.
fn is_packed(start: &[u8]) -> bool {
    !start.is_empty() && MAGIC.starts_with(start)
}

/// A decoder to which a torn frame is the end.
struct Forgiving<R: io::BufRead>(Decoder<'static, R>);

impl<R: io::BufRead> Read for Forgiving<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match self.0.read(out) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(0),
            // What the system says has a number, what the decoder says has none.
            Err(error)
                if error.raw_os_error().is_none() && error.kind() != ErrorKind::Interrupted =>
            {
                let what = format!("the compressed data are damaged ({error})");
                Err(io::Error::new(ErrorKind::InvalidData, what))
            }
            read => read,
        }
    }
}

/// A compressed file. To read it from start to end costs nothing more than its
/// frames; to go elsewhere, they are looked up once.
struct Packed {
    file: File,
    decoder: Forgiving<BufReader<File>>,
    /// Bytes of text before what is read next.
    at: u64,
    /// Where frames begin: in the file, and in the text.
    frames: Option<Vec<(u64, u64)>>,
}

impl Packed {
    fn new(file: File) -> io::Result<Self> {
        Ok(Self {
            decoder: Self::from(&file, 0)?,
            file,
            at: 0,
            frames: None,
        })
    }

    fn from(file: &File, start: u64) -> io::Result<Forgiving<BufReader<File>>> {
        let mut file = file.try_clone()?;
        file.seek(SeekFrom::Start(start))?;
        Decoder::new(file).map(Forgiving)
    }

    fn look_up(&mut self) -> io::Result<&[(u64, u64)]> {
        if self.frames.is_none() {
            let mut frames = Frames::of(&self.file)?;
            let (mut found, mut text) = (vec![(0, 0)], 0);
            // Behind one whose length is unknown the text is of unknown place.
            while let Some(Frame {
                end,
                length: Some(length),
                ..
            }) = frames.next_frame()?
            {
                text += length;
                found.push((end, text));
            }
            self.frames = Some(found);
        }
        Ok(self.frames.as_deref().unwrap_or_default())
    }

    /// Goes to a place in the text, or to its end if it is shorter.
    fn go(&mut self, to: u64) -> io::Result<u64> {
        let frames = self.look_up()?;
        let before = frames.partition_point(|&(_, text)| text <= to);
        let (start, text) = frames[before.saturating_sub(1)];
        self.decoder = Self::from(&self.file, start)?;
        let passed = io::copy(&mut (&mut self.decoder).take(to - text), &mut io::sink())?;
        self.at = text + passed;
        Ok(self.at)
    }
}

impl Read for Plain {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match &mut self.0 {
            Kind::Text(file) => file.read(out),
            Kind::Packed(packed) => {
                let read = packed.decoder.read(out)?;
                packed.at += read as u64;
                Ok(read)
            }
        }
    }
}

impl Seek for Plain {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let packed = match &mut self.0 {
            Kind::Text(file) => return file.seek(to),
            Kind::Packed(packed) => packed,
        };
        let (from, by) = match to {
            SeekFrom::Start(to) => return packed.go(to),
            SeekFrom::Current(by) => (packed.at, by),
            // The last frame may be torn: it is read to its end.
            SeekFrom::End(by) => {
                let last = packed.look_up()?.last().map_or(0, |&(_, text)| text);
                packed.go(last)?;
                let more = io::copy(&mut packed.decoder, &mut io::sink())?;
                packed.at += more;
                (packed.at, by)
            }
        };
        let to = from.checked_add_signed(by);
        let to = to.ok_or_else(|| io::Error::from(ErrorKind::InvalidInput))?;
        if to == packed.at {
            return Ok(to);
        }
        packed.go(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_manifest_decides_between_two_files_and_none() {
        let folder = std::env::temp_dir().join(format!("dudo-file-in-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let manifest = |log: &str| super::super::manifest_text("") + "[log]\n" + log + "\n";
        let (text, packed) = ("games.csv", "games.csv.zst");
        for (files, log, expected) in [
            (&[][..], "", text),
            (&[], "compress = \"zstd\"", packed),
            (&[text, packed], "", text),
            (&[text, packed], "compress = \"none\"", text),
            (&[text, packed], "compress = \"zstd\"", packed),
            // Packed or unpacked by somebody since.
            (&[packed], "", packed),
            (&[text], "compress = \"zstd\"", text),
            (&[text, packed], "damaged", text),
        ] {
            for name in [text, packed] {
                let _ = fs::remove_file(folder.join(name));
            }
            for name in files {
                fs::write(folder.join(name), "").unwrap();
            }
            fs::write(folder.join("manifest.toml"), manifest(log)).unwrap();
            assert_eq!(log_in(&folder), folder.join(expected), "{files:?} {log}");
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
