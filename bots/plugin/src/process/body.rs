//! What the driver sees of a bot's process, and of time.

use crate::jail::Stage;
use std::time::Duration;

/// A process as far as the driver is concerned. The real one is
/// [`Child`](super::child::Child); tests script one whose time is virtual.
pub(super) trait Body: Send {
    /// Time since some moment; never goes backwards.
    fn now(&mut self) -> Duration;

    /// Processor time that the process has used, all its threads together.
    fn used(&mut self) -> Duration;

    /// It is about to be asked something of this kind.
    fn asked(&mut self, stage: Stage) {
        let _ = stage;
    }

    /// Writes to standard input as much as fits and says how much that was.
    /// Never waits. `Err`: nobody reads there any more.
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Closed>;

    /// Appends what can be read from standard output, at most a pipe's worth;
    /// says how much that was. Never waits. `Err`: nobody writes there any more.
    fn read(&mut self, into: &mut Vec<u8>) -> Result<usize, Closed>;

    /// Waits until there is something to read, until there is room to write
    /// (where that is wanted), until the process is gone, or until a moment
    /// passes. Standard error is taken in meanwhile.
    fn wait(&mut self, writing: bool, until: Duration) -> Ready;

    /// Whether nobody reads standard input any more.
    fn is_deaf(&mut self) -> bool;

    /// It may not run until it is woken.
    fn pause(&mut self);

    /// It may run.
    fn wake(&mut self);

    /// Ends it, whatever state it is in, with all of its group, and says how it
    /// had ended of itself, if it had.
    fn end(&mut self) -> Option<Ending>;

    /// The last words on standard error.
    fn last_words(&self) -> String;
}

/// The other end of a pipe is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Closed;

/// What a wait ended with; nothing when the moment passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ready {
    /// Standard output has something, or its end.
    pub(super) output: bool,
    /// Standard input has room, or nobody reads it.
    pub(super) input: bool,
    /// The process has ended.
    pub(super) gone: bool,
}

/// How a process ended of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ending {
    /// Exit code or signal.
    pub(super) how: How,
    /// Whether it held most of the memory that it may have.
    pub(super) full: bool,
}

/// Exit code or signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    /// It exited with this code.
    Exit(i32),
    /// It was killed by this signal.
    Signal(i32),
}
