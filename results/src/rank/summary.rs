//! `counts.csv`: what a log comes down to, beside it.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

use super::sources::Source;
use super::tally::Tally;
use super::{Options, RankError};
use crate::log::{Digest, LogError, Manifest};
use crate::rating::{Faults, Summary, Ties};

/// The file's name.
pub const COUNTS: &str = "counts.csv";

/// What it vouches for besides, since nothing can be played again to give a bot's own words.
const FAULTS: &str = "faults.csv";

/// Whether counts made without options and filters serve here.
pub(super) fn serves(options: &Options) -> bool {
    options.ties == Ties::Half
        && options.faults == Faults::Keep
        && options.filter.is_all()
        && options.ladder.is_none()
}

/// The counts beside a log, if they are of this log, as long and the same to
/// the last byte.
pub(super) fn beside(source: &Source) -> Option<Summary> {
    let manifest = source.manifest.as_ref()?;
    if source.stdin || manifest.schedule.session != source.session {
        return None;
    }
    let text = fs::read_to_string(source.file.with_file_name(COUNTS)).ok()?;
    let mut summary = Summary::parse(&text)?;
    let length = fs::metadata(&source.file).ok()?.len();
    if summary.digest.length() != length || Digest::of_file(&source.file).ok()? != summary.digest {
        return None;
    }
    summary.counts.shift(source.offset);
    Some(summary)
}

/// Which file of a run's log is not as it was when `counts.csv` was made, if that can
/// be said: one as long, with other bytes, or faults of the same games that are others.
///
/// # Errors
/// A file cannot be read.
pub fn changed_since_counted(log: &Path) -> std::io::Result<Option<&Path>> {
    let Ok(text) = fs::read_to_string(log.with_file_name(COUNTS)) else {
        return Ok(None);
    };
    let Some(summary) = Summary::parse(&text) else {
        return Ok(None);
    };
    let games = Digest::of_file(log)?;
    if games != summary.digest {
        // One that is longer or shorter belongs to a run that went on, or will.
        let changed = games.length() == summary.digest.length();
        return Ok(changed.then_some(log));
    }
    Ok(match summary.faults {
        Some(faults) if faults != faults_beside(log)? => Some(Path::new(FAULTS)),
        _ => None,
    })
}

/// The digest of `faults.csv` beside a log; that of nothing where there is none.
fn faults_beside(log: &Path) -> std::io::Result<Digest> {
    match Digest::of_file(&log.with_file_name(FAULTS)) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Digest::of(b"")),
        digest => digest,
    }
}

/// The text of `counts.csv` for the log of a run; `None` where it is there
/// already, or where the log is not one that a run has left (no manifest, or
/// repeated rows).
///
/// # Errors
/// See [`RankError`].
pub fn counts_beside(log: &Path, threads: NonZeroUsize) -> Result<Option<String>, RankError> {
    let Some(manifest) = Manifest::beside(log)? else {
        return Ok(None);
    };
    let source = Source {
        file: log.to_path_buf(),
        stdin: false,
        session: manifest.schedule.session,
        manifest: Some(manifest),
        offset: 0,
        compared: false,
    };
    if beside(&source).is_some() {
        return Ok(None);
    }
    let unreadable = |error: std::io::Error| LogError {
        file: log.display().to_string(),
        line: 0,
        column: String::new(),
        message: error.to_string(),
    };
    let before = Digest::of_file(log).map_err(&unreadable)?;
    let faults = faults_beside(log).map_err(&unreadable)?;
    let options = Options {
        threads,
        ..Options::default()
    };
    let mut tally = Tally::new(&options);
    let counted = tally.count(&source)?;
    if counted.repeats > 0 {
        return Ok(None);
    }
    let summary = Summary {
        digest: before,
        faults: Some(faults),
        rules: counted.rules,
        counts: tally.counts,
    };
    Ok(Some(summary.to_csv()))
}
