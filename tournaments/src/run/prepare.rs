//! From a run file to something that can be played.

use super::plan::Plan;
use super::roster;
use crate::arena::{self, Arena, OpenError, Opening};
use crate::error::{RunError, SetupError};
use crate::schedule::{Schedule, Size};
use crate::spec::{DiceMode, RunFile, Seed, nearest};
use dudo_engine::Key;
use dudo_engine::knobs::RulesError;
use dudo_results::log::{Manifest, RowWriter};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// A run file whose game, rules and bots exist and fit together.
#[derive(Debug)]
pub struct Prepared<'a> {
    spec: &'a RunFile,
    size: Size,
}

/// A run in the order of its folder.
pub(crate) struct Ready {
    pub(crate) plan: Plan,
    pub(crate) arena: Arc<dyn Arena>,
    pub(crate) manifest: Manifest,
    pub(crate) names: Vec<String>,
}

/// Checks everything about a run file that can be checked without a folder.
///
/// # Errors
/// The game, the knob or the bot that is wrong, with its line and the nearest
/// right word.
pub fn prepare(spec: &RunFile) -> Result<Prepared<'_>, SetupError> {
    let order: Vec<usize> = (0..spec.bots.len()).collect();
    open(spec, &order, &[0; 32])?;
    Ok(Prepared {
        spec,
        size: schedule(spec, &order)?.size(),
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

    /// Fits the run to what a folder holds.
    ///
    /// # Errors
    /// The folder holds another run; says what differs.
    pub(crate) fn against(
        &self,
        held: Option<&Manifest>,
        folder: &Path,
    ) -> Result<Ready, RunError> {
        let spec = self.spec;
        let order =
            roster::order(spec, held).map_err(|reason| RunError::refused(folder, reason))?;
        let seed = seed(spec, held)?;
        let arena = open(spec, &order, &seed)?;
        let manifest = roster::manifest(spec, &order, &*arena, &seed);
        if let Some(reason) = held.and_then(|held| roster::difference(held, &manifest)) {
            return Err(RunError::refused(folder, reason));
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
            faults: spec.limits.faults,
        };
        Ok(Ready {
            plan,
            arena,
            manifest,
            names,
        })
    }
}

/// The 32 bytes of the seed. A secret one is drawn once and kept.
fn seed(spec: &RunFile, held: Option<&Manifest>) -> Result<[u8; 32], RunError> {
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
            None => {
                let source = Path::new("/dev/urandom");
                let drawn = File::open(source).and_then(|mut file| file.read_exact(&mut bytes));
                drawn.map_err(|error| RunError::io("draw a seed from", source, &error))?;
            }
        },
    }
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

fn open(spec: &RunFile, order: &[usize], seed: &[u8; 32]) -> Result<Arc<dyn Arena>, SetupError> {
    let Some(house) = arena::game(&spec.game.text) else {
        let known: Vec<&str> = arena::GAMES.iter().map(|game| game.name()).collect();
        let message = format!(
            "there is no game \"{}\"; there are {}{}",
            spec.game.text,
            known.join(", "),
            hint(&spec.game.text, &known)
        );
        return Err(spec.error(Some(spec.game.line), "game", message));
    };
    let settings: Vec<(&str, &str)> = spec
        .rules
        .iter()
        .map(|setting| (setting.key.as_str(), setting.value.as_str()))
        .collect();
    let uses: Vec<&str> = order
        .iter()
        .map(|&index| spec.bots[index].use_text.as_str())
        .collect();
    let opening = Opening {
        settings: &settings,
        uses: &uses,
        seats: spec.schedule.seats,
        session: spec.schedule.session,
        key: Key::new(*seed),
        independent: spec.schedule.dice == DiceMode::Independent,
    };
    house.open(&opening).map_err(|error| match error {
        OpenError::Rules(error) => rules_error(spec, &error),
        OpenError::Seats(sentence) => spec.error(None, "schedule.seats", sentence),
        OpenError::Bot(index, error) => {
            let entry = &spec.bots[order[index]];
            let near = match &error {
                dudo_bots::UseError::Unknown { name, known } => hint(name, known),
                dudo_bots::UseError::Argument(_) => String::new(),
            };
            spec.error(Some(entry.line), "bot.use", format!("{error}{near}"))
        }
    })
}

/// A mistake in the rules, at the line of the knob.
fn rules_error(spec: &RunFile, error: &RulesError) -> SetupError {
    let line_of = |key: &str| {
        spec.rules
            .iter()
            .find(|setting| setting.key == key)
            .map(|setting| setting.line)
    };
    let (key, line, near) = match error {
        RulesError::Unknown {
            what: "knob",
            name,
            known,
        } => (format!("rules.{name}"), line_of(name), hint(name, known)),
        RulesError::Unknown { name, known, .. } => {
            ("rules.preset".into(), line_of("preset"), hint(name, known))
        }
        RulesError::Value {
            knob,
            value,
            domain,
        } => {
            let near = match domain {
                dudo_engine::knobs::Domain::Word(words) => hint(value, words),
                _ => String::new(),
            };
            (format!("rules.{knob}"), line_of(knob), near)
        }
        RulesError::Twice(knob) => (format!("rules.{knob}"), line_of(knob), String::new()),
        RulesError::Syntax(_) | RulesError::Contradiction(_) => {
            ("rules".into(), None, String::new())
        }
    };
    spec.error(line, key, format!("{error}{near}"))
}

/// What was probably meant, as the end of a sentence.
pub(crate) fn hint(word: &str, known: &[&str]) -> String {
    nearest(word, known.iter().copied())
        .map_or(String::new(), |near| format!("; did you mean \"{near}\"?"))
}
