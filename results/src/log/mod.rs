//! The log of a run: `games.csv` and the manifest beside it.

mod actions;
mod chunks;
mod columns;
mod digest;
mod error;
mod fields;
mod frames;
mod known;
mod lines;
mod manifest;
mod names;
mod pack;
mod packed;
mod read;
mod row;
mod seek;
mod write;

pub(crate) use chunks::Chunks;
pub(crate) use columns::documented;
pub(crate) use fields::Fields;
pub(crate) use lines::Lines;
#[cfg(test)]
pub(crate) use manifest::tests::text as manifest_text;
pub(crate) use row::well_formed;
pub(crate) use seek::last;

pub use actions::{ActionsReader, LoggedGame, LoggedLine};
pub use digest::Digest;
pub use error::LogError;
pub use frames::{Frame, Frames};
pub use lines::read_line;
pub use manifest::{BotEntry, Limits, LogSection, Manifest, ManifestError, Schedule};
pub use names::{BotId, Names, check_name};
pub use pack::{FRAME, PACKED, Packer};
pub use packed::{Plain, file_in, log_in, unpacked};
pub use read::LogReader;
pub(crate) use read::{OTHER_OUTCOME, key};
pub use row::Row;
pub use seek::{bisect, coordinates, scan};
pub use write::{Coordinates, RowWriter};

/// The largest table a log has columns for.
pub const MOST_SEATS: usize = 8;
