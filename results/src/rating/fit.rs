//! The Bradley-Terry model with an effect for each seat, by Newton's method.
//!
//! The bot in seat s beats the bot in seat t with probability
//! `logistic(theta_i - theta_j + delta_s - delta_t)` (Bradley and Terry 1952;
//! the order effect as in Davidson and Beaver 1977). The log-likelihood is
//! concave and the link canonical, so observed and expected information are
//! the same and Newton's method is Fisher's scoring. Iterative scaling would
//! need tens of thousands of sweeps where a few games join two groups.

use super::elo::{ln_logistic, logistic};
use super::linear::{Cholesky, Matrix};

/// Comparisons of the same two bots in the same two seats.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    /// The parameters of the bot whose wins are counted, and of the other.
    pub(crate) bots: [usize; 2],
    /// The parameters of their seats, where seats have effects.
    pub(crate) seats: Option<[usize; 2]>,
    pub(crate) games: f64,
    /// A tie is half a win.
    pub(crate) wins: f64,
}

impl Term {
    /// The log-odds of a win.
    fn odds(&self, beta: &[f64]) -> f64 {
        let seats = self.seats.map_or(0.0, |[near, far]| beta[near] - beta[far]);
        beta[self.bots[0]] - beta[self.bots[1]] + seats
    }

    /// Adds a residual to the score of each parameter.
    pub(crate) fn score(&self, residual: f64, score: &mut [f64]) {
        for [plus, minus] in [Some(self.bots), self.seats].into_iter().flatten() {
            score[plus] += residual;
            score[minus] -= residual;
        }
    }
}

/// What is to be fitted.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) parameters: usize,
    /// Sets of parameters of which only differences matter; each sums to 0.
    pub(crate) groups: Vec<Vec<usize>>,
    /// The parameters from here on are seat effects.
    pub(crate) first_seat: usize,
    pub(crate) terms: Vec<Term>,
}

/// The maximum of the likelihood.
#[derive(Clone, Debug)]
pub(crate) struct Fit {
    /// In nats.
    pub(crate) beta: Vec<f64>,
    /// The probability of a win, by term.
    pub(crate) chances: Vec<f64>,
    information: Cholesky,
}

/// There is no unique finite maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoFit {
    /// The games cannot tell the parameters apart.
    Singular,
    /// The likelihood rises without end.
    Diverged,
}

/// Longest step, in nats: further out the quadratic form means nothing.
const STRIDE: f64 = 2.0;
/// Stop below this step, in nats: 2e-8 Elo.
const CLOSE: f64 = 1e-10;
/// No seat is worth odds of a million to one.
const SEAT_LIMIT: f64 = 14.0;

impl Model {
    /// Finds the maximum from a fixed start, so that equal counts give equal
    /// bits.
    pub(crate) fn fit(&self) -> Result<Fit, NoFit> {
        let mut beta = vec![0.0; self.parameters];
        let mut last = f64::INFINITY;
        for _ in 0..200 {
            let (mut step, information) = self.information(&beta)?;
            let score = step.clone();
            information.solve(&mut step);
            self.center(&mut step);
            let longest = step.iter().fold(0.0_f64, |most, s| most.max(s.abs()));
            // Round-off can keep a thin bridge of games between large groups
            // from the last digits; then the step has stopped to shrink.
            let done = longest < CLOSE || longest < 1e-7 && longest >= last / 2.0;
            last = longest;
            let mut scale = (STRIDE / longest).min(1.0);
            let slope = dot(&score, &step);
            let mut moved = advance(&beta, &step, scale);
            // A slope that has turned over means a step beyond the maximum.
            while longest > 1e-6 && scale > 1e-6 && dot(&self.slopes(&moved), &step) < -slope / 2.0
            {
                scale /= 2.0;
                moved = advance(&beta, &step, scale);
            }
            beta = moved;
            if beta[self.first_seat..].iter().any(|d| d.abs() > SEAT_LIMIT) {
                return Err(NoFit::Diverged);
            }
            if done {
                let (_, information) = self.information(&beta)?;
                let chance = |term: &Term| logistic(term.odds(&beta));
                let chances = self.terms.iter().map(chance).collect();
                return Ok(Fit {
                    beta,
                    chances,
                    information,
                });
            }
        }
        Err(NoFit::Diverged)
    }

    /// The log-likelihood in nats.
    #[cfg_attr(not(test), expect(dead_code, reason = "tests compare models by it"))]
    pub(crate) fn log_likelihood(&self, beta: &[f64]) -> f64 {
        let part = |term: &Term| {
            let odds = term.odds(beta);
            term.wins * ln_logistic(odds) + (term.games - term.wins) * ln_logistic(-odds)
        };
        self.terms.iter().map(part).sum()
    }

    /// The gradient of the log-likelihood.
    fn slopes(&self, beta: &[f64]) -> Vec<f64> {
        let mut score = vec![0.0; self.parameters];
        for term in &self.terms {
            let expected = term.games * logistic(term.odds(beta));
            term.score(term.wins - expected, &mut score);
        }
        score
    }

    /// The gradient and the factored information. The information does not see
    /// a shift of a whole group; adding a multiple of 1 1' for each group makes
    /// it regular and leaves every difference inside a group as it is.
    fn information(&self, beta: &[f64]) -> Result<(Vec<f64>, Cholesky), NoFit> {
        let mut score = vec![0.0; self.parameters];
        let mut matrix = Matrix::zeros(self.parameters);
        for term in &self.terms {
            let chance = logistic(term.odds(beta));
            term.score(term.wins - term.games * chance, &mut score);
            let weight = term.games * chance * (1.0 - chance);
            let seats = term.seats.unwrap_or([0, 0]);
            let entries = [
                (term.bots[0], 1.0),
                (term.bots[1], -1.0),
                (seats[0], 1.0),
                (seats[1], -1.0),
            ];
            let entries = &entries[..if term.seats.is_some() { 4 } else { 2 }];
            for &(row, a) in entries {
                for &(column, b) in entries {
                    matrix.add(row, column, a * b * weight);
                }
            }
        }
        for group in &self.groups {
            let diagonal: f64 = group.iter().map(|&i| matrix.at(i, i)).sum();
            // A parameter without a game is a group of its own and stays 0.
            let weight = if diagonal > 0.0 {
                diagonal / (group.len() * group.len()) as f64
            } else {
                1.0
            };
            for &row in group {
                for &column in group {
                    matrix.add(row, column, weight);
                }
            }
        }
        let factored = Cholesky::new(matrix).ok_or(NoFit::Singular)?;
        Ok((score, factored))
    }

    /// Takes out of each group the shift that round-off put in.
    fn center(&self, beta: &mut [f64]) {
        for group in &self.groups {
            let mean = group.iter().map(|&i| beta[i]).sum::<f64>() / group.len() as f64;
            for &i in group {
                beta[i] -= mean;
            }
        }
    }
}

impl Fit {
    /// What a score moves: the information's pseudo-inverse times the score of
    /// some games (Hampel 1974, the influence of these games).
    pub(crate) fn influence(&self, score: &mut [f64]) {
        self.information.solve(score);
    }

    /// The variance of a contrast if all games were independent, in nats^2.
    #[cfg(test)]
    pub(crate) fn fisher(&self, contrast: &[f64]) -> f64 {
        let mut solved = contrast.to_vec();
        self.information.solve(&mut solved);
        dot(contrast, &solved)
    }
}

fn advance(beta: &[f64], step: &[f64], scale: f64) -> Vec<f64> {
    beta.iter().zip(step).map(|(b, s)| b + scale * s).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

#[cfg(test)]
mod tests;
