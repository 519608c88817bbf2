//! Sessions that are played at once, a thread each, so that what they ask of one
//! process travels together.
//!
//! Only one member runs at a time: the others wait for their turn or for a reply.
//! So a gang is no more work at once than one session, whatever sits at the tables,
//! and no bot's time passes while another one works. When nobody can go on without
//! a reply, everything that was asked goes out, a batch for each process.

use super::Process;
use super::batch::Batch;
use super::message::{Call, Reply};
use super::pin;
use dudo_engine::Fault;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Sessions that are played at once; see the module.
///
/// No two of its sessions may have a deal in common, for one process meets them all.
pub struct Gang {
    state: Mutex<State>,
    /// One for each member: it may go on.
    doors: Vec<Condvar>,
}

struct State {
    /// Who runs.
    turn: Option<usize>,
    /// Who could.
    ready: VecDeque<usize>,
    /// Members that have not left.
    left: usize,
    batches: Vec<Batch>,
    /// The core on which all of them run, if they are bound to one.
    core: Option<usize>,
}

/// One session's part in a gang. Dropped when the session is over; the others
/// wait for that, or for what it asks.
pub struct Member {
    gang: Arc<Gang>,
    number: usize,
}

impl Gang {
    /// So many members, each for a thread of its own. The first runs, the others
    /// wait for their turn.
    pub fn of(members: usize) -> Vec<Member> {
        let gang = Arc::new(Self {
            state: Mutex::new(State {
                turn: None,
                ready: (0..members).collect(),
                left: members,
                batches: Vec::new(),
                core: pin::held(),
            }),
            doors: (0..members).map(|_| Condvar::new()).collect(),
        });
        gang.pass(&mut gang.lock());
        let member = |number| Member {
            gang: Arc::clone(&gang),
            number,
        };
        (0..members).map(member).collect()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next one's turn; where nobody could go on, all get their replies first.
    fn pass(&self, state: &mut State) {
        if state.ready.is_empty() {
            for batch in &mut state.batches {
                batch.ask(&mut state.ready);
            }
            state.core = state.core.or_else(pin::held);
        }
        state.turn = state.ready.pop_front();
        if let Some(next) = state.turn {
            self.doors[next].notify_one();
        }
    }

    fn wait<'a>(&self, number: usize, mut state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        while state.turn != Some(number) {
            let waited = self.doors[number].wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
        if let Some(core) = state.core {
            pin::share(core);
        }
        state
    }

    /// The number of the batch that goes to this bot's process.
    pub(super) fn batch(&self, process: &Arc<Process>, game: &str) -> usize {
        let batches = &mut self.lock().batches;
        let known = batches.iter().position(|batch| batch.goes_to(process));
        known.unwrap_or_else(|| {
            batches.push(Batch::new(Arc::clone(process), game));
            batches.len() - 1
        })
    }

    /// Asks with the next batch and waits for the reply. `call.session` is the
    /// number of the member that runs.
    ///
    /// # Errors
    /// There is none, for whatever reason.
    pub(super) fn ask(&self, batch: usize, call: Call) -> Result<Reply, Fault> {
        let mut state = self.lock();
        let number = call.session;
        state.batches[batch].add(call);
        self.pass(&mut state);
        let mut state = self.wait(number, state);
        state.batches[batch].reply(number)
    }

    /// A session was given up within a game: the process is not kept.
    pub(super) fn spoil(&self, batch: usize) {
        if let Some(batch) = self.lock().batches.get_mut(batch) {
            batch.spoil();
        }
    }
}

impl Member {
    /// Waits until it is this member's turn for the first time. To be called by its
    /// thread before anything else.
    pub fn enter(&self) {
        drop(self.gang.wait(self.number, self.gang.lock()));
    }

    pub(super) const fn gang(&self) -> &Arc<Gang> {
        &self.gang
    }

    pub(super) const fn number(&self) -> usize {
        self.number
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        let mut state = self.gang.lock();
        state.left -= 1;
        let number = self.number;
        state.ready.retain(|&other| other != number);
        if thread::panicking() {
            // Nobody is to wait for ever for what this one was about to bring.
            let State { batches, ready, .. } = &mut *state;
            for batch in batches {
                batch.give_up(ready);
            }
        }
        if state.turn == Some(number) {
            self.gang.pass(&mut state);
        }
        if state.left == 0 {
            for batch in state.batches.drain(..) {
                batch.close();
            }
        }
    }
}

#[cfg(test)]
mod tests;
