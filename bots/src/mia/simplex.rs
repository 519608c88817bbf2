//! A small linear program, solved exactly but for rounding.

/// An optimum: the variables, and the price of each constraint.
pub(super) struct Optimum {
    pub(super) value: f64,
    pub(super) variables: Vec<f64>,
    pub(super) prices: Vec<f64>,
}

/// Smaller than this is zero. Payoffs are about 1 and tables a few dozen wide.
const ZERO: f64 = 1e-11;
/// So many steps without gain are taken before care is.
const PATIENCE: u32 = 40;

/// Maximises `gains * x` under `rows * x <= limits` and `x >= 0`, where no
/// limit is negative (so that `x = 0` is a start) and the optimum is finite.
///
/// The primal simplex method on a dense tableau. The column that gains most
/// enters; after a while of standing still, the first that gains at all, with the
/// first variable among the tightest rows: Bland's rule, which never comes
/// back to where it was, however many limits are zero.
pub(super) fn maximise(gains: &[f64], rows: &[Vec<f64>], limits: &[f64]) -> Optimum {
    let (height, width) = (rows.len(), gains.len());
    let columns = width + height + 1;
    let mut tableau: Vec<Vec<f64>> = rows
        .iter()
        .enumerate()
        .map(|(at, row)| {
            let mut line = vec![0.0; columns];
            line[..width].copy_from_slice(row);
            line[width + at] = 1.0;
            line[columns - 1] = limits[at];
            line
        })
        .collect();
    let mut goal: Vec<f64> = gains.iter().map(|gain| -gain).collect();
    goal.resize(columns, 0.0);
    let mut basis: Vec<usize> = (width..width + height).collect();
    let mut still = 0;
    while let Some(enters) = entering(&goal[..columns - 1], still > PATIENCE) {
        let mut leaves: Option<(usize, f64)> = None;
        for (at, line) in tableau.iter().enumerate() {
            if line[enters] <= ZERO {
                continue;
            }
            let ratio = line[columns - 1] / line[enters];
            let better = leaves.is_none_or(|(best, least)| {
                ratio < least - ZERO || (ratio < least + ZERO && basis[at] < basis[best])
            });
            if better {
                leaves = Some((at, ratio));
            }
        }
        let Some((leaves, _)) = leaves else {
            unreachable!("the optimum is finite");
        };
        let before = goal[columns - 1];
        pivot(&mut tableau, &mut goal, leaves, enters);
        still = if goal[columns - 1] > before + ZERO {
            0
        } else {
            still + 1
        };
        basis[leaves] = enters;
    }
    let mut variables = vec![0.0; width];
    for (line, &column) in tableau.iter().zip(&basis) {
        if column < width {
            variables[column] = line[columns - 1].max(0.0);
        }
    }
    Optimum {
        value: goal[columns - 1],
        variables,
        prices: goal[width..columns - 1]
            .iter()
            .map(|price| price.max(0.0))
            .collect(),
    }
}

/// A column that gains, if there is one.
fn entering(costs: &[f64], careful: bool) -> Option<usize> {
    if careful {
        return costs.iter().position(|&cost| cost < -ZERO);
    }
    let mut best = (None, -ZERO);
    for (column, &cost) in costs.iter().enumerate() {
        if cost < best.1 {
            best = (Some(column), cost);
        }
    }
    best.0
}

fn pivot(tableau: &mut [Vec<f64>], goal: &mut [f64], row: usize, column: usize) {
    let scale = 1.0 / tableau[row][column];
    for cell in &mut tableau[row] {
        *cell *= scale;
    }
    let line = tableau[row].clone();
    let others = tableau.iter_mut().enumerate().filter(|(at, _)| *at != row);
    for target in others.map(|(_, target)| &mut target[..]).chain([goal]) {
        let factor = target[column];
        if factor != 0.0 {
            for (cell, &source) in target.iter_mut().zip(&line) {
                *cell -= factor * source;
            }
            target[column] = 0.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text-book program: 3x + 5y under x <= 4, 2y <= 12, 3x + 2y <= 18.
    #[test]
    fn a_known_optimum() {
        let rows = [vec![1.0, 0.0], vec![0.0, 2.0], vec![3.0, 2.0]];
        let found = maximise(&[3.0, 5.0], &rows, &[4.0, 12.0, 18.0]);
        assert!((found.value - 36.0).abs() < 1e-9);
        for (found, expected) in found.variables.iter().zip([2.0, 6.0]) {
            assert!((found - expected).abs() < 1e-9);
        }
        for (found, expected) in found.prices.iter().zip([0.0, 1.5, 1.0]) {
            assert!((found - expected).abs() < 1e-9);
        }
    }

    /// Beale's program, on which careless rules go round for ever.
    #[test]
    fn zero_limits_do_not_cycle() {
        let rows = [
            vec![0.25, -60.0, -0.04, 9.0],
            vec![0.5, -90.0, -0.02, 3.0],
            vec![0.0, 0.0, 1.0, 0.0],
        ];
        let found = maximise(&[0.75, -150.0, 0.02, -6.0], &rows, &[0.0, 0.0, 1.0]);
        assert!((found.value - 0.05).abs() < 1e-9);
    }
}
