//! Standings as text: each form is one function from [`Standings`] to a
//! `String`; and duels in a sentence. Nothing is printed here.
//!
//! [`Standings`]: crate::rating::Standings

mod csv;
mod duel;
mod json;
mod markdown;
mod table;
mod text;

pub use csv::{cross_table, csv};
pub use duel::{Duel, question};
pub use json::json;
pub use markdown::markdown;
pub use table::{WIDTH, table};
pub use text::grouped;
