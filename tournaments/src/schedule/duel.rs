//! Duel: two bots and nobody else.

use super::bot_id::{BotId, Lineup};
use super::error::ScheduleError;
use super::format::Tables;

/// The one table of a duel.
#[derive(Debug)]
pub(super) struct Duel;

impl Duel {
    /// A duel refuses a roster or a table of any other size than two.
    pub(super) fn new(roster: u32, seats: usize) -> Result<Self, ScheduleError> {
        if seats != 2 {
            return Err(ScheduleError::DuelSeats { seats });
        }
        if roster != 2 {
            return Err(ScheduleError::DuelRoster { roster });
        }
        Ok(Self)
    }
}

impl Tables for Duel {
    fn count(&self) -> u64 {
        1
    }

    fn nth(&self, _block: u64, ordinal: u64) -> Option<Lineup> {
        (ordinal == 0).then(|| [BotId::new(0), BotId::new(1)].into_iter().collect())
    }

    fn ordinal(&self, _block: u64, rank: u64) -> Option<u64> {
        (rank == 0).then_some(0)
    }
}
