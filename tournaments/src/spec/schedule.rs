//! `[schedule]`: who meets whom, and over how many deals.

use std::collections::{BTreeMap, BTreeSet};

use toml::de::DeValue;
use unicode_normalization::UnicodeNormalization;

use super::item::{Item, quoted};
use super::nearest::did_you_mean;
use super::roster::Entry;
use super::section::SCHEDULE;
use super::source::Source;
use crate::error::SetupError;
use crate::schedule::{
    BotId, DiceMode, Format, MAX_SEATS, Schedule, ScheduleError, Seating, Settings,
};

/// The longest session, in deals. One is played, kept and replayed as a whole, so
/// its rows are held in memory.
const MAX_SESSION: u64 = 1_000_000;

/// The schedule as the run file gives it, defaults filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduleSpec {
    /// Which bots meet, focus bots by name; round robin unless given.
    pub format: Format<String>,
    /// How many tables each block draws; all are played unless given.
    pub drawn: Option<u64>,
    /// Bots at a table, 2 to 8; 2 unless given.
    pub seats: usize,
    /// Deals each line-up plays, at least 1; 1000 unless given.
    pub deals: u64,
    /// How bots take turns in the seats; cyclic unless given.
    pub seating: Seating,
    /// Whether tables share dice; duplicate unless given.
    pub dice: DiceMode,
    /// Deals one bot instance lives through, at least 1; 1 unless given.
    pub session: u64,
    /// Whose each bot is, by name, where one owner's bots are kept apart.
    owners: Option<BTreeMap<String, String>>,
    /// Where each key stands, the section itself under the empty one.
    lines: BTreeMap<String, usize>,
}

impl Default for ScheduleSpec {
    fn default() -> Self {
        Self {
            format: Format::RoundRobin,
            seats: 2,
            deals: 1000,
            seating: Seating::Cyclic,
            dice: DiceMode::default(),
            session: 1,
            drawn: None,
            owners: None,
            lines: BTreeMap::new(),
        }
    }
}

impl ScheduleSpec {
    pub(super) fn parse(item: &Item<'_>, roster: &[Entry]) -> Result<Self, SetupError> {
        let section = item.section(SCHEDULE, "a section [schedule]")?;
        let mut spec = Self::default();
        spec.lines.insert(String::new(), item.line());
        for (key, item) in section.iter() {
            spec.lines.insert(key.into(), item.line());
        }
        if let Some(item) = section.get("format") {
            spec.format = item.choice(&Format::EVERY.map(|format| (format.word(), format)))?;
        }
        if let Some(item) = section.get("seats") {
            // At most 8, so it fits.
            spec.seats = item.whole(2..=MAX_SEATS as u64)? as usize;
        }
        if let Some(item) = section.get("tables") {
            spec.drawn = drawn(item)?;
        }
        if let Some(item) = section.get("deals") {
            spec.deals = item.whole(1..=u64::MAX)?;
        }
        if let Some(item) = section.get("seating") {
            spec.seating = item.choice(&Seating::EVERY.map(|seating| (seating.word(), seating)))?;
        }
        if let Some(item) = section.get("dice") {
            spec.dice = item.choice(&DiceMode::EVERY.map(|dice| (dice.word(), dice)))?;
        }
        if let Some(item) = section.get("session") {
            spec.session = item.whole(1..=MAX_SESSION)?;
        }
        match (&mut spec.format, section.get("focus")) {
            (Format::Gauntlet { focus }, Some(item)) => *focus = names(item, roster)?,
            (Format::Gauntlet { .. }, None) => {
                section.require("focus", FOCUS)?;
            }
            (_, Some(item)) => {
                return Err(
                    item.error("only a gauntlet has a focus; expected format = \"gauntlet\"")
                );
            }
            (_, None) => {}
        }
        Ok(spec)
    }

    /// The settings of the schedule for bots with these names, in roster order.
    /// `None` if a focus bot is not among them.
    pub fn settings<N: AsRef<str>>(&self, roster: &[N]) -> Option<Settings> {
        let numbers = roster.iter().map(AsRef::as_ref).zip((0..).map(BotId::new));
        let numbers: BTreeMap<&str, BotId> = numbers.collect();
        let position = |name: &String| numbers.get(name.as_str()).copied().ok_or(());
        Some(Settings {
            format: self.format.try_map(position).ok()?,
            drawn: self.drawn,
            roster: roster.len(),
            owners: self.groups(roster),
            seats: self.seats,
            deals: self.deals,
            seating: self.seating,
            session: self.session,
        })
    }

    /// Keeps bots of one owner apart, as line `line` says.
    pub(super) fn keep_apart(&mut self, bots: &[Entry], line: usize) {
        let owned = bots.iter().filter_map(|bot| {
            let owner = bot.owner.clone()?;
            Some((bot.name.clone(), owner))
        });
        self.owners = Some(owned.collect());
        self.lines.insert(APART.into(), line);
    }

    /// Whether one owner's bots are kept apart.
    pub fn apart(&self) -> bool {
        self.owners.is_some()
    }

    /// Whose a bot is, where owners are kept apart and it is somebody's.
    pub fn owner(&self, bot: &str) -> Option<&str> {
        self.owners.as_ref()?.get(bot).map(String::as_str)
    }

    /// By bot, the number of its owner; a bot without one is its own. Empty where
    /// owners do not matter.
    fn groups<N: AsRef<str>>(&self, roster: &[N]) -> Vec<u32> {
        if !self.apart() {
            return Vec::new();
        }
        let owners: Vec<Option<&str>> = roster.iter().map(|bot| self.owner(bot.as_ref())).collect();
        groups(&owners)
    }

    /// The line of a key of the section, or of the section's heading where the
    /// key was left out; `None` without a section.
    pub fn line(&self, key: &str) -> Option<usize> {
        let line = self.lines.get(key).or_else(|| self.lines.get(""));
        line.copied()
    }

    /// Refuses a schedule that these bots cannot play.
    pub(super) fn check(&self, source: &Source<'_>, roster: &[Entry]) -> Result<(), SetupError> {
        let names: Vec<&str> = roster.iter().map(|entry| entry.name.as_str()).collect();
        let Some(settings) = self.settings(&names) else {
            // Not reached: each focus was looked up when it was read.
            return Err(self.blame(source, "focus", "names a bot that is not there"));
        };
        let Err(error) = Schedule::new(&settings) else {
            return Ok(());
        };
        let key = match error {
            ScheduleError::SmallRoster { .. }
                if roster.is_empty() || !self.lines.contains_key("seats") =>
            {
                let hint = "; add them as [[bot]] with use = \"...\"";
                let line = roster.last().map(|entry| entry.line);
                return Err(source.error(line, "bot", format!("{error}{hint}")));
            }
            ScheduleError::SmallRoster { .. }
            | ScheduleError::Seats { .. }
            | ScheduleError::DuelSeats { .. }
            | ScheduleError::TooManyTables { .. } => "seats",
            ScheduleError::NoFocus
            | ScheduleError::SmallField { .. }
            | ScheduleError::UnknownFocus { .. }
            | ScheduleError::RepeatedFocus { .. } => "focus",
            ScheduleError::DuelRoster { .. } => "format",
            ScheduleError::DrawnFormat
            | ScheduleError::NoDraw { .. }
            | ScheduleError::TooManyDrawn { .. } => "tables",
            ScheduleError::CrowdedOwner { first, .. } => {
                let owner = names.get(first.index()).and_then(|name| self.owner(name));
                let hint = format!(
                    "; expected \"all\", or fewer bots of {}",
                    quoted(owner.unwrap_or_default())
                );
                return Err(self.blame(source, "tables", &format!("{error}{hint}")));
            }
            ScheduleError::NoneApart { .. } => {
                let line = self.lines.get(APART).copied();
                return Err(source.error(line, APART, error.to_string()));
            }
            ScheduleError::EmptySession => "session",
            ScheduleError::NoDeals | ScheduleError::TooManySessions { .. } => "deals",
            ScheduleError::LargeRoster { .. } => "",
        };
        Err(self.blame(source, key, &error.to_string()))
    }

    /// An error about a key that may have been left out.
    fn blame(&self, source: &Source<'_>, key: &str, message: &str) -> SetupError {
        let line = self.line(key);
        let key = match key {
            "" => "schedule".into(),
            _ => format!("schedule.{key}"),
        };
        source.error(line, key, message)
    }
}

/// The key that keeps owners apart.
const APART: &str = "bots.same-owner";

/// Numbers for owners, by bot: that of the first bot of the same one.
pub(crate) fn groups(owners: &[Option<&str>]) -> Vec<u32> {
    let numbered = owners.iter().enumerate().map(|(index, owner)| {
        let first = owners
            .iter()
            .position(|other| owner.is_some() && other == owner);
        first.unwrap_or(index) as u32
    });
    numbered.collect()
}

const FOCUS: &str = "a list of names, such as [\"mine\"]";

/// Names of bots in the roster, each once and at least one.
fn names(item: &Item<'_>, roster: &[Entry]) -> Result<Vec<String>, SetupError> {
    let known: BTreeSet<&str> = roster.iter().map(|entry| entry.name.as_str()).collect();
    let mut seen = BTreeSet::new();
    let mut names = Vec::new();
    for element in item.list(FOCUS)? {
        let name: String = element.text(FOCUS)?.nfc().collect();
        if !known.contains(name.as_str()) {
            return Err(element.error(format!(
                "{} is the name of no bot here{}",
                quoted(&name),
                did_you_mean(&name, known.iter().copied())
            )));
        }
        if !seen.insert(name.clone()) {
            return Err(element.error(format!("{} is given twice", quoted(&name))));
        }
        names.push(name);
    }
    if names.is_empty() {
        return Err(item.error(format!("expected {FOCUS}, found an empty list")));
    }
    Ok(names)
}

/// How many tables a block draws; `None` for all.
fn drawn(item: &Item<'_>) -> Result<Option<u64>, SetupError> {
    match item.value {
        DeValue::Integer(_) => item.whole(1..=MOST_DRAWN).map(Some),
        DeValue::String(text) if text == "all" => Ok(None),
        _ => Err(item.expected("\"all\", or the number of tables that a block draws")),
    }
}

/// Tables of a block that are drawn, at most: they are held in memory.
const MOST_DRAWN: u64 = 1_000_000;
