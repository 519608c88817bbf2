//! What is left to do, cut into chunks: plan minus rows present.

use super::chunk::{Kept, Piece};
use super::gangs;
use super::pace::Pace;
use super::plan::Plan;
use crate::arena::Arena;
use crate::error::RunError;
use crate::schedule::Session;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

/// Rows in a chunk where sessions are played at once, about: few gangs lack members
/// because a chunk ends. As many blocks as a gang takes have to be in one, unless
/// they are very wide.
const ROWS: RangeInclusive<u64> = 512..=8192;

/// Rows that were played before in a chunk, about: they cost next to nothing, so a chunk
/// takes many, whatever time new ones take.
const KEPT: u64 = 512;

/// Sessions that were played before, in the order of the plan.
pub(crate) trait Earlier: Send {
    /// The number of the session of the next row, if there is one.
    fn next(&self) -> Option<u64>;

    /// Reads the session at hand. `None` if not all of it is there: it is
    /// played again then.
    fn take(&mut self, plan: &Plan, session: &Session) -> Result<Option<Kept>, RunError>;
}

/// What becomes of sessions that nobody played before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gaps {
    /// They are played.
    Play,
    /// They are left out.
    Leave,
}

/// Hands out the sessions that are left, in order.
pub(crate) struct Feed {
    plan: Arc<Plan>,
    left: Range<u64>,
    old: Option<Box<dyn Earlier>>,
    gaps: Gaps,
    /// How many rows a chunk should have.
    pub(crate) pace: Pace,
    /// Sessions in a chunk, at least, if there are so many.
    least: u64,
}

impl Feed {
    /// These sessions, taking what was played already.
    pub(crate) fn new(
        plan: Arc<Plan>,
        left: Range<u64>,
        old: Option<Box<dyn Earlier>>,
        gaps: Gaps,
    ) -> Self {
        Self {
            plan,
            left,
            old,
            gaps,
            pace: Pace::new(),
            least: 1,
        }
    }

    /// Makes chunks large enough for the gangs that the bots of this arena play in:
    /// sessions of one block cannot be in the same.
    pub(crate) fn for_gangs(mut self, arena: &dyn Arena) -> Self {
        let schedule = &self.plan.schedule;
        let gang = gangs::offers(arena, &self.plan).into_iter().max();
        if let Some(gang @ 2..) = gang {
            let length = schedule.session_length().max(1);
            let sessions = (gang as u64).saturating_mul(arena.dice().sharing(schedule));
            let (low, high) = (ROWS.start() / length, ROWS.end() / length);
            self.least = sessions.max(low).min(high).max(1);
        }
        self
    }

    /// Whether nothing is left.
    pub(crate) const fn is_empty(&self) -> bool {
        self.left.start >= self.left.end
    }

    /// The next chunk, or `None` after the last.
    ///
    /// # Errors
    /// From reading the older log.
    pub(crate) fn chunk(&mut self) -> Result<Option<Vec<Piece>>, RunError> {
        let mut pieces = Vec::new();
        let length = self.plan.schedule.session_length().max(1);
        // A session may be longer than any chunk.
        let mut room = (self.pace.rows() / length).max(self.least);
        let mut for_kept = (KEPT / length).max(self.least);
        while room > 0 && for_kept > 0 && self.left.start < self.left.end {
            let Some(piece) = self.piece(room)? else {
                continue;
            };
            match &piece {
                Piece::Play(sessions) => room -= sessions.end - sessions.start,
                Piece::Keep(_) => for_kept -= 1,
            }
            pieces.push(piece);
        }
        Ok(Some(pieces).filter(|pieces| !pieces.is_empty()))
    }

    /// `None` where there was a gap that is left.
    fn piece(&mut self, room: u64) -> Result<Option<Piece>, RunError> {
        let start = self.left.start;
        let mut end = self.left.end.min(start + room);
        let mut gap = self.left.end;
        if let Some(old) = &mut self.old {
            // Sessions that the new log has already.
            while let Some(found) = old.next().filter(|&found| found < start) {
                let session = self.plan.schedule.session(found);
                old.take(&self.plan, &session)?;
            }
            if old.next() == Some(start) {
                self.left.start += 1;
                let session = self.plan.schedule.session(start);
                return Ok(Some(match old.take(&self.plan, &session)? {
                    Some(kept) => Piece::Keep(Box::new(kept)),
                    None => Piece::Play(start..start + 1),
                }));
            }
            gap = old.next().map_or(gap, |found| gap.min(found));
            end = end.min(gap);
        }
        if self.gaps == Gaps::Leave {
            self.left.start = gap;
            return Ok(None);
        }
        self.left.start = end;
        Ok(Some(Piece::Play(start..end)))
    }
}
