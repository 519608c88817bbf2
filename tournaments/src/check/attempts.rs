//! What a bot tried in the jail.

use dudo_plugin::jail::Audit;
use serde::Serialize;

/// Something that it tried and was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tried {
    /// What it was about to do, such as `read`, `open a socket` or `start a process`.
    pub what: &'static str,
    /// To what: a path (`./` its folder, `~/` its scratch folder), a family of addresses, a
    /// process; may be empty.
    pub on: String,
    /// The system call.
    pub call: &'static str,
    /// What it was last asked: `hello`, `session`, `game`, `act` or `end`; `start` before it
    /// opened a file of its own folder.
    pub during: &'static str,
    /// How often, in all its processes.
    pub times: u64,
}

impl Tried {
    /// What it was, in a few words.
    pub(super) fn words(&self) -> String {
        let Self {
            what,
            on,
            call,
            during,
            ..
        } = self;
        let on = if on.is_empty() {
            String::new()
        } else {
            format!(": {on}")
        };
        format!("{what}{on} ({call}, during {during})")
    }

    /// The same, and how often.
    pub(super) fn line(&self) -> String {
        format!("{}, {}", self.words(), times(self.times))
    }
}

/// A number of times.
pub(super) fn times(count: u64) -> String {
    match count {
        1 => "once".into(),
        2 => "twice".into(),
        count => format!("{count} times"),
    }
}

/// All that it tried.
pub(super) struct Attempts {
    pub(super) list: Vec<Tried>,
    /// How often it tried what is not listed.
    pub(super) left_out: u64,
}

impl Attempts {
    pub(super) fn of(audit: &Audit) -> Self {
        let list = audit.attempts().into_iter().map(|attempt| Tried {
            what: attempt.what,
            on: attempt.on,
            call: attempt.call,
            during: attempt.during.word(),
            times: attempt.times,
        });
        Self {
            list: list.collect(),
            left_out: audit.left_out(),
        }
    }

    /// How often it tried anything.
    pub(super) fn all(&self) -> u64 {
        self.list.iter().map(|tried| tried.times).sum::<u64>() + self.left_out
    }
}
