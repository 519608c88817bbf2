//! Some of the tables, drawn afresh for each block.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use dudo_engine::{BotRng, Key};

use super::bot_id::{BotId, Lineup};
use super::colex;
use super::drawn_apart::DrawnApart;
use super::error::ScheduleError;
use super::format::Tables;

/// So many tables of each block that all bots appear equally often in it, or as
/// nearly as can be: the numbers differ by at most one.
///
/// The draw follows from the numbers of bots, seats, tables and the block, and from
/// who is of one owner where these are kept apart, so the plan of a run does not
/// depend on its seed. Bots are dealt to tables from the top of a shuffled pile of
/// all of them, and of another when that is used up; where owners are kept apart as
/// [`DrawnApart`] says.
#[derive(Debug)]
pub(super) struct Drawn {
    roster: u32,
    seats: usize,
    count: u64,
    apart: Option<Care>,
    /// The blocks at work: threads are some blocks apart, each asks for its own
    /// again and again.
    recent: Mutex<BTreeMap<u64, Arc<Block>>>,
}

/// Blocks that are kept.
const KEPT: usize = 32;

/// Draws that fail before there must be a mistake.
const PATIENCE: u64 = 10_000;

/// The tables of a block by their numbers.
pub(super) type Block = Vec<(u64, Lineup)>;

/// How owners are kept apart.
#[derive(Debug)]
struct Care {
    draws: DrawnApart,
    /// The tables of the first block. Another block has the same if no draw of its own succeeds.
    first: Arc<Block>,
}

impl Drawn {
    /// `count` of the `sets` tables.
    ///
    /// # Errors
    /// More than half of them: a draw that must avoid so many is none.
    pub(super) fn new(
        roster: u32,
        seats: usize,
        sets: u64,
        count: u64,
    ) -> Result<Self, ScheduleError> {
        if count > sets / 2 || usize::try_from(count).is_err() {
            return Err(ScheduleError::TooManyDrawn { drawn: count, sets });
        }
        Ok(Self {
            roster,
            seats,
            count,
            apart: None,
            recent: Mutex::default(),
        })
    }

    /// `count` of the `sets` tables that seat no two bots of one owner, for bots of these
    /// owners.
    ///
    /// # Errors
    /// More than half of them, or more than can be drawn so that bots appear equally often.
    pub(super) fn apart(
        owners: &[u32],
        seats: usize,
        sets: u64,
        count: u64,
    ) -> Result<Self, ScheduleError> {
        let mut drawn = Self::new(owners.len() as u32, seats, sets, count)?;
        let few = u32::try_from(count);
        let few = few.map_err(|_| ScheduleError::TooManyDrawn { drawn: count, sets })?;
        let draws = DrawnApart::new(owners, seats, few)?;
        let first = draws.draw(&mut BotRng::of(drawn.key(0)));
        let first = first.ok_or(ScheduleError::NoDraw { drawn: count, sets })?;
        drawn.apart = Some(Care {
            draws,
            first: Arc::new(first),
        });
        Ok(drawn)
    }

    fn block(&self, block: u64) -> Arc<Block> {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = recent.get(&block) {
            return Arc::clone(found);
        }
        let drawn = match &self.apart {
            Some(care) if block == 0 => Arc::clone(&care.first),
            Some(care) => {
                let drawn = care.draws.draw(&mut BotRng::of(self.key(block)));
                drawn.map_or_else(|| Arc::clone(&care.first), Arc::new)
            }
            None => Arc::new(self.draw(block)),
        };
        while recent.len() >= KEPT {
            // Plans are walked forwards.
            recent.pop_first();
        }
        recent.insert(block, Arc::clone(&drawn));
        drawn
    }

    fn draw(&self, block: u64) -> Block {
        let mut chance = BotRng::of(self.key(block));
        for _ in 0..PATIENCE {
            if let Some(tables) = self.attempt(&mut chance) {
                return tables.into_iter().collect();
            }
        }
        unreachable!("half of all tables can be left out")
    }

    /// Names everything that the draw depends on.
    fn key(&self, block: u64) -> Key {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(b"tables\0\0");
        bytes[8..16].copy_from_slice(&block.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.roster.to_le_bytes());
        bytes[20..24].copy_from_slice(&(self.seats as u32).to_le_bytes());
        bytes[24..].copy_from_slice(&self.count.to_le_bytes());
        Key::new(bytes)
    }

    /// The tables of a block, unless the piles came so that one would be there
    /// twice however its rest is shuffled.
    fn attempt(&self, chance: &mut BotRng) -> Option<BTreeMap<u64, Lineup>> {
        let mut tables = BTreeMap::new();
        let mut pile: Vec<BotId> = Vec::new();
        for _ in 0..self.count {
            let mut placed = false;
            for _ in 0..16 {
                let mut rest = pile.clone();
                let mut table = Lineup::new();
                while table.len() < self.seats {
                    if rest.is_empty() {
                        rest = self.pile(&table, chance);
                    }
                    table.extend(rest.pop());
                }
                table.sort_unstable();
                let rank = colex::rank(&table).unwrap_or(u64::MAX);
                if let std::collections::btree_map::Entry::Vacant(free) = tables.entry(rank) {
                    free.insert(table);
                    pile = rest;
                    placed = true;
                    break;
                }
                shuffle(&mut pile, chance);
            }
            if !placed {
                return None;
            }
        }
        Some(tables)
    }

    /// All bots in any order, those who sit at a table already at the bottom.
    fn pile(&self, sitting: &[BotId], chance: &mut BotRng) -> Vec<BotId> {
        let mut pile: Vec<BotId> = (0..self.roster).map(BotId::new).collect();
        shuffle(&mut pile, chance);
        pile.sort_by_key(|bot| !sitting.contains(bot));
        pile
    }
}

pub(super) fn shuffle(pile: &mut [BotId], chance: &mut BotRng) {
    for last in (1..pile.len()).rev() {
        let other = chance.below(last as u32 + 1) as usize;
        pile.swap(last, other);
    }
}

impl Tables for Drawn {
    fn count(&self) -> u64 {
        self.count
    }

    fn varies(&self) -> bool {
        true
    }

    fn nth(&self, block: u64, ordinal: u64) -> Option<Lineup> {
        let at = usize::try_from(ordinal).ok()?;
        self.block(block).get(at).map(|(_, table)| table.clone())
    }

    fn ordinal(&self, block: u64, rank: u64) -> Option<u64> {
        let block = self.block(block);
        let at = block.binary_search_by_key(&rank, |(number, _)| *number);
        at.ok().map(|at| at as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::{Format, Schedule, Seating, Session, Settings};
    use std::collections::BTreeSet;

    /// Every small roster and number of tables: so many, no two the same, and
    /// nobody sits twice as often as another or twice at one table.
    #[test]
    fn appearances_differ_by_at_most_one() {
        let mut draws = 0;
        for seats in 2..=6 {
            for roster in seats as u32 + 1..=9 {
                let sets = colex::binomial(u64::from(roster), seats as u64).unwrap();
                for count in (1..=sets / 2).filter(|count| *count <= 6 || count % 7 == 0) {
                    let drawn = Drawn::new(roster, seats, sets, count).unwrap();
                    for block in 0..5 {
                        check(&drawn, block);
                        draws += 1;
                    }
                }
            }
        }
        assert!(draws > 500, "{draws}");
        for (roster, seats, count) in [(500, 6, 1000), (30, 4, 60), (500, 2, 250)] {
            let sets = colex::binomial(u64::from(roster), seats as u64).unwrap();
            check(&Drawn::new(roster, seats, sets, count).unwrap(), 7);
        }
    }

    fn check(drawn: &Drawn, block: u64) {
        let tables = drawn.draw(block);
        assert_eq!(tables.len() as u64, drawn.count);
        assert!(tables.is_sorted_by(|a, b| a.0 < b.0));
        let mut appearances = vec![0_u64; drawn.roster as usize];
        for (rank, table) in &tables {
            assert_eq!(colex::rank(table), Some(*rank));
            assert_eq!(table.iter().collect::<BTreeSet<_>>().len(), drawn.seats);
            for bot in table {
                appearances[bot.index()] += 1;
            }
        }
        let most = appearances.iter().max().unwrap();
        let fewest = appearances.iter().min().unwrap();
        assert!(most - fewest <= 1, "{drawn:?} {block}: {appearances:?}");
        for (ordinal, (rank, table)) in (0..).zip(&tables) {
            assert_eq!(drawn.ordinal(block, *rank), Some(ordinal));
            assert_eq!(drawn.nth(block, ordinal).as_ref(), Some(table));
        }
        assert_eq!(drawn.nth(block, drawn.count), None);
    }

    #[test]
    fn the_draw_is_pinned() {
        let drawn = Drawn::new(6, 2, 15, 3).unwrap();
        let ranks = |block| {
            drawn
                .draw(block)
                .iter()
                .map(|(rank, _)| *rank)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            [ranks(0), ranks(2), ranks(3)],
            [[2, 3, 14], [2, 9, 10], [4, 8, 10]]
        );
    }

    #[test]
    fn blocks_draw_different_tables() {
        let drawn = Drawn::new(20, 3, 1140, 10).unwrap();
        let draws: BTreeSet<Vec<u64>> = (0..50)
            .map(|block| drawn.draw(block).iter().map(|(rank, _)| *rank).collect())
            .collect();
        assert_eq!(draws.len(), 50);
    }

    /// Sessions are found from their numbers and numbers from coordinates, from
    /// any place on and whatever was asked before.
    #[test]
    fn a_schedule_of_drawn_tables_is_walked_as_any_other() {
        let schedule = Schedule::new(&Settings {
            format: Format::RoundRobin,
            drawn: Some(4),
            roster: 9,
            owners: Vec::new(),
            seats: 3,
            deals: 11,
            seating: Seating::Cyclic,
            session: 2,
        })
        .unwrap();
        let all: Vec<Session> = schedule.from(0).collect();
        assert_eq!(all.len() as u64, schedule.sessions());
        assert_eq!(all.len(), 6 * 4 * 3);
        for (index, session) in all.iter().enumerate().rev() {
            assert_eq!(schedule.from(index as u64).next().as_ref(), Some(session));
            for deal in session.deals.clone() {
                let found = schedule.index_of(deal, session.table, session.rotation);
                assert_eq!(found, Some(session.index));
            }
            let lineup = schedule.lineup(session.table, session.rotation, session.block);
            assert_eq!(lineup.as_ref(), Some(&session.lineup));
        }
        let order = |s: &Session| (s.block, s.table, s.rotation);
        assert!(all.is_sorted_by(|a, b| order(a) < order(b)));
    }

    #[test]
    fn more_than_half_is_no_draw() {
        let error = Drawn::new(6, 2, 15, 8).unwrap_err();
        assert_eq!(
            error.to_string(),
            "8 tables of 15 cannot be drawn, at most half of them; play \"all\""
        );
    }
}
