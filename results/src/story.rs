//! A game told step by step, with all dice shown.
//!
//! Made by whoever can play the game again or has its actions; shown by
//! reports and replays, counted by bluff profiles.

use serde::Serialize;

/// A game of a run, told again.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Replay {
    /// The number of its dice.
    pub deal: u64,
    /// The number of its set of bots.
    pub table: u64,
    /// The number of its seating.
    pub rotation: u64,
    /// The game.
    pub game: String,
    /// Its rules, in canonical text.
    pub rules: String,
    /// The bots by seat.
    pub bots: Vec<String>,
    /// The places by seat.
    pub places: Vec<u8>,
    /// Where it comes from.
    pub source: Source,
    /// What is otherwise in the log: its row. `None` if it agrees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub differs: Option<String>,
    /// The game, line by line.
    pub steps: Vec<Step>,
}

/// Where a replay comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// It was played again.
    Played,
    /// From `actions.csv`.
    Log,
}

/// One line of a game's record, with all dice shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Step {
    /// 0 for the deal, then the number of the decision that it follows from.
    pub step: u32,
    /// The round, from 1.
    pub round: u32,
    /// The seat it is about, from 1.
    pub seat: usize,
    /// What kind of line it is.
    pub kind: Kind,
    /// What happened, in notation.
    pub event: String,
    /// The dice that lie before each seat then, in notation; empty where there
    /// are none.
    pub dice: Vec<String>,
    /// What the seat asserts by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<Claim>,
    /// The rule that settled the round here, as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruling: Option<String>,
}

/// What kind of line it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Dice that are dealt or thrown.
    Dice,
    /// What a seat did when it was asked.
    Act,
    /// Table talk.
    Talk,
    /// What follows by the rules.
    Rest,
    /// A bot failed.
    Fault,
    /// A seat's place at the end.
    Place,
}

/// What a seat asserts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Claim {
    /// What kind of assertion.
    pub kind: ClaimKind,
    /// The seat whose bid it doubts, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<usize>,
    /// Whether it is so.
    pub holds: bool,
    /// Its chance, 0 to 1, as each seat sees it that is still in the game.
    pub chances: Vec<Option<f64>>,
}

/// The kinds of assertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimKind {
    /// What the dice are.
    Bid,
    /// That the standing bid is false.
    Doubt,
    /// That the standing bid is exactly right.
    Exact,
}
