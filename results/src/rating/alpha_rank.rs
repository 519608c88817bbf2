//! Alpha-rank: how often each bot would be met in a population that copies
//! what wins (Omidshafiei et al. 2019).

/// Population size, as in the article.
const POPULATION: f64 = 50.0;

/// The stationary distribution of the one-population chain over `size` bots:
/// `payoff(i, j)` is what i gets against j, and each pair of payoffs sums to
/// `sum` (`None` for games whose payoffs do not sum to a constant).
pub(crate) fn alpha_rank(
    size: usize,
    payoff: impl Fn(usize, usize) -> f64,
    sum: Option<f64>,
    population: f64,
    alpha: f64,
) -> Vec<f64> {
    let mut chain = vec![vec![0.0; size]; size];
    for (resident, row) in chain.iter_mut().enumerate() {
        for (mutant, cell) in row.iter_mut().enumerate() {
            if mutant != resident {
                *cell =
                    fixation(&payoff, resident, mutant, sum, population, alpha) / (size - 1) as f64;
            }
        }
    }
    stationary(chain)
}

/// The chance that one mutant takes over a population of residents.
fn fixation(
    payoff: impl Fn(usize, usize) -> f64,
    resident: usize,
    mutant: usize,
    sum: Option<f64>,
    population: f64,
    alpha: f64,
) -> f64 {
    let m = population;
    if let Some(sum) = sum {
        // The advantage does not depend on how many mutants there are.
        let u = alpha * m / (m - 1.0) * (payoff(mutant, resident) - sum / 2.0);
        if u == 0.0 {
            return 1.0 / m;
        }
        // For large -mu the quotient is e^{(m-1)u}, and e^{-mu} is beyond a
        // double.
        if -m * u > 600.0 {
            return libm::exp((m - 1.0) * u);
        }
        return libm::expm1(-u) / libm::expm1(-m * u);
    }
    let mut total = 1.0;
    let mut product = 1.0;
    for mutants in 1..m as usize {
        let p = mutants as f64;
        let of_mutant = (p - 1.0) * payoff(mutant, mutant) + (m - p) * payoff(mutant, resident);
        let of_resident = p * payoff(resident, mutant) + (m - p - 1.0) * payoff(resident, resident);
        product *= libm::exp(-alpha * (of_mutant - of_resident) / (m - 1.0));
        total += product;
    }
    1.0 / total
}

/// By elimination without subtraction (Grassmann, Taksar and Heyman 1985), so
/// that chances of 1e-200 keep their digits.
fn stationary(mut chain: Vec<Vec<f64>>) -> Vec<f64> {
    let size = chain.len();
    for last in (1..size).rev() {
        let out: f64 = chain[last][..last].iter().sum();
        let row = chain[last].clone();
        for from in chain[..last].iter_mut() {
            let part = if out > 0.0 { from[last] / out } else { 0.0 };
            from[last] = part;
            for (cell, own) in from[..last].iter_mut().zip(&row) {
                *cell += part * own;
            }
        }
    }
    let mut weights = vec![1.0; size];
    for at in 1..size {
        weights[at] = (0..at).map(|from| weights[from] * chain[from][at]).sum();
    }
    let sum: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / sum).collect()
}

/// The distribution for win rates at the strength of selection from which on
/// the order stays: alpha is doubled until three times in a row it has, and
/// that alpha.
pub(crate) fn settled(rates: &[Vec<f64>]) -> (Vec<f64>, f64) {
    let at = |alpha: f64| {
        let rate = |i: usize, j: usize| rates[i][j];
        alpha_rank(rates.len(), rate, Some(1.0), POPULATION, alpha)
    };
    let order = |weights: &[f64]| {
        let mut order: Vec<usize> = (0..weights.len()).collect();
        order.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]));
        order
    };
    let mut alpha = 0.01;
    let mut found = at(alpha);
    let mut same = 0;
    // Beyond this only the signs of the differences count.
    while alpha < 5.0 && same < 3 {
        let next = at(2.0 * alpha);
        let still = order(&next) == order(&found)
            && next.iter().zip(&found).all(|(a, b)| (a - b).abs() < 0.02);
        same = if still { same + 1 } else { 0 };
        alpha *= 2.0;
        found = next;
    }
    (found, alpha)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn oracles() {
        let file = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../tests/oracles/intransitive/alpharank.json"
        );
        let text = std::fs::read_to_string(file).unwrap();
        let root: Value = serde_json::from_str(&text).unwrap();
        for case in root["cases"].as_array().unwrap() {
            let matrix: Vec<Vec<f64>> =
                serde_json::from_value(case["payoff_row_vs_column"].clone()).unwrap();
            for expected in case["expected"].as_array().unwrap() {
                let found = alpha_rank(
                    matrix.len(),
                    |i, j| matrix[i][j],
                    case["constant_sum"].as_f64(),
                    case["population_m"].as_f64().unwrap(),
                    expected["alpha"].as_f64().unwrap(),
                );
                let pi: Vec<f64> = serde_json::from_value(expected["pi"].clone()).unwrap();
                for (found, pi) in found.iter().zip(&pi) {
                    assert!((found - pi).abs() < 1e-7, "{} {found} {pi}", case["name"]);
                }
            }
        }
    }

    /// Where the formula of the article overflows.
    #[test]
    fn strong_selection() {
        let rates = [[0.5, 0.99], [0.01, 0.5]];
        let found = alpha_rank(2, |i, j| rates[i][j], Some(1.0), 50.0, 1e3);
        assert_eq!(found, [1.0, 0.0]);
        let rates = vec![
            vec![0.5, 0.4, 0.9],
            vec![0.6, 0.5, 0.3],
            vec![0.1, 0.7, 0.5],
        ];
        let (found, _) = settled(&rates);
        assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(found[0] > found[1] && found[1] > found[2]);
    }
}
