//! Which logs there are, and how their deals make clusters.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::num::NonZeroU64;
use std::path::PathBuf;

use super::{Options, RankError};
use crate::log::{LogError, LogReader, Manifest, documented, unpacked};

/// One log and what is known about it.
pub(super) struct Source {
    pub(super) file: PathBuf,
    /// Standard input, under the name `-`.
    pub(super) stdin: bool,
    pub(super) manifest: Option<Manifest>,
    /// The cluster of a row is `offset + deal div session`.
    pub(super) offset: u64,
    pub(super) session: NonZeroU64,
    /// Whether there are other logs that might hold the same games.
    pub(super) compared: bool,
}

/// Looks at the manifests. Clusters of two seeds are put apart by offsets that
/// depend on the seeds alone; with one seed the offset is 0.
pub(super) fn sources(files: &[PathBuf], options: &Options) -> Result<Vec<Source>, RankError> {
    let mut paths = BTreeMap::new();
    let mut stdin = false;
    for file in files {
        if file.as_os_str() == "-" {
            if std::mem::replace(&mut stdin, true) {
                return Err(RankError::Twice(file.clone()));
            }
            continue;
        }
        let real = fs::canonicalize(file).map_err(|error| LogError {
            file: file.display().to_string(),
            line: 0,
            column: String::new(),
            message: error.to_string(),
        })?;
        if paths.insert(real, file.clone()).is_some() {
            return Err(RankError::Twice(file.clone()));
        }
    }
    // Two logs of one seed with sessions of different length: a common
    // multiple keeps every session, and every deal, inside one cluster.
    let mut sessions: BTreeMap<String, NonZeroU64> = BTreeMap::new();
    let mut sources = Vec::new();
    if stdin {
        sources.push(Source {
            file: PathBuf::from("standard input"),
            stdin: true,
            manifest: None,
            offset: 0,
            session: options.session,
            compared: files.len() > 1,
        });
    }
    for file in paths.into_values() {
        let manifest = Manifest::beside(&file)?;
        if let Some(manifest) = &manifest {
            let session = manifest.schedule.session;
            let seed = manifest.seed.to_ascii_lowercase();
            let common = sessions.entry(seed).or_insert(session);
            *common = multiple(*common, session);
        }
        sources.push(Source {
            file,
            stdin: false,
            manifest,
            offset: 0,
            session: options.session,
            compared: files.len() > 1,
        });
    }
    let base = sessions
        .keys()
        .next()
        .map_or(0, |seed| hash(seed.as_bytes()));
    let mut unknown = 0;
    for source in &mut sources {
        if let Some(manifest) = &source.manifest {
            let seed = manifest.seed.to_ascii_lowercase();
            source.session = sessions[&seed];
            source.offset = hash(seed.as_bytes()).wrapping_sub(base);
        } else {
            // The order is that of the real paths, whatever the command line.
            source.offset = mix(unknown);
            unknown += 1;
        }
    }
    Ok(sources)
}

/// The least common multiple, or the longer where that is beyond 2^64.
fn multiple(a: NonZeroU64, b: NonZeroU64) -> NonZeroU64 {
    let (mut x, mut y) = (a.get(), b.get());
    while y > 0 {
        (x, y) = (y, x % y);
    }
    let least = (a.get() / x).checked_mul(b.get());
    least.and_then(NonZeroU64::new).unwrap_or(a.max(b))
}

impl Source {
    /// The seed, if it is known.
    pub(super) fn seed(&self) -> Option<String> {
        let manifest = self.manifest.as_ref();
        manifest.map(|manifest| manifest.seed.to_ascii_lowercase())
    }

    /// The cluster of a deal.
    pub(super) fn cluster(&self, deal: u64) -> u64 {
        self.offset.wrapping_add(deal / self.session)
    }

    /// Opens the log and reads its header.
    pub(super) fn open(&self) -> Result<LogReader<Box<dyn Read + Send>>, LogError> {
        let name = self.file.display().to_string();
        let source: Box<dyn Read + Send> = if self.stdin {
            Box::new(io::stdin())
        } else {
            match File::open(&self.file) {
                Ok(file) => Box::new(file),
                Err(error) => {
                    return Err(LogError {
                        file: name,
                        line: 0,
                        column: String::new(),
                        message: error.to_string(),
                    });
                }
            }
        };
        let source = unpacked(source).and_then(documented);
        let source = source.map_err(|error| LogError {
            file: name.clone(),
            line: 0,
            column: String::new(),
            message: error.to_string(),
        })?;
        LogReader::new(source, name)
    }
}

/// FNV-1a, then spread over all bits.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    mix(bytes.iter().fold(0xcbf2_9ce4_8422_2325, step))
}

/// The finaliser of splitmix64 (Steele, Lea and Flood 2014).
pub(super) fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
