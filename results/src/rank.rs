//! From files to standings.

use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::{fmt, fs};

use crate::log::{LogError, LogReader, Manifest, ManifestError, Names, Row};
use crate::rating::{CountError, Counts, Faults, Game, How, Standings, Ties, Unrated};

/// How to rate.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The model, and what it is measured from.
    pub how: How,
    /// What happens to games with a fault.
    pub faults: Faults,
    /// What a tie counts as.
    pub ties: Ties,
    /// Length of a block in deals for logs without a manifest.
    pub session: NonZeroU64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            how: How::default(),
            faults: Faults::Keep,
            ties: Ties::Half,
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
    /// Two files of one run hold the same games.
    SameGames(PathBuf, PathBuf),
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
            Self::SameGames(a, b) => {
                write!(f, "{} and {} hold the same games", a.display(), b.display())
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

/// Rates the games of these logs together.
///
/// Games of one block (seed, deal div session) share dice or a bot's memory
/// and are one cluster; seed and session are in the manifest beside a log.
/// Without one each deal of each file is a cluster, and a warning says so.
///
/// A file given twice is an error, and so are two logs of one seed with the
/// same rows. Two that overlap in part are not found out in flat memory: if
/// seed, roster and range of deals allow it, a warning says so.
///
/// # Errors
/// See [`RankError`].
pub fn rank(files: &[PathBuf], options: &Options) -> Result<Standings, RankError> {
    if files.is_empty() {
        return Err(RankError::NoFile);
    }
    let mut counts = Counts::new(Names::new(), options.ties, options.faults);
    let sources = sources(files, options)?;
    let mut warnings = Vec::new();
    let mut rules: Option<(String, String)> = None;
    let mut read: Vec<(&Source, Digest)> = Vec::new();
    for source in &sources {
        if let Some(manifest) = &source.manifest {
            for bot in &manifest.bot {
                let id = counts.names_mut().id(bot.name.as_bytes());
                id.map_err(|message| ManifestError {
                    file: source.file.with_file_name("manifest.toml"),
                    message,
                })?;
            }
        }
        let digest = count(source, &mut counts, &mut rules, &mut warnings)?;
        for (other, earlier) in &read {
            compare(source, &digest, other, earlier, &mut warnings)?;
        }
        read.push((source, digest));
    }
    versions(&sources, &mut warnings);
    let mut standings = Standings::with(&counts, &options.how).map_err(RankError::Unrated)?;
    let manifest = sources.iter().find_map(|source| source.manifest.as_ref());
    standings.title = match (manifest, rules) {
        (Some(manifest), _) => manifest.rules.clone(),
        (None, Some((rules, _))) => format!("rules {rules}"),
        (None, None) => String::new(),
    };
    warnings.append(&mut standings.warnings);
    standings.warnings = warnings;
    Ok(standings)
}

/// One log and what is known about it.
struct Source {
    file: PathBuf,
    manifest: Option<Manifest>,
    /// The cluster of a row is `offset + deal div session`.
    offset: u64,
    session: NonZeroU64,
    /// Whether there are other logs that might hold the same games.
    compared: bool,
}

/// Looks at the manifests. Clusters of two seeds are put apart by offsets that
/// depend on the seeds alone; with one seed the offset is 0.
fn sources(files: &[PathBuf], options: &Options) -> Result<Vec<Source>, RankError> {
    let mut paths = BTreeMap::new();
    for file in files {
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

/// What tells two logs apart in flat memory.
#[derive(Debug, Default, PartialEq, Eq)]
struct Digest {
    rows: u64,
    sum: u64,
    deals: Option<(u64, u64)>,
}

impl Digest {
    fn add(&mut self, row: &Row) {
        let mut hash = 0;
        for part in [row.deal, row.table, row.rotation] {
            hash = (hash ^ part)
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                .rotate_left(23);
        }
        for (bot, &place) in row.bots().iter().zip(row.places()) {
            hash = hash.rotate_left(9) ^ (bot.index() as u64 * 8 + u64::from(place));
        }
        self.sum = self.sum.wrapping_add(mix(hash));
        let (low, high) = self.deals.get_or_insert((row.deal, row.deal));
        *low = row.deal.min(*low);
        *high = row.deal.max(*high);
    }
}

/// Counts a log. `rules` are those of the logs before, and which log it was.
fn count(
    source: &Source,
    counts: &mut Counts,
    rules: &mut Option<(String, String)>,
    warnings: &mut Vec<String>,
) -> Result<Digest, RankError> {
    let mut reader = LogReader::open(&source.file)?;
    let mut digest = Digest::default();
    // Most rows are of the deal of the row before, and a division is slow.
    let (mut deal, mut cluster) = (0, source.offset);
    while let Some(row) = reader.next(counts.names_mut())? {
        digest.rows += 1;
        if source.compared {
            digest.add(row);
        }
        if row.deal != deal {
            deal = row.deal;
            cluster = source.offset.wrapping_add(deal / source.session);
        }
        counts.add_checked(&Game::of(row, cluster), 1)?;
        if digest.rows == 1 {
            same_rules(source, &reader, rules)?;
        }
    }
    let file = source.file.display();
    if reader.repeats() > 0 {
        let rows = reader.repeats();
        warnings.push(format!("{file}: {rows} repeated rows were dropped."));
    }
    if source.manifest.is_none() {
        let block = if source.session == NonZeroU64::MIN {
            "each deal is taken for a block of its own".to_owned()
        } else {
            format!("{} deals are taken for a block", source.session)
        };
        warnings.push(format!("{file}: no manifest.toml beside it, so {block}."));
        if reader.torn() {
            warnings.push(format!(
                "{file}: the last line has no line end, so it may be cut short and does not count."
            ));
        }
    }
    Ok(digest)
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

/// Do two logs hold the same games?
fn compare(
    a: &Source,
    digest: &Digest,
    b: &Source,
    other: &Digest,
    warnings: &mut Vec<String>,
) -> Result<(), RankError> {
    let seed = |source: &Source| {
        source
            .manifest
            .as_ref()
            .map(|m| m.seed.to_ascii_lowercase())
    };
    let roster = |source: &Source| {
        let bots = source.manifest.as_ref().map(|manifest| &manifest.bot);
        bots.map(|bots| bots.iter().map(|bot| bot.name.clone()).collect::<Vec<_>>())
    };
    let (Some((low, high)), Some((first, last))) = (digest.deals, other.deals) else {
        return Ok(());
    };
    let one_run = seed(a).is_some() && seed(a) == seed(b);
    if digest == other && one_run {
        return Err(RankError::SameGames(b.file.clone(), a.file.clone()));
    }
    let files = || format!("{} and {}", b.file.display(), a.file.display());
    if digest == other && a.manifest.is_none() && b.manifest.is_none() {
        warnings.push(format!("{} have the same rows: is one a copy?", files()));
    } else if one_run && roster(a) == roster(b) && low <= last && first <= high {
        warnings.push(format!(
            "{} are of one seed and roster and overlap in their deals: games in both count twice.",
            files()
        ));
    }
    Ok(())
}

/// Warns of a name that stands for two different bots.
fn versions(sources: &[Source], warnings: &mut Vec<String>) {
    let mut contents: BTreeMap<&str, &str> = BTreeMap::new();
    for manifest in sources.iter().filter_map(|source| source.manifest.as_ref()) {
        for bot in &manifest.bot {
            let content = bot.content.as_str();
            let known = contents.entry(&bot.name).or_insert(content);
            if *known != content {
                let name = &bot.name;
                warnings.push(format!(
                    "{name} is not the same bot in all logs: its content hashes differ."
                ));
                *known = content;
            }
        }
    }
}

/// FNV-1a, then spread over all bits.
fn hash(bytes: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    mix(bytes.iter().fold(0xcbf2_9ce4_8422_2325, step))
}

/// The finaliser of splitmix64 (Steele, Lea and Flood 2014).
fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
