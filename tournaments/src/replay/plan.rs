//! From a manifest back to the plan and the bots that it was played by.

use crate::arena::{self, Arena, OpenError, Opening, Seating};
use crate::error::RunError;
use crate::meant;
use crate::run::content_of;
use crate::schedule::{self, BotId, DiceMode, Format, Schedule, Settings};
use crate::spec::groups;
use dudo_engine::{Key, knobs};
use dudo_plugin::Terms;
use dudo_results::log::{BotEntry, Manifest};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The manifest of a run.
pub(super) fn manifest(folder: &Path) -> Result<Manifest, RunError> {
    let log = folder.join("games.csv");
    let found = Manifest::beside(&log).map_err(|error| RunError::manifest(&error))?;
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
    let seating = schedule::Seating::EVERY.into_iter();
    let seating = seating
        .clone()
        .find(|seating| seating.word() == plan.seating);
    let settings = Settings {
        format,
        drawn: plan.tables,
        roster: manifest.bot.len(),
        owners: match plan.same_owner {
            Some(_) => {
                let owners = manifest.bot.iter().map(|bot| bot.owner.as_deref());
                groups(&owners.collect::<Vec<_>>())
            }
            None => Vec::new(),
        },
        seats: plan.seats,
        deals: plan.deals,
        seating: seating.ok_or_else(|| wrong("seating", &plan.seating))?,
        session: plan.session.get(),
    };
    Schedule::new(&settings)
        .map_err(|error| RunError::foreign(&folder.join("manifest.toml"), 1, &error.to_string()))
}

/// Why a bot does not play again, if it does not.
pub(super) type Barred = Option<String>;

/// The arena of a run, with its bots; and by bot why it does not play again, if
/// it does not. Another has its place in the roster then, and is never seated.
pub(super) fn arena(
    manifest: &Manifest,
    words: &[PathBuf],
    folder: &Path,
) -> Result<(Arc<dyn Arena>, Vec<Barred>), RunError> {
    let mut barred: Vec<Barred> = manifest.bot.iter().map(foreign).collect();
    loop {
        let uses = manifest.bot.iter().zip(&barred);
        let uses: Vec<&str> = uses
            .map(|(bot, barred)| barred.as_ref().map_or(bot.source.as_str(), |_| STAND_IN))
            .collect();
        let arena = match open(manifest, words, &uses, NOBODY) {
            Ok(arena) => arena,
            Err(Shut::Bot(index, sentence)) if barred[index].is_none() => {
                barred[index] = Some(sentence);
                continue;
            }
            Err(Shut::Bot(_, sentence) | Shut::Rules(sentence)) => {
                return Err(RunError::refused(folder, sentence));
            }
        };
        for ((bot, here), barred) in manifest.bot.iter().zip(arena.bots()).zip(&mut barred) {
            let here = content_of(here);
            if barred.is_none() && bot.content != here {
                *barred = Some(format!(
                    "the bot \"{}\" of the run is \"{}\", here it is \"{here}\"",
                    bot.name, bot.content
                ));
            }
        }
        return Ok((arena, barred));
    }
}

/// The arena of a run with one of its bots, by whatever recipe; the others are not
/// seated.
pub(super) fn arena_of(
    manifest: &Manifest,
    words: &[PathBuf],
    folder: &Path,
    bot: usize,
    recipe: &str,
    terms: &Terms,
) -> Result<Arc<dyn Arena>, RunError> {
    let mut uses = vec![STAND_IN; manifest.bot.len()];
    uses[bot] = recipe;
    let seating = |_| Seating {
        terms: terms.clone(),
        submitted: false,
        absent: None,
    };
    open(manifest, words, &uses, &seating).map_err(|shut| match shut {
        Shut::Bot(_, sentence) | Shut::Rules(sentence) => RunError::refused(folder, sentence),
    })
}

/// Where foreign bots have been replaced.
const NOBODY: &dyn Fn(usize) -> Seating = &|_| unreachable!("only built-in bots are named");

/// A bot that every game has.
const STAND_IN: &str = "random";

/// Why a bot is not played again, if it is none of this program: what it does may
/// depend on anything.
fn foreign(bot: &BotEntry) -> Option<String> {
    (bot.kind != "built-in").then(|| format!("the bot \"{}\" is not built in", bot.name))
}

/// Why an arena cannot be opened.
enum Shut {
    Bot(usize, String),
    Rules(String),
}

fn open(
    manifest: &Manifest,
    words: &[PathBuf],
    uses: &[&str],
    terms: &dyn Fn(usize) -> Seating,
) -> Result<Arc<dyn Arena>, Shut> {
    let house = arena::find(&manifest.game).map_err(Shut::Rules)?;
    let rules = |error| Shut::Rules(format!("the rules of the run: {}", meant::rules(&error)));
    let (_, settings) = knobs::settings(&manifest.rules).map_err(rules)?;
    let plan = &manifest.schedule;
    let dice = DiceMode::of_word(&plan.dice).ok_or_else(|| {
        let known = DiceMode::EVERY.map(DiceMode::word);
        Shut::Rules(meant::unknown("kind of dice", &plan.dice, &known))
    })?;
    let opening = Opening {
        base: Path::new(""),
        settings: &settings,
        words,
        uses,
        terms,
        seats: plan.seats,
        session: plan.session.get(),
        key: Key::new(key(&manifest.seed)),
        dice,
    };
    let arena = house.open(&opening).map_err(|error| match error {
        OpenError::Rules(error) => rules(error),
        OpenError::Seats(sentence) => Shut::Rules(sentence),
        OpenError::Bot(index, error) => {
            let name = &manifest.bot[index].name;
            Shut::Bot(index, format!("the bot \"{name}\": {error}"))
        }
    })?;
    if arena.rules() == manifest.rules {
        Ok(arena)
    } else {
        Err(Shut::Rules(format!(
            "the rules of the run are {}, which this version reads as {}",
            manifest.rules,
            arena.rules()
        )))
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
