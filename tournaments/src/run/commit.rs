//! Many threads play, one commits in order.

use super::chunk::{Piece, Rendered, Renderer, tail};
use super::disk::Disk;
use super::feed::Feed;
use super::fold::{Fold, Withdrawn};
use super::logs::Logs;
use super::plan::Plan;
use super::progress::{Progress, now};
use crate::arena::Arena;
use crate::error::RunError;
use crate::stop::Stop;
use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Chunks under way or waiting for their turn, per thread. More would only
/// cost memory.
const AHEAD: u64 = 4;

/// Rows of a session from which on it is long: it is held as a whole, so no more
/// of them are under way than there are threads to play them.
const LONG: u64 = 512;

/// A chunk that was played, and under which withdrawals.
struct Done {
    chunk: Vec<Piece>,
    rendered: Rendered,
    withdrawn: Arc<Withdrawn>,
    took: Duration,
}

type Answer = (u64, Result<Done, Box<dyn Any + Send>>);

/// Plays what the feed hands out and writes it in order.
pub(crate) struct Committer<'a> {
    pub(crate) plan: Arc<Plan>,
    pub(crate) arena: Arc<dyn Arena>,
    pub(crate) threads: usize,
    pub(crate) disk: &'a mut Disk,
    pub(crate) logs: Logs,
    pub(crate) fold: Fold,
    pub(crate) stop: &'a Stop,
    pub(crate) progress: &'a mut Progress,
    /// Told before rows are written that the clock had a part in.
    pub(crate) timed: &'a mut dyn FnMut(&mut Disk) -> Result<(), RunError>,
}

/// Whether everything was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Complete,
    Interrupted,
}

impl Committer<'_> {
    /// Plays on until the feed is empty or somebody interrupts; everything
    /// written is on the disk then.
    ///
    /// # Errors
    /// From the disk or from an older log.
    pub(crate) fn run(&mut self, feed: &mut Feed) -> Result<End, RunError> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads)
            .build();
        let pool = pool.map_err(|error| RunError::Threads(error.to_string()))?;
        let crew = Arc::new(Crew {
            plan: Arc::clone(&self.plan),
            arena: Arc::clone(&self.arena),
            idle: Mutex::default(),
        });
        let (sender, receiver) = channel();
        let ended = self.pump(feed, &pool, &crew, &sender, &receiver);
        // What failed first is what is told.
        let synced = self.logs.sync(self.disk);
        let end = ended?;
        synced.map(|()| end)
    }

    fn pump(
        &mut self,
        feed: &mut Feed,
        pool: &rayon::ThreadPool,
        crew: &Arc<Crew>,
        sender: &Sender<Answer>,
        receiver: &Receiver<Answer>,
    ) -> Result<End, RunError> {
        let mut withdrawn = Arc::new(self.fold.withdrawn().clone());
        let mut early = BTreeMap::new();
        let (mut asked, mut written) = (0, 0);
        let mut end = End::Complete;
        let ahead = match self.plan.schedule.session_length() {
            ..=LONG => AHEAD,
            _ => 1,
        };
        if self.fold.is_decided() {
            return Ok(end);
        }
        loop {
            while end == End::Complete && asked - written < ahead * self.threads as u64 {
                if self.stop.is_set() {
                    end = End::Interrupted;
                    break;
                }
                let Some(chunk) = feed.chunk()? else { break };
                crew.send(pool, asked, chunk, Arc::clone(&withdrawn), sender.clone());
                asked += 1;
            }
            if asked == written {
                return Ok(end);
            }
            // A crew that dies without an answer would be a bug of rayon's.
            let Ok((number, answer)) = receiver.recv() else {
                return Ok(end);
            };
            early.insert(number, answer);
            while let Some(answer) = early.remove(&written) {
                let done = answer.unwrap_or_else(|panic| resume_unwind(panic));
                if done.rendered.kept == 0 {
                    feed.pace.took(done.rendered.games, done.took);
                }
                if self.commit(crew, done, &mut withdrawn)? {
                    // What was played ahead is dropped.
                    return Ok(End::Complete);
                }
                written += 1;
            }
        }
    }

    /// Writes a chunk. What was played ahead of a withdrawal is cut and
    /// rendered again here, which happens at most once per bot. True if the
    /// chunk decides a duel; the log ends with the block that does.
    fn commit(
        &mut self,
        crew: &Crew,
        done: Done,
        withdrawn: &mut Arc<Withdrawn>,
    ) -> Result<bool, RunError> {
        let Done {
            mut chunk,
            mut rendered,
            withdrawn: under,
            ..
        } = done;
        if *under != **withdrawn {
            rendered = crew.render(&chunk, withdrawn);
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
            if self.fold.is_decided() {
                return Ok(true);
            }
            let Some(block) = cut else { return Ok(false) };
            *withdrawn = Arc::new(self.fold.withdrawn().clone());
            chunk = tail(chunk, self.plan.schedule.sessions_of(block + 1).start);
            if chunk.is_empty() {
                return Ok(false);
            }
            rendered = crew.render(&chunk, withdrawn);
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

/// Renderers that are not at work right now.
struct Crew {
    plan: Arc<Plan>,
    arena: Arc<dyn Arena>,
    idle: Mutex<Vec<Renderer>>,
}

impl Crew {
    fn send(
        self: &Arc<Self>,
        pool: &rayon::ThreadPool,
        number: u64,
        chunk: Vec<Piece>,
        withdrawn: Arc<Withdrawn>,
        sender: Sender<Answer>,
    ) {
        let crew = Arc::clone(self);
        pool.spawn(move || {
            let started = now();
            let played = catch_unwind(AssertUnwindSafe(|| crew.render(&chunk, &withdrawn)));
            let answer = played.map(|rendered| Done {
                chunk,
                rendered,
                withdrawn,
                took: started.elapsed(),
            });
            // The receiver is gone when the disk has failed: nobody waits.
            let _ = sender.send((number, answer));
        });
    }

    fn render(&self, chunk: &[Piece], withdrawn: &Withdrawn) -> Rendered {
        let idle = self
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        let mut renderer =
            idle.unwrap_or_else(|| Renderer::new(Arc::clone(&self.plan), Arc::clone(&self.arena)));
        let rendered = renderer.render(chunk, withdrawn);
        self.idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(renderer);
        rendered
    }
}
