//! Which games of a log are wanted.

use std::ops::RangeInclusive;

use crate::log::{BotId, Names, Row};

/// Which games to rate. The default is all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only games among these bots; empty for all.
    pub bots: Vec<String>,
    /// Only these deals.
    pub deals: Option<RangeInclusive<u64>>,
}

impl Filter {
    /// Whether everything is wanted.
    #[must_use]
    pub fn is_all(&self) -> bool {
        *self == Self::default()
    }

    /// A sentence that says so where not.
    pub(super) fn sentence(&self) -> Option<String> {
        let mut parts = Vec::new();
        if !self.bots.is_empty() {
            parts.push(format!("games among {}", self.bots.join(", ")));
        }
        if let Some(deals) = &self.deals {
            parts.push(format!("deals {} to {}", deals.start(), deals.end()));
        }
        (!parts.is_empty()).then(|| format!("Only {}, as asked.", parts.join(" in ")))
    }
}

/// A filter at work: names are looked up once for each bot.
pub(super) struct Sieve<'a> {
    filter: &'a Filter,
    all: bool,
    wanted: Vec<bool>,
}

impl<'a> Sieve<'a> {
    pub(super) fn new(filter: &'a Filter) -> Self {
        Self {
            filter,
            all: filter.is_all(),
            wanted: Vec::new(),
        }
    }

    /// Whether every row is wanted.
    pub(super) fn is_all(&self) -> bool {
        self.all
    }

    /// Whether a row is wanted.
    #[inline]
    pub(super) fn takes(&mut self, row: &Row, names: &Names) -> bool {
        self.all || self.looks(row, names)
    }

    fn looks(&mut self, row: &Row, names: &Names) -> bool {
        let deals = self.filter.deals.as_ref();
        if deals.is_some_and(|deals| !deals.contains(&row.deal)) {
            return false;
        }
        if self.filter.bots.is_empty() {
            return true;
        }
        for at in self.wanted.len()..names.len() {
            let name = names.name(BotId::new(at));
            self.wanted
                .push(self.filter.bots.iter().any(|bot| bot == name));
        }
        row.bots().iter().all(|bot| self.wanted[bot.index()])
    }
}
