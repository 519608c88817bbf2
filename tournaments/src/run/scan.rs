//! How far a log has come.

use super::chunk::Kept;
use super::fold::Fold;
use super::logs::{Lengths, Paths};
use super::old::OldLog;
use super::plan::Plan;
use super::proof;
use crate::error::RunError;
use crate::schedule::BotId;

/// A log against its plan.
#[derive(Debug)]
pub(crate) struct Scan {
    /// Sessions from the first on that are whole.
    pub(crate) sessions: u64,
    /// Bytes that they take.
    pub(crate) lengths: Lengths,
    /// Their faults.
    pub(crate) fold: Fold,
    /// Whether nothing follows them but a session that was cut short. If not,
    /// the plan has grown in between: a bot was added, or a block completed.
    pub(crate) prefix: bool,
    /// The first sessions, to be played again.
    pub(crate) first: Vec<Kept>,
}

/// Reads a log: from its start for as long as it is what the plan wants, and on
/// to its end to see that it is all of this run. Games of `stale` bots count as
/// not there.
///
/// # Errors
/// A file that cannot be read, or holds rows that are not of this run.
pub(crate) fn scan(paths: &Paths, plan: &Plan, stale: &[BotId]) -> Result<Scan, RunError> {
    let mut fold = Fold::of(plan);
    let mut old = OldLog::open(paths, plan)?.without(stale);
    let mut sessions = 0;
    let mut prefix = true;
    let mut first = Vec::new();
    let mut lengths = if old.next().is_some() {
        old.offsets()
    } else {
        Lengths::default()
    };
    for session in plan.schedule.from(0) {
        if old.next() != Some(session.index) || fold.is_decided() {
            break;
        }
        let absent = fold.withdrawn().seats(&session);
        let Some(kept) = old
            .take(plan, &session)?
            .filter(|kept| kept.withdrawn == absent)
        else {
            break;
        };
        for &seat in &kept.failed {
            fold.fault(session.lineup[seat], session.block);
        }
        fold.points(&kept.points);
        sessions += 1;
        lengths = old.offsets();
        let games = session.deals.end - session.deals.start;
        // Without a gap, so that their lines can be counted.
        if first.len() as u64 + 1 == sessions && games.saturating_mul(sessions) <= proof::GAMES {
            first.push(kept);
        }
    }
    if fold.is_decided() && old.next().is_some() {
        return Err(old.beyond());
    }
    // What follows is taken later, session by session, but damage is told now,
    // while nothing has changed.
    while let Some(next) = old.next() {
        prefix = false;
        old.take(plan, &plan.schedule.session(next))?;
    }
    Ok(Scan {
        sessions,
        lengths,
        fold,
        prefix,
        first,
    })
}
