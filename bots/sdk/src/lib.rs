//! Write a bot for dudo in Rust, and play it from a shared library.
//!
//! Implement [`Bot`] for a game, and name it in one [`export!`]:
//!
//! ```
//! use dudo_sdk::liars_dice::{Action, LiarsDice, Options};
//! use dudo_sdk::{Bot, BotRng, View};
//!
//! /// Raises as little as it can, and challenges when it must.
//! struct Creeper;
//!
//! impl Bot<LiarsDice> for Creeper {
//!     fn act(&mut self, view: View<'_, LiarsDice>, _: &mut BotRng) -> Action {
//!         let options = Options::of(view);
//!         options.raises.get(0).map_or(Action::Challenge, Action::Bid)
//!     }
//! }
//!
//! dudo_sdk::export! {
//!     name: "creeper",
//!     play: [LiarsDice => |_, _| Creeper],
//! }
//! # fn main() {}
//! ```
//!
//! Built as a `cdylib`, the library is a bot: `use = "./libcreeper.so"` in a run
//! file. What is [`View`]ed, heard and answered is what a built-in bot views, hears
//! and answers; so are the dice of its [`BotRng`]. A bot that panics is at fault in its
//! game, and is asked nothing more; it must be built with unwinding, which is
//! what cargo does unless told otherwise.

#![deny(unsafe_op_in_unsafe_fn)]

mod export;
mod games;
mod guard;
mod header;
mod instance;
mod native;
mod practice;
mod words;

pub use dudo_engine::*;
pub use header::{headers, views};
pub use practice::practice;

/// What [`export!`] is made of. Not for use by name.
#[doc(hidden)]
pub mod plumbing {
    pub use crate::export::{Exported, Title};
    pub use crate::games::Games;
    pub use crate::instance::{Instance, Seating};
    pub use crate::native::{Table, entry};
    pub use dudo_abi::Api;
}
