//! How do we know? One integration suite over everything.

// As bots find it in the crate that they are written for.
pub(crate) use dudo_bots::Entry;

mod authors;
mod classroom;
mod conformance;
mod conformance_stories;
mod deals;
mod decisions;
mod faultless;
mod foreign;
mod golden;
mod hearing;
mod install;
mod jail;
mod ladder;
mod ladders;
mod liars_boggle;
mod liars_boggle_perft;
mod liars_boggle_stories;
mod local;
mod margins;
mod mia_conformance;
mod mia_ladder;
mod mia_perft;
mod mia_stories;
mod native;
mod odds;
mod perft;
mod poker_liar;
mod poker_liar_bots;
mod poker_liar_conformance;
mod poker_liar_perft;
mod poker_liar_rules;
mod readme;
mod ready_made;
mod replay;
mod report;
mod rules_text;
mod run;
mod study;
mod tidy;
