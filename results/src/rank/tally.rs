//! Games of logs, counted.

use std::num::NonZeroU64;

use super::crew;
use super::filter::{Filter, Sieve};
use super::merge::Merge;
use super::overlap::Sketch;
use super::pending::Pending;
use super::sources::Source;
use super::{Options, RankError};
use crate::log::{LogError, LogReader, ManifestError, Names, Row};
use crate::rating::online::{self, Update};
use crate::rating::{CountError, Counts, Faults, Game};

/// What a log was like.
pub(super) struct Counted {
    pub(super) sketch: Sketch,
    /// Rows that repeated the one before.
    pub(super) repeats: u64,
    pub(super) rules: String,
}

/// What has been counted so far.
pub(super) struct Tally<'a> {
    pub(super) counts: Counts,
    pub(super) sieve: Sieve<'a>,
    pub(super) ladder: Option<Box<dyn Update>>,
    /// Those of the logs so far, and which log it was.
    pub(super) rules: Option<(String, String)>,
    pub(super) warnings: Vec<String>,
    pub(super) options: &'a Options,
}

impl<'a> Tally<'a> {
    pub(super) fn new(options: &'a Options) -> Self {
        Self {
            counts: Counts::new(Names::new(), options.ties, options.faults),
            sieve: Sieve::new(&options.filter),
            ladder: options.ladder.map(online::begin),
            rules: None,
            warnings: Vec::new(),
            options,
        }
    }

    /// Takes in the names of a manifest.
    pub(super) fn roster(&mut self, source: &Source) -> Result<(), RankError> {
        let bots = source.manifest.iter().flat_map(|manifest| &manifest.bot);
        for bot in bots {
            let id = self.counts.names_mut().id(bot.name.as_bytes());
            id.map_err(|message| ManifestError {
                file: source.file.with_file_name("manifest.toml"),
                line: 0,
                message,
            })?;
        }
        Ok(())
    }

    /// Counts a row.
    pub(super) fn row(&mut self, row: &Row, cluster: u64) -> Result<(), CountError> {
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
    pub(super) fn count(&mut self, source: &Source) -> Result<Counted, RankError> {
        let mut reader = source.open()?;
        let mut sketch = Sketch::default();
        // Most rows are of the deal of the row before, and a division is slow.
        let (mut deal, mut cluster) = (0, source.offset);
        let mut pending = Pending::new();
        let plain = self.sieve.is_all() && self.ladder.is_none();
        // A ladder takes games one after the other.
        let shared = self.options.threads.get() > 1 && self.ladder.is_none();
        while let Some((row, known)) = reader.next_known(self.counts.names_mut())? {
            sketch.rows += 1;
            if source.compared {
                sketch.add(row, self.counts.names());
            }
            if row.deal != deal {
                deal = row.deal;
                cluster = source.cluster(deal);
            }
            match known {
                Some(outcome) if plain => pending.add(cluster, outcome),
                _ => self.row(row, cluster)?,
            }
            if sketch.rows == 1 {
                same_rules(source, &reader, &mut self.rules)?;
                if shared {
                    crew::rest(&mut reader, source, self, &mut sketch)?;
                    break;
                }
            }
        }
        pending.settle(&reader, &mut self.counts)?;
        self.after(source, &reader);
        Ok(Counted {
            sketch,
            repeats: reader.repeats(),
            rules: reader.rules().to_owned(),
        })
    }

    /// Counts logs of one run that may hold the same games.
    pub(super) fn side_by_side(&mut self, group: &[&Source]) -> Result<(), RankError> {
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
    pub(super) fn take(&mut self, source: &Source, rules: &str) -> Result<bool, RankError> {
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
    pub(super) fn known(&self, filter: &Filter) -> Result<(), RankError> {
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
