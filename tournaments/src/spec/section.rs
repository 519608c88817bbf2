//! A table of a run file, and the keys it may hold.

use toml::de::DeTable;

use super::item::{Item, quoted};
use super::nearest::nearest;
use super::source::Source;
use crate::error::SetupError;

/// Keys outside any section.
pub(super) const TOP: &[&str] = &[
    "name", "seed", "game", "rules", "schedule", "sprt", "log", "limits", "bot", "bots",
];
/// Keys of `[schedule]`.
pub(super) const SCHEDULE: &[&str] = &[
    "format", "focus", "seats", "tables", "deals", "seating", "dice", "session",
];
/// Keys of `[sprt]`.
pub(super) const SPRT: &[&str] = &["elo0", "elo1", "alpha", "beta", "scale"];
/// Keys of `[log]`.
pub(super) const LOG: &[&str] = &["actions", "every", "compress"];
/// Keys of `[limits]`.
pub(super) const LIMITS: &[&str] = &[
    "move_ms",
    "start_ms",
    "game_ms",
    "timer_ms",
    "memory_mb",
    "fuel",
    "wasm",
    "faults",
    "isolation",
    "allow-weaker",
    "pin",
];
/// Keys of a `[[bot]]`.
pub(super) const BOT: &[&str] = &[
    "use",
    "name",
    "isolation",
    "trusted",
    "restart",
    "concurrent",
    "owner",
];
/// Keys of `[bots]`.
pub(super) const BOTS: &[&str] = &["folder", "isolation", "same-owner"];

/// Where a key that stands in the wrong place belongs. `[rules]` is not here: its
/// keys are each game's own.
const HOMES: &[(&[&str], &str)] = &[
    (SCHEDULE, "under [schedule]"),
    (SPRT, "under [sprt]"),
    (LOG, "under [log]"),
    (LIMITS, "under [limits]"),
    (BOTS, "under [bots]"),
    (
        &["use", "trusted", "restart", "concurrent", "owner"],
        "under [[bot]]",
    ),
    (TOP, "at the top, before the first [section]"),
];

/// Words of other tools for what a key here says.
const OTHERWISE: &[(&[&str], &str)] = &[(
    &[
        "command",
        "cmd",
        "exec",
        "program",
        "executable",
        "path",
        "file",
        "script",
        "strategy",
        "type",
        "kind",
    ],
    "use",
)];

/// A table's values in the order in which they stand in the file.
#[derive(Clone, Debug)]
pub(super) struct Section<'s> {
    source: &'s Source<'s>,
    name: String,
    offset: Option<usize>,
    /// Beside each item its own key, without sections.
    items: Vec<(&'s str, Item<'s>)>,
}

impl<'s> Section<'s> {
    /// The values of `table`. `name` is empty and `offset` absent for the whole file.
    pub(super) fn new(
        source: &'s Source<'s>,
        name: &str,
        offset: Option<usize>,
        table: &'s DeTable<'s>,
    ) -> Self {
        let mut items: Vec<_> = table
            .iter()
            .map(|(key, value)| {
                let word: &str = key.get_ref();
                let item = Item {
                    source,
                    key: dotted(name, word),
                    offset: key.span().start,
                    value: value.get_ref(),
                };
                (word, item)
            })
            .collect();
        items.sort_by_key(|(_, item)| item.offset);
        Self {
            source,
            name: name.into(),
            offset,
            items,
        }
    }

    /// Refuses the first key that is none of these.
    pub(super) fn refuse_unknown(&self, known: &[&str]) -> Result<(), SetupError> {
        let Some((key, item)) = self.items.iter().find(|(key, _)| !known.contains(key)) else {
            return Ok(());
        };
        let home = HOMES.iter().find(|(keys, _)| keys.contains(key));
        let mut otherwise = OTHERWISE.iter();
        let meant = match otherwise.find(|(keys, here)| keys.contains(key) && known.contains(here))
        {
            Some((_, here)) => Some(*here),
            None => nearest(key, known.iter().copied()),
        };
        let hint = match (home, meant) {
            (Some((_, home)), _) => format!("it belongs {home}"),
            (None, Some(known)) => format!("did you mean {known:?}?"),
            (None, None) => format!("known here: {}", known.join(", ")),
        };
        Err(item.error(format!("unknown key; {hint}")))
    }

    /// The value of a key, if the file gives one.
    pub(super) fn get(&self, key: &str) -> Option<&Item<'s>> {
        let found = self.items.iter().find(|(word, _)| *word == key);
        found.map(|(_, item)| item)
    }

    /// The value of a key that has to be there; `expected` says what it should be.
    pub(super) fn require(&self, key: &str, expected: &str) -> Result<&Item<'s>, SetupError> {
        self.get(key).ok_or_else(|| self.missing(key, expected))
    }

    /// The error of a key that is not there.
    pub(super) fn missing(&self, key: &str, expected: &str) -> SetupError {
        let message = format!("missing; expected {expected}");
        self.source
            .error(self.line(), dotted(&self.name, key), message)
    }

    /// All keys, without sections, and values, as they stand in the file.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&'s str, &Item<'s>)> {
        self.items.iter().map(|(key, item)| (*key, item))
    }

    /// The line of its heading, from 1; none for the whole file.
    pub(super) fn line(&self) -> Option<usize> {
        self.offset.map(|offset| self.source.line(offset))
    }
}

/// A key with its section before it, quoted where TOML would need quotes.
fn dotted(section: &str, key: &str) -> String {
    let plain = |char: char| char.is_ascii_alphanumeric() || matches!(char, '-' | '_');
    let key = if !key.is_empty() && key.len() <= 60 && key.chars().all(plain) {
        key.into()
    } else {
        quoted(key)
    };
    if section.is_empty() {
        key
    } else {
        format!("{section}.{key}")
    }
}
