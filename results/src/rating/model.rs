//! Which question is asked of the counts.

/// The model whose ratings are shown first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Model {
    /// Bradley-Terry on all pairs of each game, with effects of the seats.
    #[default]
    Pairs,
    /// The same without effects of the seats.
    PairsNoSeats,
    /// Orders read from the last place up.
    Elimination,
    /// Orders read from the first place down (Plackett-Luce).
    WinnerFirst,
    /// Who won, and nothing else (Luce).
    WinnerOnly,
}

impl Model {
    /// The models of whole orders, which is where tables of three and more
    /// differ from pairs.
    pub const OF_ORDERS: [Self; 3] = [Self::Elimination, Self::WinnerFirst, Self::WinnerOnly];

    /// As it is called on the command line.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Pairs => "bradley-terry",
            Self::PairsNoSeats => "bradley-terry-no-seats",
            Self::Elimination => "elimination",
            Self::WinnerFirst => "winner-first",
            Self::WinnerOnly => "winner-only",
        }
    }
}

/// How counts are rated.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct How {
    /// The model of the main table.
    pub model: Model,
    /// A bot and the rating it is given; without one the mean is 1500.
    pub anchor: Option<(String, f64)>,
    /// Give each bot half a win and half a loss against a phantom that is
    /// fixed at 1500. Every rating is finite then, and a little closer to it.
    pub prior: bool,
    /// Check the margins by so many resamples of the clusters, from this seed.
    pub bootstrap: Option<(u32, u64)>,
    /// A test chose where the games end, so that no margin holds.
    pub stopped: bool,
    /// Of bots without a game only these are spoken of; empty for all.
    pub listed: Vec<String>,
}

/// Virtual wins, and losses, of each bot against the phantom: the penalty
/// log-F(1,1) (Firth 1993; Turner et al. 2020 for rankings).
pub(crate) const HALF_WIN: f64 = 0.5;
