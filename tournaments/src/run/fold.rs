//! Withdrawal: a fold over the faults of a log in its canonical order. With it
//! goes the fold over the points of a duel.

use super::meter::{Meter, Points};
use super::plan::Plan;
use crate::schedule::{BotId, Session};

/// Since which block each bot is withdrawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Withdrawn(Vec<u64>);

impl Withdrawn {
    /// Whether the bot's games of this block are not played.
    pub(crate) fn has(&self, bot: BotId, block: u64) -> bool {
        self.0[bot.index()] <= block
    }

    /// The seats of a session whose bots are withdrawn.
    pub(crate) fn seats(&self, session: &Session) -> Absent {
        let mut absent = Absent::default();
        for (seat, &bot) in session.lineup.iter().enumerate() {
            if self.has(bot, session.block) {
                absent.insert(seat);
            }
        }
        absent
    }
}

/// Seats (0-based) that are not played because their bots are withdrawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Absent(u8);

impl Absent {
    pub(crate) const fn insert(&mut self, seat: usize) {
        self.0 |= 1 << seat;
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = usize> {
        (0..8).filter(move |seat| self.0 >> seat & 1 == 1)
    }
}

/// Faults so far, and who is withdrawn for them.
#[derive(Clone, Debug)]
pub(crate) struct Fold {
    faults: Vec<u64>,
    limit: u64,
    withdrawn: Withdrawn,
    meter: Option<Meter>,
}

impl Fold {
    /// The start of a run: only those who cannot play are withdrawn, and
    /// nothing was played.
    pub(crate) fn of(plan: &Plan) -> Self {
        let mut fold = Self::new(plan.schedule.roster() as usize, plan.faults);
        for bot in &plan.absent {
            fold.withdrawn.0[bot.index()] = 0;
        }
        fold.meter = Meter::of(plan);
        fold
    }

    /// Nobody has failed yet. `limit` 0 withdraws nobody, ever.
    pub(crate) fn new(bots: usize, limit: u64) -> Self {
        Self {
            faults: vec![0; bots],
            limit,
            withdrawn: Withdrawn(vec![u64::MAX; bots]),
            meter: None,
        }
    }

    /// Takes in a fault of a game of this block. True if the bot is withdrawn
    /// for it, from the next block on.
    pub(crate) fn fault(&mut self, bot: BotId, block: u64) -> bool {
        self.faults[bot.index()] += 1;
        let since = &mut self.withdrawn.0[bot.index()];
        let out = self.limit > 0 && self.faults[bot.index()] > self.limit && *since == u64::MAX;
        if out {
            *since = block + 1;
            if let Some(meter) = &mut self.meter {
                meter.withdraw(block);
            }
        }
        out
    }

    /// Takes in the points of a session, after the faults of its block so far.
    /// True if its block decides the duel.
    pub(crate) fn points(&mut self, points: &Points) -> bool {
        self.meter.as_mut().is_some_and(|meter| meter.take(points))
    }

    /// The score of a duel.
    pub(crate) const fn meter(&self) -> Option<&Meter> {
        self.meter.as_ref()
    }

    /// Whether a duel was decided: no row follows.
    pub(crate) fn is_decided(&self) -> bool {
        self.meter.as_ref().is_some_and(Meter::is_decided)
    }

    pub(crate) const fn withdrawn(&self) -> &Withdrawn {
        &self.withdrawn
    }

    /// Faults by bot.
    pub(crate) fn faults(&self) -> &[u64] {
        &self.faults
    }

    /// Faults of a bot.
    pub(crate) fn faults_of(&self, bot: BotId) -> u64 {
        self.faults[bot.index()]
    }
}
