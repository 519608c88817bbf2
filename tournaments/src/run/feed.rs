//! What is left to do, cut into chunks: plan minus rows present.

use super::chunk::Piece;
use super::old::OldLog;
use super::plan::Plan;
use crate::error::RunError;
use std::sync::Arc;

/// Rows in a chunk, about. Large enough that handing one over costs nothing,
/// small enough that an interrupt is answered at once.
pub(crate) const ROWS: u64 = 512;

/// Hands out the sessions that are left, in order.
pub(crate) struct Feed {
    plan: Arc<Plan>,
    next: u64,
    old: Option<OldLog>,
}

impl Feed {
    /// From this session on, taking what an older log has already.
    pub(crate) const fn new(plan: Arc<Plan>, next: u64, old: Option<OldLog>) -> Self {
        Self { plan, next, old }
    }

    /// The next chunk, or `None` after the last.
    ///
    /// # Errors
    /// From reading the older log.
    pub(crate) fn chunk(&mut self) -> Result<Option<Vec<Piece>>, RunError> {
        let mut pieces = Vec::new();
        // Saturating: a session may be longer than any chunk.
        let per_session = self.plan.schedule.session_length().max(1);
        let mut room = (ROWS / per_session).max(1);
        while room > 0 && self.next < self.plan.schedule.sessions() {
            let piece = self.piece(room)?;
            room -= match &piece {
                Piece::Play(sessions) => sessions.end - sessions.start,
                Piece::Keep(_) => 1,
            };
            pieces.push(piece);
        }
        Ok(Some(pieces).filter(|pieces| !pieces.is_empty()))
    }

    fn piece(&mut self, room: u64) -> Result<Piece, RunError> {
        let start = self.next;
        let mut end = self.plan.schedule.sessions().min(start + room);
        if let Some(old) = &mut self.old {
            // Sessions that the new log has already.
            while old.next().is_some_and(|found| found < start) {
                let session = old.next().map(|found| self.plan.schedule.session(found));
                if let Some(session) = session {
                    old.take(&self.plan, &session)?;
                }
            }
            if old.next() == Some(start) {
                self.next += 1;
                let session = self.plan.schedule.session(start);
                return Ok(match old.take(&self.plan, &session)? {
                    Some(kept) => Piece::Keep(Box::new(kept)),
                    None => Piece::Play(start..start + 1),
                });
            }
            end = old.next().map_or(end, |found| end.min(found));
        }
        self.next = end;
        Ok(Piece::Play(start..end))
    }
}
