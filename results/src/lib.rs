//! What happened and how strong each bot is.
pub mod log;
pub mod rating;
