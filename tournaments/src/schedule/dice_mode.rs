//! Which games of a deal see the same dice.

use super::{Schedule, Session};

/// Which games of a deal see the same dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DiceMode {
    /// Those of every table and rotation, as in duplicate bridge.
    #[default]
    Duplicate,
    /// Those of one table: its rotations share dice, and no other table has them.
    PerTable,
    /// None: every game has dice of its own.
    Independent,
}

impl DiceMode {
    /// All of them.
    pub const EVERY: [Self; 3] = [Self::Duplicate, Self::PerTable, Self::Independent];

    /// Its name in run files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Duplicate => "duplicate",
            Self::PerTable => "per-table",
            Self::Independent => "independent",
        }
    }

    /// The one with this name.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::EVERY.into_iter().find(|mode| mode.word() == word)
    }

    /// How many sessions of a block see the same dice.
    pub(crate) fn sharing(self, schedule: &Schedule) -> u64 {
        match self {
            Self::Duplicate => schedule.tables().saturating_mul(schedule.rotations()),
            Self::PerTable => schedule.rotations(),
            Self::Independent => 1,
        }
    }

    /// What sessions that see the same dice have in common, and no others.
    pub(crate) fn dice_of(self, session: &Session) -> (u64, u64, u64) {
        let (block, table, rotation) = (session.block, session.table, session.rotation);
        match self {
            Self::Duplicate => (block, 0, 0),
            Self::PerTable => (block, table, 0),
            Self::Independent => (block, table, rotation),
        }
    }
}
