//! What a number of units that was fixed beforehand says.

use super::tally::Tally;
use super::{elo_of, score_of};
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};
use std::f64::consts::LN_10;

/// How much better the first bot is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// Its share of the points, from 0 to 1.
    pub score: f64,
    /// That as a difference in Elo; infinite for a clean sweep.
    pub elo: f64,
    /// A 95 % interval for it: of Student's t, its ends taken to Elo; from
    /// Wilson's interval over the units where they do not vary. `None` below
    /// three units.
    pub interval: Option<(f64, f64)>,
    /// The difference on the normalized scale; `None` where units do not vary.
    pub normalized: Option<f64>,
    /// How sure it is that the first bot is the better one, from 0 to 1.
    pub sure: f64,
}

/// Fewest units an interval can be computed from.
const FEWEST: u64 = 3;

impl Difference {
    /// From all units that were played. Where a test chose when to stop, the
    /// interval does not hold and should not be shown.
    #[must_use]
    pub fn of(tally: &Tally) -> Self {
        let units = tally.units();
        let n = units as f64;
        let (score, variance) = tally.moments();
        let error = (variance / (n - 1.0)).sqrt();
        let t = StudentsT::new(0.0, 1.0, n - 1.0).ok();
        let t = t.filter(|_| units >= FEWEST && variance > 0.0);
        let interval = match t {
            Some(t) => {
                let off = error * t.inverse_cdf(0.975);
                Some((score - off, score + off))
            }
            None if units >= FEWEST => Some(wilson(score, n)),
            None => None,
        };
        let (sure, normalized) = match t {
            Some(t) => {
                let game = (variance * tally.games_per_unit() as f64).sqrt();
                let normalized = (score - 0.5) / game * 800.0 / LN_10;
                (t.cdf((score - 0.5) / error), Some(normalized))
            }
            None => (sure_of_sweep(score, units), None),
        };
        let elo = |score: f64| elo_of(score.clamp(0.0, 1.0));
        Self {
            score,
            elo: elo(score),
            interval: interval.map(|(low, high)| (elo(low), elo(high))),
            normalized,
            sure,
        }
    }

    /// Half the interval's width, in Elo, where it has one.
    #[must_use]
    pub fn margin(&self) -> Option<f64> {
        let (low, high) = self.interval?;
        let half = (high - low) / 2.0;
        (half.is_finite() && self.normalized.is_some()).then_some(half)
    }
}

/// Wilson's interval (1927) for a share `p` of `n`, 95 %.
fn wilson(p: f64, n: f64) -> (f64, f64) {
    let z = normal_quantile(0.975);
    let z2 = z * z;
    let centre = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = z / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    (centre - half, centre + half)
}

/// Units that all came out alike: if they were won, the chance that the first
/// bot wins more than half of all such units, every share being as likely
/// beforehand (the Beta distribution with n + 1 and 1).
fn sure_of_sweep(score: f64, units: u64) -> f64 {
    if units == 0 || (score - 0.5).abs() < 1e-12 {
        return 0.5;
    }
    let doubt = 0.5 / libm::exp2(units as f64);
    if score > 0.5 { 1.0 - doubt } else { doubt }
}

/// The normal distribution's quantile.
pub(super) fn normal_quantile(share: f64) -> f64 {
    Normal::standard().inverse_cdf(share)
}

/// A difference in Elo as a distance of scores from a half.
pub(super) fn from_half(elo: f64) -> f64 {
    score_of(elo) - 0.5
}
