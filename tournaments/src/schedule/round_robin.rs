//! Round robin: every set of bots of the table's size meets.

use super::bot_id::Lineup;
use super::colex;
use super::format::Tables;

/// Every table, so a table's place in the plan is its number.
#[derive(Debug)]
pub(super) struct RoundRobin {
    roster: u32,
    seats: usize,
    count: u64,
}

impl RoundRobin {
    /// All `sets` tables of `seats` out of `roster` bots.
    pub(super) fn new(roster: u32, seats: usize, sets: u64) -> Self {
        Self {
            roster,
            seats,
            count: sets,
        }
    }
}

impl Tables for RoundRobin {
    fn count(&self) -> u64 {
        self.count
    }

    fn nth(&self, _block: u64, ordinal: u64) -> Option<Lineup> {
        colex::unrank(ordinal, self.seats, self.roster)
    }

    fn ordinal(&self, _block: u64, rank: u64) -> Option<u64> {
        (rank < self.count).then_some(rank)
    }

    fn advance(&self, table: &mut Lineup, _block: u64, _ordinal: u64) {
        colex::advance(table);
    }
}
