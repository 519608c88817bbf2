//! One line-up playing consecutive deals, and the walk over all of them.

use std::ops::Range;

use super::Schedule;
use super::bot_id::Lineup;

/// The life of one set of bot instances: a line-up and the deals it plays.
///
/// It is played and replayed as a whole, from its first deal on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Its place in the schedule, from 0.
    pub index: u64,
    /// Which stretch of deals, from 0.
    pub block: u64,
    /// The number of its set of bots among all sets of that size in the roster.
    pub table: u64,
    /// The number of its seating.
    pub rotation: u64,
    /// The bots, by seat.
    pub lineup: Lineup,
    /// The deals it plays, ascending; never empty.
    pub deals: Range<u64>,
}

/// The sessions of a schedule from some place on, in order.
///
/// A step moves the seats of the table at hand; a new table follows from the one
/// before it. The cost does not depend on the size of the schedule.
#[derive(Clone, Debug)]
pub struct Sessions<'a> {
    schedule: &'a Schedule,
    /// The session to come; the number of sessions when none is left.
    index: u64,
    block: u64,
    ordinal: u64,
    rotation: u64,
    /// In roster order.
    table: Lineup,
    rank: u64,
}

impl<'a> Sessions<'a> {
    pub(super) fn new(schedule: &'a Schedule, index: u64) -> Self {
        let index = index.min(schedule.sessions());
        let rotation = index % schedule.rotations();
        let rest = index / schedule.rotations();
        let ordinal = rest % schedule.tables();
        let block = rest / schedule.tables();
        let (table, rank) = schedule.nth_table(block, ordinal);
        Self {
            schedule,
            index,
            block,
            ordinal,
            rotation,
            table,
            rank,
        }
    }

    fn step(&mut self) {
        self.index += 1;
        self.rotation += 1;
        if self.rotation < self.schedule.rotations() {
            return;
        }
        self.rotation = 0;
        if self.ordinal + 1 < self.schedule.tables() {
            self.rank = self
                .schedule
                .advance(&mut self.table, self.block, self.ordinal);
            self.ordinal += 1;
            return;
        }
        self.block += 1;
        if self.ordinal > 0 || self.schedule.varies() {
            self.ordinal = 0;
            (self.table, self.rank) = self.schedule.nth_table(self.block, 0);
        }
    }
}

impl Iterator for Sessions<'_> {
    type Item = Session;

    fn next(&mut self) -> Option<Session> {
        if self.index >= self.schedule.sessions() {
            return None;
        }
        let session = Session {
            index: self.index,
            block: self.block,
            table: self.rank,
            rotation: self.rotation,
            lineup: self.schedule.seat(&self.table, self.block, self.rotation),
            deals: self.schedule.deals_of(self.block),
        };
        self.step();
        Some(session)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.schedule.sessions() - self.index);
        (left.unwrap_or(usize::MAX), left.ok())
    }
}
