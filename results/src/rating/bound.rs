//! What a clean sweep says: at least so much better.

use super::elo::ln_logistic;

/// Games one side won without exception.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sweep {
    /// Log-odds of the winner when the unknown shift is 0.
    pub(crate) odds: f64,
    pub(crate) games: f64,
}

/// The shift of the winner, in nats, at which the chance of winning all these
/// games is 5 %: a one-sided 95 % lower bound (Clopper and Pearson 1934, for
/// opponents of several known strengths). The games count as independent, so
/// with shared dice it promises a little much. `None` without a game.
pub(crate) fn lower_bound(sweeps: &[Sweep]) -> Option<f64> {
    let enough = libm::log(0.05);
    let log_chance = |shift: f64| -> f64 {
        let part = |sweep: &Sweep| sweep.games * ln_logistic(sweep.odds + shift);
        sweeps.iter().map(part).sum()
    };
    let (mut low, mut high) = (-1.0, 1.0);
    while log_chance(low) > enough {
        low *= 2.0;
        if low < -1e6 {
            return None;
        }
    }
    while log_chance(high) < enough {
        high *= 2.0;
    }
    // Bisection to the last bit: the function only rises.
    loop {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            return Some(low);
        }
        if log_chance(middle) < enough {
            low = middle;
        } else {
            high = middle;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rating::elo::ELO;

    #[test]
    fn ten_to_nothing() {
        // 0.05^(1/10) = 0.741134..., as Elo 182.7; once: 0.05, -511.5.
        for (games, elo) in [(10.0, 182.729), (1.0, -511.501)] {
            let bound = lower_bound(&[Sweep { odds: 0.0, games }]).unwrap() * ELO;
            assert!((bound - elo).abs() < 1e-2, "{bound}");
        }
        assert_eq!(lower_bound(&[]), None);
    }

    #[test]
    fn opponents_are_shifted_with_the_scale() {
        let at = |odds| lower_bound(&[Sweep { odds, games: 7.0 }]).unwrap();
        assert!((at(0.0) - (at(2.5) + 2.5)).abs() < 1e-12);
    }
}
