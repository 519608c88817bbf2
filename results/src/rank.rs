//! From files to standings.

mod crew;
mod filter;
mod merge;
mod overlap;
mod pending;
mod sources;
mod summary;
mod tally;

use std::fmt;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use crate::log::{LogError, ManifestError};
use crate::rating::online;
use crate::rating::{CountError, Faults, How, Standings, System, Ties, Unrated};
pub use filter::Filter;
use merge::alike;
use overlap::{Sketch, compare, versions};
use sources::{Source, sources};
pub use summary::{COUNTS, changed_since_counted, counts_beside};
use tally::Tally;

/// How to rate.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The model, and what it is measured from.
    pub how: How,
    /// What happens to games with a fault.
    pub faults: Faults,
    /// What a tie counts as.
    pub ties: Ties,
    /// Which games are rated.
    pub filter: Filter,
    /// A ladder to show beside the ratings.
    pub ladder: Option<System>,
    /// Length of a block in deals for logs without a manifest.
    pub session: NonZeroU64,
    /// Threads that read a log. No result depends on it, nor any error.
    pub threads: NonZeroUsize,
    /// Bytes of a log that a thread takes at a time. No result depends on it.
    pub chunk: NonZeroUsize,
}

/// Long enough that to take a piece costs nothing, short enough for a cache.
const CHUNK: NonZeroUsize = NonZeroUsize::new(1 << 18).expect("not zero");

impl Default for Options {
    fn default() -> Self {
        Self {
            how: How::default(),
            faults: Faults::Keep,
            ties: Ties::Half,
            filter: Filter::default(),
            ladder: None,
            session: NonZeroU64::MIN,
            threads: NonZeroUsize::MIN,
            chunk: CHUNK,
        }
    }
}

/// Why logs cannot be rated.
#[derive(Clone, Debug, PartialEq)]
pub enum RankError {
    /// No file was given.
    NoFile,
    /// A file was given twice, perhaps under two names.
    Twice(PathBuf),
    /// The filter names a bot that is in no log.
    UnknownBot {
        /// The name that was asked for.
        name: String,
        /// All names there are, sorted.
        known: Vec<String>,
    },
    /// A damaged or foreign log.
    Log(LogError),
    /// A manifest that cannot be read.
    Manifest(ManifestError),
    /// A game that cannot be counted.
    Count(CountError),
    /// It cannot be rated as asked.
    Unrated(Unrated),
}

impl fmt::Display for RankError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoFile => f.write_str("no log to rate"),
            Self::Twice(file) => write!(f, "{}: given twice", file.display()),
            Self::UnknownBot { name, known } => {
                write!(
                    f,
                    "no bot {name:?} in these logs; there are {}",
                    known.join(", ")
                )
            }
            Self::Log(error) => error.fmt(f),
            Self::Manifest(error) => error.fmt(f),
            Self::Count(error) => error.fmt(f),
            Self::Unrated(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RankError {}

impl From<LogError> for RankError {
    fn from(error: LogError) -> Self {
        Self::Log(error)
    }
}

impl From<ManifestError> for RankError {
    fn from(error: ManifestError) -> Self {
        Self::Manifest(error)
    }
}

impl From<CountError> for RankError {
    fn from(error: CountError) -> Self {
        Self::Count(error)
    }
}

/// Rates the games of these logs together; `-` is standard input.
///
/// Games of one block (seed, deal div session) share dice or a bot's memory
/// and are one cluster; seed and session are in the manifest beside a log.
/// Without one each deal of each file is a cluster, and a warning says so.
///
/// A file given twice is an error. Logs of one seed whose tables are numbered
/// alike are read side by side: a row that is in two of them counts once if it
/// is equal, and is an error if not. Where they are not alike and overlap, a
/// warning says so.
///
/// Where a run has left `counts.csv` beside its log, of this very log, and
/// nothing else is asked than it was made for, it is read instead: the result
/// is the same to the last bit.
///
/// # Errors
/// See [`RankError`].
pub fn rank(files: &[PathBuf], options: &Options) -> Result<Standings, RankError> {
    if files.is_empty() {
        return Err(RankError::NoFile);
    }
    let sources = sources(files, options)?;
    let mut tally = Tally::new(options);
    let mut read: Vec<(&Source, Sketch)> = Vec::new();
    let mut done = vec![false; sources.len()];
    for (at, source) in sources.iter().enumerate() {
        if std::mem::replace(&mut done[at], true) {
            continue;
        }
        // Their own manifests come first, so that bots without a game are
        // known, and numbered in the order of the roster.
        let mut group = vec![source];
        for (other, twin) in sources.iter().enumerate().skip(at + 1) {
            if !done[other] && alike(source, twin) {
                done[other] = true;
                group.push(twin);
            }
        }
        for source in &group {
            tally.roster(source)?;
        }
        if let [source] = group[..] {
            if summary::serves(options)
                && let Some(summary) = summary::beside(source)
                && tally.take(source, &summary.rules)?
            {
                tally.counts.merge(&summary.counts)?;
                continue;
            }
            let sketch = tally.count(source)?.sketch;
            for (other, earlier) in &read {
                compare(source, &sketch, other, earlier, &mut tally.warnings);
            }
            read.push((source, sketch));
        } else {
            tally.side_by_side(&group)?;
        }
    }
    versions(&sources, &mut tally.warnings);
    tally.known(&options.filter)?;
    let Tally {
        counts,
        ladder,
        rules,
        mut warnings,
        ..
    } = tally;
    let tested = |source: &Source| {
        let manifest = source.manifest.as_ref();
        manifest.is_some_and(|manifest| manifest.sprt.is_some())
    };
    let how = How {
        stopped: sources.iter().any(tested),
        listed: options.filter.bots.clone(),
        ..options.how.clone()
    };
    let mut standings = Standings::with(&counts, &how).map_err(RankError::Unrated)?;
    let manifest = sources.iter().find_map(|source| source.manifest.as_ref());
    standings.title = match (manifest, rules) {
        (Some(manifest), _) => manifest.rules.clone(),
        (None, Some((rules, _))) => format!("rules {rules}"),
        (None, None) => String::new(),
    };
    warnings.append(&mut standings.warnings);
    standings.warnings = warnings;
    if let (Some(system), Some(ladder)) = (options.ladder, ladder) {
        standings.ladder = Some(online::end(system, ladder, counts.names()));
        standings.warnings.push(system.warning().to_owned());
    }
    standings.notes.extend(shared_luck(&sources, &standings));
    standings.notes.extend(options.filter.sentence());
    Ok(standings)
}

/// A design effect from which on games that depend on each other cost a tenth of
/// them, and are worth a sentence.
const SHOWS: f64 = 1.05;

/// What takes the luck out that tables share, where they share it and it shows.
fn shared_luck(sources: &[Source], standings: &Standings) -> Option<String> {
    let shared = |source: &Source| {
        let manifest = source.manifest.as_ref();
        manifest.is_some_and(|manifest| {
            let plan = &manifest.schedule;
            plan.dice == "duplicate" && manifest.bot.len() > plan.seats
        })
    };
    let effect = standings.fields.first()?.design_effect?;
    let shows = effect >= SHOWS && sources.iter().any(shared);
    shows.then(|| {
        "All tables of a deal share its dice, and with them their luck; with dice=\"per-table\" \
         fewer games would give the same margins."
            .to_owned()
    })
}
