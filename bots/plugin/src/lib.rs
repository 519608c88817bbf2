//! How a foreign bot reaches the table: the host's side.
//!
//! A bot that is no part of this program is a [`Foreign`]: a command, a native
//! library, a WebAssembly module. It opens a [`Line`] to a fresh instance for
//! each session; [`Remote`] seats that line at a table. Transports carry bytes
//! and notation and know no game; games know no transport.
//!
//! Every transport carries the same calls: a game begins (with the private key
//! of its chance), a decision is asked for (with what is seen and what was
//! told since), a game has ended.

#![deny(unsafe_op_in_unsafe_fn)]

mod diary;
mod foreign;
mod hello;
pub mod jail;
pub mod native;
mod open;
pub mod process;
mod remote;
pub mod submission;
mod wasm;

pub use foreign::{Ask, Foreign, Hello, Isolation, Line, LoadError, MAX_REPLY, Terms, Venue};
pub use open::{Wanted, is_foreign, meet, open, plays};
pub use process::{Gang, Member};
pub use remote::{MOST_SHOWN, Remote};
pub use wasm::WasmEngine;
#[cfg(feature = "wasmtime")]
pub use wasm::{COMPILE_VERB, compiler_main};
