//! What is kept of a log: integers, however long the log is.

use std::fmt;

use super::by_size::{BySize, Cell, WHOLE_WIN};
use super::choices::Choices;
use crate::log::{BotId, MOST_SEATS, Names, Row};

/// How many groups the clusters are put into.
pub const BUCKETS: u64 = 256;

/// What a tie at two seats counts as. At three seats and more a tied pair
/// always makes no comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// Half a win for each.
    #[default]
    Half,
    /// No comparison.
    Drop,
}

/// What happens to games in which a bot faulted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Faults {
    /// They count: to forfeit is to lose.
    #[default]
    Keep,
    /// They are left out.
    Drop,
}

/// One finished game, by the numbers of its bots.
#[derive(Clone, Copy, Debug)]
pub struct Game<'a> {
    /// Games of one cluster share dice or a bot's memory, and are not
    /// independent: deal div session, for one seed.
    pub cluster: u64,
    /// The bots by seat, all different.
    pub bots: &'a [BotId],
    /// Their places by seat, 1 best; empty if the game was not played because
    /// a bot was withdrawn.
    pub places: &'a [u8],
    /// The seats that faulted: bit s for seat s, from 0.
    pub faulted: u8,
}

impl<'a> Game<'a> {
    /// A row of a log as a game of this cluster.
    #[must_use]
    pub fn of(row: &'a Row, cluster: u64) -> Self {
        Self {
            cluster,
            bots: row.bots(),
            places: row.places(),
            faulted: row.faulted(),
        }
    }
}

/// A game that cannot be counted: our mistake or that of a caller, for the
/// reader of logs lets none through but the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountError {
    /// Not 2 to 8 seats, or another number of places.
    Seats,
    /// A bot twice at one table, or one without a name.
    Bots,
    /// Places that do not fit together.
    Places,
    /// More than 2^64 / 840 games, about 2e16.
    Overflow,
}

impl fmt::Display for CountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Seats => "a table has 2 to 8 seats, each with a place",
            Self::Bots => "a bot without a name, or twice at one table",
            Self::Places => "places that do not fit together",
            Self::Overflow => "more games than can be counted",
        })
    }
}

impl std::error::Error for CountError {}

/// How many games were seen and what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Games that count.
    pub games: u64,
    /// Of these, games with a fault.
    pub faulted: u64,
    /// Of these, games with a tie of any two bots.
    pub tied: u64,
    /// Games left out because of a fault ([`Faults::Drop`]).
    pub dropped: u64,
    /// Games that were not played because a bot was withdrawn.
    pub withdrawn: u64,
}

/// The counts from which everything is computed: for each bucket of clusters,
/// table size, pair of bots and pair of seats the comparisons and who won.
///
/// Only integers are summed, so the order of games does not matter and counts
/// of parts [`merge`](Self::merge) into those of the whole. Memory is at most
/// 2 kB per bucket and pair that met at two seats (about `4 B^2` kB in all),
/// 15 times that at six, and 100 MB for sets at larger tables, whatever the
/// number of games.
#[derive(Clone, Debug)]
pub struct Counts {
    names: Names,
    ties: Ties,
    faults: Faults,
    totals: Totals,
    sizes: Vec<BySize>,
    choices: Choices,
}

impl Counts {
    /// Nothing counted yet. The names may already hold the roster, so that a
    /// bot that never plays is listed as such.
    #[must_use]
    pub fn new(names: Names, ties: Ties, faults: Faults) -> Self {
        Self {
            names,
            ties,
            faults,
            totals: Totals::default(),
            sizes: Vec::new(),
            choices: Choices::new(),
        }
    }

    /// The bots' names.
    #[must_use]
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The bots' names, to add to them.
    pub fn names_mut(&mut self) -> &mut Names {
        &mut self.names
    }

    /// What a tie counts as.
    #[must_use]
    pub fn ties(&self) -> Ties {
        self.ties
    }

    /// What happens to games with a fault.
    #[must_use]
    pub fn faults(&self) -> Faults {
        self.faults
    }

    /// How many games were seen.
    #[must_use]
    pub fn totals(&self) -> Totals {
        self.totals
    }

    /// Counts one game.
    ///
    /// # Errors
    /// See [`CountError`]. Nothing is counted then, but for an overflow.
    pub fn add(&mut self, game: &Game<'_>) -> Result<(), CountError> {
        self.add_times(game, 1)
    }

    /// Counts so many equal games of one cluster.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub fn add_times(&mut self, game: &Game<'_>, times: u64) -> Result<(), CountError> {
        let seats = game.bots.len();
        if !(2..=MOST_SEATS).contains(&seats) {
            return Err(CountError::Seats);
        }
        for (seat, bot) in game.bots.iter().enumerate() {
            if bot.index() >= self.names.len() || game.bots[..seat].contains(bot) {
                return Err(CountError::Bots);
            }
        }
        if !game.places.is_empty() {
            if game.places.len() != seats {
                return Err(CountError::Seats);
            }
            if !crate::log::well_formed(game.places) {
                return Err(CountError::Places);
            }
        }
        self.add_checked(game, times)
    }

    /// As [`add_times`](Self::add_times) for a game that is known to be well
    /// formed, as rows of the reader are.
    pub(crate) fn add_checked(&mut self, game: &Game<'_>, times: u64) -> Result<(), CountError> {
        if game.places.is_empty() {
            return more(&mut self.totals.withdrawn, times);
        }
        if game.faulted != 0 {
            if self.faults == Faults::Drop {
                return more(&mut self.totals.dropped, times);
            }
            more(&mut self.totals.faulted, times)?;
        }
        more(&mut self.totals.games, times)?;
        self.within()?;
        let ties = self.ties;
        if game.bots.len() > 2 {
            self.choices.add(game, times);
        }
        if self.size(game.bots.len()).add(game, ties, times) {
            more(&mut self.totals.tied, times)?;
        }
        Ok(())
    }

    /// Adds the counts of other games, matching bots by name. What ties and
    /// faults counted as over there stays as it was.
    ///
    /// # Errors
    /// [`CountError::Overflow`], after which these counts are of no use.
    pub fn merge(&mut self, other: &Self) -> Result<(), CountError> {
        let mut map = Vec::with_capacity(other.names.len());
        for index in 0..other.names.len() {
            let name = other.names.name(BotId::new(index));
            let bot = self.names.id(name.as_bytes());
            map.push(bot.map_err(|_| CountError::Bots)?);
        }
        let (mine, theirs) = (&mut self.totals, &other.totals);
        more(&mut mine.games, theirs.games)?;
        more(&mut mine.faulted, theirs.faulted)?;
        more(&mut mine.tied, theirs.tied)?;
        more(&mut mine.dropped, theirs.dropped)?;
        more(&mut mine.withdrawn, theirs.withdrawn)?;
        self.within()?;
        for size in &other.sizes {
            self.size(size.seats()).merge(size, &map);
        }
        self.choices.merge(&other.choices, &map);
        Ok(())
    }

    /// Keeps the number of games so small that no sum derived from it, in half
    /// points or 840ths of a win, can overflow.
    fn within(&self) -> Result<(), CountError> {
        if self.totals.games > u64::MAX / WHOLE_WIN {
            return Err(CountError::Overflow);
        }
        Ok(())
    }

    fn size(&mut self, seats: usize) -> &mut BySize {
        let at = match self.sizes.binary_search_by_key(&seats, BySize::seats) {
            Ok(at) => at,
            Err(at) => {
                self.sizes.insert(at, BySize::new(seats));
                at
            }
        };
        &mut self.sizes[at]
    }

    /// The table sizes that occur, ascending.
    pub(crate) fn sizes(&self) -> &[BySize] {
        &self.sizes
    }

    /// As if every cluster's number were so much higher.
    pub(crate) fn shift(&mut self, by: u64) {
        let by = (by % BUCKETS) as usize;
        for size in &mut self.sizes {
            size.shift(by);
        }
        self.choices.shift(by);
    }

    /// The sets of bots that remained at tables of three and more.
    pub(crate) fn choices(&self) -> &Choices {
        &self.choices
    }

    /// Every comparison of two bots in two seats that occurred, in an order
    /// that depends on names alone.
    pub(crate) fn comparisons(&self) -> Vec<Comparison> {
        let order = self.names.sorted();
        let mut found = Vec::new();
        for (size, by_size) in self.sizes.iter().enumerate() {
            for (a, &first) in order.iter().enumerate() {
                for (b, &second) in order.iter().enumerate().skip(a + 1) {
                    by_size.cells(first, second, |near_is_first, near, far, cell| {
                        let (near_bot, far_bot) = if near_is_first { (a, b) } else { (b, a) };
                        let total = by_size.total(cell);
                        if total.games > 0 {
                            found.push(Comparison {
                                size,
                                bots: [near_bot, far_bot],
                                seats: [near, far],
                                total,
                                cell,
                            });
                        }
                    });
                }
            }
        }
        found
    }
}

/// The comparisons of two bots in two seats at tables of one size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Comparison {
    /// Index into [`Counts::sizes`].
    pub(crate) size: usize,
    /// Position in the order of names of the bot in the lower seat, and of
    /// the other.
    pub(crate) bots: [usize; 2],
    /// Their seats, ascending, from 0.
    pub(crate) seats: [usize; 2],
    /// The sum over all buckets.
    pub(crate) total: Cell,
    /// Where to find it within a bucket.
    pub(crate) cell: usize,
}

/// Checked `sum += times`.
fn more(sum: &mut u64, times: u64) -> Result<(), CountError> {
    *sum = sum.checked_add(times).ok_or(CountError::Overflow)?;
    Ok(())
}

pub(crate) mod text;

#[cfg(test)]
mod tests;
