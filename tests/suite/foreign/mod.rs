//! Bots in processes, at real tables.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod asked;
mod examples;
mod hosted;
mod jail;
mod languages;
mod memory;
mod modules;
mod run;
mod same;
mod several;
mod table;
mod timer;
mod transcripts;
mod verdicts;
