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
use super::newton::{Concave, NoFit, dot, maximum};

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
    pub(crate) fn odds(&self, beta: &[f64]) -> f64 {
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

impl Model {
    /// Finds the maximum from a fixed start, so that equal counts give equal
    /// bits.
    pub(crate) fn fit(&self) -> Result<Fit, NoFit> {
        self.fit_from(vec![0.0; self.parameters])
    }

    /// Finds the maximum from near it.
    pub(crate) fn fit_from(&self, start: Vec<f64>) -> Result<Fit, NoFit> {
        let (beta, information) = maximum(self, start)?;
        let chance = |term: &Term| logistic(term.odds(&beta));
        let chances = self.terms.iter().map(chance).collect();
        Ok(Fit {
            beta,
            chances,
            information,
        })
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
}

impl Concave for Model {
    fn groups(&self) -> &[Vec<usize>] {
        &self.groups
    }

    fn first_seat(&self) -> usize {
        self.first_seat
    }

    fn slopes(&self, beta: &[f64]) -> Vec<f64> {
        let mut score = vec![0.0; self.parameters];
        for term in &self.terms {
            let expected = term.games * logistic(term.odds(beta));
            term.score(term.wins - expected, &mut score);
        }
        score
    }

    fn curvature(&self, beta: &[f64]) -> Matrix {
        let mut matrix = Matrix::zeros(self.parameters);
        for term in &self.terms {
            let chance = logistic(term.odds(beta));
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
        matrix
    }
}

impl Fit {
    /// What a score moves: the information's pseudo-inverse times the score of
    /// some games (Hampel 1974, the influence of these games).
    pub(crate) fn influence(&self, score: &mut [f64]) {
        self.information.solve(score);
    }

    /// The variance of a contrast if all games were independent, in nats^2.
    pub(crate) fn fisher(&self, contrast: &[f64]) -> f64 {
        let mut solved = contrast.to_vec();
        self.information.solve(&mut solved);
        dot(contrast, &solved)
    }
}

#[cfg(test)]
mod tests;
