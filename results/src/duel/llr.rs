//! The log-likelihood ratio of two differences, from counts of outcomes alone.
//!
//! The generalised sequential probability ratio test with any number of
//! outcomes (Van den Bergh, "A practical introduction to the GSPRT" and
//! "Comments on normalized Elo"): under either hypothesis the outcomes have the
//! most likely frequencies that give the hypothesis' mean, or its mean in
//! standard deviations. Only + - * / sqrt and `libm`, so that a duel ends at the
//! same game on every machine.

use super::hypotheses::{Hypotheses, Scale};
use super::score_of;
use std::f64::consts::LN_10;

/// A score of a unit, from 0 to 1, and how often it was seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// The first bot's share of the points.
    pub score: f64,
    /// How often; one that was not seen yet counts a thousandth, so that it is
    /// not held impossible.
    pub count: f64,
}

/// Stands for "never so far", as in every tool that tests this way.
const NEVER: f64 = 0.001;

/// By how much the counts speak for H1, in nats. `games` is the number of
/// games in a unit, which the normalized scale needs to know.
///
/// Outcomes must lie on both sides of what the hypotheses expect; where they
/// do not, nothing can be said, and the answer is 0.
#[must_use]
pub fn llr(outcomes: &[Outcome], games: u64, hypotheses: &Hypotheses) -> f64 {
    let count = |outcome: &Outcome| {
        if outcome.count > 0.0 {
            outcome.count
        } else {
            NEVER
        }
    };
    let all: f64 = outcomes.iter().map(count).sum();
    let seen: Vec<Share> = outcomes
        .iter()
        .map(|outcome| Share {
            score: outcome.score,
            share: count(outcome) / all,
        })
        .collect();
    let likely = |elo: f64| match hypotheses.scale() {
        Scale::Logistic => with_mean(&seen, score_of(elo)),
        Scale::Normalized => {
            // Of a game; a unit's mean varies less by the root of its games.
            let deviations = elo * LN_10 / 800.0 * (games as f64).sqrt();
            with_deviations(&seen, deviations)
        }
    };
    let (Some(under0), Some(under1)) = (likely(hypotheses.elo0()), likely(hypotheses.elo1()))
    else {
        return 0.0;
    };
    let terms = seen.iter().zip(under0.iter().zip(&under1));
    all * terms
        .map(|(seen, (p0, p1))| seen.share * libm::log(p1 / p0))
        .sum::<f64>()
}

/// An outcome and its share of all units.
#[derive(Clone, Copy)]
struct Share {
    score: f64,
    share: f64,
}

/// The most likely shares with this mean.
fn with_mean(seen: &[Share], mean: f64) -> Option<Vec<f64>> {
    if let [low, middle, high] = seen {
        return three(&[low, middle, high], mean);
    }
    let points: Vec<(f64, f64)> = seen
        .iter()
        .map(|seen| (seen.score - mean, seen.share))
        .collect();
    tilted(&points)
}

/// Three outcomes are the case of two games without ties, and asked for after
/// every unit: there the tilt is the root of a quadratic.
fn three([low, middle, high]: &[&Share; 3], mean: f64) -> Option<Vec<f64>> {
    let (u, v, w) = (low.score - mean, middle.score - mean, high.score - mean);
    if u >= 0.0 || w <= 0.0 {
        return None;
    }
    let a = u * v * w;
    let b = low.share * u * (v + w) + middle.share * v * (u + w) + high.share * w * (u + v);
    let c = low.share * u + middle.share * v + high.share * w;
    let root = (b * b - 4.0 * a * c).max(0.0).sqrt();
    let q = -0.5 * (b + if b < 0.0 { -root } else { root });
    // `a` is 0 where the middle is the mean; then q / a is no number that lies inside.
    let inside = |x: &f64| *x > -1.0 / w && *x < -1.0 / u;
    let tilt = [q / a, c / q].into_iter().find(inside)?;
    let shares = [(low, u), (middle, v), (high, w)];
    Some(
        shares
            .map(|(seen, off)| seen.share / (1.0 + tilt * off))
            .into(),
    )
}

/// The most likely shares with the mean so many of their standard deviations
/// above a half: the mean of a linear function of the scores that is 0 there,
/// found anew with the moments that came out until they stay.
fn with_deviations(seen: &[Share], deviations: f64) -> Option<Vec<f64>> {
    let even = 1.0 / seen.len() as f64;
    let mut shares = vec![even; seen.len()];
    for _ in 0..1000 {
        let both = || seen.iter().zip(&shares);
        let mean: f64 = both().map(|(seen, share)| seen.score * share).sum();
        let square =
            |(seen, share): (&Share, &f64)| (seen.score - mean) * (seen.score - mean) * share;
        let variance: f64 = both().map(square).sum();
        if variance <= 0.0 {
            return None;
        }
        let sigma = variance.sqrt();
        let points: Vec<(f64, f64)> = seen
            .iter()
            .map(|seen| {
                let off = (seen.score - mean) / sigma;
                let value = seen.score - 0.5 - 0.5 * deviations * sigma * (1.0 + off * off);
                (value, seen.share)
            })
            .collect();
        let next = tilted(&points)?;
        let moved = shares
            .iter()
            .zip(&next)
            .map(|(before, after)| (before - after).abs())
            .fold(0.0, f64::max);
        shares = next;
        if moved < 1e-13 {
            break;
        }
    }
    Some(shares)
}

/// The shares p nearest to the seen ones for which the values have mean 0:
/// p = share / (1 + x value), x the root of sum(share value / (1 + x value)).
/// Values and shares in pairs; `None` where all values have one sign.
fn tilted(points: &[(f64, f64)]) -> Option<Vec<f64>> {
    let least = points
        .iter()
        .map(|point| point.0)
        .fold(f64::INFINITY, f64::min);
    let most = points
        .iter()
        .map(|point| point.0)
        .fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return None;
    }
    // The sum falls from infinity to minus infinity between these.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut x = 0.0;
    for _ in 0..200 {
        let (mut sum, mut slope) = (0.0, 0.0);
        for (value, share) in points {
            let ratio = value / (1.0 + x * value);
            sum += share * ratio;
            slope -= share * ratio * ratio;
        }
        if sum > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let newton = x - sum / slope;
        let next = if newton > low && newton < high {
            newton
        } else {
            f64::midpoint(low, high)
        };
        let step = (next - x).abs();
        x = next;
        if step <= 1e-15 * (1.0 + x.abs()) {
            break;
        }
    }
    let share = |(value, share): &(f64, f64)| share / (1.0 + x * value);
    Some(points.iter().map(share).collect())
}
