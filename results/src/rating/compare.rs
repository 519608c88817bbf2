//! Each against each: differences, who is better, and places that hold for
//! all bots at once.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::elo::ELO;
use super::field::{Fitted, Work};
use super::margin::{Clusters, Margin};
use super::random::Random;

/// One bot's rating less another's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// In Elo; `None` where the games give no finite one.
    pub elo: Option<f64>,
    /// Its 95 % margin.
    pub margin: Margin,
    /// The probability that the first is the better bot; `None` where nothing
    /// speaks to it.
    pub better: Option<f64>,
}

/// Rank sets need so many clusters, and more of them than bots.
pub(crate) const FEWEST_FOR_PLACES: usize = 30;
/// Random draws for the critical value: its own error is below one per cent.
const DRAWS: usize = 4_000;
/// Fewer for very many bots.
const DRAWS_OF_MANY: usize = 1_000;
const MANY: usize = 200;

impl Work<'_> {
    /// By position in this order of parameters.
    pub(super) fn differences(
        &self,
        fitted: &Fitted,
        positions: &[usize],
    ) -> Vec<Vec<Option<Difference>>> {
        let size = positions.len();
        let mut found = vec![vec![None; size]; size];
        for a in 0..size {
            for b in a + 1..size {
                let Some(difference) = self.difference(fitted, positions[a], positions[b]) else {
                    continue;
                };
                found[a][b] = Some(difference);
                found[b][a] = Some(Difference {
                    elo: difference.elo.map(|elo| -elo),
                    margin: difference.margin,
                    better: difference.better.map(|better| 1.0 - better),
                });
            }
        }
        found
    }

    fn difference(&self, fitted: &Fitted, a: usize, b: usize) -> Option<Difference> {
        if self.layer_of[a] != self.layer_of[b] {
            return self.sweep(a, b);
        }
        let clusters = fitted.clusters.as_ref()?;
        let squares = clusters.squares(|row| (row[a] - row[b]) * ELO);
        let elo = (fitted.beta[a] - fitted.beta[b]) * ELO;
        let margin = Margin::from_clusters(squares, clusters.count());
        let better = match margin {
            Margin::Of(_) => {
                let count = clusters.count() as f64;
                let error = (squares * count / (count - 1.0)).sqrt();
                let t = StudentsT::new(0.0, 1.0, count - 1.0).ok();
                t.map(|t| t.cdf(elo / error))
            }
            _ => None,
        };
        Some(Difference {
            elo: Some(elo),
            margin,
            better,
        })
    }

    /// Two that met, one of whom won it all: the exact chance that it is the
    /// better one, from a flat prior on its chance to win (games taken as
    /// independent): 1 - 1/2^(n + 1) after n wins.
    fn sweep(&self, a: usize, b: usize) -> Option<Difference> {
        let (wins, losses, _) = self.met(a, b)?;
        let halves = |games: f64| libm::exp2(-(games + 1.0));
        Some(Difference {
            elo: None,
            margin: Margin::NoSpread,
            better: Some(if losses == 0.0 {
                1.0 - halves(wins)
            } else {
                halves(losses)
            }),
        })
    }

    /// Wins and losses of two bots, and the clusters in which they met.
    fn met(&self, a: usize, b: usize) -> Option<(f64, f64, usize)> {
        let bots = [self.members[a], self.members[b]];
        let (mut wins, mut losses) = (0.0, 0.0);
        let mut buckets = [false; super::counts::BUCKETS as usize];
        let mut any = false;
        for c in &self.comparisons {
            if c.bots != bots && c.bots != [bots[1], bots[0]] {
                continue;
            }
            any = true;
            let won = c.total.points as f64 / 2.0;
            let lost = c.total.games as f64 - won;
            let (own, other) = if c.bots == bots {
                (won, lost)
            } else {
                (lost, won)
            };
            wins += own;
            losses += other;
            for (bucket, met) in buckets.iter_mut().enumerate() {
                *met |= self.counts.sizes()[c.size].cell(bucket, c.cell).games > 0;
            }
        }
        any.then_some((wins, losses, buckets.iter().filter(|&&met| met).count()))
    }

    /// For each parameter the places it may have: one more than the number of
    /// bots significantly above it, to all less those significantly below
    /// (Mogstad, Romano, Shaikh and Wilhelm 2024), all true at once with 95 %;
    /// and the critical value. `None` with too few clusters.
    pub(super) fn places(&self, fitted: &Fitted) -> Option<(Vec<(usize, usize)>, f64)> {
        let clusters = fitted.clusters.as_ref()?;
        let size = self.members.len();
        if clusters.count() < FEWEST_FOR_PLACES || clusters.count() <= size {
            return None;
        }
        let errors = Errors::new(clusters, &self.layer_of);
        let mut order: Vec<usize> = (0..size).collect();
        order.sort_by(|&a, &b| fitted.beta[b].total_cmp(&fitted.beta[a]));
        let critical = errors.critical(clusters, &order);
        let mut places = vec![(1, size); size];
        let pairs = (size * (size - 1) / 2) as f64;
        for a in 0..size {
            for b in 0..size {
                let above = if self.layer_of[a] == self.layer_of[b] {
                    let gap = fitted.beta[a] - fitted.beta[b];
                    a != b && gap > critical * errors.at(a, b).max(1e-9)
                } else {
                    // Clusters that were all won: two-sided, for all pairs at
                    // once by Bonferroni.
                    self.layer_of[a] < self.layer_of[b]
                        && self.met(a, b).is_some_and(|(_, losses, met)| {
                            losses == 0.0 && pairs * 2.0 * libm::exp2(-(met as f64)) <= 0.05
                        })
                };
                if above {
                    places[b].0 += 1;
                    places[a].1 -= 1;
                }
            }
        }
        Some((places, critical))
    }
}

/// Standard errors of the differences inside layers, in nats.
struct Errors {
    size: usize,
    layer_of: Vec<usize>,
    cells: Vec<f64>,
}

impl Errors {
    fn new(clusters: &Clusters, layer_of: &[usize]) -> Self {
        let size = layer_of.len();
        let mut cells = vec![0.0; size * size];
        let count = clusters.count() as f64;
        for a in 0..size {
            for b in a + 1..size {
                if layer_of[a] == layer_of[b] {
                    let squares = clusters.squares(|row| row[a] - row[b]);
                    let error = (squares * count / (count - 1.0)).sqrt();
                    cells[a * size + b] = error;
                    cells[b * size + a] = error;
                }
            }
        }
        Self {
            size,
            layer_of: layer_of.to_vec(),
            cells,
        }
    }

    fn at(&self, a: usize, b: usize) -> f64 {
        self.cells[a * self.size + b]
    }

    /// The 95 % quantile of the largest |t| over all pairs, where the estimates
    /// vary as the clusters say, over an error with G - 1 degrees of freedom.
    /// Draws belong to bots in this order, which is that of the estimates, so
    /// that names change nothing.
    fn critical(&self, clusters: &Clusters, order: &[usize]) -> f64 {
        let draws = if self.size > MANY {
            DRAWS_OF_MANY
        } else {
            DRAWS
        };
        let mut random = Random::new(0x7261_6e6b);
        let freedom = (clusters.count() - 1) as f64;
        let correct = (clusters.count() as f64 / freedom).sqrt();
        let root = root(clusters, order);
        let mut pairs = Vec::new();
        for (i, &a) in order.iter().enumerate() {
            for (j, &b) in order.iter().enumerate().skip(i + 1) {
                let error = self.at(a, b);
                if self.layer_of[a] == self.layer_of[b] && error > 1e-9 {
                    pairs.push((i, j, correct / error));
                }
            }
        }
        let mut largest = Vec::with_capacity(draws);
        let mut values = vec![0.0; self.size];
        for _ in 0..draws {
            values.fill(0.0);
            for column in &root {
                let weight = random.normal();
                for (value, part) in values.iter_mut().zip(column) {
                    *value += weight * part;
                }
            }
            let scale = (random.chi_square(freedom) / freedom).sqrt();
            let most = pairs.iter().fold(0.0_f64, |most, &(i, j, weight)| {
                most.max((values[i] - values[j]).abs() * weight)
            });
            largest.push(most / scale);
        }
        largest.sort_by(f64::total_cmp);
        largest[draws * 95 / 100]
    }
}

/// The columns of a square root of the sum over clusters of u u', by
/// Cholesky's method without the columns that are 0: estimates that sum to 0
/// have one direction less than there are bots.
fn root(clusters: &Clusters, order: &[usize]) -> Vec<Vec<f64>> {
    let size = order.len();
    let mut rest = vec![vec![0.0; size]; size];
    for row in clusters.rows() {
        for (i, &a) in order.iter().enumerate() {
            for (j, &b) in order.iter().enumerate() {
                rest[i][j] += row[a] * row[b];
            }
        }
    }
    let largest = (0..size).map(|i| rest[i][i]).fold(0.0, f64::max);
    let mut columns = Vec::new();
    for i in 0..size {
        let pivot = rest[i][i];
        if pivot <= 1e-9 * largest {
            continue;
        }
        let column: Vec<f64> = (0..size)
            .map(|j| {
                if j < i {
                    0.0
                } else {
                    rest[j][i] / pivot.sqrt()
                }
            })
            .collect();
        for j in i..size {
            for k in i..size {
                rest[j][k] -= column[j] * column[k];
            }
        }
        columns.push(column);
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two means that vary alone: max |t| is |t|. Of three independent and
    /// equal bots the largest difference is Tukey's studentized range over
    /// the root of 2: 3.314 / 1.414 = 2.344 with any large freedom.
    #[test]
    fn critical_values_from_tables() {
        for (bots, expected) in [(2, 1.960), (3, 2.344), (6, 2.850)] {
            let rows = (0..bots * 400).map(|at| {
                let mut row = vec![0.0; bots];
                row[at % bots] = 1.0;
                row
            });
            let clusters = Clusters::from_rows(rows.collect());
            let layers = vec![0; bots];
            let order: Vec<usize> = (0..bots).collect();
            let found = Errors::new(&clusters, &layers).critical(&clusters, &order);
            assert!((found - expected).abs() < 0.06, "{bots}: {found}");
        }
    }
}
