//! Which promises hold on this machine, and by what.

use super::trial::{self, Row};
use super::{Effect, Jail, Mechanism, Mechanisms};
use crate::jail::attack::{Attack, Tried, all};
use std::io;
use std::path::Path;

/// A few attacks for each promise, of those that a process survives: enough to see
/// that a mechanism works at all, quickly. The whole list is for `dudo jail-test`.
const TRIED: [&str; 28] = [
    "tcp-connect",
    "udp-send",
    "unix-connect",
    "socket-pair",
    "read-file",
    "read-scratch",
    "see-file",
    "list-root",
    "write-file",
    "create-file",
    "change-mode",
    "signal-bot",
    "trace-bot",
    "read-memory",
    "read-environment",
    "list-processes",
    "see-process",
    "clone",
    "spawn",
    "large-memory",
    "many-descriptors",
    "raise-limits",
    "temporary-file",
    "shared-segment",
    "semaphore",
    "posix-queue",
    "key",
    "file-lock",
];

/// Whether a promise holds.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The promise.
    pub effect: Effect,
    /// Whether every attack on it that succeeds outside is refused inside.
    pub holds: bool,
    /// The mechanisms that refuse every one of these attacks alone, with the limits
    /// that always apply. One that lets an attack run into the void, such as a
    /// datagram in an empty network, is not counted.
    pub by: Mechanisms,
    /// Whether the limits keep it without any of them.
    pub by_limits: bool,
    /// Attacks that got through, by name.
    pub broken: Vec<&'static str>,
}

/// What a jail is worth on this machine.
#[derive(Clone, Debug)]
pub struct Report {
    /// Promise by promise.
    pub findings: Vec<Finding>,
    /// What the jail is made of.
    pub mechanisms: Mechanisms,
    /// Landlock's version here; 0: there is none.
    pub landlock: i64,
}

impl Report {
    /// Promises that do not hold.
    pub fn missing(&self) -> Vec<Effect> {
        let missing = self.findings.iter().filter(|finding| !finding.holds);
        missing.map(|finding| finding.effect).collect()
    }
}

impl Jail {
    /// Finds out by trying which promises hold here, by which mechanisms. Takes
    /// a few dozen milliseconds. `program` is one that calls
    /// [`attack::main`](super::attack::main) under [`attack::VERB`](super::attack::VERB).
    ///
    /// # Errors
    /// The jail cannot be set up, or a harmless process fails in it.
    pub fn probe(&self, program: &Path) -> io::Result<Report> {
        let list: Vec<&'static Attack> = TRIED
            .iter()
            .filter_map(|name| all().find(|attack| attack.name == *name))
            .collect();
        let rows = trial::at_once(self, program, &list)?;
        let mut alone = Vec::new();
        for mechanism in Mechanism::ALL {
            let only = Mechanisms::only(mechanism);
            if !Mechanisms::here().has(mechanism) {
                continue;
            }
            // One that does not even come up keeps nothing.
            let tried = Self::with(self.launcher(), only)
                .and_then(|jail| trial::at_once(&jail, program, &list));
            if let Ok(rows) = tried {
                alone.push((mechanism, rows));
            }
        }
        let findings = Effect::ALL.map(|effect| {
            let keepers = alone
                .iter()
                .filter(|(_, rows)| broken(rows, effect).is_empty());
            let by = keepers.fold(Mechanisms::NONE, |all, (mechanism, _)| all.with(*mechanism));
            let broken = broken(&rows, effect);
            Finding {
                effect,
                holds: broken.is_empty(),
                by_limits: !alone.is_empty() && by.iter().count() == alone.len(),
                by,
                broken,
            }
        });
        Ok(Report {
            findings: findings.into(),
            mechanisms: self.mechanisms(),
            landlock: super::files::version().max(0),
        })
    }
}

/// Attacks on a promise that get through.
fn broken(rows: &[Row], effect: Effect) -> Vec<&'static str> {
    let through = rows
        .iter()
        .filter(|row| row.attack.breaks == effect && matches!(row.inside, Tried::Done(_)));
    through.map(|row| row.attack.name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_promise_is_tried() {
        let tried: Vec<_> = all()
            .filter(|attack| TRIED.contains(&attack.name))
            .collect();
        assert_eq!(tried.len(), TRIED.len(), "one is misspelt");
        for effect in Effect::ALL {
            assert!(
                tried.iter().any(|attack| attack.breaks == effect),
                "{effect:?}"
            );
        }
    }

    #[test]
    fn no_two_attacks_have_one_name() {
        let names: BTreeSet<&str> = all().map(|attack| attack.name).collect();
        assert_eq!(names.len(), all().count());
    }
}
