//! Bots by name, with arguments.

use dudo_engine::knobs::Knobs;
use dudo_engine::{Factory, Game};
use std::fmt;

/// A built-in bot.
pub struct Entry<G: Game> {
    /// Its name, in lower case.
    pub name: &'static str,
    /// Its level on the ladder of its game, from 0.
    pub level: u8,
    /// What it does, as a phrase.
    pub about: &'static str,
    /// What can be set.
    pub args: &'static [Arg],
    /// Makes a factory from one value per argument.
    pub make: fn(&[f64]) -> Box<Factory<G>>,
}

/// A number that can be set in a bot.
pub struct Arg {
    /// Its name.
    pub name: &'static str,
    /// What it does, as a phrase.
    pub about: &'static str,
    /// Its value when nothing is said.
    pub default: f64,
    /// The lowest value allowed.
    pub low: f64,
    /// The highest value allowed.
    pub high: f64,
}

/// A game that has built-in bots.
pub trait Rostered: Game {
    /// The bots, from the weakest up.
    const ROSTER: &'static [Entry<Self>];
}

/// A bot with its arguments set.
pub struct Built<G: Game> {
    /// The canonical text: arguments that differ from their defaults, in order.
    pub canonical: String,
    /// The fingerprint of its source, 16 hex digits; empty for a bot that is
    /// not of this crate.
    pub content: &'static str,
    /// Makes an instance per session.
    pub factory: Box<Factory<G>>,
}

/// Why a bot cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UseError {
    /// There is no such bot; with the names there are.
    Unknown {
        /// What was asked for.
        name: String,
        /// The names that exist.
        known: Vec<&'static str>,
    },
    /// The arguments are wrong; a sentence.
    Argument(String),
}

impl fmt::Display for UseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name, known } => write!(
                f,
                "no bot is called \"{name}\"; there are {}",
                known.join(", ")
            ),
            Self::Argument(sentence) => f.write_str(sentence),
        }
    }
}

impl std::error::Error for UseError {}

/// Finds a bot by a text such as `odds` or `odds(threshold=0.4)`.
///
/// # Errors
/// No such bot, no such argument, or a value out of range.
pub fn find<G: Game>(roster: &[Entry<G>], text: &str) -> Result<Built<G>, UseError> {
    let text = text.trim();
    let (name, inside) = match text.split_once('(') {
        None => (text, ""),
        Some((name, rest)) => (
            name.trim(),
            rest.strip_suffix(')').ok_or_else(|| {
                UseError::Argument(format!("\"{text}\" lacks its closing parenthesis"))
            })?,
        ),
    };
    let entry = roster
        .iter()
        .find(|entry| entry.name == name)
        .ok_or_else(|| UseError::Unknown {
            name: name.into(),
            known: roster.iter().map(|entry| entry.name).collect(),
        })?;
    let mut values: Vec<Option<f64>> = vec![None; entry.args.len()];
    for setting in inside
        .split(',')
        .map(str::trim)
        .filter(|setting| !setting.is_empty())
    {
        set(entry, &mut values, setting)?;
    }
    let values: Vec<f64> = entry
        .args
        .iter()
        .zip(&values)
        .map(|(arg, value)| value.unwrap_or(arg.default))
        .collect();
    Ok(Built {
        canonical: canonical(entry, &values),
        content: content(G::Rules::GAME, entry.name),
        factory: (entry.make)(&values),
    })
}

include!(concat!(env!("OUT_DIR"), "/contents.rs"));

fn content(game: &str, bot: &str) -> &'static str {
    let found = CONTENTS
        .iter()
        .find(|(of, name, _)| *of == game && *name == bot);
    found.map_or("", |(_, _, hash)| hash)
}

fn set<G: Game>(
    entry: &Entry<G>,
    values: &mut [Option<f64>],
    setting: &str,
) -> Result<(), UseError> {
    let refuse = |sentence: String| Err(UseError::Argument(sentence));
    let Some((key, value)) = setting
        .split_once('=')
        .map(|(key, value)| (key.trim(), value.trim()))
    else {
        return refuse(format!("\"{setting}\" is not of the form name=value"));
    };
    let Some(index) = entry.args.iter().position(|arg| arg.name == key) else {
        let known: Vec<&str> = entry.args.iter().map(|arg| arg.name).collect();
        return refuse(match known.as_slice() {
            [] => format!("{} takes no arguments", entry.name),
            _ => format!(
                "{} has no argument \"{key}\"; there are {}",
                entry.name,
                known.join(", ")
            ),
        });
    };
    let arg = &entry.args[index];
    match value.parse::<f64>() {
        Ok(number) if (arg.low..=arg.high).contains(&number) => {
            if values[index].replace(number).is_some() {
                return refuse(format!("{key} is set twice"));
            }
            Ok(())
        }
        _ => refuse(format!(
            "{key} takes a number from {} to {}, not \"{value}\"",
            arg.low, arg.high
        )),
    }
}

fn canonical<G: Game>(entry: &Entry<G>, values: &[f64]) -> String {
    let set: Vec<String> = entry
        .args
        .iter()
        .zip(values)
        .filter(|(arg, value)| arg.default.to_bits() != value.to_bits())
        .map(|(arg, value)| format!("{}={value}", arg.name))
        .collect();
    if set.is_empty() {
        entry.name.into()
    } else {
        format!("{}({})", entry.name, set.join(","))
    }
}
