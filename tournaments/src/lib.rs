//! Who meets whom, with which dice.

pub mod error;
pub mod schedule;
pub mod spec;
