//! `[[bot]]`: who plays.

use std::collections::BTreeMap;

use super::item::{Item, quoted};
use super::name::{bot_name, folded};
use super::section::{BOT, BOTS, Section};
use crate::error::SetupError;

const USE: &str = "a bot, such as use = \"odds\"";

/// One bot of the run file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What to play with: a built-in bot with its knobs, a file or a command. Not
    /// empty; not yet known to exist.
    pub use_text: String,
    /// Its name, unique in the file; `use` itself unless one is given.
    pub name: String,
    /// Whether the file gives the name.
    pub named: bool,
    /// Where it stands, from 1.
    pub line: usize,
}

/// The bots of a run file in its order. There may be none.
pub(super) fn parse(top: &Section<'_>) -> Result<Vec<Entry>, SetupError> {
    if let Some(item) = top.get("bots") {
        refuse_folder(item)?;
    }
    let Some(item) = top.get("bot") else {
        return Ok(Vec::new());
    };
    let expected = "[[bot]] with two brackets on each side";
    let mut entries: Vec<Entry> = Vec::new();
    let mut taken = BTreeMap::new();
    for item in item.list(expected)? {
        let entry = entry(&item.section(BOT, expected)?, item.line())?;
        if let Some(earlier) = taken.insert(folded(&entry.name), entries.len()) {
            return Err(already_taken(&item, &entry, &entries[earlier]));
        }
        entries.push(entry);
    }
    Ok(entries)
}

fn entry(section: &Section<'_>, line: usize) -> Result<Entry, SetupError> {
    let item = section.require("use", USE)?;
    let use_text = item.text(USE)?;
    if use_text.trim().is_empty() {
        return Err(item.expected(USE));
    }
    let name = match section.get("name") {
        Some(item) => {
            let text = item.text("a name")?;
            bot_name(text).map_err(|why| item.error(format!("{} {why}", quoted(text))))?
        }
        None => bot_name(use_text).map_err(|why| {
            let text = quoted(use_text);
            item.error(format!(
                "{text} is no name, as it {why}; give the bot a name"
            ))
        })?,
    };
    Ok(Entry {
        use_text: use_text.into(),
        name,
        named: section.get("name").is_some(),
        line,
    })
}

fn already_taken(item: &Item<'_>, entry: &Entry, earlier: &Entry) -> SetupError {
    let key = if entry.named { "name" } else { "use" };
    let line = earlier.line;
    let mut message = match entry.name == earlier.name {
        true => format!(
            "{} is the name of the bot in line {line} already",
            quoted(&entry.name)
        ),
        false => format!(
            "{} differs from {} in line {line} only in capital letters",
            quoted(&entry.name),
            quoted(&earlier.name)
        ),
    };
    message.push_str(match entry.named {
        true => "; expected another",
        false => "; give one a name",
    });
    item.source
        .error(Some(entry.line), format!("bot.{key}"), message)
}

fn refuse_folder(item: &Item<'_>) -> Result<(), SetupError> {
    let section = item.section(BOTS, "a section [bots]")?;
    match section.get("folder") {
        Some(item) => {
            item.text("the name of a folder")?;
            Err(item.error(
                "this version seats built-in bots only; expected a [[bot]] for each of them",
            ))
        }
        None => Ok(()),
    }
}
