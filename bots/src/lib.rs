//! Who plays: the built-in strategies.
//!
//! One folder per game, one file per bot, one line per bot in its game's
//! roster. A bot is named as in a run file: `odds` or `odds(threshold=0.4)`.
//!
//! ```
//! use dudo_bots::{find, liars_dice};
//! let bot = find(liars_dice::ROSTER, "random()").unwrap();
//! assert_eq!(bot.canonical, "random");
//! ```
#![forbid(unsafe_code)]

pub mod liars_boggle;
pub mod liars_dice;
mod local;
pub mod mia;
pub mod poker_liar;
mod roster;
mod weigh;

pub use local::{Local, in_bot_call};
pub use roster::{Arg, Built, Entry, Rostered, UseError, find};
pub use weigh::Weigh;
