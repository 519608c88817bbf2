//! Who beats whom beyond doubt, and where that goes round in a circle.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::alpha_rank::settled;
use super::counts::BUCKETS;
use super::field::Work;
use super::nash::max_entropy;

/// What one number for each bot does not show. Bots are lines of the field.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cycles {
    /// Bots each of whom beats the next, and the last the first, every edge
    /// significant after Holm's correction for all pairs: triangles, or the
    /// shortest where there is none.
    pub cycles: Vec<Vec<usize>>,
    /// How many more triangles there are.
    pub more: usize,
    /// Pairs where the lower line beats the upper one significantly, with the
    /// lower one's score.
    pub upsets: Vec<(usize, usize, f64)>,
    /// By line: how often a population that copies what wins plays each bot
    /// (alpha-rank), and the alpha at which the order settled. Empty unless
    /// every pair met.
    pub alpha_rank: (Vec<f64>, f64),
    /// By line: weights of the mixture that no bot beats, of largest entropy.
    pub nash: Vec<f64>,
    /// By line: the part of resamples in which the bot has a weight; empty
    /// unless resamples were asked for.
    pub nash_kept: Vec<f64>,
}

/// So many cycles are named.
const NAMED: usize = 5;
/// For more bots the weights take too long, and say little.
const MOST_BOTS: usize = 40;
/// A weight below this is none.
const WEIGHT: f64 = 1e-3;

impl Work<'_> {
    /// For lines with these parameters.
    pub(super) fn cycles(&self, positions: &[usize]) -> Cycles {
        let size = positions.len();
        let edges = self.significant(positions);
        let mut found = Cycles::default();
        let beats = |a: usize, b: usize| edges[a][b].is_some();
        for a in 0..size {
            for b in 0..size {
                // Each triangle once, from its first line.
                if b <= a || !beats(a, b) {
                    continue;
                }
                for c in a + 1..size {
                    if beats(b, c) && beats(c, a) {
                        if found.cycles.len() < NAMED {
                            found.cycles.push(vec![a, b, c]);
                        } else {
                            found.more += 1;
                        }
                    }
                }
            }
        }
        if found.cycles.is_empty() {
            let shortest = (0..size).filter_map(|start| shortest(&edges, start));
            found.cycles.extend(shortest.min_by_key(Vec::len));
        }
        for (upper, _) in positions.iter().enumerate() {
            for (lower, edge) in edges.iter().enumerate().skip(upper + 1) {
                if let Some(score) = edge[upper] {
                    found.upsets.push((upper, lower, score));
                }
            }
        }
        if (3..=MOST_BOTS).contains(&size)
            && let Some(rates) = self.rates(positions, &[1.0; BUCKETS as usize])
        {
            found.alpha_rank = settled(&rates);
            found.nash = weights(&rates);
        }
        found
    }

    /// `[a][b]`: a's score against b where it is significantly above a half.
    fn significant(&self, positions: &[usize]) -> Vec<Vec<Option<f64>>> {
        let size = positions.len();
        let line_of = lines(positions);
        // Pair after pair, so that only one is in memory by bucket.
        let mut of = Vec::with_capacity(self.comparisons.len());
        for (at, c) in self.comparisons.iter().enumerate() {
            let [near, far] = self.parameters(c).map(|at| line_of[at]);
            of.push((near.min(far), near.max(far), near < far, at));
        }
        of.sort_unstable();
        let mut tests = Vec::new();
        for pair in of.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)) {
            let mut sums = [[0.0; 2]; BUCKETS as usize];
            for &(_, _, forwards, at) in pair {
                let c = self.comparisons[at];
                for (bucket, sum) in sums.iter_mut().enumerate() {
                    let cell = self.counts.sizes()[c.size].cell(bucket, c.cell);
                    let (games, points) = (cell.games as f64, cell.points as f64 / 2.0);
                    sum[0] += games;
                    sum[1] += if forwards { points } else { games - points };
                }
            }
            if let Some((p, score)) = against_half(&sums) {
                tests.push((p, score, pair[0].0, pair[0].1));
            }
        }
        tests.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut edges = vec![vec![None; size]; size];
        let count = tests.len();
        for (at, (p, score, a, b)) in tests.into_iter().enumerate() {
            // Holm (1979): as soon as one fails all after it do.
            if p * (count - at) as f64 > 0.05 {
                break;
            }
            if score > 0.5 {
                edges[a][b] = Some(score);
            } else {
                edges[b][a] = Some(1.0 - score);
            }
        }
        edges
    }

    /// Scores of all lines against all, buckets weighted; `None` unless every
    /// pair met.
    fn rates(&self, positions: &[usize], weights: &[f64]) -> Option<Vec<Vec<f64>>> {
        let size = positions.len();
        let line_of = lines(positions);
        let mut sums = vec![[0.0; 2]; size * size];
        for c in &self.comparisons {
            let [near, far] = self.parameters(c).map(|at| line_of[at]);
            for (bucket, weight) in weights.iter().enumerate() {
                let cell = self.counts.sizes()[c.size].cell(bucket, c.cell);
                let (games, points) = (
                    weight * cell.games as f64,
                    weight * cell.points as f64 / 2.0,
                );
                for (at, points) in [
                    (near * size + far, points),
                    (far * size + near, games - points),
                ] {
                    sums[at][0] += games;
                    sums[at][1] += points;
                }
            }
        }
        let mut rates = vec![vec![0.5; size]; size];
        for (a, row) in rates.iter_mut().enumerate() {
            for (b, rate) in row.iter_mut().enumerate() {
                if a != b {
                    let [games, points] = sums[a * size + b];
                    if games == 0.0 {
                        return None;
                    }
                    *rate = points / games;
                }
            }
        }
        Some(rates)
    }

    /// The part of resamples of the buckets, given as weights, in which each
    /// line has a Nash weight.
    pub(super) fn nash_kept(&self, positions: &[usize], resamples: &[Vec<f64>]) -> Vec<f64> {
        let mut kept = vec![0.0; positions.len()];
        let mut counted = 0.0;
        for resample in resamples {
            if let Some(rates) = self.rates(positions, resample) {
                counted += 1.0;
                for (kept, weight) in kept.iter_mut().zip(weights(&rates)) {
                    *kept += f64::from(u8::from(weight > WEIGHT));
                }
            }
        }
        if counted == 0.0 {
            return Vec::new();
        }
        kept.iter().map(|kept| kept / counted).collect()
    }
}

/// Where each parameter's line is.
pub(super) fn lines(positions: &[usize]) -> Vec<usize> {
    let mut line_of = vec![0; positions.len()];
    for (line, &at) in positions.iter().enumerate() {
        line_of[at] = line;
    }
    line_of
}

fn weights(rates: &[Vec<f64>]) -> Vec<f64> {
    let row = |row: &Vec<f64>| row.iter().map(|rate| rate - 0.5).collect();
    max_entropy(&rates.iter().map(row).collect::<Vec<Vec<f64>>>())
}

/// A two-sided test of a score against a half, by Student's t over the
/// clusters; where all came out the same, by the sign of each. The score.
fn against_half(buckets: &[[f64; 2]]) -> Option<(f64, f64)> {
    let met: Vec<&[f64; 2]> = buckets.iter().filter(|bucket| bucket[0] > 0.0).collect();
    let games: f64 = met.iter().map(|bucket| bucket[0]).sum();
    if met.len() < super::margin::FEWEST_CLUSTERS {
        return None;
    }
    let score = met.iter().map(|bucket| bucket[1]).sum::<f64>() / games;
    let off = |bucket: &[f64; 2]| (bucket[1] - score * bucket[0]) / games;
    let squares: f64 = met.iter().map(|bucket| off(bucket) * off(bucket)).sum();
    let count = met.len() as f64;
    if squares < 1e-18 {
        let p = if score == 0.5 {
            1.0
        } else {
            2.0 * libm::exp2(-count)
        };
        return Some((p, score));
    }
    let error = (squares * count / (count - 1.0)).sqrt();
    let t = StudentsT::new(0.0, 1.0, count - 1.0).ok()?;
    Some((2.0 * t.cdf(-((score - 0.5) / error).abs()), score))
}

/// The shortest way along the edges from a line back to it.
fn shortest(edges: &[Vec<Option<f64>>], start: usize) -> Option<Vec<usize>> {
    let mut from = vec![None; edges.len()];
    let mut queue = vec![start];
    let mut next = 0;
    while let Some(&at) = queue.get(next) {
        next += 1;
        for (to, edge) in edges[at].iter().enumerate() {
            if edge.is_none() {
                continue;
            }
            if to == start {
                let mut path = vec![at];
                let mut back = at;
                while let Some(before) = from[back] {
                    path.push(before);
                    back = before;
                }
                path.reverse();
                return Some(path);
            }
            if from[to].is_none() {
                from[to] = Some(at);
                queue.push(to);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_way_round() {
        let mut edges = vec![vec![None; 5]; 5];
        for (a, b) in [(0, 1), (1, 2), (2, 3), (3, 0), (3, 4), (1, 4)] {
            edges[a][b] = Some(0.9);
        }
        assert_eq!(shortest(&edges, 0), Some(vec![0, 1, 2, 3]));
        assert_eq!(shortest(&edges, 4), None);
    }

    #[test]
    fn a_score_against_a_half() {
        let split = vec![[2.0, 1.0]; 9];
        assert_eq!(against_half(&split), Some((1.0, 0.5)));
        let won = vec![[2.0, 2.0]; 9];
        assert_eq!(against_half(&won), Some((2.0 / 512.0, 1.0)));
        // Nine clusters of one game, 8 won: t = (8/9 - 1/2) / (1/9) = 3.5
        // with 8 degrees: 0.00808.
        let mut most = vec![[1.0, 1.0]; 9];
        most[0][1] = 0.0;
        let (p, _) = against_half(&most).unwrap();
        assert!((p - 0.008_08).abs() < 1e-4, "{p}");
        assert_eq!(against_half(&won[..2]), None);
    }
}
