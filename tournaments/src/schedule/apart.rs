//! Tables at which no two bots are of one owner.
//!
//! Of the tables of a round robin or a gauntlet those are left out that seat two
//! bots of one owner. The others keep their order and their numbers among all sets
//! of the roster, so another bot or another owner renumbers nothing.

use super::bot_id::{BotId, Lineup};
use super::colex;
use super::error::ScheduleError;
use super::format::Tables;

/// The tables of such a schedule.
#[derive(Debug)]
pub(super) struct Apart {
    /// By bot: the number of its owner, below the length of the roster.
    owners: Box<[u32]>,
    /// By bot, whether a gauntlet is about it; `None` for a round robin.
    focus: Option<Box<[bool]>>,
    seats: usize,
    count: u64,
}

/// Tables that are passed over one by one before the next that is played is looked up.
const STEPS: usize = 64;

impl Apart {
    /// The tables for bots of these owners, who have any numbers, and of a gauntlet's
    /// focus if it is one. The same without owners has been checked.
    ///
    /// # Errors
    /// No table is left.
    pub(super) fn new(
        owners: &[u32],
        focus: Option<&[BotId]>,
        seats: usize,
    ) -> Result<Self, ScheduleError> {
        let first = |owner: &u32| owners.iter().position(|other| other == owner);
        let owners: Vec<u32> = owners
            .iter()
            .filter_map(|owner| first(owner).map(|first| first as u32))
            .collect();
        let focus = focus.map(|focus| {
            let bots = (0..owners.len() as u32).map(BotId::new);
            bots.map(|bot| focus.contains(&bot)).collect()
        });
        let mut apart = Self {
            owners: owners.into(),
            focus,
            seats,
            count: 0,
        };
        let all = apart.owners.len() as u32;
        let count = apart.below(all, seats, apart.focus.is_some(), &[]);
        match count {
            Some(0) => Err(ScheduleError::NoneApart { seats }),
            Some(count) => {
                apart.count = count;
                Ok(apart)
            }
            None => Err(ScheduleError::TooManyTables {
                roster: all as usize,
                seats,
            }),
        }
    }

    fn owner(&self, bot: BotId) -> u32 {
        self.owners[bot.index()]
    }

    fn is_focus(&self, bot: BotId) -> bool {
        self.focus.as_ref().is_some_and(|focus| focus[bot.index()])
    }

    /// Ways to choose `left` bots from those before `bot`, each of another owner and
    /// none of one that is `taken`; one focus bot among them if one is still `wanted`,
    /// none otherwise.
    fn below(&self, bot: u32, left: usize, wanted: bool, taken: &[u32]) -> Option<u64> {
        // By owner, how many bots of the field and how many of the focus.
        let mut bots = vec![[0_u64; 2]; self.owners.len()];
        for bot in (0..bot).map(BotId::new) {
            let owner = self.owner(bot);
            if !taken.contains(&owner) {
                bots[owner as usize][usize::from(self.is_focus(bot))] += 1;
            }
        }
        // By number of bots chosen, without and with a focus bot among them.
        let mut ways = vec![[0_u64; 2]; left + 1];
        ways[0][0] = 1;
        for [field, focus] in bots.into_iter().filter(|bots| *bots != [0, 0]) {
            for chosen in (1..=left).rev() {
                let [without, with] = ways[chosen - 1];
                let more = [
                    without.checked_mul(field)?,
                    with.checked_mul(field)?
                        .checked_add(without.checked_mul(focus)?)?,
                ];
                for (ways, more) in ways[chosen].iter_mut().zip(more) {
                    *ways = ways.checked_add(more)?;
                }
            }
        }
        Some(ways[left][usize::from(wanted)])
    }

    /// Whether a set of bots is a table of this schedule.
    fn holds(&self, table: &[BotId]) -> bool {
        let owners = |at: usize| self.owner(table[at]);
        let apart = (1..table.len()).all(|at| (0..at).all(|before| owners(before) != owners(at)));
        let focus = table.iter().filter(|bot| self.is_focus(**bot)).count();
        apart && focus == usize::from(self.focus.is_some())
    }
}

impl Tables for Apart {
    fn count(&self) -> u64 {
        self.count
    }

    fn nth(&self, _block: u64, ordinal: u64) -> Option<Lineup> {
        if ordinal >= self.count {
            return None;
        }
        let mut wanted = self.focus.is_some();
        let mut bound = self.owners.len() as u32;
        let mut rest = ordinal;
        let (mut table, mut taken) = (Lineup::new(), Vec::new());
        for left in (1..=self.seats).rev() {
            let below = |bot| self.below(bot, left, wanted, &taken);
            let (top, before) = colex::top(rest, bound, below);
            rest -= before;
            wanted &= !self.is_focus(top);
            taken.push(self.owner(top));
            bound = top.get();
            table.push(top);
        }
        table.reverse();
        Some(table)
    }

    fn ordinal(&self, _block: u64, rank: u64) -> Option<u64> {
        let table = colex::unrank(rank, self.seats, self.owners.len() as u32)?;
        if !self.holds(&table) {
            return None;
        }
        let mut wanted = self.focus.is_some();
        let mut taken = Vec::new();
        let mut ordinal: u64 = 0;
        for (below, bot) in table.iter().enumerate().rev() {
            let before = self.below(bot.get(), below + 1, wanted, &taken)?;
            ordinal = ordinal.checked_add(before)?;
            wanted &= !self.is_focus(*bot);
            taken.push(self.owner(*bot));
        }
        Some(ordinal)
    }

    fn advance(&self, table: &mut Lineup, block: u64, ordinal: u64) {
        if ordinal + 1 >= self.count {
            return;
        }
        for _ in 0..STEPS {
            colex::advance(table);
            if self.holds(table) {
                return;
            }
        }
        if let Some(next) = self.nth(block, ordinal + 1) {
            *table = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::schedule::{BotId, Format, Schedule, ScheduleError, Seating, Session, Settings};
    use proptest::prelude::*;

    fn settings(format: Format, owners: &[u32], seats: usize) -> Settings {
        Settings {
            format,
            drawn: None,
            roster: owners.len(),
            owners: owners.to_vec(),
            seats,
            deals: 5,
            seating: Seating::Cyclic,
            session: 2,
        }
    }

    /// The same without owners, of which those are left that keep owners apart.
    fn expected(settings: &Settings) -> Vec<Session> {
        let whole = Settings {
            owners: Vec::new(),
            ..settings.clone()
        };
        let owner = |bot: BotId| settings.owners[bot.index()];
        let all = Schedule::new(&whole).unwrap();
        let all: Vec<Session> = all.from(0).collect();
        let mut left: Vec<Session> = all
            .into_iter()
            .filter(|session| {
                let mut owners: Vec<u32> = session.lineup.iter().map(|&bot| owner(bot)).collect();
                owners.sort_unstable();
                owners.windows(2).all(|pair| pair[0] != pair[1])
            })
            .collect();
        for (index, session) in left.iter_mut().enumerate() {
            session.index = index as u64;
        }
        left
    }

    proptest! {
        /// No table seats two of one owner, every other table is there, with the number,
        /// the seats and the deals that it has without owners; and each is found from its
        /// number and from its coordinates.
        #[test]
        fn tables_with_two_of_one_owner_are_left_out_and_no_others(
            owners in prop::collection::vec(0_u32..6, 2..11),
            seats in 2_usize..5,
            focus in prop::collection::btree_set(0_usize..11, 0..4),
        ) {
            prop_assume!(owners.len() >= seats);
            let bots = focus.iter().filter(|bot| **bot < owners.len());
            let focus: Vec<BotId> = bots.map(|&bot| BotId::new(bot as u32)).collect();
            prop_assume!(owners.len() - focus.len() + 1 >= seats);
            let format = match focus.is_empty() {
                true => Format::RoundRobin,
                false => Format::Gauntlet { focus },
            };
            let settings = settings(format, &owners, seats);
            let expected = expected(&settings);
            let schedule = match Schedule::new(&settings) {
                Ok(schedule) => schedule,
                Err(ScheduleError::NoneApart { .. }) => {
                    prop_assert!(expected.is_empty());
                    return Ok(());
                }
                Err(error) => panic!("{error}"),
            };
            let walked: Vec<Session> = schedule.from(0).collect();
            prop_assert_eq!(&walked, &expected);
            for session in &expected {
                prop_assert_eq!(&schedule.session(session.index), session);
                for deal in session.deals.clone() {
                    let found = schedule.index_of(deal, session.table, session.rotation);
                    prop_assert_eq!(found, Some(session.index));
                }
            }
            let tables = schedule.tables() + schedule.left_out();
            let whole = Settings { owners: Vec::new(), ..settings };
            let whole = Schedule::new(&whole).unwrap();
            prop_assert_eq!(tables, whole.tables());
            let known = |table| expected.iter().any(|session| session.table == table);
            for session in whole.from(0).filter(|session| !known(session.table)) {
                prop_assert_eq!(schedule.index_of(0, session.table, 0), None);
            }
        }

        /// Bots that are appended, be it of owners that have some already, change no game.
        #[test]
        fn a_longer_roster_keeps_what_was_played(
            owners in prop::collection::vec(0_u32..5, 3..8),
            more in prop::collection::vec(0_u32..9, 1..4),
        ) {
            let short = settings(Format::RoundRobin, &owners, 3);
            let Ok(schedule) = Schedule::new(&short) else { return Ok(()) };
            let all = [owners, more].concat();
            let grown = Schedule::new(&settings(Format::RoundRobin, &all, 3)).unwrap();
            for session in schedule.from(0) {
                let deal = session.deals.start;
                let index = grown.index_of(deal, session.table, session.rotation).unwrap();
                let same = grown.session(index);
                prop_assert_eq!(same.lineup, session.lineup);
                prop_assert_eq!(same.deals, session.deals);
            }
            // Of a block, the tables of the shorter roster come first.
            let tables = |schedule: &Schedule| -> Vec<u64> {
                let block = schedule.from(0).take_while(|session| session.block == 0);
                block.map(|session| session.table).collect()
            };
            prop_assert!(tables(&grown).starts_with(&tables(&schedule)));
        }
    }

    #[test]
    fn a_large_roster_is_counted_and_not_listed() {
        // 500 bots of 100 owners: choose 6 owners, then one bot of 5 from each.
        let owners: Vec<u32> = (0..500).map(|bot| bot % 100).collect();
        let schedule = Schedule::new(&settings(Format::RoundRobin, &owners, 6)).unwrap();
        assert_eq!(schedule.tables(), 1_192_052_400 * 5_u64.pow(6));
        let index = schedule.sessions() / 7;
        let session = schedule.session(index);
        let found = schedule.index_of(session.deals.start, session.table, session.rotation);
        assert_eq!(found, Some(index));
        // One owner has nearly all: whole stretches of numbers are passed over.
        let mut owners = vec![0; 300];
        owners.extend([1, 2]);
        let schedule = Schedule::new(&settings(Format::RoundRobin, &owners, 3)).unwrap();
        assert_eq!(schedule.tables(), 300);
        let tables: Vec<u64> = schedule.from(0).map(|session| session.table).collect();
        assert!(tables[..900].is_sorted());
    }

    #[test]
    fn what_cannot_be_kept_apart_is_refused() {
        for (settings, said) in [
            (
                settings(Format::RoundRobin, &[1, 1, 2, 2], 3),
                "every table of 3 would seat two bots of one owner",
            ),
            (
                settings(Format::Duel, &[7, 7], 2),
                "every table of 2 would seat two bots of one owner",
            ),
        ] {
            let error = Schedule::new(&settings).unwrap_err();
            assert_eq!(error.to_string(), said);
        }
        // Who has one bot only needs no care.
        let alone = settings(Format::Duel, &[7, 3], 2);
        assert_eq!(Schedule::new(&alone).unwrap().left_out(), 0);
    }
}
