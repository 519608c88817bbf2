//! Where the chance of a session comes from.

use crate::schedule::{DiceMode, Session};
use dudo_engine::Chance;
use std::collections::BTreeMap;

/// Chances that are kept, at most; 160 bytes each.
const KEPT: usize = 4096;

/// The chance of a run's sessions. That of tables and rotations with dice of their own
/// is derived once, since that takes as long as a short game.
pub(super) struct Luck {
    run: Chance,
    dice: DiceMode,
    own: BTreeMap<(u64, Option<u64>), Chance>,
}

impl Luck {
    /// Of a run with this chance for all that is shared.
    pub(super) const fn new(run: Chance, dice: DiceMode) -> Self {
        Self {
            run,
            dice,
            own: BTreeMap::new(),
        }
    }

    /// The chance of a session.
    pub(super) fn of(&mut self, session: &Session) -> &Chance {
        let table = session.table;
        let rotation = match self.dice {
            DiceMode::Duplicate => return &self.run,
            DiceMode::PerTable => None,
            DiceMode::Independent => Some(session.rotation),
        };
        if self.own.len() >= KEPT {
            self.own.clear();
        }
        let own = self.own.entry((table, rotation));
        own.or_insert_with(|| match rotation {
            None => self.run.per_table(table),
            Some(rotation) => self.run.independent(table, rotation),
        })
    }
}
