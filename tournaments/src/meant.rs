//! What was probably meant: names that do not exist, with the nearest that do.

use crate::spec::nearest;
use dudo_bots::UseError;
use dudo_engine::knobs::{Domain, RulesError};

/// Says that there is no such thing, with the nearest name there is, or else
/// with all of them.
pub(crate) fn unknown(what: &str, name: &str, known: &[&str]) -> String {
    let meant = match nearest(name, known.iter().copied()) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => format!("there are {}", known.join(", ")),
    };
    format!("no {what} is called \"{name}\"; {meant}")
}

/// A mistake in rules.
pub(crate) fn rules(error: &RulesError) -> String {
    match error {
        RulesError::Unknown { what, name, known } => unknown(what, name, known),
        RulesError::Value {
            value,
            domain: Domain::Word(words),
            ..
        } => {
            let near = nearest(value, words.iter().copied());
            let near = near.map_or(String::new(), |near| format!("; did you mean \"{near}\"?"));
            format!("{error}{near}")
        }
        _ => error.to_string(),
    }
}

/// A mistake in the name of a bot.
pub(crate) fn bot(error: &UseError) -> String {
    match error {
        UseError::Unknown { name, known } => unknown("bot", name, known),
        UseError::Argument(_) => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_or_all() {
        let known = ["odds", "reader"];
        for (name, expected) in [
            ("ods", "no bot is called \"ods\"; did you mean \"odds\"?"),
            (
                "zzzzzz",
                "no bot is called \"zzzzzz\"; there are odds, reader",
            ),
        ] {
            let error = UseError::Unknown {
                name: name.into(),
                known: known.into(),
            };
            assert_eq!(bot(&error), expected);
        }
    }
}
