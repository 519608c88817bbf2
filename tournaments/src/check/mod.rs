//! Is a bot fit to play? What `dudo check` does.
//!
//! A bot from elsewhere is loaded, plays every game and rule set that it claims at every
//! number of seats, and is then asked the same things again, in fresh processes and in one
//! that has seen everything. What was found is a [`Report`].

mod attempts;
mod bare;
mod clock;
mod exam;
mod finding;
mod grid;
mod load;
mod repeat;
mod report;
mod scripted;
mod table;
mod watch;

pub use bare::bare;
pub use exam::{Exam, examine};
pub use finding::{Finding, Level};
pub use report::Report;
pub use table::{Bout, Played, play};
