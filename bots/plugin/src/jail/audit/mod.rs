//! What jailed processes try, though it is refused.
//!
//! A refusal that a bot keeps to itself shows nowhere. Where it is to be known all the same
//! (`dudo check`; never in a run) the filter on system calls notifies instead of refusing, and
//! so do the calls that Landlock decides. A thread of ours for each process writes down what it
//! was and gives the answer of the plain jail: the same error, or "go on", where Landlock and
//! the tree decide as ever. So nothing is granted that was not, whatever a bot does to its
//! memory while it is looked at, and nothing at all if this thread is gone.
//!
//! Not written down: what is granted; whether a path is there, which is asked of hundreds at
//! every start; and what C libraries and run times do of themselves (`ordinary.rs`).

mod attempt;
mod look;
mod memory;
mod notice;
mod ordinary;
mod post;
mod script;
mod stage;
mod watch;

pub use attempt::{Attempt, Audit};
pub(super) use notice::Answer;
pub(super) use post::Post;
pub use stage::Stage;
pub use watch::Watch;
