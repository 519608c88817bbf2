//! Some of the tables at which no two bots are of one owner, drawn for a block.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use dudo_engine::BotRng;

use super::bot_id::{BotId, Lineup};
use super::colex;
use super::drawn::{Block, shuffle};
use super::error::ScheduleError;

/// Draws tables where owners are kept apart.
///
/// First it is settled how often each bot sits: as often as any other, or once more,
/// and an owner's bots together at most as often as there are tables. Then one table
/// after the other is filled from the top of a shuffled pile of these seats, past
/// bots whose owner sits at it already. Owners with as many seats left as tables are
/// left come first, so that no owner ever has more. Then there are at most as many of
/// these as a table has seats, and at least as many owners as it needs, so every
/// table can be filled.
///
/// A table that is there twice then changes a bot with another table, so that both
/// keep owners apart and are new. Each change makes one different table more at
/// least, so that comes to an end.
#[derive(Debug)]
pub(super) struct DrawnApart {
    /// By bot: the number of its owner.
    owners: Box<[u32]>,
    /// By owner: how many bots are its.
    bots: Box<[u64]>,
    seats: usize,
    count: u32,
}

/// Draws before it is given up. In practice the first succeeds, unless nearly all
/// tables that could be drawn are asked for.
const TRIES: usize = 32;

impl DrawnApart {
    /// Draws of `count` tables for bots of these owners, who have any numbers.
    ///
    /// # Errors
    /// An owner has so many bots that they cannot sit as often as others do, with at
    /// most one of them at each table.
    pub(super) fn new(owners: &[u32], seats: usize, count: u32) -> Result<Self, ScheduleError> {
        // Numbered in the order of the roster: the draw depends on who has the same one alone.
        let mut known: Vec<u32> = Vec::new();
        let numbered = owners.iter().map(|owner| {
            let number = known.iter().position(|other| other == owner);
            number.unwrap_or_else(|| {
                known.push(*owner);
                known.len() - 1
            }) as u32
        });
        let owners: Box<[u32]> = numbered.collect();
        let mut bots = vec![0; known.len()].into_boxed_slice();
        for owner in &owners {
            bots[*owner as usize] += 1;
        }
        let new = Self {
            owners,
            bots,
            seats,
            count,
        };
        new.crowded().map_or(Ok(new), Err)
    }

    /// How many tables every bot sits at, and how many bots sit at one more.
    fn share(&self) -> (u64, u64) {
        let seats = u64::from(self.count) * self.seats as u64;
        let bots = self.owners.len() as u64;
        (seats / bots, seats % bots)
    }

    /// Why the seats cannot be shared out, if so.
    fn crowded(&self) -> Option<ScheduleError> {
        let tables = u64::from(self.count);
        let (each, _) = self.share();
        // Those whose bots cannot all sit once more. If all others do, they have the rest.
        let full: Vec<usize> = (0..self.bots.len())
            .filter(|owner| self.bots[*owner] * (each + 1) > tables)
            .collect();
        let largest = *full
            .iter()
            .max_by_key(|owner| (self.bots[**owner], Reverse(**owner)))?;
        let bots = self.bots[largest];
        let (others, seats) = if bots * each > tables {
            (0, bots * each)
        } else {
            let theirs: u64 = full.iter().map(|owner| self.bots[*owner]).sum();
            let rest = (self.owners.len() as u64 - theirs) * (each + 1);
            let seats = (tables * self.seats as u64).saturating_sub(rest);
            (full.len() - 1, seats)
        };
        let first = self.owners.iter().position(|o| *o as usize == largest);
        (seats > tables * (others as u64 + 1)).then(|| ScheduleError::CrowdedOwner {
            first: BotId::new(first.unwrap_or(0) as u32),
            bots,
            others,
            seats,
            tables,
        })
    }

    fn owner(&self, bot: BotId) -> usize {
        self.owners[bot.index()] as usize
    }

    /// The tables of a block; `None` if some came twice again and again.
    pub(super) fn draw(&self, chance: &mut BotRng) -> Option<Block> {
        (0..TRIES).find_map(|_| {
            let tables = self.deal(chance);
            self.distinct(tables, chance)
        })
    }

    /// The bots that sit, each as often as it does, in any order; and by owner, how
    /// many of these are its.
    fn pile(&self, chance: &mut BotRng) -> (Vec<BotId>, Vec<u32>) {
        let (each, mut more) = self.share();
        let mut left = vec![0_u32; self.bots.len()];
        for (left, bots) in left.iter_mut().zip(&self.bots) {
            // At most the number of tables, as was checked.
            *left = (bots * each) as u32;
        }
        let mut bots: Vec<BotId> = (0..self.owners.len() as u32).map(BotId::new).collect();
        let mut pile = bots.repeat(each as usize);
        shuffle(&mut bots, chance);
        for bot in bots {
            let left = &mut left[self.owner(bot)];
            if more > 0 && *left < self.count {
                pile.push(bot);
                *left += 1;
                more -= 1;
            }
        }
        shuffle(&mut pile, chance);
        (pile, left)
    }

    /// Tables that keep owners apart, some of them perhaps the same.
    fn deal(&self, chance: &mut BotRng) -> Vec<Lineup> {
        let (mut pile, mut left) = self.pile(chance);
        let mut tables = Vec::with_capacity(self.count as usize);
        for tables_left in (1..=self.count).rev() {
            let full = |owner: &usize| left[*owner] == tables_left;
            let first: Vec<usize> = (0..left.len()).filter(full).collect();
            let mut table = Lineup::new();
            while table.len() < self.seats {
                let fits = |bot: &BotId| match first.get(table.len()) {
                    Some(owner) => self.owner(*bot) == *owner,
                    None => table.iter().all(|it| self.owner(*it) != self.owner(*bot)),
                };
                let Some(at) = pile.iter().rposition(fits) else {
                    unreachable!("{tables_left} tables of {self:?} cannot be filled");
                };
                let bot = pile.remove(at);
                left[self.owner(bot)] -= 1;
                table.push(bot);
            }
            table.sort_unstable();
            tables.push(table);
        }
        tables
    }

    /// The same seats in tables of which no two are the same, by number; `None` where no
    /// change helps.
    fn distinct(&self, mut tables: Vec<Lineup>, chance: &mut BotRng) -> Option<Block> {
        let mut times: BTreeMap<u64, u32> = BTreeMap::new();
        for table in &tables {
            *times.entry(number(table)).or_default() += 1;
        }
        for at in 0..tables.len() {
            if times.get(&number(&tables[at])) == Some(&1) {
                continue;
            }
            let (other, changed) = self.change(&tables, at, &times, chance)?;
            for (at, table) in [at, other].into_iter().zip(changed) {
                if let Some(times) = times.get_mut(&number(&tables[at])) {
                    *times -= 1;
                }
                times.insert(number(&table), 1);
                tables[at] = table;
            }
        }
        let mut block: Block = tables.into_iter().map(|it| (number(&it), it)).collect();
        block.sort_unstable();
        Some(block)
    }

    /// A table that can change a bot with the one at `at`, and what becomes of both: tables
    /// that keep owners apart and were not there.
    fn change(
        &self,
        tables: &[Lineup],
        at: usize,
        times: &BTreeMap<u64, u32>,
        chance: &mut BotRng,
    ) -> Option<(usize, [Lineup; 2])> {
        let start = chance.below(self.count) as usize;
        let new = |table: &Lineup| times.get(&number(table)).is_none_or(|times| *times == 0);
        for other in (start..tables.len()).chain(0..start) {
            for (mine, theirs) in (0..self.seats).flat_map(|a| (0..self.seats).map(move |b| (a, b)))
            {
                let [mut a, mut b] = [tables[at].clone(), tables[other].clone()];
                std::mem::swap(&mut a[mine], &mut b[theirs]);
                if self.apart(&a) && self.apart(&b) {
                    a.sort_unstable();
                    b.sort_unstable();
                    if a != b && new(&a) && new(&b) {
                        return Some((other, [a, b]));
                    }
                }
            }
        }
        None
    }

    /// Whether these bots are of different owners.
    fn apart(&self, table: &[BotId]) -> bool {
        let owner = |at: usize| self.owner(table[at]);
        (1..table.len()).all(|at| (0..at).all(|before| owner(before) != owner(at)))
    }
}

/// A table's number; all have one, as was checked.
fn number(table: &[BotId]) -> u64 {
    colex::rank(table).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;
