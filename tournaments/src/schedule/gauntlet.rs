//! Gauntlet: each focus bot meets the field, and no focus bot meets another.
//!
//! A table holds exactly one focus bot and otherwise field bots. Tables stand in
//! the order of their numbers among all sets of the roster, and keep those
//! numbers, so that a gauntlet and a round robin of the same bots can share a log.

use super::bot_id::{BotId, Lineup};
use super::colex::{self, binomial};
use super::error::ScheduleError;
use super::format::Tables;

/// The tables with one focus bot.
#[derive(Debug)]
pub(super) struct Gauntlet {
    /// Ascending, without repetition.
    focus: Box<[BotId]>,
    roster: u32,
    seats: usize,
    count: u64,
}

impl Gauntlet {
    /// Refuses a focus that is empty, repeats a bot or names one outside the
    /// roster, and a field too small to fill a table.
    pub(super) fn new(focus: &[BotId], roster: u32, seats: usize) -> Result<Self, ScheduleError> {
        let mut focus = Box::<[BotId]>::from(focus);
        focus.sort_unstable();
        if focus.is_empty() {
            return Err(ScheduleError::NoFocus);
        }
        if let Some(bot) = focus.iter().find(|bot| bot.get() >= roster) {
            return Err(ScheduleError::UnknownFocus { bot: *bot, roster });
        }
        if let Some(pair) = focus.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(ScheduleError::RepeatedFocus { bot: pair[0] });
        }
        let field = roster as usize - focus.len();
        if field + 1 < seats {
            return Err(ScheduleError::SmallField { field, seats });
        }
        let mut gauntlet = Self {
            focus,
            roster,
            seats,
            count: 0,
        };
        gauntlet.count =
            gauntlet
                .below(roster, seats, true)
                .ok_or(ScheduleError::TooManyTables {
                    roster: roster as usize,
                    seats,
                })?;
        Ok(gauntlet)
    }

    fn is_focus(&self, bot: BotId) -> bool {
        self.focus.binary_search(&bot).is_ok()
    }

    /// Ways to choose `left` bots from those before `bot`: one focus bot among
    /// them if one is still `wanted`, none otherwise.
    fn below(&self, bot: u32, left: usize, wanted: bool) -> Option<u64> {
        let focus = self.focus.partition_point(|other| other.get() < bot) as u64;
        let field = u64::from(bot) - focus;
        if wanted {
            binomial(field, left as u64 - 1)?.checked_mul(focus)
        } else {
            binomial(field, left as u64)
        }
    }
}

impl Tables for Gauntlet {
    fn count(&self) -> u64 {
        self.count
    }

    fn nth(&self, _block: u64, ordinal: u64) -> Option<Lineup> {
        if ordinal >= self.count {
            return None;
        }
        let mut wanted = true;
        let mut bound = self.roster;
        let mut rest = ordinal;
        let mut table = Lineup::new();
        for left in (1..=self.seats).rev() {
            let (top, before) = colex::top(rest, bound, |bot| self.below(bot, left, wanted));
            rest -= before;
            wanted &= !self.is_focus(top);
            bound = top.get();
            table.push(top);
        }
        table.reverse();
        Some(table)
    }

    fn ordinal(&self, _block: u64, rank: u64) -> Option<u64> {
        let table = colex::unrank(rank, self.seats, self.roster)?;
        let mut wanted = true;
        let mut ordinal: u64 = 0;
        for (below, bot) in table.iter().enumerate().rev() {
            ordinal = ordinal.checked_add(self.below(bot.get(), below + 1, wanted)?)?;
            if self.is_focus(*bot) {
                if !wanted {
                    return None;
                }
                wanted = false;
            }
        }
        (!wanted).then_some(ordinal)
    }
}
