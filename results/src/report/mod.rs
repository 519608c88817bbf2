//! Standings as text: each form is one function from [`Standings`] to a
//! `String`; and duels in a sentence. Nothing is printed here.
//!
//! [`Standings`]: crate::rating::Standings

mod checks;
mod cross;
mod csv;
mod duel;
mod feedback;
mod grid;
mod json;
mod markdown;
mod orders;
mod page;
mod plot;
mod png;
mod sheet;
mod sheets;
mod story;
mod table;
mod text;
mod trouble;

pub use csv::{cross_table, csv, differences};
pub use dudo_engine::knobs::grouped;
pub use duel::{Duel, question};
pub use feedback::Feedback;
pub use json::json;
pub use markdown::markdown;
pub use page::Report;
pub use plot::standalone;
pub use png::{PngError, png};
pub use sheet::{Cell, Column, Sheet};
pub use sheets::{exploits_sheet, profile_sheet, seats_sheet, standings_sheet};
pub use story::{story_markdown, story_text};
pub use table::{Layout, WIDTH, table, table_in};
pub use trouble::{Trouble, troubles};
