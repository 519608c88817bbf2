//! Elo's rule, game by game.

use skillratings::Outcomes;
use skillratings::elo::{EloConfig, EloRating, elo};

use super::{Update, slot};
use crate::log::BotId;

/// Starts at 1500 with K = 32.
#[derive(Debug, Default)]
pub(super) struct Elo {
    ratings: Vec<Option<f64>>,
}

const START: f64 = 1500.0;

impl Update for Elo {
    fn add(&mut self, _: u64, bots: &[BotId], places: &[u8]) {
        let config = EloConfig::new();
        let before: Vec<f64> = bots
            .iter()
            .map(|&bot| *slot(&mut self.ratings, bot, START))
            .collect();
        let mut change = vec![0.0; bots.len()];
        for a in 0..bots.len() {
            for b in a + 1..bots.len() {
                let [one, two] = [before[a], before[b]].map(|rating| EloRating { rating });
                let outcome = outcome(places[a], places[b]);
                let (one, two) = elo(&one, &two, &outcome, &config);
                change[a] += one.rating - before[a];
                change[b] += two.rating - before[b];
            }
        }
        for (&bot, change) in bots.iter().zip(change) {
            *slot(&mut self.ratings, bot, START) += change / (bots.len() - 1) as f64;
        }
    }

    fn ratings(&mut self) -> Vec<Option<(f64, Option<f64>)>> {
        let rating = |rating: &Option<f64>| rating.map(|rating| (rating, None));
        self.ratings.iter().map(rating).collect()
    }
}

/// The outcome for the first of two.
pub(super) fn outcome(own: u8, other: u8) -> Outcomes {
    match own.cmp(&other) {
        std::cmp::Ordering::Less => Outcomes::WIN,
        std::cmp::Ordering::Equal => Outcomes::DRAW,
        std::cmp::Ordering::Greater => Outcomes::LOSS,
    }
}
