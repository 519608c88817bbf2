//! From what a run file says to a bot: where a transport is chosen.

use crate::foreign::{Foreign, Hello, Isolation, LoadError, Terms};
use crate::native::Library;
use crate::process;
use crate::submission::{Start, Submission};
use crate::wasm::Wasm;
use std::sync::Arc;

/// What a bot has to play.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// The game, as in `liars-dice`.
    pub game: &'a str,
    /// Its knobs with their values.
    pub knobs: &'a [(&'a str, String)],
    /// Seats at the table.
    pub seats: usize,
}

/// Whether a bot's name in a run file is that of a file, a folder or a command,
/// and not of a built-in bot.
pub fn is_foreign(use_text: &str) -> bool {
    use_text.starts_with("cmd:")
        || use_text.contains(['/', '\\'])
        || [".so", ".wasm", ".py"]
            .iter()
            .any(|end| use_text.ends_with(end))
}

/// Finds a foreign bot, loads it, and asks whether it plays this.
///
/// # Errors
/// It is not there, cannot be loaded, or does not play this.
pub fn open(
    use_text: &str,
    terms: &Terms,
    wanted: &Wanted<'_>,
) -> Result<Arc<dyn Foreign>, LoadError> {
    let bot = meet(use_text, terms, wanted.game)?;
    plays(bot.hello(), wanted)?;
    Ok(bot)
}

/// Finds a foreign bot and loads it, for this game, whatever it says of itself.
///
/// # Errors
/// It is not there, cannot be loaded, or was handed in for other games.
pub fn meet(use_text: &str, terms: &Terms, game: &str) -> Result<Arc<dyn Foreign>, LoadError> {
    if let Some(command) = use_text.strip_prefix("cmd:") {
        let words = process::shell::words(command).map_err(LoadError)?;
        return process::command(use_text, words, terms, game);
    }
    let path = terms.base.join(use_text);
    // A module needs no copy: it is read once, and runs in here.
    if path.extension().is_some_and(|end| end == "wasm") {
        return Ok(Arc::new(Wasm::open(&path, terms)?));
    }
    let jail = process::jail(terms)?;
    let taken = Submission::take(&path, jail.folder())?;
    if !taken.games.is_empty() && !taken.games.iter().any(|plays| plays == game) {
        let games = taken.games.join(", ");
        return Err(LoadError(format!("it plays {games}, not {game}")));
    }
    match &taken.start {
        Start::Module(module) => Ok(Arc::new(Wasm::open(&taken.folder.join(module), terms)?)),
        Start::Library(library) if terms.isolation == Isolation::None => {
            if !terms.trusted {
                return Err(LoadError(format!(
                    "\"{use_text}\" would run inside this process, where nothing holds it; expected trusted = true beside it, or isolation = \"process\" or \"jail\""
                )));
            }
            // Where it is: the same file is loaded once, by however many bots.
            let here = if path.is_dir() {
                path.join(library)
            } else {
                path
            };
            Ok(Arc::new(Library::open(&here, terms.log.as_deref())?))
        }
        Start::Library(library) => {
            let library = taken.folder.join(library);
            let words = vec![terms.host.clone().into(), "host".into(), library.into()];
            process::submitted(use_text, words, &taken, jail, terms, game)
        }
        Start::Command(words) => {
            process::submitted(use_text, words.clone(), &taken, jail, terms, game)
        }
    }
}

/// Whether a bot that says this of itself plays what is wanted.
///
/// # Errors
/// Why it does not.
pub fn plays(hello: &Hello, wanted: &Wanted<'_>) -> Result<(), LoadError> {
    let game = wanted.game;
    if !hello.games.is_empty() && !hello.games.iter().any(|known| known == game) {
        let games = hello.games.join(", ");
        return Err(LoadError(format!("it plays {games}, not {game}")));
    }
    if let Some((fewest, most)) = hello.seats
        && !(fewest..=most).contains(&wanted.seats)
    {
        let seats = wanted.seats;
        return Err(LoadError(format!(
            "it plays at tables of {fewest} to {most}, not of {seats}"
        )));
    }
    for refused in &hello.refuses {
        let (name, value) = match refused.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (refused.as_str(), None),
        };
        let Some((_, set)) = wanted.knobs.iter().find(|(knob, _)| *knob == name) else {
            continue;
        };
        // A knob refused as such is refused when it is on in any way.
        if value.map_or(!matches!(set.as_str(), "off" | "none"), |value| {
            value == set
        }) {
            return Err(LoadError(format!("it does not play with {name}={set}")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_and_commands_are_foreign() {
        for (text, expected) in [
            ("odds", false),
            ("odds(threshold=0.4)", false),
            ("cmd:python3 x.py", true),
            ("./mine.so", true),
            ("mine.so", true),
            ("mine.wasm", true),
            ("mine.py", true),
            ("bots/mine", true),
        ] {
            assert_eq!(is_foreign(text), expected, "{text}");
        }
    }

    #[test]
    fn a_bot_is_held_to_what_it_says_of_itself() {
        let knobs = [
            ("palifico", "on".to_owned()),
            ("calza", "off".to_owned()),
            ("ones", "low".to_owned()),
        ];
        let wanted = Wanted {
            game: "mia",
            knobs: &knobs,
            seats: 4,
        };
        let any = Hello::default();
        let with = |change: &dyn Fn(&mut Hello)| {
            let mut hello = any.clone();
            change(&mut hello);
            plays(&hello, &wanted).err().map(|error| error.0)
        };
        let sentence = |text: &str| Some(text.to_owned());
        assert_eq!(with(&|_| {}), None);
        assert_eq!(with(&|h| h.games = vec!["mia".into()]), None);
        assert_eq!(
            with(&|h| h.games = vec!["dice".into(), "chess".into()]),
            sentence("it plays dice, chess, not mia")
        );
        assert_eq!(with(&|h| h.seats = Some((2, 4))), None);
        assert_eq!(
            with(&|h| h.seats = Some((2, 3))),
            sentence("it plays at tables of 2 to 3, not of 4")
        );
        assert_eq!(
            with(&|h| h.refuses = vec!["palifico".into()]),
            sentence("it does not play with palifico=on")
        );
        assert_eq!(
            with(&|h| h.refuses = vec!["calza".into(), "ones=high".into(), "nonsense".into()]),
            None
        );
        assert_eq!(
            with(&|h| h.refuses = vec!["ones=low".into()]),
            sentence("it does not play with ones=low")
        );
    }
}
