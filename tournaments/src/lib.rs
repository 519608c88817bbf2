//! Who meets whom, with which dice.
//!
//! A [run file](spec) becomes a [schedule]: every game has coordinates before
//! one is played. The [run] plays what the plan wants and the log lacks, on
//! any number of threads, and commits rows in the plan's order. The
//! [arena] is the one place where a game's name becomes a type.

pub mod arena;
pub mod bug;
pub mod check;
pub mod cmd;
mod entrant;
pub mod error;
mod meant;
pub mod parts;
pub mod person;
pub mod replay;
pub mod run;
pub mod schedule;
pub mod spec;
pub mod starter;
pub mod stop;
pub mod verify;
