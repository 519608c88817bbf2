//! How do we know? One integration suite over everything.

mod deals;
mod faultless;
mod ladder;
mod perft;
