//! What happened and how strong each bot is.
pub mod log;
mod rank;
pub mod rating;
pub mod report;

pub use rank::{Options, RankError, rank};
