//! A contest with bots that strangers wrote.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod bench;
mod contest;
mod owners;
mod replace;
mod roster;
mod same;
