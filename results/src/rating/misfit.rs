//! Does one number for each bot explain the cross table?

use super::counts::BUCKETS;
use super::field::{Fitted, Work};
use super::linear::{Cholesky, Matrix};
use super::margin::Margin;
use super::random::Random;

/// The verdict on the model of pairs.
#[derive(Clone, Debug, PartialEq)]
pub struct LackOfFit {
    /// The probability of residuals at least as large if the model is true.
    pub p: f64,
    /// How many ways the cross table can differ from the model.
    pub freedom: usize,
    /// Root mean square of observed less expected score over all comparisons,
    /// in parts of 1.
    pub gap: f64,
    /// The pair that is furthest off, measured by its own error: line,
    /// line, observed and expected score of the first.
    pub worst: Option<(usize, usize, f64, f64)>,
}

/// A bot against an opponent, beside what the model expects.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Excess {
    /// The line of the bot, and that of the opponent.
    pub lines: [usize; 2],
    /// Comparisons of the two.
    pub games: u64,
    /// The score of the bot, in parts of 1.
    pub score: f64,
    /// What the fit to all games expects of it.
    pub expected: f64,
    /// The 95 % margin of `score - expected`, from the blocks of deals, with
    /// what the pair itself does to the fit.
    pub margin: Margin,
}

/// From so many resamples of the residuals.
const RESAMPLES: usize = 499;
/// Never fewer, and nothing at all beyond so many operations.
const FEWEST_RESAMPLES: usize = 99;
const MOST_WORK: usize = 1_000_000_000;
/// So many clusters for each way to differ, for all ways to be weighed
/// together; with fewer each pair is weighed by its own error.
const CLUSTERS_PER_WAY: usize = 5;
/// Fewer clusters do not show how residuals vary.
const FEWEST: usize = 10;

/// One pair of bots that met inside a layer.
struct Pair {
    bots: [usize; 2],
    games: f64,
    wins: f64,
    expected: f64,
    /// Clusters in which they met.
    clusters: usize,
}

/// The residuals of each pair by cluster, less what the fit takes from them.
struct Residuals {
    pairs: Vec<Pair>,
    /// By cluster, then by pair: z_b = e_b - A C s_b, with e_b observed less
    /// expected wins, s_b the score, C the inverse information and A the
    /// derivative of expected wins. They sum to r = W - n p.
    rows: Vec<Vec<f64>>,
    sum: Vec<f64>,
}

impl Work<'_> {
    /// Tests r' V^- r, with r the residuals W - n p of all pairs and V their
    /// clustered variance, against resamples of the centred residuals. (The
    /// likelihood ratio against its own bootstrap would never reject.) With it
    /// come the residuals, each pair seen from the side that has more than is
    /// expected; none where the model has nothing left to be wrong about.
    pub(super) fn lack_of_fit(
        &self,
        fitted: &Fitted,
        line_of: &[usize],
    ) -> (Option<LackOfFit>, Vec<Excess>) {
        let mut pairs: Vec<[usize; 2]> = Vec::new();
        for c in self.inner() {
            let [near, far] = c.bots;
            pairs.push([near.min(far), near.max(far)]);
        }
        pairs.sort_unstable();
        pairs.dedup();
        let most = pairs.len() * BUCKETS as usize * FEWEST_RESAMPLES;
        if most > MOST_WORK {
            return (None, Vec::new());
        }
        let Some(residuals) = self.residuals(fitted) else {
            return (None, Vec::new());
        };
        let layers = self.layers.iter().filter(|layer| layer.members.len() > 1);
        let taken: usize = layers.map(|layer| layer.members.len() - 1).sum();
        let freedom = residuals.pairs.len().saturating_sub(taken);
        if freedom == 0 {
            return (None, Vec::new());
        }
        let excess = (0..residuals.pairs.len()).map(|at| residuals.excess(at, line_of));
        let excess = excess.collect();
        (residuals.verdict(freedom, line_of), excess)
    }

    fn residuals(&self, fitted: &Fitted) -> Option<Residuals> {
        let (model, fit) = fitted.pairs.as_ref()?;
        let inner = self.inner();
        let mut slots = vec![None; self.members.len() * self.members.len()];
        let mut pairs: Vec<Pair> = Vec::new();
        // By comparison: which pair, and seen from which side.
        let mut of = Vec::with_capacity(inner.len());
        for (at, c) in inner.iter().enumerate() {
            let [near, far] = self.parameters(c);
            let sign = if near < far { 1.0 } else { -1.0 };
            let bots = [near.min(far), near.max(far)];
            let slot = &mut slots[bots[0] * self.members.len() + bots[1]];
            let pair = *slot.get_or_insert_with(|| {
                pairs.push(Pair {
                    bots,
                    games: 0.0,
                    wins: 0.0,
                    expected: 0.0,
                    clusters: 0,
                });
                pairs.len() - 1
            });
            let (games, wins) = (c.total.games as f64, c.total.points as f64 / 2.0);
            let expected = games * fit.chances[at];
            pairs[pair].games += games;
            pairs[pair].wins += if near < far { wins } else { games - wins };
            pairs[pair].expected += if near < far {
                expected
            } else {
                games - expected
            };
            of.push((pair, sign));
        }
        let mut rows = Vec::new();
        for bucket in 0..BUCKETS as usize {
            let mut row = vec![0.0; pairs.len()];
            let mut met = vec![false; pairs.len()];
            let mut score = vec![0.0; model.parameters];
            let mut any = false;
            for (at, c) in inner.iter().enumerate() {
                let cell = self.counts.sizes()[c.size].cell(bucket, c.cell);
                if cell.games > 0 {
                    any = true;
                    let expected = cell.games as f64 * fit.chances[at];
                    let residual = cell.points as f64 / 2.0 - expected;
                    row[of[at].0] += of[at].1 * residual;
                    met[of[at].0] = true;
                    model.terms[at].score(residual, &mut score);
                }
            }
            if !any {
                continue;
            }
            for (pair, met) in pairs.iter_mut().zip(met) {
                pair.clusters += usize::from(met);
            }
            fit.influence(&mut score);
            for (at, term) in model.terms.iter().enumerate().take(inner.len()) {
                let chance = fit.chances[at];
                let weight = term.games * chance * (1.0 - chance);
                row[of[at].0] -= of[at].1 * weight * term.odds(&score);
            }
            rows.push(row);
        }
        let sum = pairs.iter().map(|pair| pair.wins - pair.expected).collect();
        Some(Residuals { pairs, rows, sum })
    }
}

impl Residuals {
    fn verdict(&self, freedom: usize, line_of: &[usize]) -> Option<LackOfFit> {
        let clusters = self.rows.len();
        let work = self.pairs.len() * clusters;
        if clusters < FEWEST {
            return None;
        }
        let together = (CLUSTERS_PER_WAY * freedom <= clusters)
            .then(|| self.independent())
            .filter(|ways| ways.len() == freedom);
        let resamples = (MOST_WORK / 5 / work).clamp(FEWEST_RESAMPLES, RESAMPLES);
        let p = self.test(together.as_deref(), resamples);
        let games: f64 = self.pairs.iter().map(|pair| pair.games).sum();
        let squares: f64 = self
            .pairs
            .iter()
            .map(|pair| (pair.wins - pair.expected) * (pair.wins - pair.expected) / pair.games)
            .sum();
        let worst = self.worst().map(|at| {
            let pair = &self.pairs[at];
            let [a, b] = pair.bots.map(|bot| line_of[bot]);
            (a, b, pair.wins / pair.games, pair.expected / pair.games)
        });
        Some(LackOfFit {
            p,
            freedom,
            gap: (squares / games).sqrt(),
            worst,
        })
    }

    fn excess(&self, at: usize, line_of: &[usize]) -> Excess {
        let pair = &self.pairs[at];
        let [a, b] = pair.bots.map(|bot| line_of[bot]);
        let squares: f64 = self.rows.iter().map(|row| row[at] * row[at]).sum();
        let more = pair.wins >= pair.expected;
        let part = |wins: f64| {
            let own = if more { wins } else { pair.games - wins };
            own / pair.games
        };
        Excess {
            lines: if more { [a, b] } else { [b, a] },
            games: pair.games as u64,
            score: part(pair.wins),
            expected: part(pair.expected),
            margin: Margin::from_clusters(squares / pair.games / pair.games, pair.clusters),
        }
    }

    /// Pairs whose residuals determine those of all others, by Cholesky's
    /// method with the largest pivots.
    fn independent(&self) -> Vec<usize> {
        let size = self.pairs.len();
        let mut rest = vec![vec![0.0; size]; size];
        for row in &self.rows {
            for (line, a) in rest.iter_mut().zip(row) {
                for (cell, b) in line.iter_mut().zip(row) {
                    *cell += a * b;
                }
            }
        }
        let scale: Vec<f64> = (0..size).map(|i| rest[i][i].max(1e-300)).collect();
        let mut ways = Vec::new();
        loop {
            let part = |i: &usize| rest[*i][*i] / scale[*i];
            let best = (0..size)
                .filter(|i| !ways.contains(i))
                .max_by(|a, b| part(a).total_cmp(&part(b)));
            let Some(best) = best.filter(|best| part(best) > 1e-8) else {
                return ways;
            };
            let pivot = rest[best][best];
            let column: Vec<f64> = rest.iter().map(|line| line[best] / pivot.sqrt()).collect();
            for (line, a) in rest.iter_mut().zip(&column) {
                for (cell, b) in line.iter_mut().zip(&column) {
                    *cell -= a * b;
                }
            }
            ways.push(best);
        }
    }

    /// The part of resamples that differ at least as much.
    fn test(&self, together: Option<&[usize]>, resamples: usize) -> f64 {
        let count = self.rows.len();
        let every: Vec<usize> = (0..self.pairs.len()).collect();
        let ways = together.unwrap_or(&every);
        let pick = |row: &Vec<f64>| ways.iter().map(|&way| row[way]).collect::<Vec<f64>>();
        let mut rows: Vec<Vec<f64>> = self.rows.iter().map(pick).collect();
        let sum = pick(&self.sum);
        let plain = statistic(&sum, rows.iter(), together.is_some());
        let Some(plain) = plain else { return 1.0 };
        for at in 0..ways.len() {
            let mean = rows.iter().map(|row| row[at]).sum::<f64>() / count as f64;
            for row in &mut rows {
                row[at] -= mean;
            }
        }
        let mut random = Random::new(0x6669_7421);
        let mut beyond = 0;
        for _ in 0..resamples {
            let drawn: Vec<usize> = (0..count).map(|_| random.below(count)).collect();
            let mut sum = vec![0.0; ways.len()];
            for &at in &drawn {
                for (sum, value) in sum.iter_mut().zip(&rows[at]) {
                    *sum += value;
                }
            }
            let found = statistic(&sum, drawn.iter().map(|&at| &rows[at]), together.is_some());
            // What cannot be weighed counts against a rejection.
            if found.is_none_or(|found| found >= plain) {
                beyond += 1;
            }
        }
        f64::from(beyond + 1) / (resamples + 1) as f64
    }

    /// The pair with the largest residual in its own errors.
    fn worst(&self) -> Option<usize> {
        let squares = |at: usize| self.rows.iter().map(|row| row[at] * row[at]).sum::<f64>();
        let size = |at: usize| self.sum[at] * self.sum[at] / squares(at).max(1e-12);
        (0..self.pairs.len()).max_by(|&a, &b| size(a).total_cmp(&size(b)))
    }
}

/// r' V^-1 r, or with V's diagonal alone. The mean of the rows is taken out
/// of V, so that what is tested does not widen its own error.
fn statistic<'a>(
    sum: &[f64],
    rows: impl Iterator<Item = &'a Vec<f64>>,
    together: bool,
) -> Option<f64> {
    let size = sum.len();
    if !together {
        let mut squares = vec![0.0; size];
        let mut count = 0.0;
        for row in rows {
            count += 1.0;
            for (square, value) in squares.iter_mut().zip(row) {
                *square += value * value;
            }
        }
        let each = sum.iter().zip(&squares).map(|(sum, square)| {
            let variance = square - sum * sum / count;
            if variance > 1e-12 {
                sum * sum / variance
            } else {
                0.0
            }
        });
        return Some(each.sum());
    }
    let mut matrix = Matrix::zeros(size);
    let mut count = 0.0;
    for row in rows {
        count += 1.0;
        for (i, a) in row.iter().enumerate() {
            for (j, b) in row.iter().enumerate().take(i + 1) {
                matrix.add(i, j, a * b);
            }
        }
    }
    for (i, a) in sum.iter().enumerate() {
        for (j, b) in sum.iter().enumerate().take(i + 1) {
            matrix.add(i, j, -a * b / count);
        }
    }
    let root = Cholesky::new(matrix)?;
    let mut solved = sum.to_vec();
    root.solve(&mut solved);
    Some(super::newton::dot(sum, &solved))
}
