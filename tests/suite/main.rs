//! How do we know? One integration suite over everything.

mod deals;
mod decisions;
mod faultless;
mod ladder;
mod perft;
