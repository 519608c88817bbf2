//! Names that a shell can complete. They are offered, not enforced: what is
//! wrong with a name is said elsewhere, with the name that was meant.

use crate::arena::GAMES;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::error::Error;
use clap::{Arg, Command};
use std::collections::BTreeSet;
use std::ffi::OsStr;

/// Takes any text, and knows some.
#[derive(Clone)]
pub(super) struct Listed(fn() -> BTreeSet<String>);

/// The games.
pub(super) const fn games() -> Listed {
    Listed(|| GAMES.iter().map(|game| game.name().to_owned()).collect())
}

/// The presets of all games.
pub(super) const fn presets() -> Listed {
    Listed(|| {
        let presets = GAMES.iter().flat_map(|game| game.facts().presets);
        presets.map(|[name, ..]| name).collect()
    })
}

/// The bots of all games.
pub(super) const fn bots() -> Listed {
    Listed(|| {
        let bots = GAMES.iter().flat_map(|game| game.facts().bots);
        bots.map(|bot| bot.name.to_owned()).collect()
    })
}

impl TypedValueParser for Listed {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}
