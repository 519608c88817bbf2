//! Where processes are started.
//!
//! A process that is to die with its parent dies with the *thread* that started
//! it. So one thread, which lives as long as the program, starts them all.

use super::pin;
use std::io;
use std::process::{Child, Command};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;

type Job = (Command, Sender<io::Result<Child>>);

static STARTER: OnceLock<Result<Mutex<Sender<Job>>, String>> = OnceLock::new();

/// Starts a process.
///
/// # Errors
/// The system refuses.
pub(super) fn spawn(command: Command) -> io::Result<Child> {
    let starter = STARTER.get_or_init(|| {
        let (jobs, inbox) = channel::<Job>();
        let work = move || {
            // Whoever asked first may be pinned already; what is started here
            // would be too.
            pin::unpin();
            for (mut command, reply) in inbox {
                let _ = reply.send(command.spawn());
            }
        };
        let thread = thread::Builder::new().name("starts bots".into());
        let started = thread.spawn(work).map_err(|error| error.to_string());
        started.map(|_| Mutex::new(jobs))
    });
    let starter = starter
        .as_ref()
        .map_err(|error| io::Error::other(error.as_str()))?;
    let (reply, answer) = channel();
    let jobs = starter.lock().unwrap_or_else(PoisonError::into_inner);
    let sent = jobs.send((command, reply));
    drop(jobs);
    let gone = || io::Error::other("the thread that starts bots is gone");
    sent.map_err(|_| gone())?;
    answer.recv().map_err(|_| gone())?
}
