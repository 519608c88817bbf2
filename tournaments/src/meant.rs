//! What was probably meant: names that do not exist, with the nearest that do.

use crate::spec::nearest;
use dudo_bots::UseError;
use dudo_engine::knobs::{Domain, RulesError};
use std::path::Path;

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

/// The same where the name may be that of a file in this folder.
pub(crate) fn bot_or_file(error: &UseError, folder: &Path) -> String {
    if let UseError::Unknown { name, .. } = error {
        let files = ["", ".py", ".wasm", ".so"].map(|end| format!("{name}{end}"));
        let there = |file: &&String| !file.is_empty() && folder.join(file).exists();
        if let Some(file) = files.iter().find(there) {
            return format!("no bot is called \"{name}\"; did you mean \"./{file}\"?");
        }
    }
    bot(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_that_name_was_meant() {
        let home = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(home.path().join("ann")).expect("a folder");
        std::fs::write(home.path().join("bob.py"), "").expect("a file");
        for (name, expected) in [
            ("ann", "no bot is called \"ann\"; did you mean \"./ann\"?"),
            (
                "bob",
                "no bot is called \"bob\"; did you mean \"./bob.py\"?",
            ),
            ("ods", "no bot is called \"ods\"; did you mean \"odds\"?"),
            ("", "no bot is called \"\"; there are odds"),
        ] {
            let error = UseError::Unknown {
                name: name.into(),
                known: vec!["odds"],
            };
            assert_eq!(bot_or_file(&error, home.path()), expected);
        }
    }

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
