//! Which sessions of a chunk are played at once.

use super::plan::Plan;
use crate::arena::Arena;
use crate::schedule::{BotId, DiceMode, Session};
use std::collections::{BTreeMap, BTreeSet};

/// Processes of one gang, at most; each costs four open files.
const MOST_PROCESSES: usize = 16;

/// By bot, how many sessions it plays at once.
pub(super) fn offers(arena: &dyn Arena, plan: &Plan) -> Vec<usize> {
    let bots = (0..plan.schedule.roster()).map(BotId::new);
    bots.map(|bot| arena.at_once(&[bot])).collect()
}

/// Sorts sessions into gangs no two sessions of which have dice in common.
pub(super) struct Gangs {
    dice: DiceMode,
    /// How many sessions with these dice there were.
    met: BTreeMap<(u64, u64, u64), usize>,
    /// Gangs that can grow, by which one of those with the same dice they take.
    open: BTreeMap<usize, Gang>,
    full: Vec<Gang>,
}

/// Sessions that may be played at once.
struct Gang {
    sessions: Vec<Session>,
    /// Those that are in a process.
    bots: BTreeSet<BotId>,
    /// How many it may become.
    most: usize,
}

impl Gangs {
    /// Which sessions have dice in common.
    pub(super) const fn new(dice: DiceMode) -> Self {
        Self {
            dice,
            met: BTreeMap::new(),
            open: BTreeMap::new(),
            full: Vec::new(),
        }
    }

    /// One more session, of which a gang may play so many, and which of its bots
    /// are in a process.
    pub(super) fn add(&mut self, session: Session, most: usize, bots: BTreeSet<BotId>) {
        let met = self.met.entry(self.dice.dice_of(&session)).or_default();
        let column = *met;
        *met += 1;
        if let Some(gang) = self.open.get_mut(&column) {
            let all = gang.bots.union(&bots).count();
            let most = gang.most.min(most);
            if gang.sessions.len() < most && all <= MOST_PROCESSES {
                gang.sessions.push(session);
                gang.bots.extend(bots);
                gang.most = most;
                return;
            }
        }
        let gang = Gang {
            sessions: vec![session],
            bots,
            most,
        };
        self.full.extend(self.open.insert(column, gang));
    }

    /// The sessions of each gang that has more than one.
    pub(super) fn sessions(self) -> impl Iterator<Item = Vec<Session>> {
        let all = self.full.into_iter().chain(self.open.into_values());
        all.map(|gang| gang.sessions)
            .filter(|sessions| sessions.len() > 1)
    }
}
