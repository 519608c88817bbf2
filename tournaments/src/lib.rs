//! Who meets whom, with which dice.

pub mod schedule;
