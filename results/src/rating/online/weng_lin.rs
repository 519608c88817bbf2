//! Weng and Lin (2011): Bradley-Terry, all pairs of a game.

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

use super::{Update, slot};
use crate::log::BotId;

/// Starts at 25 with deviation 25 / 3; no doubt is added before a game.
#[derive(Debug, Default)]
pub(super) struct WengLin {
    ratings: Vec<Option<WengLinRating>>,
}

impl Update for WengLin {
    fn add(&mut self, _: u64, bots: &[BotId], places: &[u8]) {
        let new = WengLinRating::new();
        let teams: Vec<[WengLinRating; 1]> = bots
            .iter()
            .map(|&bot| [*slot(&mut self.ratings, bot, new)])
            .collect();
        let mut ranked = Vec::with_capacity(bots.len());
        for (team, &place) in teams.iter().zip(places) {
            ranked.push((&team[..], MultiTeamOutcome::new(place.into())));
        }
        let updated = weng_lin_multi_team(&ranked, &WengLinConfig::new());
        for (&bot, team) in bots.iter().zip(updated) {
            if let [rating] = team[..] {
                *slot(&mut self.ratings, bot, new) = rating;
            }
        }
    }

    fn ratings(&mut self) -> Vec<Option<(f64, Option<f64>)>> {
        let rating = |rating: &Option<WengLinRating>| {
            rating.map(|rating| (rating.rating, Some(rating.uncertainty)))
        };
        self.ratings.iter().map(rating).collect()
    }
}
