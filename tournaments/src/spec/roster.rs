//! `[[bot]]`: who plays.

use std::collections::BTreeMap;
use std::path::Path;

use super::item::{Item, quoted};
use super::limits::{Isolation, isolation};
use super::name::{Folded, bot_name, folded};
use super::section::{BOT, Section};
use super::submissions;
use crate::error::SetupError;

const USE: &str = "a bot, such as use = \"odds\" or use = \"./bot.py\"";

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
    /// What stands between it and the machine, where it differs from the run's.
    pub isolation: Option<Isolation>,
    /// Whether the file vouches for it: it may then run inside this process, or
    /// live longer than a session.
    pub trusted: bool,
    /// Whether one process plays session after session.
    pub restart: Restart,
    /// Games of different sessions that one process plays at once.
    pub concurrent: u64,
    /// Whose it is, where that is said.
    pub owner: Option<String>,
    /// Whether it comes from `[bots] folder`: one that cannot be loaded does not
    /// stop the others.
    pub submitted: bool,
}

/// When a foreign bot is started afresh.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Restart {
    /// For each session.
    #[default]
    Session,
    /// After a failure only; what it learns in one session it may use in the next.
    Never,
}

impl Restart {
    /// Its name in run files.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Session => "session",
            Self::Never => "never",
        }
    }
}

/// The bots of a run file in its order, then those of its folder by name. There
/// may be none. With the files of the folder that are no bots.
pub(super) fn parse(top: &Section<'_>) -> Result<(Vec<Entry>, Vec<String>), SetupError> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut taken = Taken::new();
    let mut others = Vec::new();
    if let Some(item) = top.get("bot") {
        let expected = "[[bot]] with two brackets on each side";
        for item in item.list(expected)? {
            let mut entry = entry(&item.section(BOT, expected)?, item.line())?;
            if entry.owner.is_none() && dudo_plugin::is_foreign(&entry.use_text) {
                let base = item.source.path.parent().unwrap_or(Path::new(""));
                entry.owner = dudo_plugin::submission::owner(&base.join(&entry.use_text));
            }
            if let Some(earlier) = take(&mut taken, &entry.name, entries.len()) {
                return Err(already_taken(&item, &entry, &entries[earlier]));
            }
            entries.push(entry);
        }
    }
    if let Some(item) = top.get("bots") {
        let (submitted, passed_over) = submissions::parse(item)?;
        others = passed_over;
        for entry in submitted {
            if let Some(earlier) = take(&mut taken, &entry.name, entries.len()) {
                return Err(already_taken(item, &entry, &entries[earlier]));
            }
            entries.push(entry);
        }
    }
    Ok((entries, others))
}

/// Names that are taken, and by which bot.
type Taken = BTreeMap<Folded, usize>;

/// Takes a name for a bot; the bot that has it, or one like it, already.
fn take(taken: &mut Taken, name: &str, bot: usize) -> Option<usize> {
    let folded = folded(name);
    let earlier = folded.iter().find_map(|folded| taken.get(folded).copied());
    taken.extend(folded.map(|folded| (folded, bot)));
    earlier
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
    let mut entry = Entry::new(use_text, name, line);
    entry.named = section.get("name").is_some();
    if let Some(item) = section.get("isolation") {
        entry.isolation = Some(isolation(item)?);
    }
    if let Some(item) = section.get("trusted") {
        entry.trusted = item.yes()?;
    }
    if let Some(item) = section.get("owner") {
        entry.owner = Some(item.text("whose bot it is")?.into());
    }
    if let Some(item) = section.get("restart") {
        let words = [Restart::Session, Restart::Never].map(|when| (when.word(), when));
        entry.restart = item.choice(&words)?;
        if entry.restart == Restart::Never && !entry.trusted {
            return Err(item.error(format!(
                "a bot that outlives a session could remember dice; {VOUCH}"
            )));
        }
    }
    if let Some(item) = section.get("concurrent") {
        entry.concurrent = item.whole(1..=MOST_AT_ONCE)?;
        if entry.concurrent > 1 && !entry.trusted {
            return Err(item.error(format!(
                "a bot in several games at once could compare them; {VOUCH}"
            )));
        }
    }
    Ok(entry)
}

const VOUCH: &str = "expected trusted = true beside it";

/// Games that one process may be asked to play at once.
const MOST_AT_ONCE: u64 = 256;

impl Entry {
    /// A bot about which nothing else is said.
    pub(crate) fn new(use_text: &str, name: String, line: usize) -> Self {
        Self {
            use_text: use_text.into(),
            name,
            named: false,
            line,
            isolation: None,
            trusted: false,
            restart: Restart::default(),
            concurrent: 1,
            owner: None,
            submitted: false,
        }
    }
}

fn already_taken(item: &Item<'_>, entry: &Entry, earlier: &Entry) -> SetupError {
    let key = if entry.named { "name" } else { "use" };
    let line = earlier.line;
    let (name, other) = (quoted(&entry.name), quoted(&earlier.name));
    let mut message = if entry.name == earlier.name {
        format!("{name} is the name of the bot in line {line} already")
    } else if entry.name.to_lowercase() == earlier.name.to_lowercase() {
        format!("{name} differs from {other} in line {line} only in capital letters")
    } else {
        format!("{name} looks like {other} in line {line}")
    };
    message.push_str(match entry.named {
        true => "; expected another",
        false => "; give one a name",
    });
    item.source
        .error(Some(entry.line), format!("bot.{key}"), message)
}
