//! The score of a duel as its log tells it, block by block, and the test that
//! may end it: one more fold over the rows in canonical order.

use super::plan::Plan;
use dudo_results::duel::{Tally, Test, Verdict};

/// What the roster's first bot got in a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Points {
    pub(crate) block: u64,
    /// Games that were played; none of a bot that is withdrawn.
    pub(crate) games: u64,
    pub(crate) half_points: u64,
}

impl Points {
    pub(crate) const fn none(block: u64) -> Self {
        Self {
            block,
            games: 0,
            half_points: 0,
        }
    }

    /// Takes in a game in which the first bot and the other took these places.
    pub(crate) fn add(&mut self, first: u64, other: u64) {
        self.games += 1;
        self.half_points += match first.cmp(&other) {
            std::cmp::Ordering::Less => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 0,
        };
    }
}

/// Counts the whole blocks of a duel. A block that the plan cuts short is
/// played like any other but is no unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Meter {
    kind: Kind,
    games_per_unit: u64,
    /// The block at hand, as far as its sessions were taken in.
    open: Points,
    /// The block in which a bot was withdrawn.
    withdrawn: Option<u64>,
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    /// All deals are played.
    Fixed(Tally),
    /// The test says when to stop.
    Test(Box<Test>),
}

impl Meter {
    /// Before the first game; `None` unless the run is a duel.
    pub(crate) fn of(plan: &Plan) -> Option<Self> {
        if !plan.scores {
            return None;
        }
        let schedule = &plan.schedule;
        // A session has at most a million deals, and two bots two seatings.
        let games = schedule.session_length() * schedule.rotations();
        Some(Self {
            kind: match plan.sprt {
                Some(hypotheses) => Kind::Test(Box::new(Test::new(hypotheses, games))),
                None => Kind::Fixed(Tally::new(games)),
            },
            games_per_unit: games,
            open: Points::none(0),
            withdrawn: None,
        })
    }

    /// Takes in a session. True if its block is complete and decides the duel:
    /// no row follows.
    pub(crate) fn take(&mut self, points: &Points) -> bool {
        if self.open.block != points.block {
            self.open = Points::none(points.block);
        }
        self.open.games += points.games;
        self.open.half_points += points.half_points;
        if self.open.games < self.games_per_unit {
            return false;
        }
        let withdrawn = self.withdrawn == Some(points.block);
        match &mut self.kind {
            Kind::Fixed(tally) => tally.add(self.open.half_points),
            Kind::Test(test) if withdrawn => test.withdraw(),
            Kind::Test(test) => test.add(self.open.half_points),
        }
        self.is_decided()
    }

    /// A bot failed too often in this block.
    pub(crate) fn withdraw(&mut self, block: u64) {
        self.withdrawn.get_or_insert(block);
    }

    /// Whether the test has ended the duel.
    pub(crate) fn is_decided(&self) -> bool {
        matches!(&self.kind, Kind::Test(test) if test.verdict().is_some())
    }

    /// The blocks so far.
    #[must_use]
    pub const fn tally(&self) -> &Tally {
        match &self.kind {
            Kind::Fixed(tally) => tally,
            Kind::Test(test) => test.tally(),
        }
    }

    /// The test, where there is one.
    #[must_use]
    pub const fn test(&self) -> Option<&Test> {
        match &self.kind {
            Kind::Fixed(_) => None,
            Kind::Test(test) => Some(test),
        }
    }

    /// What the test ended with; a withdrawal counts even in a last block that
    /// is cut short.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        match self.test()?.verdict() {
            None if self.is_withdrawn() => Some(Verdict::NoVerdict),
            verdict => verdict,
        }
    }

    /// Whether a bot was withdrawn.
    #[must_use]
    pub const fn is_withdrawn(&self) -> bool {
        self.withdrawn.is_some()
    }
}
