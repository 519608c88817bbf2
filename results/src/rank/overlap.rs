//! Do logs hold the same games, or bots that only share a name?

use std::collections::BTreeMap;

use super::sources::{Source, hash, mix};
use crate::log::{BotId, Names, Row};

/// What tells two logs apart in flat memory, however it is read.
#[derive(Debug, Default)]
pub(super) struct Sketch {
    pub(super) rows: u64,
    sum: u64,
    deals: Option<(u64, u64)>,
    /// Hashes of the names by bot, as far as they were needed.
    names: Vec<u64>,
}

impl Sketch {
    pub(super) fn add(&mut self, row: &Row, names: &Names) {
        for bot in self.names.len()..names.len() {
            self.names
                .push(hash(names.name(BotId::new(bot)).as_bytes()));
        }
        let mut hash = 0;
        for part in [row.deal, row.table, row.rotation] {
            hash = (hash ^ part)
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                .rotate_left(23);
        }
        for (bot, &place) in row.bots().iter().zip(row.places()) {
            hash = hash.rotate_left(9) ^ self.names[bot.index()].wrapping_add(u64::from(place));
        }
        self.sum = self.sum.wrapping_add(mix(hash));
        self.span((row.deal, row.deal));
    }

    fn span(&mut self, deals: (u64, u64)) {
        let (low, high) = self.deals.get_or_insert(deals);
        *low = deals.0.min(*low);
        *high = deals.1.max(*high);
    }

    /// Adds another part of the same log.
    pub(super) fn join(&mut self, other: &Self) {
        self.rows += other.rows;
        self.sum = self.sum.wrapping_add(other.sum);
        if let Some(deals) = other.deals {
            self.span(deals);
        }
    }

    fn same(&self, other: &Self) -> bool {
        (self.rows, self.sum, self.deals) == (other.rows, other.sum, other.deals)
    }
}

/// Warns where two logs that could not be read side by side seem to hold the
/// same games.
pub(super) fn compare(
    a: &Source,
    sketch: &Sketch,
    b: &Source,
    other: &Sketch,
    warnings: &mut Vec<String>,
) {
    let (Some((low, high)), Some((first, last))) = (sketch.deals, other.deals) else {
        return;
    };
    let files = || format!("{} and {}", b.file.display(), a.file.display());
    if sketch.same(other) && a.manifest.is_none() && b.manifest.is_none() {
        warnings.push(format!("{} have the same rows: is one a copy?", files()));
    } else if a.seed().is_some() && a.seed() == b.seed() && low <= last && first <= high {
        warnings.push(format!(
            "{} are of one seed but of different rosters or sessions, and overlap in their deals: \
             games in both count twice.",
            files()
        ));
    }
}

/// Warns of a name that stands for two different bots.
pub(super) fn versions(sources: &[Source], warnings: &mut Vec<String>) {
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
