//! What is said about a bot.

use serde::Serialize;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Worth knowing.
    Note,
    /// It plays, but its author should look at it.
    Warning,
    /// It loses games by it, or does not play at all.
    Failure,
}

/// One finding; the same again is counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// How bad it is.
    pub level: Level,
    /// What it is, in a word: the kind of a fault as in `faults.csv`, or `load`, `slow`,
    /// `nondeterministic`, `remembers`, `output`, `jail`, `attempt`, `memory`, `extreme`, `log`.
    pub what: String,
    /// What happened, the first time.
    pub detail: String,
    /// The rules, seats and deal of the first time, where it was at a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// How often.
    pub times: u64,
}

/// Findings in the order in which they were made.
#[derive(Debug, Default)]
pub(super) struct Findings(Vec<Finding>);

impl Findings {
    pub(super) fn add(
        &mut self,
        level: Level,
        what: &str,
        detail: impl Into<String>,
        place: Option<String>,
    ) {
        let known = self.0.iter_mut().find(|finding| finding.what == what);
        if let Some(known) = known {
            known.times += 1;
            return;
        }
        self.0.push(Finding {
            level,
            what: what.into(),
            detail: detail.into(),
            place,
            times: 1,
        });
    }

    /// Adds one that was counted elsewhere.
    pub(super) fn count(
        &mut self,
        level: Level,
        what: &str,
        detail: impl Into<String>,
        times: u64,
    ) {
        self.0.push(Finding {
            level,
            what: what.into(),
            detail: detail.into(),
            place: None,
            times,
        });
    }

    /// How many failures there were, each time counted.
    pub(super) fn failures(&self) -> u64 {
        let failures = self
            .0
            .iter()
            .filter(|finding| finding.level == Level::Failure);
        failures.map(|finding| finding.times).sum()
    }

    /// The worst first.
    pub(super) fn sorted(mut self) -> Vec<Finding> {
        self.0
            .sort_by_key(|finding| std::cmp::Reverse(finding.level));
        self.0
    }
}
