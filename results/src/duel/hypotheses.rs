//! What a sequential test decides between, and how often it may be wrong.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The unit that the two differences are given in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// Elo of the score: a difference of 400 is ten points to one.
    #[default]
    Logistic,
    /// Elo of the score's distance from a half in standard deviations of a
    /// game: how fast the difference shows, whatever the game.
    Normalized,
}

impl Scale {
    /// Both.
    pub const EVERY: [Self; 2] = [Self::Logistic, Self::Normalized];

    /// Its name in run files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Logistic => "logistic",
            Self::Normalized => "normalized",
        }
    }
}

/// H0: the first bot is better by `elo0` at most. H1: by `elo1` at least.
///
/// All its values are finite, `elo0 < elo1`, and both error rates are above 0
/// and at most a half, not both a half.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Raw", into = "Raw")]
pub struct Hypotheses {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    scale: Scale,
}

// No value of it is a NaN.
impl Eq for Hypotheses {}

/// The same before it is checked.
#[derive(Serialize, Deserialize)]
struct Raw {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    #[serde(default)]
    scale: Scale,
}

/// How often a test may be wrong unless something else is asked for.
const ERROR: f64 = 0.05;

/// The largest difference that can be asked about, in Elo.
const MOST: f64 = 1000.0;

impl Hypotheses {
    /// Between these two differences, in logistic Elo, wrong 5 % of the time at
    /// most under either.
    ///
    /// # Errors
    /// Values out of range; the first must be less than the second.
    pub fn new(elo0: f64, elo1: f64) -> Result<Self, HypothesesError> {
        let in_range = |elo: f64| elo.is_finite() && elo.abs() <= MOST;
        if !in_range(elo0) || !in_range(elo1) {
            return Err(HypothesesError::Range);
        }
        if elo0 >= elo1 {
            return Err(HypothesesError::Order { elo0, elo1 });
        }
        Ok(Self {
            elo0,
            elo1,
            alpha: ERROR,
            beta: ERROR,
            scale: Scale::Logistic,
        })
    }

    /// With these error rates: `alpha` of taking H1 where H0 holds, `beta` of
    /// the reverse.
    ///
    /// # Errors
    /// Rates that are not above 0 and below a half.
    pub fn with_errors(self, alpha: f64, beta: f64) -> Result<Self, HypothesesError> {
        let possible = |rate: f64| rate > 0.0 && rate < 0.5;
        if !possible(alpha) || !possible(beta) {
            return Err(HypothesesError::Rates);
        }
        Ok(Self {
            alpha,
            beta,
            ..self
        })
    }

    /// With the two differences meant on this scale.
    #[must_use]
    pub const fn on(self, scale: Scale) -> Self {
        Self { scale, ..self }
    }

    /// The difference under H0, in Elo of [`scale`](Self::scale).
    #[must_use]
    pub const fn elo0(&self) -> f64 {
        self.elo0
    }

    /// The difference under H1.
    #[must_use]
    pub const fn elo1(&self) -> f64 {
        self.elo1
    }

    /// How often H1 may be taken where H0 holds.
    #[must_use]
    pub const fn alpha(&self) -> f64 {
        self.alpha
    }

    /// How often H0 may be taken where H1 holds.
    #[must_use]
    pub const fn beta(&self) -> f64 {
        self.beta
    }

    /// What the differences are measured in.
    #[must_use]
    pub const fn scale(&self) -> Scale {
        self.scale
    }

    /// The log-likelihood ratios at which H0 and H1 are taken (Wald 1945):
    /// ln(beta / (1 - alpha)) and ln((1 - beta) / alpha).
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        (
            libm::log(self.beta / (1.0 - self.alpha)),
            libm::log((1.0 - self.beta) / self.alpha),
        )
    }
}

/// The two differences, as in `0,5`.
impl fmt::Display for Hypotheses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.elo0, self.elo1)
    }
}

/// From the two differences, as in `0,5`.
impl FromStr for Hypotheses {
    type Err = HypothesesError;

    fn from_str(text: &str) -> Result<Self, HypothesesError> {
        let (elo0, elo1) = text.split_once(',').ok_or(HypothesesError::Form)?;
        let number = |text: &str| text.trim().parse().map_err(|_| HypothesesError::Form);
        Self::new(number(elo0)?, number(elo1)?)
    }
}

impl TryFrom<Raw> for Hypotheses {
    type Error = HypothesesError;

    fn try_from(raw: Raw) -> Result<Self, HypothesesError> {
        let hypotheses = Self::new(raw.elo0, raw.elo1)?.with_errors(raw.alpha, raw.beta)?;
        Ok(hypotheses.on(raw.scale))
    }
}

impl From<Hypotheses> for Raw {
    fn from(hypotheses: Hypotheses) -> Self {
        Self {
            elo0: hypotheses.elo0,
            elo1: hypotheses.elo1,
            alpha: hypotheses.alpha,
            beta: hypotheses.beta,
            scale: hypotheses.scale,
        }
    }
}

/// Hypotheses that no test can decide between.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum HypothesesError {
    /// Text that is no pair of numbers.
    Form,
    /// A difference that is no number, or too large.
    Range,
    /// The first is not less than the second.
    Order {
        /// The first.
        elo0: f64,
        /// The second.
        elo1: f64,
    },
    /// Error rates that nobody can ask for.
    Rates,
}

impl fmt::Display for HypothesesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form => f.write_str("expected two differences in Elo, such as 0,5"),
            Self::Range => write!(f, "differences go from -{MOST} to {MOST} Elo"),
            Self::Order { elo0, elo1 } => write!(
                f,
                "the first difference must be less than the second, and {elo0} is not less than {elo1}"
            ),
            Self::Rates => f.write_str("error rates are above 0 and below 0.5"),
        }
    }
}

impl std::error::Error for HypothesesError {}
