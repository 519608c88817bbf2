//! How often each score came out.

use super::llr::Outcome;
use std::collections::BTreeMap;

/// Units counted by what the first bot got of them. The order in which they
/// were played is forgotten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    games: u64,
    /// Half points of the first bot, and how often.
    units: BTreeMap<u64, u64>,
}

impl Tally {
    /// No unit yet; each will have so many games.
    ///
    /// # Panics
    /// If a unit has no games.
    #[must_use]
    pub fn new(games: u64) -> Self {
        assert!(games > 0, "a unit has games");
        Self {
            games,
            units: BTreeMap::new(),
        }
    }

    /// Adds a unit of which the first bot got so many half points.
    ///
    /// # Panics
    /// If that is more than there are.
    pub fn add(&mut self, half_points: u64) {
        self.add_times(half_points, 1);
    }

    /// The same, several times.
    ///
    /// # Panics
    /// If the half points are more than there are.
    pub fn add_times(&mut self, half_points: u64, times: u64) {
        assert!(
            half_points <= 2 * self.games,
            "{half_points} half points of {} games",
            self.games
        );
        if times > 0 {
            *self.units.entry(half_points).or_default() += times;
        }
    }

    /// Games in a unit.
    #[must_use]
    pub const fn games_per_unit(&self) -> u64 {
        self.games
    }

    /// How many units there are.
    #[must_use]
    pub fn units(&self) -> u64 {
        self.units.values().sum()
    }

    /// Each score that was seen, from 0 to 1, and how often.
    pub fn scores(&self) -> impl Iterator<Item = (f64, u64)> {
        let all = 2.0 * self.games as f64;
        self.units
            .iter()
            .map(move |(&half_points, &times)| (half_points as f64 / all, times))
    }

    /// The mean score and the variance of one (of the population), 0.5 and 0
    /// where there is none.
    #[must_use]
    pub fn moments(&self) -> (f64, f64) {
        let units = self.units();
        if units == 0 {
            return (0.5, 0.0);
        }
        let n = units as f64;
        let sum: f64 = self
            .scores()
            .map(|(score, times)| score * times as f64)
            .sum();
        let mean = sum / n;
        let square = |(score, times): (f64, u64)| (score - mean) * (score - mean) * times as f64;
        (mean, self.scores().map(square).sum::<f64>() / n)
    }

    /// The outcomes that a likelihood is made of: nothing, half and all of the
    /// points, which are always possible, and what else was seen.
    #[must_use]
    pub fn outcomes(&self) -> Vec<Outcome> {
        let mut units = self.units.clone();
        for possible in [0, self.games, 2 * self.games] {
            units.entry(possible).or_default();
        }
        let all = 2.0 * self.games as f64;
        let outcome = |(half_points, times): (u64, u64)| Outcome {
            score: half_points as f64 / all,
            count: times as f64,
        };
        units.into_iter().map(outcome).collect()
    }

    /// Whether each of them, and there is one, was split exactly.
    #[must_use]
    pub fn all_split(&self) -> bool {
        self.units.keys().eq([&self.games])
    }
}
