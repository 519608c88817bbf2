//! Threads that all do the same: commit the chunk whose turn it is, else play
//! ahead. So as many threads are at work as were asked for, and no more.

use super::chunk::{Piece, Renderer};
use super::commit::{Committer, Done};
use super::feed::Feed;
use super::fold::Withdrawn;
use super::plan::Plan;
use super::progress::now;
use crate::arena::Arena;
use crate::error::RunError;
use crate::stop::Stop;
use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Chunks under way or waiting for their turn, per thread. More would only
/// cost memory.
const AHEAD: u64 = 4;

/// Rows of a session from which on it is long: it is held as a whole, so no more
/// of them are under way than there are threads to play them.
const LONG: u64 = 512;

/// Whether everything was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Complete,
    Interrupted,
}

/// What each thread needs to play.
pub(crate) struct Crew {
    pub(crate) plan: Arc<Plan>,
    pub(crate) arena: Arc<dyn Arena>,
    pub(crate) threads: usize,
    pub(crate) stop: Stop,
}

impl Crew {
    /// Plays and commits until the feed is empty, the committer knows enough or
    /// somebody interrupts.
    ///
    /// # Errors
    /// From the disk or from an older log.
    ///
    /// # Panics
    /// Where a thread did.
    pub(crate) fn run(
        &self,
        feed: &mut Feed,
        committer: &mut Committer<'_>,
    ) -> Result<End, RunError> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads)
            .build();
        let pool = pool.map_err(|error| RunError::Threads(error.to_string()))?;
        let ahead = match self.plan.schedule.session_length() {
            ..=LONG => AHEAD,
            _ => 1,
        };
        let meeting = Meeting {
            crew: self,
            queue: Mutex::new(Queue {
                stop: &self.stop,
                end: committer.is_decided().then_some(Ok(End::Complete)),
                withdrawn: committer.withdrawn(),
                committer: Some(committer),
                feed,
                room: ahead * self.threads as u64,
                asked: 0,
                written: 0,
                is_over: false,
                early: BTreeMap::new(),
            }),
            moved: Condvar::new(),
        };
        pool.broadcast(|_| meeting.work());
        let queue = meeting.queue.into_inner();
        match queue.unwrap_or_else(PoisonError::into_inner).end {
            None => unreachable!("threads leave when it has ended"),
            Some(Ok(end)) => Ok(end),
            Some(Err(Failure::Refused(error))) => Err(error),
            Some(Err(Failure::Panic(panic))) => resume_unwind(panic),
        }
    }
}

enum Failure {
    Refused(RunError),
    Panic(Box<dyn Any + Send>),
}

/// Where the threads meet.
struct Meeting<'a, 'c> {
    crew: &'a Crew,
    queue: Mutex<Queue<'a, 'c>>,
    /// A chunk was committed, or all has ended.
    moved: Condvar,
}

/// What is to be played, and what was played before its turn.
struct Queue<'a, 'c> {
    feed: &'a mut Feed,
    stop: &'a Stop,
    /// Not there while a thread commits, nor once nothing more belongs into the log.
    committer: Option<&'a mut Committer<'c>>,
    /// Whom chunks are played without.
    withdrawn: Arc<Withdrawn>,
    /// Chunks under way or waiting for their turn, at most.
    room: u64,
    /// Chunks handed out.
    asked: u64,
    /// Chunks committed.
    written: u64,
    /// Chunks that were played, by number.
    early: BTreeMap<u64, Result<Box<Done>, Failure>>,
    /// How it ends, once nothing more is handed out.
    end: Option<Result<End, Failure>>,
    /// Nor is anything more committed.
    is_over: bool,
}

/// What a thread does next.
enum Task<'a, 'c> {
    Commit(Box<Done>, &'a mut Committer<'c>),
    Play(u64, Vec<Piece>, Arc<Withdrawn>),
    Wait,
    Leave,
}

impl<'a, 'c> Queue<'a, 'c> {
    fn next(&mut self) -> Task<'a, 'c> {
        if let Some(committer) = self.committer.take() {
            match self.early.remove(&self.written) {
                Some(Ok(done)) => return Task::Commit(done, committer),
                Some(Err(failure)) => return self.fail(failure),
                None => self.committer = Some(committer),
            }
        }
        if self.end.is_none() && self.asked - self.written < self.room {
            match self.chunk() {
                Ok(Some(chunk)) => {
                    self.asked += 1;
                    return Task::Play(self.asked - 1, chunk, Arc::clone(&self.withdrawn));
                }
                Ok(None) => {}
                Err(error) => return self.fail(Failure::Refused(error)),
            }
        }
        if self.is_over || self.end.is_some() && self.asked == self.written {
            return Task::Leave;
        }
        Task::Wait
    }

    /// Nothing more is handed out or committed, whatever is under way; what was played
    /// ahead is dropped. What came first stays.
    fn end(&mut self, end: Result<End, Failure>) {
        if !self.is_over {
            self.is_over = true;
            self.committer = None;
            self.end = Some(end);
        }
    }

    /// Whoever committed hands the committer back, unless nothing more is committed.
    fn committed(&mut self, committer: &'a mut Committer<'c>) {
        self.written += 1;
        if !self.is_over {
            self.withdrawn = committer.withdrawn();
            self.committer = Some(committer);
        }
    }

    fn fail(&mut self, failure: Failure) -> Task<'a, 'c> {
        self.end(Err(failure));
        Task::Leave
    }

    /// The next chunk, if the end has not come.
    fn chunk(&mut self) -> Result<Option<Vec<Piece>>, RunError> {
        // Whoever comes too late interrupts nothing.
        if self.stop.is_set() && !self.feed.is_empty() {
            self.end = Some(Ok(End::Interrupted));
            return Ok(None);
        }
        let chunk = self.feed.chunk()?;
        if chunk.is_none() {
            self.end = Some(Ok(End::Complete));
        }
        Ok(chunk)
    }
}

impl<'a, 'c> Meeting<'a, 'c> {
    /// What each thread does, until there is nothing left.
    fn work(&self) {
        let crew = self.crew;
        let (plan, arena) = (Arc::clone(&crew.plan), Arc::clone(&crew.arena));
        let mut renderer = Renderer::new(plan, arena, crew.stop.clone());
        let mut queue = self.queue();
        loop {
            match caught(|| Ok(queue.next())).unwrap_or_else(|failure| queue.fail(failure)) {
                Task::Play(number, chunk, withdrawn) => {
                    drop(queue);
                    let played = caught(|| {
                        let started = now();
                        let rendered = renderer.render(&chunk, &withdrawn);
                        Ok(Box::new(Done {
                            took: started.elapsed(),
                            chunk,
                            rendered,
                            withdrawn,
                        }))
                    });
                    queue = self.queue();
                    queue.early.insert(number, played);
                }
                Task::Commit(done, committer) => {
                    drop(queue);
                    let pace = done.pace();
                    let committed = caught(|| committer.commit(&mut renderer, *done));
                    queue = self.queue();
                    if let Some((rows, time)) = pace {
                        queue.feed.pace.took(rows, time);
                    }
                    match committed {
                        Ok(true) => queue.committed(committer),
                        Ok(false) if committer.is_decided() => queue.end(Ok(End::Complete)),
                        Ok(false) => queue.end(Ok(End::Interrupted)),
                        Err(failure) => queue.end(Err(failure)),
                    }
                    self.moved.notify_all();
                }
                Task::Wait => {
                    queue = self
                        .moved
                        .wait(queue)
                        .unwrap_or_else(PoisonError::into_inner);
                }
                Task::Leave => {
                    self.moved.notify_all();
                    return;
                }
            }
        }
    }

    fn queue(&self) -> MutexGuard<'_, Queue<'a, 'c>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A panic here is a bug of ours; it must not leave the others waiting.
fn caught<T>(work: impl FnOnce() -> Result<T, RunError>) -> Result<T, Failure> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => done.map_err(Failure::Refused),
        Err(panic) => Err(Failure::Panic(panic)),
    }
}
