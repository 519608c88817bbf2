//! When something was tried.

use std::sync::atomic::{AtomicU8, Ordering};

/// What a process was last asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Stage {
    /// Nothing that it could have heard: it has not opened a file of its own folder yet, so what
    /// runs is its interpreter.
    Start,
    /// Who it is: everything from there until the next question.
    Hello,
    /// To take a seat for a session.
    Session,
    /// To begin a game.
    Game,
    /// For a decision.
    Act,
    /// To end a game.
    End,
}

impl Stage {
    const ALL: [Self; 6] = [
        Self::Start,
        Self::Hello,
        Self::Session,
        Self::Game,
        Self::Act,
        Self::End,
    ];

    /// The type of the request, as in the protocol; or `start`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Hello => "hello",
            Self::Session => "session",
            Self::Game => "game",
            Self::Act => "act",
            Self::End => "end",
        }
    }
}

/// A stage that one thread sets and another reads.
#[derive(Debug)]
pub(super) struct Now(AtomicU8);

impl Now {
    pub(super) const fn new() -> Self {
        Self(AtomicU8::new(Stage::Hello as u8))
    }

    pub(super) fn set(&self, stage: Stage) {
        self.0.store(stage as u8, Ordering::SeqCst);
    }

    pub(super) fn get(&self) -> Stage {
        let index = usize::from(self.0.load(Ordering::SeqCst));
        Stage::ALL.get(index).copied().unwrap_or(Stage::End)
    }
}
