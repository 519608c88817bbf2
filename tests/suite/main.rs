//! How do we know? One integration suite over everything.

mod conformance;
mod conformance_stories;
mod deals;
mod decisions;
mod faultless;
mod ladder;
mod perft;
