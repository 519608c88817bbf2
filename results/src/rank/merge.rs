//! Several logs of one run as one: what two of them hold counts once.

use std::io::Read;
use std::num::NonZeroU64;

use super::sources::Source;
use crate::log::{LogError, LogReader, Names, Row};

/// Logs in the order of their plan, read side by side. Equal rows with equal
/// keys are handed out once; memory does not grow with the logs.
pub(super) struct Merge<'a> {
    session: NonZeroU64,
    logs: Vec<Side<'a>>,
    /// Rows that were in an earlier log too.
    pub(super) repeats: u64,
    /// A log whose rows do not come in the order of a plan, so that repeats
    /// may have been missed.
    pub(super) unordered: Option<&'a Source>,
}

struct Side<'a> {
    source: &'a Source,
    reader: LogReader<Box<dyn Read + Send>>,
    head: Option<Row>,
}

/// Block, table, rotation, deal: the order of a log.
type Key = [u64; 4];

/// Whether logs can be read side by side: of one seed, their tables numbered
/// alike and their sessions of one length. Rosters that begin alike number
/// their tables alike.
pub(super) fn alike(a: &Source, b: &Source) -> bool {
    let (Some(one), Some(two)) = (&a.manifest, &b.manifest) else {
        return false;
    };
    let names = one.bot.iter().zip(&two.bot);
    a.seed() == b.seed()
        && one.schedule.session == two.schedule.session
        && one.schedule.seats == two.schedule.seats
        && one.schedule.seating == two.schedule.seating
        && one.schedule.dice == two.schedule.dice
        && names.into_iter().all(|(one, two)| one.name == two.name)
}

impl<'a> Merge<'a> {
    pub(super) fn open(sources: &[&'a Source]) -> Result<Self, LogError> {
        let mut logs = Vec::new();
        let mut session = NonZeroU64::MIN;
        for &source in sources {
            session = source.session;
            logs.push(Side {
                source,
                reader: source.open()?,
                head: None,
            });
        }
        Ok(Self {
            session,
            logs,
            repeats: 0,
            unordered: None,
        })
    }

    /// Reads the first row of each.
    pub(super) fn begin(&mut self, names: &mut Names) -> Result<(), LogError> {
        for log in &mut self.logs {
            log.head = log.reader.next(names)?.copied();
        }
        Ok(())
    }

    /// The readers with their sources.
    pub(super) fn readers(
        &self,
    ) -> impl Iterator<Item = (&'a Source, &LogReader<Box<dyn Read + Send>>)> {
        self.logs.iter().map(|log| (log.source, &log.reader))
    }

    fn key(&self, row: &Row) -> Key {
        [row.deal / self.session, row.table, row.rotation, row.deal]
    }

    /// The next row of all logs.
    pub(super) fn next(&mut self, names: &mut Names) -> Result<Option<Row>, LogError> {
        let heads = self.logs.iter().enumerate();
        let heads = heads.filter_map(|(at, log)| Some((self.key(log.head.as_ref()?), at)));
        let Some((key, first)) = heads.min() else {
            return Ok(None);
        };
        let Some(row) = self.logs[first].head else {
            return Ok(None);
        };
        for at in 0..self.logs.len() {
            let Some(other) = self.logs[at].head else {
                continue;
            };
            if self.key(&other) != key {
                continue;
            }
            if at != first {
                if other != row {
                    let file = self.logs[first].source.file.display();
                    let message = format!("the game is in {file} with another outcome");
                    return Err(self.logs[at].reader.refuse("deal", message));
                }
                self.repeats += 1;
            }
            let next = self.logs[at].reader.next(names)?.copied();
            if next.is_some_and(|next| self.key(&next) < key) {
                self.unordered = Some(self.logs[at].source);
            }
            self.logs[at].head = next;
        }
        Ok(Some(row))
    }
}
