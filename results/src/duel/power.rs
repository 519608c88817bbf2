//! How many units an answer will take, before they are played.

use super::difference::{from_half, normal_quantile};
use super::hypotheses::{Hypotheses, Scale};
use super::score_of;
use super::tally::Tally;

/// What units vary by, as a pilot has shown: all that the length of a duel
/// depends on besides the question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Power {
    variance: f64,
}

impl Power {
    /// From a pilot. Where its units do not vary, nothing can be said.
    #[must_use]
    pub fn of(pilot: &Tally) -> Option<Self> {
        let units = pilot.units();
        let (_, variance) = pilot.moments();
        let variance = variance * units as f64 / (units as f64 - 1.0);
        (units > 1 && variance > 0.0).then_some(Self { variance })
    }

    /// The standard deviation of a unit's score.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        self.variance.sqrt()
    }

    /// Units after which the 95 % margin of two nearly equal bots is so many
    /// Elo.
    #[must_use]
    pub fn for_margin(&self, elo: f64) -> u64 {
        self.units(normal_quantile(0.975), elo)
    }

    /// Units after which a bot that is better by so much is found to be
    /// better, 95 % sure, in 95 % of such duels.
    #[must_use]
    pub fn to_find(&self, elo: f64) -> u64 {
        self.units(2.0 * normal_quantile(0.95), elo)
    }

    fn units(&self, deviations: f64, elo: f64) -> u64 {
        let ratio = deviations * self.deviation() / from_half(elo);
        (ratio * ratio).ceil() as u64
    }

    /// Units that a sequential test takes in the mean, under H0 and under H1
    /// (Wald 1945, for a test whose ratio moves like a random walk with this
    /// variance). `None` on the normalized scale, where a pilot adds nothing.
    #[must_use]
    pub fn of_test(&self, hypotheses: &Hypotheses) -> Option<(u64, u64)> {
        if hypotheses.scale() != Scale::Logistic {
            return None;
        }
        let apart = score_of(hypotheses.elo1()) - score_of(hypotheses.elo0());
        // The ratio drifts by this much a unit, up or down.
        let drift = apart * apart / (2.0 * self.variance);
        let (low, high) = hypotheses.bounds();
        let (alpha, beta) = (hypotheses.alpha(), hypotheses.beta());
        let under0 = -((1.0 - alpha) * low + alpha * high) / drift;
        let under1 = (beta * low + (1.0 - beta) * high) / drift;
        Some((under0.ceil() as u64, under1.ceil() as u64))
    }
}
