//! Which games are logged action by action.

use std::num::NonZeroU64;

use toml::de::DeValue;

use super::item::Item;
use super::section::LOG;
use crate::error::SetupError;

/// What `actions.csv` holds. Written `actions = "all"`, or `every = 100`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Actions {
    /// Nothing: the file is not written.
    #[default]
    None,
    /// Every game.
    All,
    /// Games in which a bot had a fault.
    Faults,
    /// Games of the deals whose number is a multiple of this.
    Every(NonZeroU64),
}

impl Actions {
    pub(super) fn parse(item: &Item<'_>) -> Result<Self, SetupError> {
        let section = item.section(LOG, "a section [log]")?;
        let actions = section.get("actions").map(Self::of_actions).transpose()?;
        let every = section.get("every").map(Self::every).transpose()?;
        match (actions, every, section.get("every")) {
            (Some(_), Some(_), Some(every)) => {
                Err(every.error("log.actions is given as well; expected one of the two"))
            }
            (actions, every, _) => Ok(every.or(actions).unwrap_or_default()),
        }
    }

    fn of_actions(item: &Item<'_>) -> Result<Self, SetupError> {
        match item.value {
            // actions = { every = 100 } and actions.every = 100 read as well.
            DeValue::Table(_) => {
                let table = item.section(&["every"], "")?;
                Self::every(table.require("every", "a whole number")?)
            }
            DeValue::String(text) if text.trim_start().starts_with("every") => {
                Err(item.error("expected every = N on a line of its own, without quotes"))
            }
            _ => item.choice(&[
                ("none", Self::None),
                ("all", Self::All),
                ("faults", Self::Faults),
            ]),
        }
    }

    fn every(item: &Item<'_>) -> Result<Self, SetupError> {
        let every = NonZeroU64::new(item.whole(1..=u64::MAX)?);
        every
            .map(Self::Every)
            .ok_or_else(|| item.expected("a whole number from 1"))
    }
}
