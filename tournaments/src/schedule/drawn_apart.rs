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
mod tests {
    use super::*;
    use crate::schedule::{Format, Schedule, Seating, Settings};
    use proptest::prelude::*;

    fn settings(owners: &[u32], seats: usize, drawn: u64) -> Settings {
        Settings {
            format: Format::RoundRobin,
            drawn: Some(drawn),
            roster: owners.len(),
            owners: owners.to_vec(),
            seats,
            deals: 10,
            seating: Seating::Cyclic,
            session: 2,
        }
    }

    /// The numbers of the tables of a block, once it has been seen that none is there twice
    /// or seats two of one owner, that bots appear equally often, and that each
    /// table is found by its number.
    fn checked(schedule: &Schedule, owners: &[u32], block: u64) -> Vec<u64> {
        let mut sits = vec![0_u64; owners.len()];
        let mut numbers = Vec::new();
        for index in schedule.sessions_of(block) {
            let session = schedule.session(index);
            assert_eq!(session.block, block);
            let found = schedule.index_of(session.deals.start, session.table, session.rotation);
            assert_eq!(found, Some(index));
            if session.rotation > 0 {
                continue;
            }
            numbers.push(session.table);
            let mut whose: Vec<u32> = session.lineup.iter().map(|b| owners[b.index()]).collect();
            whose.sort_unstable();
            assert!(whose.is_sorted_by(|a, b| a < b), "{whose:?} {session:?}");
            for bot in &session.lineup {
                sits[bot.index()] += 1;
            }
        }
        assert_eq!(numbers.len() as u64, schedule.tables());
        assert!(numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
        let (most, fewest) = (sits.iter().max(), sits.iter().min());
        assert!(most.unwrap() - fewest.unwrap() <= 1, "{sits:?}");
        numbers
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        /// Drawn tables keep owners apart, are different, and seat all equally often; what the
        /// owners are called does not matter. What is refused asks for too much.
        #[test]
        fn owners_are_apart_and_appearances_differ_by_at_most_one(
            owners in prop::collection::vec(0_u32..30, 4..60),
            seats in 2_usize..=6,
            drawn in 1_u64..150,
        ) {
            let mut known = owners.clone();
            known.sort_unstable();
            known.dedup();
            prop_assume!(owners.len() > seats && known.len() >= seats);
            let schedule = match Schedule::new(&settings(&owners, seats, drawn)) {
                Ok(schedule) => schedule,
                Err(ScheduleError::TooManyDrawn { sets, .. }) => {
                    prop_assert!(drawn > sets / 2);
                    return Ok(());
                }
                Err(ScheduleError::CrowdedOwner { first, bots, .. }) => {
                    let whose = owners[first.index()];
                    let theirs = owners.iter().filter(|owner| **owner == whose).count();
                    prop_assert_eq!(theirs as u64, bots);
                    prop_assert!(!shared(&owners, seats, drawn));
                    return Ok(());
                }
                Err(error) => panic!("{error}"),
            };
            prop_assert!(shared(&owners, seats, drawn));
            let blocks = schedule.blocks();
            let numbers: Vec<_> = (0..blocks).map(|it| checked(&schedule, &owners, it)).collect();
            let others: Vec<u32> = owners.iter().map(|owner| 1000 - owner).collect();
            let renamed = Schedule::new(&settings(&others, seats, drawn)).unwrap();
            // Blocks are drawn by themselves, in whatever order they are asked for.
            for (block, numbers) in numbers.iter().enumerate().rev() {
                prop_assert_eq!(&checked(&renamed, &owners, block as u64), numbers);
            }
        }
    }

    /// Whether seats can be shared out, found by giving them away one at a time to
    /// the bot that has fewest and whose owner has room.
    fn shared(owners: &[u32], seats: usize, tables: u64) -> bool {
        let mut sits = vec![0_u64; owners.len()];
        for _ in 0..tables * seats as u64 {
            let of = |owner: u32| -> u64 {
                let theirs = sits.iter().zip(owners).filter(|(_, o)| **o == owner);
                theirs.map(|(sits, _)| sits).sum()
            };
            let room = (0..owners.len()).filter(|bot| of(owners[*bot]) < tables);
            let Some(next) = room.min_by_key(|bot| sits[*bot]) else {
                return false;
            };
            sits[next] += 1;
        }
        sits.iter().max().unwrap() - sits.iter().min().unwrap() <= 1
    }

    /// Every way to own up to six bots, every table size and number of tables: a draw is refused
    /// only where there is none.
    #[test]
    fn what_is_refused_cannot_be_drawn() {
        let (mut played, mut refused) = (0, 0);
        for bots in 3..=6_u32 {
            let codes = (0..6_u32.pow(bots - 1)).map(|code| {
                let rest = (1..bots).map(|bot| code / 6_u32.pow(bot - 1) % 6);
                std::iter::once(0).chain(rest).collect::<Vec<u32>>()
            });
            // Each once: owners are numbered as they come.
            let each = codes.filter(|owners| {
                (1..owners.len()).all(|at| owners[at] <= owners[..at].iter().max().unwrap() + 1)
            });
            for owners in each {
                for seats in 2..=4.min(owners.len()) {
                    for drawn in 1..=10 {
                        match Schedule::new(&settings(&owners, seats, drawn)) {
                            Ok(schedule) => {
                                checked(&schedule, &owners, 1);
                                played += 1;
                            }
                            Err(
                                ScheduleError::NoneApart { .. }
                                | ScheduleError::TooManyDrawn { .. },
                            ) => {}
                            Err(error) => {
                                assert!(!exists(&owners, seats, drawn), "{owners:?} {error}");
                                refused += 1;
                            }
                        }
                    }
                }
            }
        }
        assert!(played > 500 && refused > 100, "{played} {refused}");
    }

    /// Whether there are such tables, by looking through all.
    fn exists(owners: &[u32], seats: usize, drawn: u64) -> bool {
        let tables: Vec<u32> = (0_u32..1 << owners.len())
            .filter(|mask| mask.count_ones() as usize == seats)
            .filter(|mask| {
                let mut whose: Vec<u32> = (0..owners.len())
                    .filter(|bot| mask >> bot & 1 == 1)
                    .map(|bot| owners[bot])
                    .collect();
                whose.sort_unstable();
                whose.is_sorted_by(|a, b| a < b)
            })
            .collect();
        let most = (drawn * seats as u64).div_ceil(owners.len() as u64);
        let fewest = drawn * seats as u64 / owners.len() as u64;
        let mut sits = vec![0_u64; owners.len()];
        search(&tables, drawn, [fewest, most], &mut sits)
    }

    fn search(tables: &[u32], left: u64, [fewest, most]: [u64; 2], sits: &mut [u64]) -> bool {
        if left == 0 {
            return sits.iter().all(|sits| *sits >= fewest);
        }
        (0..tables.len()).any(|at| {
            let here = |bot: usize| u64::from(tables[at] >> bot & 1);
            (0..sits.len()).for_each(|bot| sits[bot] += here(bot));
            let found = sits.iter().all(|sits| *sits <= most)
                && search(&tables[at + 1..], left - 1, [fewest, most], sits);
            (0..sits.len()).for_each(|bot| sits[bot] -= here(bot));
            found
        })
    }

    #[test]
    fn large_rosters_and_crowded_tables_are_drawn() {
        let each = |bots: u32, owners: u32| -> Vec<u32> { (0..bots).map(|b| b % owners).collect() };
        for (owners, seats, drawn) in [
            (each(500, 100), 6, 1000),
            // A table seats one bot of each owner.
            (each(60, 6), 6, 500),
            (each(24, 3), 3, 250),
            // One owner has half of all bots, so one of them at every table.
            ([vec![0; 10], (1..=10).collect()].concat(), 2, 50),
            // Half of all tables that there are.
            (each(12, 6), 2, 30),
        ] {
            let schedule = Schedule::new(&settings(&owners, seats, drawn)).unwrap();
            let first = checked(&schedule, &owners, 0);
            assert_ne!(checked(&schedule, &owners, 1), first);
        }
    }

    #[test]
    fn the_draw_is_pinned() {
        let owners = [0, 1, 0, 2, 1, 3, 4];
        let schedule = Schedule::new(&settings(&owners, 3, 4)).unwrap();
        let blocks = [0, 1, 2].map(|block| checked(&schedule, &owners, block));
        assert_eq!(blocks, [[10, 13, 22, 28], [3, 16, 20, 28], [3, 14, 28, 30]]);
        // Of 35 tables 5 have both bots of the first owner, and 5 both of the second.
        assert_eq!(schedule.left_out(), 10);
    }

    #[test]
    fn what_cannot_be_drawn_is_refused_with_a_sentence() {
        for (owners, seats, drawn, said) in [
            (
                &[0, 1, 1, 1, 1, 2, 3, 4][..],
                3,
                6,
                "the 4 bots of one owner would take 8 seats at 6 drawn tables, since all bots sit \
                 equally often, and may take 6",
            ),
            (
                &[0, 0, 1, 1, 1, 1, 1][..],
                2,
                5,
                "the 5 bots of one owner would take 6 seats at 5 drawn tables, since all bots sit \
                 equally often, and may take 5",
            ),
            (
                &[0, 1, 1, 2, 2, 2][..],
                3,
                3,
                "the 3 bots of one owner and those of 1 more would take 7 seats at 3 drawn tables, \
                 since all bots sit equally often, and may take 6",
            ),
            (
                &[7, 1, 1, 2, 2][..],
                3,
                3,
                "3 tables of 4 cannot be drawn, at most half of them; play \"all\"",
            ),
            (
                &[1, 1, 2, 2][..],
                3,
                1,
                "every table of 3 would seat two bots of one owner",
            ),
        ] {
            let error = Schedule::new(&settings(owners, seats, drawn)).unwrap_err();
            assert_eq!(error.to_string(), said);
        }
    }
}
