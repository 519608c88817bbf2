//! A person at the table: a player that is asked in words.
//!
//! What is typed is read in the notation and checked before it is handed to
//! the table, so a slip of the keyboard is never a fault: it is said what is
//! wrong, and asked again. A legal action that was not meant can be taken back
//! until somebody has shown dice. What a person is shown is its `View`, and
//! what the table was told; nothing else is reachable from here.

mod console;
mod hints;
mod host;
mod player;
mod scene;

pub use console::{Console, Terminal};
pub(crate) use host::{Hosting, host};
pub use scene::{Names, Scene};

use dudo_engine::Outcome;

/// How a game with a person ended.
#[derive(Debug)]
pub enum Ended {
    /// It was played to its end.
    Played(Outcome),
    /// The person left.
    Left,
}
