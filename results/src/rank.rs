//! From files to standings.

mod filter;
mod merge;
mod overlap;
mod pending;
mod sources;
mod summary;

use std::fmt;
use std::num::NonZeroU64;
use std::path::PathBuf;

use crate::log::{LogError, LogReader, ManifestError, Names, Row};
use crate::rating::online::{self, Update};
use crate::rating::{CountError, Counts, Faults, Game, How, Standings, System, Ties, Unrated};
pub use filter::Filter;
use filter::Sieve;
use merge::{Merge, alike};
use overlap::{Sketch, compare, versions};
use pending::Pending;
use sources::{Source, sources};
pub use summary::{COUNTS, counts_beside};

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
}

impl Default for Options {
    fn default() -> Self {
        Self {
            how: How::default(),
            faults: Faults::Keep,
            ties: Ties::Half,
            filter: Filter::default(),
            ladder: None,
            session: NonZeroU64::MIN,
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
    let mut tally = Tally {
        counts: Counts::new(Names::new(), options.ties, options.faults),
        sieve: Sieve::new(&options.filter),
        ladder: options.ladder.map(online::begin),
        rules: None,
        warnings: Vec::new(),
    };
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
            let sketch = tally.count(source)?;
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
    let how = How {
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
    standings.notes.extend(options.filter.sentence());
    Ok(standings)
}

/// What has been counted so far.
struct Tally<'a> {
    counts: Counts,
    sieve: Sieve<'a>,
    ladder: Option<Box<dyn Update>>,
    /// Those of the logs so far, and which log it was.
    rules: Option<(String, String)>,
    warnings: Vec<String>,
}

impl Tally<'_> {
    /// Takes in the names of a manifest.
    fn roster(&mut self, source: &Source) -> Result<(), RankError> {
        let bots = source.manifest.iter().flat_map(|manifest| &manifest.bot);
        for bot in bots {
            let id = self.counts.names_mut().id(bot.name.as_bytes());
            id.map_err(|message| ManifestError {
                file: source.file.with_file_name("manifest.toml"),
                message,
            })?;
        }
        Ok(())
    }

    /// Counts a row.
    fn row(&mut self, row: &Row, cluster: u64) -> Result<(), CountError> {
        if !self.sieve.takes(row, self.counts.names()) {
            return Ok(());
        }
        let game = Game::of(row, cluster);
        self.counts.add_checked(&game, 1)?;
        if let Some(ladder) = &mut self.ladder
            && !row.withdrawn()
            && (row.faulted() == 0 || self.counts.faults() == Faults::Keep)
        {
            ladder.add(cluster, row.bots(), row.places());
        }
        Ok(())
    }

    /// Counts a log.
    fn count(&mut self, source: &Source) -> Result<Sketch, RankError> {
        let mut reader = source.open()?;
        let mut sketch = Sketch::default();
        // Most rows are of the deal of the row before, and a division is slow.
        let (mut deal, mut cluster) = (0, source.offset);
        let mut pending = Pending::new();
        let plain = self.sieve.is_all() && self.ladder.is_none();
        while let Some((row, known)) = reader.next_known(self.counts.names_mut())? {
            sketch.rows += 1;
            if source.compared {
                sketch.add(row);
            }
            if row.deal != deal {
                deal = row.deal;
                cluster = source.offset.wrapping_add(deal / source.session);
            }
            match known {
                Some(outcome) if plain => pending.add(cluster, outcome),
                _ => self.row(row, cluster)?,
            }
            if sketch.rows == 1 {
                same_rules(source, &reader, &mut self.rules)?;
            }
        }
        pending.settle(&reader, &mut self.counts)?;
        self.after(source, &reader);
        Ok(sketch)
    }

    /// Counts logs of one run that may hold the same games.
    fn side_by_side(&mut self, group: &[&Source]) -> Result<(), RankError> {
        let mut merge = Merge::open(group)?;
        merge.begin(self.counts.names_mut())?;
        for (source, reader) in merge.readers() {
            if !reader.rules().is_empty() {
                same_rules(source, reader, &mut self.rules)?;
            }
        }
        let (offset, session) = (group[0].offset, group[0].session);
        while let Some(row) = merge.next(self.counts.names_mut())? {
            self.row(&row, offset.wrapping_add(row.deal / session))?;
        }
        for (source, reader) in merge.readers() {
            self.after(source, reader);
        }
        if merge.repeats > 0 {
            let rows = merge.repeats;
            self.warnings.push(format!(
                "{rows} rows are in more than one of the logs and count once."
            ));
        }
        if let Some(source) = merge.unordered {
            self.warnings.push(format!(
                "{}: rows are not in the order of a plan, so games that are in another log too \
                 may count twice.",
                source.file.display()
            ));
        }
        Ok(())
    }

    /// What is odd about a log that was read.
    fn after<R: std::io::Read>(&mut self, source: &Source, reader: &LogReader<R>) {
        let file = source.file.display();
        if reader.repeats() > 0 {
            let rows = reader.repeats();
            let text = format!("{file}: {rows} repeated rows were dropped.");
            self.warnings.push(text);
        }
        if source.manifest.is_some() {
            return;
        }
        let block = if source.session == NonZeroU64::MIN {
            "each deal is taken for a block of its own".to_owned()
        } else {
            format!("{} deals are taken for a block", source.session)
        };
        self.warnings.push(if source.stdin {
            format!("{file} comes without a manifest.toml, so {block}.")
        } else {
            format!("{file}: no manifest.toml beside it, so {block}.")
        });
        if reader.torn() {
            self.warnings.push(format!(
                "{file}: the last line has no line end, so it may be cut short and does not count."
            ));
        }
    }

    /// Whether counts with these rules can be added: they are those of the
    /// manifest, and of the logs before. Where not, the log itself is read,
    /// whose errors have lines.
    fn take(&mut self, source: &Source, rules: &str) -> Result<bool, RankError> {
        let own = source
            .manifest
            .as_ref()
            .map(|manifest| manifest.fingerprint.as_str());
        let before = self.rules.as_ref().map(|(rules, _)| rules.as_str());
        if rules.is_empty() {
            return Ok(true);
        }
        if own != Some(rules) || before.is_some_and(|before| before != rules) {
            return Ok(false);
        }
        self.rules
            .get_or_insert_with(|| (rules.to_owned(), source.file.display().to_string()));
        Ok(true)
    }

    /// Every bot that the filter names is in a log.
    fn known(&self, filter: &Filter) -> Result<(), RankError> {
        let names = self.counts.names();
        let Some(name) = filter.bots.iter().find(|name| names.get(name).is_none()) else {
            return Ok(());
        };
        let known = names.sorted().iter().map(|&bot| names.name(bot).to_owned());
        Err(RankError::UnknownBot {
            name: name.clone(),
            known: known.collect(),
        })
    }
}

/// All logs must have the rules of the first, and of their manifests.
fn same_rules<R: std::io::Read>(
    source: &Source,
    reader: &LogReader<R>,
    rules: &mut Option<(String, String)>,
) -> Result<(), LogError> {
    let found = reader.rules();
    if let Some(manifest) = &source.manifest
        && manifest.fingerprint != found
    {
        let message = format!(
            "rules {found}, but the manifest beside the log says {} ({})",
            manifest.fingerprint, manifest.rules
        );
        return Err(reader.refuse("rules", message));
    }
    match rules {
        Some((known, file)) if known != found => {
            let message =
                format!("rules {found} here and {known} in {file}: one rating cannot mix two");
            Err(reader.refuse("rules", message))
        }
        Some(_) => Ok(()),
        None => {
            *rules = Some((found.to_owned(), source.file.display().to_string()));
            Ok(())
        }
    }
}
