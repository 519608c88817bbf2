//! The run file: everything about a run that a person decides.
//!
//! It is TOML. A key that is not known here is an error, and so is a value of
//! another type or out of its range; each error is one line that names the file,
//! the line, the key and what was expected. Nothing in a run file is repaired.
//!
//! | key | values | unless given |
//! |---|---|---|
//! | `name` | ASCII letters, digits, `-` `_` `.`, at most 64 | the file's name without `.toml` |
//! | `seed` | 0 to 2^63 - 1, 64 hex digits, `"secret"` | required |
//! | `game` | a game | required |
//! | `[rules]` | the game's knobs | the game's defaults |
//! | `schedule.format` | `"round-robin"`, `"gauntlet"`, `"duel"` | `"round-robin"` |
//! | `schedule.focus` | names of bots, in a gauntlet only | required there |
//! | `schedule.seats` | 2 to 8 | 2 |
//! | `schedule.tables` | `"all"` | `"all"` |
//! | `schedule.deals` | 1 to 2^64 - 1 | 1000 |
//! | `schedule.seating` | `"cyclic"`, `"all"`, `"none"` | `"cyclic"` |
//! | `schedule.dice` | `"duplicate"`, `"independent"` | `"duplicate"` |
//! | `schedule.session` | 1 to 1000000 deals | 1 |
//! | `sprt.elo0`, `sprt.elo1` | -1000 to 1000, in a duel only: it ends when decided | |
//! | `sprt.alpha`, `sprt.beta` | above 0, below 0.5 | 0.05 |
//! | `sprt.scale` | `"logistic"`, `"normalized"` | `"logistic"` |
//! | `log.actions` | `"none"`, `"all"`, `"faults"` | `"none"` |
//! | `log.every` | 1 to 2^64 - 1, instead of `actions` | |
//! | `log.compress` | `"none"`, `"zstd"` | `"none"` |
//! | `limits.move_ms` | 1 to 86400000 | 1000 |
//! | `limits.start_ms` | 1 to 86400000 | 10000 |
//! | `limits.memory_mb` | 1 to 1048576 | 512 |
//! | `limits.faults` | 0 (never) to 2^64 - 1 | 20 |
//! | `limits.game_ms` | 1 to 86400000 | no limit |
//! | `limits.timer_ms` | 1 to 86400000 | `move_ms` |
//! | `limits.fuel` | 1 to 2^64 - 1 | 50000000 |
//! | `limits.wasm` | `"wasmi"`, `"wasmtime"` (a build with that feature) | `"wasmi"` |
//! | `limits.isolation` | `"none"`, `"process"`, `"jail"` | `"jail"` |
//! | `limits.allow-weaker` | `true`, `false` | `false` |
//! | `limits.pin` | `true`, `false` | `true` |
//! | `[[bot]] use` | a bot | required |
//! | `[[bot]] name` | a [name](bot_name), unique but for capital letters | `use` |
//! | `[[bot]] isolation` | as in `limits` | the run's |
//! | `[[bot]] trusted` | `true`, `false` | `false` |
//! | `[[bot]] restart` | `"session"`, `"never"` (trusted) | `"session"` |
//! | `[[bot]] concurrent` | 1 to 256 (more than 1: trusted) | 1 |
//! | `[[bot]] owner` | text | |
//! | `[bots] folder` | a folder: every bot in it plays | |
//! | `[bots] isolation` | `"jail"`, `"process"` | `"jail"`, whatever `limits` says |
//!
//! ```
//! use std::path::Path;
//! use dudo::spec::RunFile;
//!
//! let text = "seed = 7\ngame = \"mia\"\nbot = [{ use = \"odds\" }, { use = \"random\" }]\n";
//! let run = RunFile::parse(Path::new("tea.toml"), text.as_bytes())?;
//! assert_eq!(run.name, "tea");
//! assert_eq!(run.schedule.deals, 1000);
//!
//! let text = format!("{text}[schedule]\ndels = 5\n");
//! let error = RunFile::parse(Path::new("tea.toml"), text.as_bytes()).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "tea.toml: line 5: schedule.dels: unknown key; did you mean \"deals\"?"
//! );
//! # Ok::<(), dudo::error::SetupError>(())
//! ```

mod actions;
mod item;
mod limits;
mod name;
mod nearest;
mod packing;
mod roster;
mod rules;
mod run_name;
mod schedule;
mod section;
mod seed;
mod source;
mod sprt;
mod submissions;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use toml::de::DeTable;

pub use actions::Actions;
use item::Item;
pub use limits::{Isolation, Limits};
pub use name::{MAX_NAME, bot_name};
pub use nearest::nearest;
pub use packing::Packing;
pub use roster::{Entry, Restart};
pub use rules::Setting;
pub use schedule::ScheduleSpec;
pub(crate) use schedule::groups;
use section::{Section, TOP};
pub use seed::Seed;
use source::Source;

use crate::error::SetupError;
use crate::schedule::Format;
use dudo_results::duel::Hypotheses;

/// A run file, checked as far as it can be without knowing games and bots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunFile {
    /// The file, as the user named it.
    pub path: PathBuf,
    /// What the run is called; safe as the name of a folder.
    pub name: String,
    /// Where its chance comes from.
    pub seed: Seed,
    /// The line of the seed.
    pub seed_line: Option<usize>,
    /// What is played; not yet known to exist.
    pub game: Word,
    /// The game's knobs, `preset` first, otherwise in the order of the file.
    pub rules: Vec<Setting>,
    /// Who meets whom. The bots of the file can play it.
    pub schedule: ScheduleSpec,
    /// The test that may end a duel before its last deal.
    pub sprt: Option<Hypotheses>,
    /// Which games are logged action by action.
    pub log: Actions,
    /// Whether the log is compressed.
    pub packing: Packing,
    /// What a foreign bot may use up.
    pub limits: Limits,
    /// Who plays, in the order of the file.
    pub bots: Vec<Entry>,
    /// Files in the folder of bots that are none.
    pub passed_over: Vec<String>,
}

/// A word of the run file and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word.
    pub text: String,
    /// Its line, from 1.
    pub line: usize,
}

impl RunFile {
    /// Reads and checks a run file.
    ///
    /// # Errors
    /// A file that is missing, a folder, unreadable or larger than a mebibyte, and
    /// all errors of [`parse`](Self::parse).
    pub fn read(path: &Path) -> Result<Self, SetupError> {
        Self::parse(path, &source::read(path)?)
    }

    /// Checks a run file's bytes; `path` serves errors and the default name.
    ///
    /// # Errors
    /// Bytes that are not UTF-8 or not TOML, an unknown key, a value of another
    /// type or out of range, and a schedule that the bots cannot play.
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<Self, SetupError> {
        let source = &Source::new(path, bytes)?;
        let (table, errors) = DeTable::parse_recoverable(source.text);
        // The parser finds some errors late that explain the ones it found before.
        let line = |error: &&toml::de::Error| error.span().map(|span| source.line(span.start));
        let first = errors.iter().min_by_key(line);
        if let Some(error) = first {
            return Err(source.syntax(error));
        }
        let top = Section::new(source, "", None, table.get_ref());
        top.refuse_unknown(TOP)?;

        // What stands there is checked before what is missing, because a slip in
        // a line that somebody wrote explains more.
        let name = run_name::parse(source, top.get("name"))?;
        let seed = top.get("seed").map(Seed::parse).transpose()?;
        let game = top.get("game").map(word).transpose()?;
        let rules = top.get("rules").map(rules::parse).transpose()?;
        let (bots, passed_over) = roster::parse(&top)?;
        let schedule = top.get("schedule");
        let schedule = schedule.map(|item| ScheduleSpec::parse(item, &bots));
        let mut schedule = schedule.transpose()?.unwrap_or_default();
        if let Some(line) = top
            .get("bots")
            .map(submissions::apart)
            .transpose()?
            .flatten()
        {
            schedule.keep_apart(&bots, line);
        }
        let sprt = top.get("sprt");
        if let Some(item) = sprt.filter(|_| schedule.format != Format::Duel) {
            return Err(item.error("only a duel is decided by a test; expected format = \"duel\""));
        }
        let sprt = sprt.map(sprt::parse).transpose()?;
        let log = top.get("log").map(Actions::parse).transpose()?;
        let packing = top.get("log").map(Packing::parse).transpose()?;
        let limits = top.get("limits").map(Limits::parse).transpose()?;

        let seed = seed.ok_or_else(|| top.missing("seed", seed::EXPECTED))?;
        let game = game.ok_or_else(|| top.missing("game", GAME))?;
        schedule.check(source, &bots)?;
        Ok(Self {
            path: path.into(),
            name,
            seed,
            seed_line: top.get("seed").map(Item::line),
            game,
            rules: rules.unwrap_or_default(),
            schedule,
            sprt,
            log: log.unwrap_or_default(),
            packing: packing.unwrap_or_default(),
            limits: limits.unwrap_or_default(),
            bots,
            passed_over,
        })
    }

    /// An error about this file, for whoever knows the games and the bots.
    pub fn error(
        &self,
        line: Option<usize>,
        key: impl Into<String>,
        message: impl Into<String>,
    ) -> SetupError {
        SetupError {
            file: self.path.clone(),
            line,
            key: key.into(),
            message: message.into(),
        }
    }
}

const GAME: &str = "the name of a game, such as \"liars-dice\"";

fn word(item: &Item<'_>) -> Result<Word, SetupError> {
    let text = item.text(GAME)?;
    if text.trim().is_empty() {
        return Err(item.expected(GAME));
    }
    Ok(Word {
        text: text.into(),
        line: item.line(),
    })
}
