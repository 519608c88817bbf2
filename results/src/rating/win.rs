//! Who wins a table, by the strengths of those who sit there.

/// The chance of each to win when the next one out is j with probability
/// `exp(-theta_j)` over the sum of those still in: by recursion over the
/// subsets of those alive, 2^k states for k bots (at most 256).
///
/// With theta = (ln 2, 0, 0): 8/15, 7/30, 7/30.
pub(crate) fn elimination(theta: &[f64]) -> Vec<f64> {
    let seats = theta.len();
    let everybody = (1_usize << seats) - 1;
    // Shifted, so that no weight is beyond a double.
    let least = theta.iter().copied().fold(f64::INFINITY, f64::min);
    let weight: Vec<f64> = theta.iter().map(|t| libm::exp(least - t)).collect();
    let mut reached = vec![0.0; everybody + 1];
    reached[everybody] = 1.0;
    let mut wins = vec![0.0; seats];
    for alive in (1..=everybody).rev() {
        let chance = reached[alive];
        if chance == 0.0 {
            continue;
        }
        if alive.is_power_of_two() {
            wins[alive.trailing_zeros() as usize] = chance;
            continue;
        }
        let members = (0..seats).filter(|seat| alive >> seat & 1 == 1);
        let sum: f64 = members.clone().map(|seat| weight[seat]).sum();
        for out in members {
            // Where all weights are too small to see, anybody is as likely.
            let part = if sum > 0.0 {
                weight[out] / sum
            } else {
                1.0 / f64::from(alive.count_ones())
            };
            reached[alive & !(1 << out)] += chance * part;
        }
    }
    wins
}

/// The chance of each to win when the first is chosen with probability
/// `exp(theta_j)` over the sum (Luce 1959).
pub(crate) fn first(theta: &[f64]) -> Vec<f64> {
    let most = theta.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weight: Vec<f64> = theta.iter().map(|t| libm::exp(t - most)).collect();
    let sum: f64 = weight.iter().sum();
    weight.iter().map(|w| w / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn worked_example() {
        let theta = [std::f64::consts::LN_2, 0.0, 0.0];
        for (found, expected) in [
            (elimination(&theta), [8.0 / 15.0, 7.0 / 30.0, 7.0 / 30.0]),
            (first(&theta), [0.5, 0.25, 0.25]),
        ] {
            for (found, expected) in found.iter().zip(expected) {
                assert!((found - expected).abs() < 1e-15);
            }
        }
    }

    /// Every order in which bots can go out, one by one.
    fn enumerated(theta: &[f64], alive: &[usize], chance: f64, wins: &mut [f64]) {
        if let [winner] = alive {
            wins[*winner] += chance;
            return;
        }
        let sum: f64 = alive.iter().map(|&i| libm::exp(-theta[i])).sum();
        for &out in alive {
            let rest: Vec<usize> = alive.iter().copied().filter(|&i| i != out).collect();
            enumerated(theta, &rest, chance * libm::exp(-theta[out]) / sum, wins);
        }
    }

    proptest! {
        #[test]
        fn as_by_full_enumeration(theta in proptest::collection::vec(-5.0_f64..5.0, 2..=6)) {
            let found = elimination(&theta);
            let alive: Vec<usize> = (0..theta.len()).collect();
            let mut expected = vec![0.0; theta.len()];
            enumerated(&theta, &alive, 1.0, &mut expected);
            for (found, expected) in found.iter().zip(&expected) {
                prop_assert!((found - expected).abs() < 1e-12);
            }
            prop_assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
    }
}
