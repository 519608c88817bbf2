//! What a run plays: everything that its log is a function of.

use crate::schedule::{BotId, Schedule};
use crate::spec::{Actions, Packing};
use dudo_results::duel::Hypotheses;
use dudo_results::log::{Coordinates, RowWriter};

/// The schedule, and how its rows are written.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) schedule: Schedule,
    pub(crate) rows: RowWriter,
    pub(crate) actions: Actions,
    pub(crate) packing: Packing,
    /// A bot with more faults than this is withdrawn; 0: never.
    pub(crate) faults: u64,
    /// Whether the points of the first bot are counted: the run is a duel.
    pub(crate) scores: bool,
    /// The test that may end it.
    pub(crate) sprt: Option<Hypotheses>,
    /// Those who cannot be loaded: withdrawn from the start.
    pub(crate) absent: Vec<BotId>,
}

impl Plan {
    /// The number of the session that a row belongs to, if this plan plays it.
    pub(crate) fn session_of(&self, at: Coordinates) -> Option<u64> {
        self.schedule.index_of(at.deal, at.table, at.rotation)
    }

    /// Whether the actions of a deal's games are recorded.
    pub(crate) fn records(&self, deal: u64) -> bool {
        match self.actions {
            Actions::None => false,
            // Whether a game has a fault is known when it is over.
            Actions::All | Actions::Faults => true,
            Actions::Every(every) => deal % every == 0,
        }
    }
}
