//! From a run file to something that can be played.

use super::plan::Plan;
use super::roster;
use super::terms;
use crate::arena::{self, Arena, House, OpenError, Opening, Seating};
use crate::error::{RunError, SetupError};
use crate::meant;
use crate::schedule::{BotId, Format, Schedule, Size};
use crate::spec::{RunFile, Seed};
use dudo_engine::Key;
use dudo_engine::knobs::RulesError;
use dudo_results::log::{Manifest, RowWriter};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// A run file whose game, rules and bots exist and fit together.
pub struct Prepared<'a> {
    spec: &'a RunFile,
    house: &'a dyn House,
    size: Size,
    replace: Vec<String>,
}

/// A run in the order of its folder.
pub(crate) struct Ready {
    pub(crate) plan: Plan,
    pub(crate) arena: Arc<dyn Arena>,
    pub(crate) manifest: Manifest,
    pub(crate) names: Vec<String>,
    /// Bots that are edited versions of those whose games a log holds, and whether
    /// some of them are so from now on.
    pub(crate) stale: Vec<BotId>,
    pub(crate) renewed: Vec<BotId>,
}

/// Checks everything about a run file that can be checked without a folder.
///
/// # Errors
/// The game, the knob or the bot that is wrong, with its line and the nearest
/// right word.
pub fn prepare(spec: &RunFile) -> Result<Prepared<'_>, SetupError> {
    prepare_in(spec, house(spec)?)
}

/// The same with a game of the caller's choice, whatever the run file calls it.
/// Tests seat bots of their own this way.
///
/// # Errors
/// As for [`prepare`].
pub fn prepare_in<'a>(spec: &'a RunFile, house: &'a dyn House) -> Result<Prepared<'a>, SetupError> {
    let order: Vec<usize> = (0..spec.bots.len()).collect();
    let arena = open(spec, house, &order, &[0; 32], &|_| None, None)?;
    seed_is_long_enough(spec)?;
    let size = schedule(spec, &order)?.size();
    // A number that the manifest cannot hold is found before a folder is made.
    let manifest = roster::manifest(spec, &order, &*arena, &[0; 32]).to_toml();
    manifest.map_err(|error| spec.error(None, "", error))?;
    Ok(Prepared {
        spec,
        house,
        size,
        replace: Vec::new(),
    })
}

impl<'a> Prepared<'a> {
    /// The numbers of the plan.
    pub const fn size(&self) -> &Size {
        &self.size
    }

    /// The run file.
    pub const fn spec(&self) -> &'a RunFile {
        self.spec
    }

    pub(crate) const fn house(&self) -> &'a dyn House {
        self.house
    }

    /// Lets edited bots with these names take the places of those whose games a
    /// folder holds: their games are dropped and played again.
    ///
    /// # Errors
    /// There is no such bot.
    pub fn replacing(mut self, names: &[String]) -> Result<Self, SetupError> {
        let bots: Vec<&str> = self.spec.bots.iter().map(|bot| bot.name.as_str()).collect();
        if let Some(name) = names.iter().find(|name| !bots.contains(&name.as_str())) {
            let sentence = meant::unknown("bot", name, &bots);
            return Err(self.spec.error(None, "", format!("--replace: {sentence}")));
        }
        self.replace = names.to_vec();
        Ok(self)
    }

    /// Fits the run to what a folder holds.
    ///
    /// # Errors
    /// The folder holds another run; says what differs.
    pub(crate) fn against(
        &self,
        held: Option<&Manifest>,
        folder: &Path,
    ) -> Result<Ready, RunError> {
        let ready = self.ready(held, folder)?;
        let Some(held) = held else { return Ok(ready) };
        if let Some(what) = roster::settings(held, &ready.manifest).next() {
            return Err(RunError::refused(
                folder,
                format!("the run in it {what}; name another folder with --out"),
            ));
        }
        let renewed = |index: usize| ready.renewed.iter().any(|bot| bot.index() == index);
        let edited = roster::edited(held, &ready.manifest).find(|(index, _)| !renewed(*index));
        match edited {
            None => Ok(ready),
            Some((index, what)) => {
                let name = &held.bot[index].name;
                Err(RunError::refused(
                    folder,
                    format!(
                        "the run in it {what}; give it another name, or drop and play its games again with --replace {}",
                        argument(name)
                    ),
                ))
            }
        }
    }

    /// The run with its bots in the order of what a folder holds, whether or
    /// not it is the same run.
    ///
    /// # Errors
    /// The folder holds a bot that the run file lacks; no seed can be drawn.
    pub(crate) fn ready(&self, held: Option<&Manifest>, folder: &Path) -> Result<Ready, RunError> {
        let spec = self.spec;
        let order =
            roster::order(spec, held).map_err(|reason| RunError::refused(folder, reason))?;
        // What a test asks is not what it asks from the other side.
        if spec.sprt.is_some() && !order.is_sorted() {
            let [a, b] = [&spec.bots[order[0]].name, &spec.bots[order[1]].name];
            return Err(RunError::refused(
                folder,
                format!(
                    "the test in it is of {a} against {b}, not the other way round; name another folder with --out"
                ),
            ));
        }
        let seed = seed(spec, held)?;
        let replaced = |index: usize| self.replace.contains(&spec.bots[order[index]].name);
        let held_bot = |index: usize| held.and_then(|held| held.bot.get(index));
        // Who was absent stays so, or another run would come of it.
        let gone = |index: usize| {
            let held = held_bot(index).filter(|_| !replaced(index));
            held.and_then(|bot| bot.absent.clone())
        };
        let arena = open(spec, self.house, &order, &seed, &gone, Some(folder))?;
        let mut manifest = roster::manifest(spec, &order, &*arena, &seed);
        for (index, bot) in manifest.bot.iter_mut().enumerate() {
            let held = held_bot(index).filter(|_| !replaced(index));
            if let (Some(reason), Some(_)) =
                (&bot.absent, held.filter(|held| held.absent.is_none()))
            {
                return Err(RunError::refused(
                    folder,
                    format!(
                        "the bot \"{}\" has played in it and cannot be loaded now: {reason}; put it back, or have it withdrawn and its games dropped with --replace {}",
                        bot.name,
                        argument(&bot.name)
                    ),
                ));
            }
            // By what the games were played that are there.
            if let Some(held) = held.filter(|held| held.interpreter.is_some()) {
                bot.interpreter.clone_from(&held.interpreter);
            }
        }
        let (mut stale, mut renewed) = (Vec::new(), Vec::new());
        if let Some(held) = held {
            for (index, _) in roster::edited(held, &manifest).filter(|(index, _)| replaced(*index))
            {
                renewed.push(index);
            }
            let names = manifest.bot.iter().map(|bot| &bot.name).enumerate();
            stale.extend(
                names
                    .filter(|(index, name)| {
                        renewed.contains(index) || held.replacing.contains(name)
                    })
                    .map(|(index, _)| index),
            );
        }
        let names = stale.iter().map(|&index| manifest.bot[index].name.clone());
        manifest.replacing = names.collect();
        let numbered = |bots: Vec<usize>| -> Vec<BotId> {
            let numbers = bots
                .into_iter()
                .filter_map(|index| u32::try_from(index).ok());
            numbers.map(BotId::new).collect()
        };
        let absent = roster::absent(&arena.bots());
        if spec.sprt.is_some() && !absent.is_empty() {
            return Err(RunError::refused(
                folder,
                "a bot of the duel cannot be loaded, so no test can decide it",
            ));
        }
        crate::bug::seed(&manifest.seed);
        let names: Vec<String> = order
            .iter()
            .map(|&index| spec.bots[index].name.clone())
            .collect();
        let plan = Plan {
            schedule: schedule(spec, &order)?,
            rows: RowWriter::new(&manifest.fingerprint, &names),
            actions: spec.log,
            packing: spec.packing,
            faults: spec.limits.faults,
            scores: spec.schedule.format == Format::Duel,
            sprt: spec.sprt,
            absent,
        };
        Ok(Ready {
            plan,
            arena,
            manifest,
            names,
            stale: numbered(stale),
            renewed: numbered(renewed),
        })
    }
}

/// A bot that knows how dice are made could try all short seeds.
fn seed_is_long_enough(spec: &RunFile) -> Result<(), SetupError> {
    let stranger = spec
        .bots
        .iter()
        .find(|entry| dudo_plugin::is_foreign(&entry.use_text) && !entry.trusted);
    match (stranger, spec.seed) {
        (Some(entry), Seed::Integer(_)) => Err(spec.error(
            spec.seed_line,
            "seed",
            format!(
                "the bot \"{}\" could guess so short a seed, and with it all dice; expected 64 hex digits or \"secret\" (or trusted = true at the bot)",
                entry.name
            ),
        )),
        _ => Ok(()),
    }
}

/// The 32 bytes of the seed. A secret one is drawn once and kept.
pub(crate) fn seed(spec: &RunFile, held: Option<&Manifest>) -> Result<[u8; 32], RunError> {
    let mut bytes = [0; 32];
    match spec.seed {
        Seed::Integer(number) => bytes[..8].copy_from_slice(&number.to_le_bytes()),
        Seed::Bytes(given) => bytes = given,
        Seed::Secret => match held {
            Some(held) => {
                for (byte, digits) in bytes.iter_mut().zip(held.seed.as_bytes().chunks(2)) {
                    let digits = std::str::from_utf8(digits).unwrap_or_default();
                    *byte = u8::from_str_radix(digits, 16).unwrap_or_default();
                }
            }
            None => bytes = secret()?,
        },
    }
    Ok(bytes)
}

/// The bots of a run file at a table of its size, without a folder.
///
/// # Errors
/// The rules or the bot that is wrong.
pub(crate) fn arena(
    spec: &RunFile,
    house: &dyn House,
    seed: &[u8; 32],
) -> Result<Arc<dyn Arena>, SetupError> {
    let order: Vec<usize> = (0..spec.bots.len()).collect();
    open(spec, house, &order, seed, &|_| None, None)
}

/// A name as a shell takes it.
pub(crate) fn argument(name: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_./".contains(letter);
    if name.chars().all(plain) {
        name.into()
    } else {
        format!("'{}'", name.replace('\'', r"'\''"))
    }
}

/// A seed that nobody knows.
fn secret() -> Result<[u8; 32], RunError> {
    let source = Path::new("/dev/urandom");
    let mut bytes = [0; 32];
    let drawn = File::open(source).and_then(|mut file| file.read_exact(&mut bytes));
    drawn.map_err(|error| RunError::io("draw a seed from", source, &error))?;
    Ok(bytes)
}

fn schedule(spec: &RunFile, order: &[usize]) -> Result<Schedule, SetupError> {
    let names: Vec<&str> = order
        .iter()
        .map(|&index| spec.bots[index].name.as_str())
        .collect();
    let settings = spec.schedule.settings(&names);
    let settings = settings
        .ok_or_else(|| spec.error(None, "schedule.focus", "names a bot that is not there"))?;
    Schedule::new(&settings).map_err(|error| spec.error(None, "schedule", error.to_string()))
}

fn house(spec: &RunFile) -> Result<&'static dyn House, SetupError> {
    let (name, line) = (&spec.game.text, spec.game.line);
    arena::find(name).map_err(|error| spec.error(Some(line), "game", error))
}

fn open(
    spec: &RunFile,
    house: &dyn House,
    order: &[usize],
    seed: &[u8; 32],
    gone: &dyn Fn(usize) -> Option<String>,
    folder: Option<&Path>,
) -> Result<Arc<dyn Arena>, SetupError> {
    let settings: Vec<(&str, &str)> = spec
        .rules
        .iter()
        .map(|setting| (setting.key.as_str(), setting.value.as_str()))
        .collect();
    let uses: Vec<&str> = order
        .iter()
        .map(|&index| spec.bots[index].use_text.as_str())
        .collect();
    let terms = |index: usize| {
        let entry = &spec.bots[order[index]];
        let log = folder.map(|folder| folder.join(terms::log(index, &entry.name)));
        Seating {
            terms: terms::of(spec, entry, log),
            submitted: entry.submitted,
            absent: gone(index),
        }
    };
    let opening = Opening {
        base: spec.path.parent().unwrap_or(Path::new("")),
        terms: &terms,
        settings: &settings,
        words: &[],
        uses: &uses,
        seats: spec.schedule.seats,
        session: spec.schedule.session,
        key: Key::new(*seed),
        dice: spec.schedule.dice,
    };
    house.open(&opening).map_err(|error| match error {
        OpenError::Rules(error) => rules_error(spec, &error),
        OpenError::Seats(sentence) => {
            let line = spec.schedule.line("seats").unwrap_or(spec.game.line);
            spec.error(Some(line), "schedule.seats", sentence)
        }
        OpenError::Bot(index, error) => {
            let entry = &spec.bots[order[index]];
            spec.error(Some(entry.line), "bot.use", error)
        }
    })
}

/// A mistake in the rules, at the line of the knob; a contradiction at the
/// last knob of the file that it names.
fn rules_error(spec: &RunFile, error: &RulesError) -> SetupError {
    let is_meant = |key: &str| match error {
        RulesError::Unknown {
            what: "knob", name, ..
        } => key == name,
        RulesError::Unknown { .. } => key == "preset",
        RulesError::Value { knob, .. } | RulesError::Twice(knob) => key == *knob,
        RulesError::Syntax(sentence) | RulesError::Contradiction(sentence) => sentence
            .split(|letter: char| !(letter.is_alphanumeric() || letter == '-'))
            .any(|word| word == key),
    };
    let setting = spec.rules.iter().rfind(|setting| is_meant(&setting.key));
    let key = setting.map_or("rules".into(), |setting| format!("rules.{}", setting.key));
    spec.error(
        setting.map(|setting| setting.line),
        key,
        meant::rules(error),
    )
}
