//! The result of a rating.

use std::fmt;

use super::bootstrap::Bootstrap;
use super::choices::too_many;
use super::compare::Difference;
use super::counts::{Counts, Faults, Ties, Totals};
use super::cycles::Cycles;
use super::field::{ahead, field};
use super::margin::Margin;
use super::misfit::{Excess, LackOfFit};
use super::model::{How, Model};
use super::notes;
use super::online::Ladder;
use super::orders::Alternative;

/// What is known of a bot's strength, in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rating {
    /// The maximum-likelihood estimate with its 95 % margin.
    Estimate {
        /// The rating for an average seat.
        elo: f64,
        /// Its margin, against the mean of those rated or the anchor.
        margin: Margin,
    },
    /// The bot never lost to those rated, directly or through others: a
    /// one-sided 95 % bound, their ratings taken as known.
    AtLeast(f64),
    /// The bot never won against those rated, directly or through others.
    AtMost(f64),
    /// The games do not say.
    Unknown,
}

/// What the ratings of a field are measured from.
#[derive(Clone, Debug, PartialEq)]
pub enum Anchor {
    /// The mean of the bots with an estimate is 1500.
    Mean,
    /// This bot has this rating; margins are those of the difference to it.
    Bot(String, f64),
    /// The phantom of the half-win prior has 1500.
    Phantom,
}

/// One bot.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// One more than the number of bots known to be better; equal ratings
    /// share a rank.
    pub rank: usize,
    /// Its name.
    pub bot: String,
    /// The best and the worst place that the games allow it, true for all bots
    /// at once with 95 %; `None` with too few deals to say.
    pub places: Option<(usize, usize)>,
    /// Its strength.
    pub rating: Rating,
    /// Games that count.
    pub games: u64,
    /// Games won alone.
    pub wins: u64,
    /// Games whose first place it shared.
    pub shared: u64,
    /// Games in which another bot was first.
    pub losses: u64,
    /// Games in which it faulted.
    pub faults: u64,
    /// Part of all first places it had, 0 to 1; a shared one is divided.
    pub share: f64,
    /// The 95 % margin of `share`.
    pub share_margin: Margin,
    /// The mean of its places, 1 best; tied bots share the mean of theirs.
    pub mean_place: f64,
    /// The 95 % margin of `mean_place`.
    pub place_margin: Margin,
    /// The mean part of its opponents that it was ahead of, 0 to 1; a tie is
    /// half.
    pub mean_score: f64,
    /// The 95 % margin of `mean_score`.
    pub score_margin: Margin,
    /// `share` by seat, where all tables have the same size; `None` for a seat
    /// it never had.
    pub share_by_seat: Vec<Option<f64>>,
}

/// A line of the cross table against a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// Comparisons; at three seats and more ties make none.
    pub games: u64,
    /// Half-points: two for each win, one for a tie at two seats.
    pub half_points: u64,
}

impl Score {
    /// Points per game, 0 to 1.
    #[must_use]
    pub fn rate(self) -> f64 {
        self.half_points as f64 / self.games as f64 / 2.0
    }
}

/// What each seat is worth at tables of one size, in Elo, with sum 0.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatEffects {
    /// Table size.
    pub seats: usize,
    /// By seat: the effect and its 95 % margin.
    pub effects: Vec<(f64, Margin)>,
    /// First seat less second and its margin, at two seats.
    pub first: Option<(f64, Margin)>,
}

/// Bots that met, directly or through others, so that one scale holds them.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// What the scale hangs on.
    pub anchor: Anchor,
    /// Which model made the ratings.
    pub model: Model,
    /// Whether a phantom drew them together.
    pub prior: bool,
    /// Buckets of clusters that hold a comparison (at most 256); Student's t
    /// has one degree of freedom less.
    pub clusters: usize,
    /// The table sizes in which they met.
    pub sizes: Vec<usize>,
    /// The bots by rank, then by name.
    pub lines: Vec<Line>,
    /// `cross[i][j]`: line i against line j; `None` where they never met.
    pub cross: Vec<Vec<Option<Score>>>,
    /// `differences[i][j]`: line i's rating less line j's, and who is better;
    /// `None` on the diagonal and where the games do not say.
    pub differences: Vec<Vec<Option<Difference>>>,
    /// How many standard errors apart two bots must be for their order to
    /// count among `places`.
    pub critical: Option<f64>,
    /// Standard errors over those of as many independent games: below 1 where
    /// shared dice help.
    pub design_effect: Option<f64>,
    /// By table size, where the games can tell.
    pub seats: Vec<SeatEffects>,
    /// What models of whole orders make of it, at tables of three and more.
    pub alternatives: Vec<Alternative>,
    /// Whether one number for each bot explains the cross table; `None` where
    /// the games cannot say.
    pub lack_of_fit: Option<LackOfFit>,
    /// Each pair that met beside what the model expects of it, from the side
    /// that has more; empty where the model cannot be wrong.
    pub excess: Vec<Excess>,
    /// What one number for each bot does not show.
    pub cycles: Cycles,
    /// The margins once more, if it was asked for.
    pub bootstrap: Option<Bootstrap>,
    /// What a reader of this table needs to know.
    pub notes: Vec<String>,
    /// Where its numbers mislead.
    pub warnings: Vec<String>,
}

/// Everything a report shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings {
    /// A line to put on top, such as the game and its rules; may be empty.
    pub title: String,
    /// How many games there were.
    pub totals: Totals,
    /// What a tie counts as.
    pub ties: Ties,
    /// What a game with a fault counts as.
    pub faults: Faults,
    /// The largest first. More than one when bots never met.
    pub fields: Vec<Field>,
    /// Ratings that were updated game by game, if they were asked for.
    pub ladder: Option<Ladder>,
    /// Bots without a game that counts, by name: they have no rating.
    pub unplayed: Vec<String>,
    /// How the numbers were made.
    pub notes: Vec<String>,
    /// What may be wrong with them.
    pub warnings: Vec<String>,
}

/// The anchor is not among the bots that played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownAnchor {
    /// The name that was asked for.
    pub name: String,
    /// All names there are, sorted.
    pub known: Vec<String>,
}

impl fmt::Display for UnknownAnchor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = self.known.join(", ");
        write!(f, "no bot {:?} to anchor to among {known}", self.name)
    }
}

impl std::error::Error for UnknownAnchor {}

/// Why counts cannot be rated as asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unrated {
    /// The anchor did not play.
    Anchor(UnknownAnchor),
    /// There were too many sets of bots for a model of orders.
    Sets(Model),
}

impl fmt::Display for Unrated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Anchor(error) => error.fmt(f),
            Self::Sets(model) => write!(
                f,
                "the model {} needs whole orders, but {}; pairs can still be rated",
                model.word(),
                too_many()
            ),
        }
    }
}

impl std::error::Error for Unrated {}

impl Standings {
    /// Rates pairs. The anchor is a bot and its rating; without one the mean of
    /// each field is 1500. Without `seat_effects` the model has none.
    ///
    /// # Errors
    /// If the anchor has no game.
    pub fn of(
        counts: &Counts,
        anchor: Option<(&str, f64)>,
        seat_effects: bool,
    ) -> Result<Self, Unrated> {
        let how = How {
            model: if seat_effects {
                Model::Pairs
            } else {
                Model::PairsNoSeats
            },
            anchor: anchor.map(|(name, elo)| (name.to_owned(), elo)),
            ..How::default()
        };
        Self::with(counts, &how)
    }

    /// Rates what was counted. The result depends on the counted games alone,
    /// to the last bit: not on their order, nor on how they were spread over
    /// files.
    ///
    /// # Errors
    /// If the anchor has no game, or the model needs more than is kept.
    pub fn with(counts: &Counts, how: &How) -> Result<Self, Unrated> {
        let comparisons = counts.comparisons();
        let names = counts.names();
        let order = names.sorted();
        let graph = ahead(counts, &comparisons.iter().collect::<Vec<_>>());
        let played = |at: usize| {
            let seats = |size: &super::by_size::BySize| {
                (0..size.seats()).any(|seat| size.tally(order[at], seat).share.games > 0)
            };
            counts.sizes().iter().any(seats)
        };
        if how.model.way().is_some() && counts.choices().is_full() {
            return Err(Unrated::Sets(how.model));
        }
        let name = |at: usize| names.name(order[at]).to_owned();
        let anchored = match &how.anchor {
            None => None,
            Some((wanted, elo)) => {
                let at = order.iter().position(|&bot| names.name(bot) == wanted);
                match at.filter(|&at| played(at)) {
                    Some(at) => Some((at, *elo)),
                    None => {
                        return Err(Unrated::Anchor(UnknownAnchor {
                            name: wanted.clone(),
                            known: (0..order.len())
                                .filter(|&at| played(at))
                                .map(name)
                                .collect(),
                        }));
                    }
                }
            }
        };
        let mut fields = Vec::new();
        let mut unplayed = Vec::new();
        for members in graph.fields() {
            if members.len() == 1 && !played(members[0]) {
                let name = name(members[0]);
                if how.listed.is_empty() || how.listed.contains(&name) {
                    unplayed.push(name);
                }
                continue;
            }
            let anchor = anchored.filter(|(at, _)| members.contains(at));
            fields.push(field(counts, &comparisons, &members, anchor, how));
        }
        // Stable: equal sizes stay in the order of their first names.
        fields.sort_by_key(|field: &Field| std::cmp::Reverse(field.lines.len()));
        let mut standings = Self {
            title: String::new(),
            totals: counts.totals(),
            ties: counts.ties(),
            faults: counts.faults(),
            fields,
            ladder: None,
            unplayed,
            notes: Vec::new(),
            warnings: Vec::new(),
        };
        notes::general(&mut standings);
        Ok(standings)
    }

    /// The best bots with their ratings, for a progress line.
    pub fn leaders(&self) -> impl Iterator<Item = (&str, Rating)> {
        let lines = self.fields.iter().flat_map(|field| &field.lines);
        lines.map(|line| (line.bot.as_str(), line.rating))
    }
}
