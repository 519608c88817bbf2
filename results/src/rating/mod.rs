//! How strong each bot is: counts, what they can compare, the fit, margins.

mod bound;
mod by_size;
mod counts;
mod elo;
mod field;
mod fit;
mod graph;
mod line;
mod linear;
mod margin;
mod notes;
mod reference;
mod standings;

pub(crate) use elo::{ELO, logistic};

pub use counts::{BUCKETS, CountError, Counts, Faults, Game, Ties, Totals};
pub use margin::{FEWEST_CLUSTERS, Margin};
pub use standings::{Anchor, Field, Line, Rating, Score, SeatEffects, Standings, UnknownAnchor};
