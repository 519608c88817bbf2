//! From a manifest back to the plan and the bots that it was played by.

use crate::arena::{self, Arena, OpenError, Opening};
use crate::error::RunError;
use crate::meant;
use crate::run::content_of;
use crate::schedule::{BotId, Format, Schedule, Seating, Settings};
use crate::spec::DiceMode;
use dudo_engine::{Key, knobs};
use dudo_results::log::Manifest;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The manifest of a run.
pub(super) fn manifest(folder: &Path) -> Result<Manifest, RunError> {
    let log = folder.join("games.csv");
    let found = Manifest::beside(&log)
        .map_err(|error| RunError::foreign(&error.file, 1, &error.message))?;
    found.ok_or_else(|| {
        RunError::refused(folder, "no run is in this folder: it has no manifest.toml")
    })
}

/// The schedule of a run.
pub(super) fn schedule(manifest: &Manifest, folder: &Path) -> Result<Schedule, RunError> {
    let plan = &manifest.schedule;
    let wrong = |key: &str, value: &str| {
        let file = folder.join("manifest.toml");
        RunError::foreign(
            &file,
            1,
            &format!("key schedule.{key}: \"{value}\" is not known"),
        )
    };
    let format = Format::<String>::EVERY;
    let format = format.iter().find(|format| format.word() == plan.format);
    let number = |name: &String| {
        let at = manifest.bot.iter().position(|bot| bot.name == *name);
        let at = at.and_then(|at| u32::try_from(at).ok());
        at.map(BotId::new).ok_or_else(|| wrong("focus", name))
    };
    let format = match format.ok_or_else(|| wrong("format", &plan.format))? {
        Format::RoundRobin => Format::RoundRobin,
        Format::Duel => Format::Duel,
        Format::Gauntlet { .. } => Format::Gauntlet {
            focus: plan.focus.iter().map(number).collect::<Result<_, _>>()?,
        },
    };
    let seating = Seating::EVERY.into_iter();
    let seating = seating
        .clone()
        .find(|seating| seating.word() == plan.seating);
    let settings = Settings {
        format,
        drawn: plan.tables,
        roster: manifest.bot.len(),
        seats: plan.seats,
        deals: plan.deals,
        seating: seating.ok_or_else(|| wrong("seating", &plan.seating))?,
        session: plan.session.get(),
    };
    Schedule::new(&settings)
        .map_err(|error| RunError::foreign(&folder.join("manifest.toml"), 1, &error.to_string()))
}

/// The arena of a run, with bots named as in `uses`.
pub(super) fn arena(
    manifest: &Manifest,
    words: &[PathBuf],
    folder: &Path,
    uses: &[&str],
) -> Result<Arc<dyn Arena>, RunError> {
    open(manifest, words, uses).map_err(|sentence| RunError::refused(folder, sentence))
}

/// The arena with the bots that played; without, why they do not play again.
pub(super) fn bots(manifest: &Manifest, words: &[PathBuf]) -> Result<Arc<dyn Arena>, String> {
    if !manifest.reproducible {
        return Err("a wall-clock limit decided a game of this run".into());
    }
    if let Some(bot) = manifest.bot.iter().find(|bot| bot.kind != "built-in") {
        return Err(format!("the bot \"{}\" is none of this program", bot.name));
    }
    let uses: Vec<&str> = manifest.bot.iter().map(|bot| bot.source.as_str()).collect();
    let arena = open(manifest, words, &uses)?;
    for (bot, enrolled) in manifest.bot.iter().zip(arena.bots()) {
        let here = content_of(enrolled);
        if bot.content != here {
            return Err(format!(
                "the bot \"{}\" of the run is \"{}\", here it is \"{here}\"",
                bot.name, bot.content
            ));
        }
    }
    Ok(arena)
}

fn open(manifest: &Manifest, words: &[PathBuf], uses: &[&str]) -> Result<Arc<dyn Arena>, String> {
    let house = arena::find(&manifest.game)?;
    let rules = |error| format!("the rules of the run: {}", meant::rules(&error));
    let (_, settings) = knobs::settings(&manifest.rules).map_err(rules)?;
    let plan = &manifest.schedule;
    let opening = Opening {
        base: Path::new(""),
        settings: &settings,
        words,
        uses,
        terms: &|_| unreachable!("who is none of this program does not play again"),
        seats: plan.seats,
        session: plan.session.get(),
        key: Key::new(key(&manifest.seed)),
        independent: plan.dice == DiceMode::Independent.word(),
    };
    let arena = house.open(&opening).map_err(|error| match error {
        OpenError::Rules(error) => rules(error),
        OpenError::Seats(sentence) => sentence,
        OpenError::Bot(index, error) => {
            format!("bot \"{}\": {error}", manifest.bot[index].name)
        }
    })?;
    if arena.rules() == manifest.rules {
        Ok(arena)
    } else {
        Err(format!(
            "the rules of the run are {}, which this version reads as {}",
            manifest.rules,
            arena.rules()
        ))
    }
}

/// The 32 bytes of a seed of 64 hex digits, which the manifest has checked.
fn key(seed: &str) -> [u8; 32] {
    let mut bytes = [0; 32];
    for (byte, digits) in bytes.iter_mut().zip(seed.as_bytes().chunks(2)) {
        let digits = std::str::from_utf8(digits).unwrap_or_default();
        *byte = u8::from_str_radix(digits, 16).unwrap_or_default();
    }
    bytes
}
