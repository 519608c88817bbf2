//! Asked after each unit whether enough were played.

use super::hypotheses::Hypotheses;
use super::llr::llr;
use super::tally::Tally;

/// No verdict before so many units: the spread of fewer says too little.
pub const FEWEST_UNITS: u64 = 10;

/// What a test ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The first bot is not better by `elo1`.
    H0,
    /// The first bot is better than `elo0`.
    H1,
    /// All units were split exactly, and so many that it is no chance.
    Identical,
    /// A bot was withdrawn for its faults: what was played says nothing about
    /// what it would have done.
    NoVerdict,
}

/// A sequential probability ratio test between two [`Hypotheses`].
///
/// Its state after so many units depends on these units alone, so whoever
/// folds the same log in the same order ends at the same unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    hypotheses: Hypotheses,
    tally: Tally,
    units: u64,
    llr: f64,
    verdict: Option<Verdict>,
}

impl Test {
    /// Before the first unit; each will have so many games.
    ///
    /// # Panics
    /// If a unit has no games.
    #[must_use]
    pub fn new(hypotheses: Hypotheses, games: u64) -> Self {
        Self::of(hypotheses, Tally::new(games))
    }

    /// As it stands with these units, as if it had been asked only now.
    #[must_use]
    pub fn of(hypotheses: Hypotheses, tally: Tally) -> Self {
        let mut test = Self {
            hypotheses,
            units: tally.units(),
            tally,
            llr: 0.0,
            verdict: None,
        };
        if test.units > 0 {
            test.judge();
        }
        test
    }

    /// Takes in a unit of which the first bot got so many half points. What
    /// comes after the verdict is not counted.
    ///
    /// # Panics
    /// If these are more half points than a unit has.
    pub fn add(&mut self, half_points: u64) {
        if self.verdict.is_none() {
            self.tally.add(half_points);
            self.units += 1;
            self.judge();
        }
    }

    /// Ends it without a verdict, unless it has one.
    pub fn withdraw(&mut self) {
        self.verdict.get_or_insert(Verdict::NoVerdict);
    }

    fn judge(&mut self) {
        let games = self.tally.games_per_unit();
        self.llr = llr(&self.tally.outcomes(), games, &self.hypotheses);
        if self.units < FEWEST_UNITS {
            return;
        }
        let (low, high) = self.hypotheses.bounds();
        let split = self.tally.all_split();
        self.verdict = match self.llr {
            _ if split && self.is_no_chance() => Some(Verdict::Identical),
            llr if llr <= low && split => Some(Verdict::Identical),
            llr if llr >= high && split => Some(Verdict::Identical),
            llr if llr <= low => Some(Verdict::H0),
            llr if llr >= high => Some(Verdict::H1),
            _ => None,
        };
    }

    /// Whether units that were all split leave no room for a difference: the
    /// share of others is then below what lies between the hypotheses, but for
    /// a chance of alpha (1 - alpha^(1/n), about -ln(alpha) / n). Without this
    /// a test that is symmetric about 0 would never end.
    fn is_no_chance(&self) -> bool {
        let apart =
            super::score_of(self.hypotheses.elo1()) - super::score_of(self.hypotheses.elo0());
        -libm::log(self.hypotheses.alpha()) / (self.units as f64) < apart
    }

    /// What it decides between.
    #[must_use]
    pub const fn hypotheses(&self) -> &Hypotheses {
        &self.hypotheses
    }

    /// The units so far.
    #[must_use]
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The log-likelihood ratio, in nats; H1 is taken when it is high.
    #[must_use]
    pub const fn llr(&self) -> f64 {
        self.llr
    }

    /// The verdict, once there is one.
    #[must_use]
    pub const fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }
}
