//! The jail: what a stranger's process may do, and what stops it from the rest.
//!
//! It promises [effects](Effect), not mechanisms: each is brought about by at
//! least one of several mechanisms of the system ([`Mechanism`]), most by two
//! or three. Which of them work here is found out by trying ([`Jail::probe`]),
//! never by reading version numbers.
//!
//! A [`Jail`] is opened once a run; it owns the folder in which everything lies
//! that jailed processes see. A [`Cell`] says what one bot may do;
//! [`Jail::ready`] makes the command that starts one process in it. That
//! command runs this program again with a hidden verb ([`launcher_main`]), which
//! takes away everything that was not granted and then becomes the bot: nothing
//! of ours runs between `fork` and `exec`, and the process id stays the same.
//!
//! Attackers and defenders are tested against each other: [`attack`] holds what
//! a bot might try, [`trial`] tries it outside and inside.

pub mod attack;
mod audit;
mod base;
mod calls;
mod cell;
mod effect;
mod environment;
mod errand;
mod files;
mod launcher;
mod limits;
mod mechanism;
mod order;
mod probe;
mod room;
pub mod trial;
mod user;
mod wrap;

pub use audit::{Attempt, Audit, Stage, Watch};
pub use cell::{Cell, Jail, Ready, Scratch};
pub use effect::Effect;
pub use environment::{PYTHON, environment};
pub use errand::Errand;
pub use launcher::{EXIT_NOT_FOUND, EXIT_REFUSED, VERB, launcher_main};
pub use limits::Limits;
pub(crate) use limits::everybody as limits_of_everybody;
pub use mechanism::{Mechanism, Mechanisms};
pub use probe::{Finding, Report};
