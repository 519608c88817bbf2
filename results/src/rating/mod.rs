//! How strong each bot is: counts, what they can compare, the fit, margins.

mod alpha_rank;
mod bootstrap;
mod bound;
mod by_size;
mod choice;
mod choices;
mod compare;
mod counts;
mod cycles;
mod elo;
mod field;
mod fit;
mod graph;
mod line;
mod linear;
mod margin;
mod misfit;
mod model;
mod nash;
mod newton;
mod notes;
pub(crate) mod online;
mod orders;
mod pairs;
mod random;
mod reference;
mod standings;
mod stopped;
mod win;

pub(crate) use elo::{ELO, logistic};

pub use bootstrap::{Bootstrap, Resampled};
pub use compare::Difference;
pub(crate) use counts::text::Summary;
pub use counts::{BUCKETS, CountError, Counts, Faults, Game, Ties, Totals};
pub use cycles::Cycles;
pub use margin::{FEWEST_CLUSTERS, Margin};
pub use misfit::{Excess, LackOfFit};
pub use model::{How, Model};
pub use online::{Ladder, OnLadder, System};
pub use orders::Alternative;
pub use standings::{
    Anchor, Field, Line, Rating, Score, SeatEffects, Standings, UnknownAnchor, Unrated,
};
