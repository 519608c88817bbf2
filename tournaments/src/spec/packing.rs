//! Whether the log is compressed.

use super::item::Item;
use super::section::LOG;
use crate::error::SetupError;

/// How the large files of a log are written: `compress = "zstd"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Packing {
    /// As text.
    #[default]
    None,
    /// As Zstandard, a frame after the other, in `games.csv.zst` and
    /// `actions.csv.zst`.
    Zstd,
}

impl Packing {
    /// Its name in run files.
    pub fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Zstd => "zstd",
        }
    }

    pub(super) fn parse(item: &Item<'_>) -> Result<Self, SetupError> {
        let section = item.section(LOG, "a section [log]")?;
        let packing = section.get("compress");
        let packing = packing
            .map(|item| item.choice(&[Self::None, Self::Zstd].map(|it| (it.word(), it))))
            .transpose()?;
        Ok(packing.unwrap_or_default())
    }
}
