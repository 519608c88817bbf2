//! Is A better than B? Two bots, one number, and when to stop playing.
//!
//! The unit of everything here is a block of deals in all its rotations: its
//! games share dice, so only whole blocks are independent of each other. A unit
//! is worth its share of the points, from 0 to 1, a tie being half a point
//! each.
//!
//! A [`Tally`] counts units; [`Difference`] is what a fixed number of them
//! says; a [`Test`] is asked after each and says when enough were played;
//! [`Power`] says beforehand how many that will be.
//!
//! ```
//! use dudo_results::duel::{Hypotheses, Test, Verdict};
//!
//! // Is A better by 0 Elo at most, or by 20 at least? Of ten pairs of games A
//! // wins two in both seats and splits the others.
//! let mut test = Test::new(Hypotheses::new(0.0, 20.0)?, 2);
//! let mut pairs = 0;
//! while test.verdict().is_none() {
//!     pairs += 1;
//!     test.add(if pairs % 5 == 0 { 4 } else { 2 });
//! }
//! assert_eq!(test.verdict(), Some(Verdict::H1));
//! assert_eq!(pairs, 53);
//! # Ok::<(), dudo_results::duel::HypothesesError>(())
//! ```
//!
//! What is deliberately missing: bounds in BayesElo, which mean another
//! difference in every game with ties, and tests between more than two bots,
//! for which rank sets are the right tool.

mod counts;
mod difference;
mod hypotheses;
mod llr;
mod power;
mod tally;
mod test;

pub use counts::{CountsError, counts};
pub use difference::Difference;
pub use hypotheses::{Hypotheses, HypothesesError, Scale};
pub use llr::{Outcome, llr};
pub use power::Power;
pub use tally::Tally;
pub use test::{FEWEST_UNITS, Test, Verdict};

use super::rating::{ELO, logistic};

/// The expected score of a bot that is better by so much.
#[must_use]
pub fn score_of(elo: f64) -> f64 {
    logistic(elo / ELO)
}

/// The difference at which this score is expected; infinite at 0 and 1.
#[must_use]
pub fn elo_of(score: f64) -> f64 {
    ELO * (libm::log(score) - libm::log(1.0 - score))
}
