//! TrueSkill (Herbrich, Minka and Graepel 2007) for bots that stay as they are.

use skillratings::MultiTeamOutcome;
use skillratings::trueskill::{TrueSkillConfig, TrueSkillRating, trueskill_multi_team};

use super::{Update, slot};
use crate::log::BotId;

/// Starts at 25 with deviation 25 / 3.
#[derive(Debug, Default)]
pub(super) struct TrueSkill {
    ratings: Vec<Option<TrueSkillRating>>,
    /// Ties seen, and pairs: what the chance of a draw is taken from.
    pub(super) config: Option<TrueSkillConfig>,
}

impl Update for TrueSkill {
    fn add(&mut self, _: u64, bots: &[BotId], places: &[u8]) {
        // No dynamics: tau adds doubt before every game, and a bot is no
        // doubtful for having played.
        let config = self.config.unwrap_or(TrueSkillConfig {
            draw_probability: 0.0,
            beta: 25.0 / 6.0,
            dynamics_factor: 0.0,
        });
        // A tie has no chance then; the pair is settled in favour of nobody.
        let new = TrueSkillRating::new();
        let teams: Vec<[TrueSkillRating; 1]> = bots
            .iter()
            .map(|&bot| [*slot(&mut self.ratings, bot, new)])
            .collect();
        let tied = (1..places.len()).any(|at| places[..at].contains(&places[at]));
        let config = TrueSkillConfig {
            draw_probability: if tied { 0.1 } else { config.draw_probability },
            ..config
        };
        let mut ranked = Vec::with_capacity(bots.len());
        for (team, &place) in teams.iter().zip(places) {
            ranked.push((&team[..], MultiTeamOutcome::new(place.into())));
        }
        if let Ok(updated) = trueskill_multi_team(&ranked, &config, None) {
            for (&bot, team) in bots.iter().zip(updated) {
                if let [rating] = team[..] {
                    *slot(&mut self.ratings, bot, new) = rating;
                }
            }
        }
    }

    fn ratings(&mut self) -> Vec<Option<(f64, Option<f64>)>> {
        let rating = |rating: &Option<TrueSkillRating>| {
            rating.map(|rating| (rating.rating, Some(rating.uncertainty)))
        };
        self.ratings.iter().map(rating).collect()
    }
}
