//! One announcement and the answer to it, between two players, solved.
//!
//! Who has rolled sees his roll and announces; the other hears it and looks or
//! does not. Who looks ends the round; who does not goes on, and what that is
//! worth is known because announcements rise. So a round is solved from the
//! top, one such stage after the other, each a linear program.

use super::simplex::maximise;
use dudo_engine::mia::{Rules, VALUES};

/// Rank of an announced Mia.
pub(super) const MIA: usize = VALUES - 1;

/// P(roll) by rank under an order.
pub(super) fn chances(rules: &Rules) -> [f64; VALUES] {
    core::array::from_fn(|rank| f64::from(rules.order.value(rank as u8).ways()) / 36.0)
}

/// What an announcement of each rank pays to who made it; the other gets as
/// much less.
#[derive(Clone)]
pub(super) struct Payoffs {
    /// Looked at, and at least that much is there.
    pub(super) truth: [f64; VALUES],
    /// Looked at, and less is there.
    pub(super) lie: [f64; VALUES],
    /// Not looked at: believed, or Mia given up to; nothing where the other
    /// can only look.
    pub(super) other: [Option<f64>; VALUES],
}

/// How a round ends between two.
#[derive(Clone, Copy)]
pub(super) enum Ending {
    /// The announcer loses so many lives.
    Caught(u8),
    /// The looker does, or who gives up.
    Wrong(u8),
}

impl Payoffs {
    /// From the worth of each ending, and of being believed at a rank from
    /// `lowest` up and below Mia, to the announcer.
    pub(super) fn of(
        rules: &Rules,
        lowest: usize,
        worth: impl Fn(Ending) -> f64,
        believed: impl Fn(usize) -> Option<f64>,
    ) -> Self {
        let (plain_lie, plain_truth) = (worth(Ending::Caught(1)), worth(Ending::Wrong(1)));
        let mut payoffs = Self {
            truth: [plain_truth; VALUES],
            lie: [plain_lie; VALUES],
            other: core::array::from_fn(|rank| {
                (lowest..MIA)
                    .contains(&rank)
                    .then(|| believed(rank))
                    .flatten()
            }),
        };
        payoffs.truth[MIA] = worth(Ending::Wrong(rules.mia_real));
        payoffs.lie[MIA] = worth(Ending::Caught(rules.mia_false));
        if rules.mia_give_up && !rules.mia_ends_round {
            payoffs.other[MIA] = Some(plain_truth);
        }
        payoffs
    }

    /// What announcing `claim` with `roll` under the cup pays when looked at.
    pub(super) fn looked(&self, roll: usize, claim: usize) -> f64 {
        if roll >= claim {
            self.truth[claim]
        } else {
            self.lie[claim]
        }
    }

    /// What it pays when it is looked at so often.
    pub(super) fn expected(&self, roll: usize, claim: usize, look: f64) -> f64 {
        let looked = self.looked(roll, claim);
        self.other[claim].map_or(looked, |other| look * looked + (1.0 - look) * other)
    }
}

/// A solved stage: neither side can do better against the other.
#[derive(Clone)]
pub(super) struct Stage {
    /// The lowest rank that may be announced.
    lowest: usize,
    /// What the stage is worth to who rolls, before he does.
    pub(super) value: f64,
    /// How often each kind of roll announces each rank: kinds * claims.
    announce: Vec<f64>,
    /// How often each announcement is looked at.
    pub(super) look: [f64; VALUES],
    payoffs: Payoffs,
}

impl Stage {
    /// Solves the stage in which ranks from `lowest` up may be announced.
    pub(super) fn solve(chances: &[f64; VALUES], lowest: usize, payoffs: &Payoffs) -> Self {
        let claims = VALUES - lowest;
        let kinds = kinds(lowest);
        // All payoffs are made positive, so that announcing is always worth
        // while and "at most as often as it is rolled" is enough.
        let least = (lowest..VALUES)
            .flat_map(|claim| [payoffs.truth[claim], payoffs.lie[claim]])
            .chain(payoffs.other[lowest..].iter().flatten().copied())
            .fold(f64::INFINITY, f64::min);
        let shift = 1.0 - least;
        // Variables: how often (kind, claim) happens; then per claim what it
        // brings, which is no more than either answer to it leaves.
        let width = kinds * claims + claims;
        let mut rows = Vec::new();
        let mut limits = Vec::new();
        let mut looks = [0; VALUES];
        for claim in 0..claims {
            let mut answer = |pays: &dyn Fn(usize) -> f64| {
                let mut row = vec![0.0; width];
                row[kinds * claims + claim] = 1.0;
                for kind in 0..kinds {
                    row[kind * claims + claim] = -(pays(kind) + shift);
                }
                rows.push(row);
                limits.push(0.0);
            };
            let rank = lowest + claim;
            answer(&|kind| payoffs.looked(highest(lowest, kind), rank));
            if let Some(other) = payoffs.other[rank] {
                answer(&|_| other);
            }
            looks[claim] = rows.len();
        }
        for kind in 0..kinds {
            let mut row = vec![0.0; width];
            row[kind * claims..(kind + 1) * claims].fill(1.0);
            rows.push(row);
            limits.push(rolled(chances, lowest, kind));
        }
        let mut gains = vec![0.0; kinds * claims];
        gains.resize(width, 1.0);
        let optimum = maximise(&gains, &rows, &limits);
        let mut stage = Self {
            lowest,
            value: optimum.value - shift,
            announce: optimum.variables[..kinds * claims].to_vec(),
            look: [1.0; VALUES],
            payoffs: payoffs.clone(),
        };
        for kind in stage.announce.chunks_mut(claims) {
            let total: f64 = kind.iter().sum();
            for chance in kind {
                *chance /= total;
            }
        }
        for claim in 0..claims {
            // The prices of the two answers are how often to give them.
            let first = if claim == 0 { 0 } else { looks[claim - 1] };
            if let [look, other] = optimum.prices[first..looks[claim]] {
                stage.look[lowest + claim] = look / (look + other);
            }
        }
        stage
    }

    /// How often this roll announces each rank, from the lowest allowed up.
    pub(super) fn announcing(&self, roll: usize) -> &[f64] {
        let claims = VALUES - self.lowest;
        let kind = kind(self.lowest, roll);
        &self.announce[kind * claims..(kind + 1) * claims]
    }

    /// What a roll best announces, and what that pays.
    pub(super) fn best(&self, roll: usize) -> (usize, f64) {
        let mut best = (self.lowest, f64::NEG_INFINITY);
        for claim in self.lowest..VALUES {
            let pays = self.payoffs.expected(roll, claim, self.look[claim]);
            if pays > best.1 {
                best = (claim, pays);
            }
        }
        best
    }
}

/// Rolls below the lowest rank can only lie: they are one kind.
const fn kinds(lowest: usize) -> usize {
    VALUES - lowest + (lowest > 0) as usize
}

const fn kind(lowest: usize, roll: usize) -> usize {
    match roll.checked_sub(lowest) {
        Some(above) => above + (lowest > 0) as usize,
        None => 0,
    }
}

/// The highest roll of a kind.
const fn highest(lowest: usize, kind: usize) -> usize {
    if lowest == 0 { kind } else { lowest + kind - 1 }
}

fn rolled(chances: &[f64; VALUES], lowest: usize, which: usize) -> f64 {
    (0..VALUES)
        .filter(|&roll| kind(lowest, roll) == which)
        .map(|roll| chances[roll])
        .sum()
}
