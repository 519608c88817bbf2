//! Chunks become rows of the log, in order.

use super::chunk::{Piece, Rendered, Renderer, tail};
use super::disk::Disk;
use super::fold::{Fold, Withdrawn};
use super::logs::Logs;
use super::plan::Plan;
use super::progress::Progress;
use crate::error::RunError;
use std::sync::Arc;
use std::time::Duration;

/// A chunk that was played, and under which withdrawals.
pub(crate) struct Done {
    pub(crate) chunk: Vec<Piece>,
    pub(crate) rendered: Rendered,
    pub(crate) withdrawn: Arc<Withdrawn>,
    pub(crate) took: Duration,
}

impl Done {
    /// Rows and the time that they took to play; nothing where some were not played.
    pub(crate) fn pace(&self) -> Option<(u64, Duration)> {
        (self.rendered.kept == 0).then_some((self.rendered.games, self.took))
    }
}

/// Folds what was played and writes it.
pub(crate) struct Committer<'a> {
    pub(crate) plan: Arc<Plan>,
    pub(crate) disk: &'a mut Disk,
    pub(crate) logs: Logs,
    pub(crate) fold: Fold,
    pub(crate) progress: &'a mut Progress,
    /// Told before rows are written that the clock had a part in.
    pub(crate) timed: &'a mut (dyn FnMut(&mut Disk) -> Result<(), RunError> + Send),
}

impl Committer<'_> {
    /// Whether a duel is decided: nothing more belongs to the log.
    pub(crate) fn is_decided(&self) -> bool {
        self.fold.is_decided()
    }

    /// Whom what follows is to be played without.
    pub(crate) fn withdrawn(&self) -> Arc<Withdrawn> {
        Arc::new(self.fold.withdrawn().clone())
    }

    /// Everything written is on the disk when this returns.
    pub(crate) fn sync(&mut self) -> Result<(), RunError> {
        self.logs.sync(self.disk)
    }

    /// Writes a chunk. What was played ahead of a withdrawal is cut and
    /// rendered again here, which happens at most once per bot. Where the chunk
    /// decides a duel the log ends with the block that does. False if nothing may follow:
    /// a duel is decided, or the chunk is short.
    ///
    /// # Errors
    /// From the disk.
    pub(crate) fn commit(&mut self, renderer: &mut Renderer, done: Done) -> Result<bool, RunError> {
        let Done {
            mut chunk,
            mut rendered,
            withdrawn,
            ..
        } = done;
        if *withdrawn != *self.fold.withdrawn() {
            rendered = renderer.render(&chunk, self.fold.withdrawn());
        }
        loop {
            let cut = self.fold_in(&rendered);
            if let Some(block) = cut {
                rendered.cut_after(block);
            }
            if rendered.timed {
                (self.timed)(self.disk)?;
            }
            self.logs.write(self.disk, &rendered.text)?;
            self.progress
                .add(&rendered, self.logs.length(), self.fold.meter());
            if self.is_decided() || rendered.short {
                return Ok(false);
            }
            let Some(block) = cut else { return Ok(true) };
            chunk = tail(chunk, self.plan.schedule.sessions_of(block + 1).start);
            if chunk.is_empty() {
                return Ok(true);
            }
            rendered = renderer.render(&chunk, self.fold.withdrawn());
        }
    }

    /// Folds the faults and the points of a chunk, up to the end of the first
    /// block in which a bot is withdrawn or that decides a duel; that block.
    fn fold_in(&mut self, rendered: &Rendered) -> Option<u64> {
        let mut cut = None;
        let mut points = rendered.points.iter().peekable();
        for &(bot, block) in &rendered.failures {
            if cut.is_some_and(|cut| block > cut) {
                break;
            }
            // A block's faults come before its points: they may take its verdict.
            while let Some(points) = points.next_if(|points| points.block < block) {
                if self.fold.points(points) {
                    return Some(points.block);
                }
            }
            if self.fold.fault(bot, block) {
                self.progress
                    .withdrawn(bot, self.fold.faults_of(bot), block);
                cut = Some(block);
            }
        }
        for points in points {
            if cut.is_some_and(|cut| points.block > cut) {
                break;
            }
            if self.fold.points(points) {
                return Some(points.block);
            }
        }
        cut
    }
}
