//! Nash weights of largest entropy: the mixture of bots that no bot beats
//! (Balduzzi et al. 2018).

/// The point of largest entropy among `{p >= 0, sum p = 1, A p <= 0}` for an
/// antisymmetric A. Copies of a bot share its weight and change no other.
///
/// The constraints become `A p <= t` with a heavy price on t, softened by a
/// logarithmic barrier that is let go step by step (Boyd and Vandenberghe
/// 2004, chapter 11), each step by Newton's method.
pub(crate) fn max_entropy(matrix: &[Vec<f64>]) -> Vec<f64> {
    let size = matrix.len();
    let scale = matrix.iter().flatten().fold(0.0_f64, |m, v| m.max(v.abs()));
    if scale == 0.0 {
        return vec![1.0 / size as f64; size];
    }
    let a = |i: usize, j: usize| matrix[i][j] / scale;
    let mut p = vec![1.0 / size as f64; size];
    let product = |p: &[f64], i: usize| (0..size).map(|j| a(i, j) * p[j]).sum::<f64>();
    let most = (0..size).map(|i| product(&p, i)).fold(0.0, f64::max);
    let mut t = most + 1.0;
    let mut barrier = 1.0;
    let mut tries = 0;
    loop {
        for _ in 0..60 {
            let slack: Vec<f64> = (0..size).map(|i| t - product(&p, i)).collect();
            // Minus gradient of: sum p ln p + PRICE t - barrier sum ln slack.
            let mut step = vec![0.0; size + 2];
            for j in 0..size {
                let pull: f64 = (0..size).map(|i| a(i, j) / slack[i]).sum();
                step[j] = -(1.0 + libm::log(p[j])) - barrier * pull;
            }
            step[size] = -PRICE + barrier * slack.iter().map(|s| 1.0 / s).sum::<f64>();
            let mut system = vec![vec![0.0; size + 2]; size + 2];
            for j in 0..size {
                for (k, cell) in system[j].iter_mut().enumerate().take(size) {
                    let both = (0..size).map(|i| a(i, j) * a(i, k) / (slack[i] * slack[i]));
                    *cell = barrier * both.sum::<f64>();
                }
                system[j][j] += 1.0 / p[j];
                let with_t: f64 = (0..size).map(|i| a(i, j) / (slack[i] * slack[i])).sum();
                system[j][size] = -barrier * with_t;
                system[size][j] = system[j][size];
                system[j][size + 1] = 1.0;
                system[size + 1][j] = 1.0;
            }
            system[size][size] = barrier * slack.iter().map(|s| 1.0 / (s * s)).sum::<f64>();
            if !solve(&mut system, &mut step) {
                break;
            }
            // As far as everything stays inside.
            let mut length = 1.0_f64;
            for j in 0..size {
                if step[j] < 0.0 {
                    length = length.min(-0.95 * p[j] / step[j]);
                }
            }
            for (i, slack) in slack.iter().enumerate() {
                let change = step[size] - product(&step[..size], i);
                if change < 0.0 {
                    length = length.min(-0.95 * slack / change);
                }
            }
            for j in 0..size {
                p[j] = (p[j] + length * step[j]).max(FLOOR);
            }
            t += length * step[size];
            let longest = step[..size].iter().fold(0.0_f64, |m, s| m.max(s.abs()));
            if longest < 1e-10 {
                break;
            }
        }
        barrier /= 4.0;
        if barrier > 1e-9 {
            continue;
        }
        // A weight that was lost on the way takes many steps to come back: then
        // once more from where all have some. The answer is one, whatever the
        // start.
        let gain = (0..size).map(|i| product(&p, i)).fold(0.0, f64::max);
        tries += 1;
        if gain < 1e-4 || tries == 8 {
            break;
        }
        for value in &mut p {
            *value = value.max(1e-4);
        }
        let sum: f64 = p.iter().sum();
        for value in &mut p {
            *value /= sum;
        }
        t = (0..size).map(|i| product(&p, i)).fold(0.0, f64::max) + 0.01;
        barrier = 1e-2;
    }
    let sum: f64 = p.iter().sum();
    p.iter().map(|value| value / sum).collect()
}

/// A weight has a logarithm.
const FLOOR: f64 = 1e-300;

/// What one unit of a broken constraint costs, against entropies below ln B.
const PRICE: f64 = 1e4;

/// Gauss's elimination with the largest pivots; false if there is none.
fn solve(system: &mut [Vec<f64>], right: &mut [f64]) -> bool {
    let size = right.len();
    // Rows of one scale, so that pivots compare.
    for (row, value) in system.iter_mut().zip(right.iter_mut()) {
        let largest = row.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
        if largest == 0.0 || !largest.is_finite() {
            return false;
        }
        for cell in row.iter_mut() {
            *cell /= largest;
        }
        *value /= largest;
    }
    for column in 0..size {
        let best = (column..size)
            .max_by(|&a, &b| system[a][column].abs().total_cmp(&system[b][column].abs()));
        let Some(best) = best else { return false };
        system.swap(column, best);
        right.swap(column, best);
        let pivot = system[column][column];
        if pivot == 0.0 || !pivot.is_finite() {
            return false;
        }
        let (upper, lower) = system.split_at_mut(column + 1);
        for (offset, row) in lower.iter_mut().enumerate() {
            let factor = row[column] / pivot;
            if factor != 0.0 {
                for (cell, own) in row.iter_mut().zip(&upper[column]).skip(column) {
                    *cell -= factor * own;
                }
                right[column + 1 + offset] -= factor * right[column];
            }
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|j| system[row][j] * right[j]).sum();
        right[row] = (right[row] - known) / system[row][row];
    }
    right.iter().all(|value| value.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::Value;

    #[test]
    fn oracles() {
        let file = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../tests/oracles/intransitive/nash_averaging.json"
        );
        let text = std::fs::read_to_string(file).unwrap();
        let root: Value = serde_json::from_str(&text).unwrap();
        for case in root["cases"].as_array().unwrap() {
            let matrix: Vec<Vec<f64>> = serde_json::from_value(case["matrix"].clone()).unwrap();
            let found = max_entropy(&matrix);
            let expected: Vec<f64> = serde_json::from_value(case["maxent_nash"].clone()).unwrap();
            let skill: Vec<f64> =
                serde_json::from_value(case["nash_average_skill"].clone()).unwrap();
            for at in 0..matrix.len() {
                assert!(
                    (found[at] - expected[at]).abs() < 1e-4,
                    "{} {found:?}",
                    case["name"]
                );
                let own: f64 = (0..matrix.len()).map(|j| matrix[at][j] * found[j]).sum();
                assert!((own - skill[at]).abs() < 1e-3, "{} {own}", case["name"]);
            }
        }
    }

    proptest! {
        /// Nobody beats the mixture, and it is one.
        #[test]
        fn an_equilibrium(size in 2_usize..=9, cells in proptest::collection::vec(-0.5_f64..0.5, 81)) {
            let mut matrix = vec![vec![0.0; size]; size];
            for i in 0..size {
                for j in 0..i {
                    matrix[i][j] = cells[i * 9 + j];
                    matrix[j][i] = -matrix[i][j];
                }
            }
            let p = max_entropy(&matrix);
            prop_assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            for row in &matrix {
                let gain: f64 = row.iter().zip(&p).map(|(a, b)| a * b).sum();
                prop_assert!(gain < 1e-3, "{gain} {p:?}");
            }
        }
    }
}
