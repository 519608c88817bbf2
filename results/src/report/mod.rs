//! Standings as text: each form is one function from [`Standings`] to a
//! `String`. Nothing is printed here.
//!
//! [`Standings`]: crate::rating::Standings

mod checks;
mod cross;
mod csv;
mod grid;
mod json;
mod markdown;
mod orders;
mod story;
mod table;
mod text;

pub use csv::{cross_table, csv, differences};
pub use json::json;
pub use markdown::markdown;
pub use story::{story_markdown, story_text};
pub use table::{Layout, WIDTH, table, table_in};
pub use text::grouped;
