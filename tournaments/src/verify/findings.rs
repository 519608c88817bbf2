//! Differences as they are found.

use dudo_results::log::Manifest;
use std::collections::BTreeSet;

/// Differences that are told in full; a log of another run has millions.
const TOLD: usize = 20;

/// All differences, of which the first are kept.
#[derive(Debug, Default)]
pub(super) struct Findings {
    pub(super) told: Vec<String>,
    pub(super) count: u64,
    /// Lines of `games.csv` that something was said about.
    lines: BTreeSet<u64>,
    /// Something about the plan, the rows' order or their keys was found, so
    /// that what follows from all rows before need not hold.
    pub(super) broken: bool,
    /// A bot was edited, or another version played.
    pub(super) edited: bool,
    /// Games that came out otherwise.
    pub(super) replays: u64,
    /// Bots of games that came out in two ways when they were played twice.
    pub(super) fickle: BTreeSet<String>,
}

impl Findings {
    pub(super) fn add(&mut self, sentence: String) {
        self.count += 1;
        if self.told.len() < TOLD {
            self.told.push(sentence);
        }
    }

    /// Something about a line of `games.csv`; what is said first stays.
    pub(super) fn line(&mut self, line: u64, sentence: &str) {
        if self.lines.contains(&line) {
            return;
        }
        if self.lines.len() < 100_000 {
            self.lines.insert(line);
        }
        self.add(format!("games.csv: line {line}: {sentence}"));
    }

    /// Why games can come out otherwise.
    pub(super) fn reasons(&self, held: &Manifest) -> Vec<String> {
        let mut reasons = Vec::new();
        if self.replays == 0 {
            return reasons;
        }
        if !held.reproducible {
            reasons.push(
                "a limit by the clock decided games of this run: such games need not come out the same"
                    .into(),
            );
        }
        if !self.fickle.is_empty() {
            let names: Vec<&str> = self.fickle.iter().map(String::as_str).collect();
            reasons.push(format!(
                "games of {} came out in two ways when they were played twice: one of these bots is not deterministic",
                names.join(", ")
            ));
        }
        if self.edited {
            reasons
                .push("another version played, or a bot was edited: its games are others".into());
        }
        let foreign = held.bot.iter().filter(|bot| bot.kind != "built-in");
        let foreign: Vec<&str> = foreign.map(|bot| bot.name.as_str()).collect();
        if !foreign.is_empty() && self.fickle.is_empty() {
            reasons.push(format!(
                "{} may depend on the clock, on the machine or on files of their own",
                foreign.join(", ")
            ));
        }
        if reasons.is_empty() {
            reasons.push(
                "all bots are built in and played alike twice: the row was changed after it was written, or another build of dudo wrote it"
                    .into(),
            );
        }
        reasons
    }
}
