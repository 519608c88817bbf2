//! A bot is found, loaded, and asked what it plays.

use super::exam::Exam;
use crate::arena::{GAMES, House};
use dudo_plugin::jail::Audit;
use dudo_plugin::{Foreign, Isolation, LoadError, Terms, WasmEngine};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The terms of a check. `outlives`: one process plays session after session. What is tried in
/// the jail is written to `audit`.
pub(super) fn terms(
    exam: &Exam,
    log: &Path,
    audit: &Arc<Audit>,
    outlives: bool,
) -> io::Result<Terms> {
    Ok(Terms {
        base: PathBuf::new(),
        host: std::env::current_exe()?,
        isolation: match exam.trust {
            true => Isolation::Process,
            false => Isolation::Jail,
        },
        allow_weaker: exam.allow_weaker,
        // Only so may a process live on, and a module be compiled; the jail is as it is.
        trusted: outlives || (exam.trust && exam.wasm == WasmEngine::Wasmtime),
        outlives,
        concurrent: 1,
        pin: true,
        move_ms: exam.move_ms,
        start_ms: exam.start_ms,
        game_ms: None,
        timer_ms: None,
        memory_mb: exam.memory_mb,
        fuel: exam.fuel,
        wasm: exam.wasm,
        log: Some(log.into()),
        audit: Some(Arc::clone(audit)),
    })
}

/// The bot, and the games that it claims.
pub(super) struct Loaded {
    pub(super) bot: Arc<dyn Foreign>,
    pub(super) houses: Vec<&'static dyn House>,
}

/// Loads it for the first of these games that it plays.
///
/// # Errors
/// It cannot be loaded, or plays none of them.
pub(super) fn load(
    exam: &Exam,
    terms: &Terms,
    games: &[&'static dyn House],
) -> Result<Loaded, LoadError> {
    let mut refused = None;
    for house in games {
        match dudo_plugin::meet(&exam.bot, terms, house.name()) {
            Ok(bot) => {
                let houses = claimed(exam, terms, games, &*bot, *house);
                if houses.is_empty() {
                    let plays = bot.hello().games.join(", ");
                    return Err(LoadError(format!("{}: it plays {plays}", exam.bot)));
                }
                return Ok(Loaded { bot, houses });
            }
            // A folder says for which games it was handed in.
            Err(error) if error.0.starts_with("it plays ") => refused = Some(error),
            Err(LoadError(why)) => return Err(LoadError(format!("{why}{}", hint(&why)))),
        }
    }
    Err(refused.unwrap_or_else(|| LoadError(format!("{}: there is no game", exam.bot))))
}

/// What is probably amiss with a bot that does not answer the first question. (At a later one
/// it may as well be thinking.)
fn hint(why: &str) -> &'static str {
    let [none, cut] = ["no", "no whole"].map(|what| format!("timed-out: {what} reply within "));
    if why.contains(&none) {
        "; was a reply flushed, with a line feed behind it?"
    } else if why.contains(&cut) {
        "; a reply ends with a line feed"
    } else {
        ""
    }
}

/// Those of the games that it says it plays; where it says nothing, those for which it
/// can be loaded.
fn claimed(
    exam: &Exam,
    terms: &Terms,
    games: &[&'static dyn House],
    bot: &dyn Foreign,
    loaded: &'static dyn House,
) -> Vec<&'static dyn House> {
    let says = &bot.hello().games;
    let plays = |house: &&&'static dyn House| match says.is_empty() {
        false => says.iter().any(|game| game == house.name()),
        true => {
            house.name() == loaded.name()
                || dudo_plugin::meet(&exam.bot, terms, house.name()).is_ok()
        }
    };
    games.iter().filter(plays).copied().collect()
}

/// The games of a check: those that were asked for, or all.
///
/// # Errors
/// A sentence with the name that was probably meant.
pub(super) fn games(asked: &[String]) -> Result<Vec<&'static dyn House>, String> {
    match asked.is_empty() {
        true => Ok(GAMES.to_vec()),
        false => asked.iter().map(|name| crate::arena::find(name)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::hint;

    #[test]
    fn silence_at_first_is_explained() {
        for (why, part) in [
            ("x: timed-out: no reply within 300 ms", "flushed"),
            (
                "x: timed-out: no whole reply within 300 ms; unfinished: `{}`",
                "line feed",
            ),
            ("x: exited: exited with code 3", ""),
        ] {
            assert!(hint(why).contains(part), "{why}");
            assert_eq!(hint(why).is_empty(), part.is_empty(), "{why}");
        }
    }
}
