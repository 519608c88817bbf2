//! What happened and how strong each bot is: logs, ratings, reports.
//!
//! A run leaves a log, `games.csv`, with a row for each game. This crate reads
//! such logs ([`log`]), rates the bots ([`rating`]) and writes the result for
//! people and for programs ([`report`]). Whether one bot is better than another,
//! and when to stop asking, is [`duel`]. It knows nothing of how games are
//! played, so a log that was made elsewhere can be rated too. It prints
//! nothing, reads no clock, and its memory does not grow with the log.
//!
//! From files, [`rank`] does all of it. A runner that wants the leaders while
//! it plays counts its games itself:
//!
//! ```
//! use dudo_results::log::{BotId, Names};
//! use dudo_results::rating::{Counts, Faults, Game, Standings, Ties};
//! use dudo_results::report;
//!
//! let mut names = Names::new();
//! for name in ["odds", "reader"] {
//!     names.id(name.as_bytes())?;
//! }
//! let mut counts = Counts::new(names, Ties::Half, Faults::Keep);
//! // Deals 0 to 9 in both seatings; bot 1 wins from the second seat, and
//! // from the first in every other deal.
//! for deal in 0..10 {
//!     for rotation in 0..2 {
//!         let bots = [BotId::new(rotation), BotId::new(1 - rotation)];
//!         let first_wins = rotation == 1 && deal % 2 == 0;
//!         counts.add(&Game {
//!             cluster: deal,
//!             bots: &bots,
//!             places: if first_wins { &[1, 2] } else { &[2, 1] },
//!             faulted: 0,
//!         })?;
//!     }
//! }
//! let standings = Standings::of(&counts, None, true)?;
//! assert_eq!(standings.leaders().next().unwrap().0, "reader");
//! println!("{}", report::table(&standings));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What is deliberately missing: draws as a parameter of their own (a tie is
//! half a win), and skill that changes over time (a new version of a bot is a
//! new bot).

pub mod duel;
pub mod faults;
pub mod history;
pub mod log;
pub mod profile;
mod rank;
pub mod rating;
pub mod report;
pub mod story;

pub use rank::{COUNTS, Filter, Options, RankError, changed_since_counted, counts_beside, rank};
