//! A round between two players, solved from its last announcement back.

use super::stage::{Ending, Payoffs, Stage, chances};
use dudo_engine::mia::{Raise, Rules, VALUES};

/// A round is solved back from so many announcements before its last; those
/// that are further away are played as if this many were left. Only
/// `raise = equal` has so long rounds, and there the values move by a twelfth
/// of what they moved before with each.
const HORIZON: usize = 14;

/// All stages of a round in which players have given worths for its endings.
pub(super) struct Round {
    /// By announcements that may still be made and lowest rank, for each of
    /// the two players as the one who rolls.
    stages: Vec<[[Stage; VALUES]; 2]>,
    /// Whether the number of announcements never matters.
    unbounded: bool,
}

/// Whether higher announcements end a round before their number does.
pub(super) const fn ends_by_itself(rules: &Rules) -> bool {
    matches!(rules.raise, Raise::Higher) && rules.max_claims as usize >= VALUES
}

/// The lowest rank that tops a rank.
pub(super) const fn above(rules: &Rules, rank: usize) -> usize {
    match rules.raise {
        Raise::Higher => rank + 1,
        Raise::Equal => rank,
    }
}

impl Round {
    /// Solves it. `worth` says what an ending is worth to the announcer, where
    /// that is player 0 or 1; the two are each other's negative.
    pub(super) fn solve(rules: &Rules, worth: impl Fn(usize, Ending) -> f64) -> Self {
        let chances = chances(rules);
        let unbounded = ends_by_itself(rules);
        let layers = if unbounded {
            1
        } else {
            HORIZON.min(rules.claims_in_round() as usize)
        };
        let mut round = Self {
            stages: Vec::with_capacity(layers),
            unbounded,
        };
        for layer in 0..layers {
            // From the top, because lower announcements lead to higher ones.
            let mut found: [Vec<Stage>; 2] = [Vec::new(), Vec::new()];
            for lowest in (0..VALUES).rev() {
                let pair: [Stage; 2] = core::array::from_fn(|roller| {
                    let payoffs = Payoffs::of(
                        rules,
                        lowest,
                        |ending| worth(roller, ending),
                        |rank| {
                            let next = above(rules, rank);
                            if unbounded {
                                Some(-found[1 - roller][VALUES - 1 - next].value)
                            } else {
                                let below = round.stages.get(layer.checked_sub(1)?)?;
                                Some(-below[1 - roller][next].value)
                            }
                        },
                    );
                    Stage::solve(&chances, lowest, &payoffs)
                });
                let [one, other] = pair;
                found[0].push(one);
                found[1].push(other);
            }
            let pair = found.map(|mut stages| {
                stages.reverse();
                stages
                    .try_into()
                    .unwrap_or_else(|_| unreachable!("one stage per rank"))
            });
            round.stages.push(pair);
        }
        round
    }

    /// The stage in which a player has rolled, may announce ranks from
    /// `lowest` up, and `left` announcements may be made, his included.
    pub(super) fn stage(&self, roller: usize, left: u32, lowest: usize) -> &Stage {
        let layer = if self.unbounded {
            0
        } else {
            (left.max(1) as usize - 1).min(self.stages.len() - 1)
        };
        &self.stages[layer][roller][lowest]
    }

    /// How many linear programs it took.
    pub(super) const fn programs(&self) -> u32 {
        (self.stages.len() * 2 * VALUES) as u32
    }

    /// What the round is worth to a player who opens it.
    pub(super) fn value(&self, opener: usize) -> f64 {
        self.stage(opener, u32::MAX, 0).value
    }
}

/// A round for its own sake: the pay-off is in lives.
pub(super) fn for_lives(rules: &Rules) -> Round {
    Round::solve(rules, |_, ending| match ending {
        Ending::Caught(lives) => -f64::from(lives),
        Ending::Wrong(lives) => f64::from(lives),
    })
}
