//! The Elo scale.

use std::f64::consts::LN_10;

/// Elo points per nat: a difference of 400 is odds of ten to one (Elo 1978,
/// the logistic form). About 173.72.
pub(crate) const ELO: f64 = 400.0 / LN_10;

/// The mean of a field unless a bot is the anchor.
pub(crate) const MEAN: f64 = 1500.0;

/// The probability with log-odds `x`.
pub(crate) fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

/// ln [`logistic`]`(x)`, without loss at either end.
pub(crate) fn ln_logistic(x: f64) -> f64 {
    if x < 0.0 {
        x - libm::log1p(libm::exp(x))
    } else {
        -libm::log1p(libm::exp(-x))
    }
}
