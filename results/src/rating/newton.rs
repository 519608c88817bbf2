//! Newton's method for concave likelihoods.

use super::linear::{Cholesky, Matrix};

/// There is no unique finite maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoFit {
    /// The games cannot tell the parameters apart.
    Singular,
    /// The likelihood rises without end.
    Diverged,
}

/// A log-likelihood that is concave in its parameters.
pub(crate) trait Concave {
    /// Sets of parameters of which only differences matter; each sums to 0.
    fn groups(&self) -> &[Vec<usize>];
    /// The parameters from here on are seat effects.
    fn first_seat(&self) -> usize;
    /// The gradient.
    fn slopes(&self, beta: &[f64]) -> Vec<f64>;
    /// Minus the matrix of second derivatives.
    fn curvature(&self, beta: &[f64]) -> Matrix;
}

/// Longest step, in nats: further out the quadratic form means nothing.
const STRIDE: f64 = 2.0;
/// Stop below this step, in nats: 2e-8 Elo.
const CLOSE: f64 = 1e-10;
/// No seat is worth odds of a million to one.
const SEAT_LIMIT: f64 = 14.0;

/// Finds the maximum from this start. From a fixed start equal counts give
/// equal bits.
pub(crate) fn maximum(
    likelihood: &impl Concave,
    start: Vec<f64>,
) -> Result<(Vec<f64>, Cholesky), NoFit> {
    let mut beta = start;
    let mut last = f64::INFINITY;
    for _ in 0..200 {
        let information = information(likelihood, &beta)?;
        let score = likelihood.slopes(&beta);
        let mut step = score.clone();
        information.solve(&mut step);
        center(likelihood.groups(), &mut step);
        let longest = step.iter().fold(0.0_f64, |most, s| most.max(s.abs()));
        // Round-off can keep a thin bridge of games between large groups
        // from the last digits; then the step has stopped to shrink.
        let done = longest < CLOSE || longest < 1e-7 && longest >= last / 2.0;
        last = longest;
        let mut scale = (STRIDE / longest).min(1.0);
        let slope = dot(&score, &step);
        let mut moved = advance(&beta, &step, scale);
        // A slope that has turned over means a step beyond the maximum.
        while longest > 1e-6
            && scale > 1e-6
            && dot(&likelihood.slopes(&moved), &step) < -slope / 2.0
        {
            scale /= 2.0;
            moved = advance(&beta, &step, scale);
        }
        beta = moved;
        let seats = &beta[likelihood.first_seat()..];
        if seats.iter().any(|d| d.abs() > SEAT_LIMIT) {
            return Err(NoFit::Diverged);
        }
        if done {
            let information = self::information(likelihood, &beta)?;
            return Ok((beta, information));
        }
    }
    Err(NoFit::Diverged)
}

/// Whether all parameters can be told apart by what was observed, wherever the
/// maximum is, if there is one.
pub(crate) fn is_regular(likelihood: &super::fit::Model) -> bool {
    information(likelihood, &vec![0.0; likelihood.parameters]).is_ok()
}

/// The factored information. It does not see a shift of a whole group; adding
/// a multiple of 1 1' for each group makes it regular and leaves every
/// difference inside a group as it is.
fn information(likelihood: &impl Concave, beta: &[f64]) -> Result<Cholesky, NoFit> {
    let mut matrix = likelihood.curvature(beta);
    for group in likelihood.groups() {
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
    Cholesky::new(matrix).ok_or(NoFit::Singular)
}

/// Takes out of each group the shift that round-off put in.
fn center(groups: &[Vec<usize>], beta: &mut [f64]) {
    for group in groups {
        let mean = group.iter().map(|&i| beta[i]).sum::<f64>() / group.len() as f64;
        for &i in group {
            beta[i] -= mean;
        }
    }
}

fn advance(beta: &[f64], step: &[f64], scale: f64) -> Vec<f64> {
    beta.iter().zip(step).map(|(b, s)| b + scale * s).collect()
}

pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}
