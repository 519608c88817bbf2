//! Outcomes that occurred before, counted by their number.

use crate::log::LogReader;
use crate::rating::{BUCKETS, CountError, Counts, Game};
use std::io::Read;

/// How often each outcome that a reader has a number for occurred in each
/// bucket of clusters. That is one sum a row instead of one for each pair of
/// seats; the rest is done once for each outcome.
#[derive(Default)]
pub(super) struct Pending {
    buckets: Vec<Vec<u64>>,
}

impl Pending {
    pub(super) fn new() -> Self {
        Self {
            buckets: vec![Vec::new(); BUCKETS as usize],
        }
    }

    /// Counts one game.
    #[inline]
    pub(super) fn add(&mut self, cluster: u64, outcome: usize) {
        let bucket = &mut self.buckets[(cluster % BUCKETS) as usize];
        if bucket.len() <= outcome {
            bucket.resize(outcome + 1, 0);
        }
        bucket[outcome] += 1;
    }

    /// Adds it all to the counts of the reader's bots.
    pub(super) fn settle<R: Read>(
        self,
        reader: &LogReader<R>,
        counts: &mut Counts,
    ) -> Result<(), CountError> {
        for (cluster, outcomes) in (0..).zip(self.buckets) {
            for (outcome, times) in outcomes.into_iter().enumerate() {
                if times == 0 {
                    continue;
                }
                let (bots, places) = reader.outcome(outcome);
                let game = Game {
                    cluster,
                    bots,
                    places,
                    faulted: 0,
                };
                counts.add_checked(&game, times)?;
            }
        }
        Ok(())
    }
}
