//! Who meets whom.

use std::fmt::Debug;

use super::apart::Apart;
use super::bot_id::{BotId, Lineup};
use super::drawn::Drawn;
use super::duel::Duel;
use super::error::ScheduleError;
use super::gauntlet::Gauntlet;
use super::round_robin::RoundRobin;

/// Which sets of bots meet.
///
/// `B` is how a focus bot is named: by its number in a schedule, by its name in a
/// run file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Format<B = BotId> {
    /// Every set of the table's size meets.
    RoundRobin,
    /// Every set with exactly one focus bot meets.
    Gauntlet {
        /// The bots that the field is measured against; at least one.
        focus: Vec<B>,
    },
    /// Exactly two bots at a table of two.
    Duel,
}

impl<B> Format<B> {
    /// All of them, a gauntlet without its focus.
    pub const EVERY: [Self; 3] = [
        Self::RoundRobin,
        Self::Gauntlet { focus: Vec::new() },
        Self::Duel,
    ];

    /// Its name in run files.
    pub fn word(&self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet { .. } => "gauntlet",
            Self::Duel => "duel",
        }
    }

    /// The same format with its focus bots named in another way.
    ///
    /// # Errors
    /// The first error of `name`.
    pub fn try_map<C, E>(&self, name: impl FnMut(&B) -> Result<C, E>) -> Result<Format<C>, E> {
        Ok(match self {
            Self::RoundRobin => Format::RoundRobin,
            Self::Gauntlet { focus } => Format::Gauntlet {
                focus: focus.iter().map(name).collect::<Result<_, E>>()?,
            },
            Self::Duel => Format::Duel,
        })
    }
}

impl Format {
    /// The tables of this format, where `sets` is the number of all sets of
    /// `seats` bots in a roster of `roster`, and `drawn` how many of them are
    /// played in a block, if not all.
    pub(super) fn tables(
        &self,
        roster: u32,
        seats: usize,
        sets: u64,
        drawn: Option<u64>,
    ) -> Result<Box<dyn Tables>, ScheduleError> {
        Ok(match (self, drawn) {
            (Self::RoundRobin, None) => Box::new(RoundRobin::new(roster, seats, sets)),
            (Self::RoundRobin, Some(count)) => Box::new(Drawn::new(roster, seats, sets, count)?),
            (_, Some(_)) => return Err(ScheduleError::DrawnFormat),
            (Self::Gauntlet { focus }, None) => Box::new(Gauntlet::new(focus, roster, seats)?),
            (Self::Duel, None) => Box::new(Duel::new(roster, seats)?),
        })
    }

    /// Of these tables the ones that keep owners apart, by bot the number of its owner,
    /// and how many there are to play or to draw from; `None` if these are all.
    pub(super) fn apart(
        &self,
        owners: &[u32],
        seats: usize,
        drawn: Option<u64>,
    ) -> Result<Option<Kept>, ScheduleError> {
        let mut known = owners.to_vec();
        known.sort_unstable();
        known.dedup();
        if known.len() == owners.len() {
            return Ok(None);
        }
        let focus = match self {
            Self::Gauntlet { focus } => Some(focus.as_slice()),
            Self::RoundRobin | Self::Duel => None,
        };
        let apart = Apart::new(owners, focus, seats)?;
        let sets = apart.count();
        let tables: Box<dyn Tables> = match drawn {
            Some(count) => Box::new(Drawn::apart(owners, seats, sets, count)?),
            None => Box::new(apart),
        };
        Ok(Some((tables, sets)))
    }
}

/// Tables that keep owners apart, and how many such there are to play or to draw from.
type Kept = (Box<dyn Tables>, u64);

/// The tables a format plays in a block, in ascending order of their numbers,
/// without a list of all there are.
pub(super) trait Tables: Debug + Send + Sync {
    /// How many there are in each block; at least one.
    fn count(&self) -> u64;

    /// Whether blocks have different tables.
    fn varies(&self) -> bool {
        false
    }

    /// The table at this place among those of a block, its bots ascending; `None`
    /// from [`count`](Self::count) on.
    fn nth(&self, block: u64, ordinal: u64) -> Option<Lineup>;

    /// The place among those of a block of the table with this number, if they
    /// hold it.
    fn ordinal(&self, block: u64, rank: u64) -> Option<u64>;

    /// Replaces the table at `ordinal` by the one after it, which exists.
    fn advance(&self, table: &mut Lineup, block: u64, ordinal: u64) {
        if let Some(next) = self.nth(block, ordinal + 1) {
            *table = next;
        }
    }
}
