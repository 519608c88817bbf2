//! How far a log has come.

use super::fold::Fold;
use super::logs::{Lengths, Paths};
use super::old::OldLog;
use super::plan::Plan;
use crate::error::RunError;

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
}

/// Reads a log from its start for as long as it is what the plan wants.
///
/// # Errors
/// A file that cannot be read, or holds rows that are not of this run.
pub(crate) fn scan(paths: &Paths, plan: &Plan) -> Result<Scan, RunError> {
    let mut fold = Fold::new(plan.schedule.roster() as usize, plan.faults);
    let mut old = OldLog::open(paths, plan)?;
    let mut sessions = 0;
    let mut lengths = if old.next().is_some() {
        old.offsets()
    } else {
        Lengths::default()
    };
    for session in plan.schedule.from(0) {
        if old.next() != Some(session.index) {
            break;
        }
        let absent = session
            .lineup
            .iter()
            .any(|&bot| fold.withdrawn().has(bot, session.block));
        let Some(kept) = old
            .take(plan, &session)?
            .filter(|kept| kept.withdrawn == absent)
        else {
            let prefix = old.next().is_none();
            return Ok(Scan {
                sessions,
                lengths,
                fold,
                prefix,
            });
        };
        for seat in kept.failed {
            fold.fault(session.lineup[seat], session.block);
        }
        sessions += 1;
        lengths = old.offsets();
    }
    Ok(Scan {
        sessions,
        lengths,
        fold,
        prefix: old.next().is_none(),
    })
}
