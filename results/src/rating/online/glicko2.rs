//! Glicko-2 (Glickman 2013), a period for each block.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

use super::elo::outcome;
use super::{Update, slot};
use crate::log::BotId;

/// Ratings as they were before the block, and the block's results.
#[derive(Debug, Default)]
pub(super) struct Glicko2 {
    ratings: Vec<Option<Glicko2Rating>>,
    block: u64,
    results: Vec<(BotId, BotId, Outcomes)>,
}

impl Glicko2 {
    fn close(&mut self) {
        let config = Glicko2Config::new();
        let mut of: Vec<Vec<(Glicko2Rating, Outcomes)>> = vec![Vec::new(); self.ratings.len()];
        for (bot, other, outcome) in self.results.drain(..) {
            if let Some(Some(rating)) = self.ratings.get(other.index()) {
                of[bot.index()].push((*rating, outcome));
            }
        }
        for (rating, results) in self.ratings.iter_mut().zip(of) {
            if let (Some(rating), false) = (rating, results.is_empty()) {
                *rating = glicko2_rating_period(rating, &results, &config);
            }
        }
    }
}

impl Update for Glicko2 {
    fn add(&mut self, block: u64, bots: &[BotId], places: &[u8]) {
        if block != self.block {
            self.close();
            self.block = block;
        }
        for (a, &bot) in bots.iter().enumerate() {
            slot(&mut self.ratings, bot, Glicko2Rating::new());
            for (b, &other) in bots.iter().enumerate() {
                if a != b {
                    self.results
                        .push((bot, other, outcome(places[a], places[b])));
                }
            }
        }
    }

    fn ratings(&mut self) -> Vec<Option<(f64, Option<f64>)>> {
        self.close();
        let rating = |rating: &Option<Glicko2Rating>| {
            rating.map(|rating| (rating.rating, Some(rating.deviation)))
        };
        self.ratings.iter().map(rating).collect()
    }
}
