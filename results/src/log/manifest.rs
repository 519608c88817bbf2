//! `manifest.toml`: what produced a log.

use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

use serde::{Deserialize, Serialize};

use crate::duel::Hypotheses;

/// What produced a log. Keys it does not know are skipped, so that a newer
/// tool may write more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Version of the tool.
    pub dudo: String,
    /// Name of the run.
    pub name: String,
    /// The game, as in `liars-dice`.
    pub game: String,
    /// The rules in their canonical text.
    pub rules: String,
    /// Their fingerprint, 8 hex digits: what `games.csv` repeats in each row.
    pub fingerprint: String,
    /// The run's seed, 64 hex digits.
    pub seed: String,
    /// False once a wall-clock limit decided a game.
    #[serde(default = "yes")]
    pub reproducible: bool,
    /// What the jail promises and could not keep where this was played; only
    /// with `allow-weaker`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub jail_lacks: Vec<String>,
    /// Bots whose games are being played again, since they were edited: their
    /// rows in the log are none of this run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replacing: Vec<String>,
    /// Who met whom.
    pub schedule: Schedule,
    /// The test that may end a duel before its last deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Hypotheses>,
    /// What was logged.
    #[serde(default)]
    pub log: LogSection,
    /// Under which limits.
    #[serde(default)]
    pub limits: Limits,
    /// The roster, in the order that numbers the tables.
    #[serde(default)]
    pub bot: Vec<BotEntry>,
}

/// The `[schedule]` of a [`Manifest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Schedule {
    /// `round-robin`, `gauntlet` or `duel`.
    pub format: String,
    /// The bots a gauntlet is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub focus: Vec<String>,
    /// Table size, 2 to 8.
    pub seats: usize,
    /// Tables that each block draws; absent where all are played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tables: Option<u64>,
    /// `apart` where no two bots of one owner met; else absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_owner: Option<String>,
    /// Number of deals.
    pub deals: u64,
    /// `cyclic`, `all` or `none`.
    pub seating: String,
    /// `duplicate`, `per-table` or `independent`.
    pub dice: String,
    /// Deals that one bot instance lives through: the length of a block, and
    /// so what belongs together when margins are computed.
    #[serde(default = "one")]
    pub session: NonZeroU64,
}

/// The `[log]` of a [`Manifest`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogSection {
    /// `none`, `all` or `faults`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actions: Option<String>,
    /// Actions of every so many deals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every: Option<u64>,
    /// `zstd`; absent where the log is text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compress: Option<String>,
}

/// The `[limits]` of a [`Manifest`]. Absent is not zero: it means no limit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// A bot with more faults is withdrawn (0: never).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faults: Option<u64>,
    /// Milliseconds for a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_ms: Option<u64>,
    /// Milliseconds to start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_ms: Option<u64>,
    /// Milliseconds for all decisions of a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game_ms: Option<u64>,
    /// Milliseconds for a decision while the table's timer runs on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timer_ms: Option<u64>,
    /// Fuel for a decision of a WebAssembly bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fuel: Option<u64>,
    /// What ran WebAssembly bots, where that was not wasmi.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wasm: Option<String>,
    /// Megabytes of memory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_mb: Option<u64>,
    /// `none`, `process` or `jail`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub isolation: Option<String>,
}

/// One `[[bot]]` of a [`Manifest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BotEntry {
    /// Its unique name.
    pub name: String,
    /// How it was named in the run file.
    #[serde(rename = "use")]
    pub source: String,
    /// `built-in`, or by which transport it came.
    pub kind: String,
    /// Hash or version of its content.
    #[serde(default)]
    pub content: String,
    /// Whose it is, where that kept bots apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// Why it cannot play: a submission that could not be loaded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absent: Option<String>,
    /// What runs it, such as `Python 3.11.2`, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interpreter: Option<String>,
    /// What runs a WebAssembly bot, and its fuel for a decision: another engine, or
    /// another version of it, charges other fuel, so this is part of what it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// What stands between a bot from elsewhere and the machine: `none`,
    /// `process` or `jail`; absent for WebAssembly, which is a wall itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub isolation: Option<String>,
}

fn yes() -> bool {
    true
}

fn one() -> NonZeroU64 {
    NonZeroU64::MIN
}

impl Manifest {
    /// Reads the text of a manifest.
    ///
    /// # Errors
    /// Names line and key where the text is not TOML, a key is missing or of
    /// the wrong type; says which value is out of range. One line, whatever
    /// characters the text holds.
    pub fn parse(text: &str) -> Result<Self, String> {
        Self::read(text).map_err(|wrong| wrong.sentence())
    }

    fn read(text: &str) -> Result<Self, Wrong> {
        let manifest: Self = toml::from_str(text).map_err(|error| Wrong::toml(text, &error))?;
        for (key, value, digits) in [
            ("fingerprint", &manifest.fingerprint, 8),
            ("seed", &manifest.seed, 64),
        ] {
            if value.len() != digits || !value.bytes().all(|b| b.is_ascii_hexdigit()) {
                return Err(Wrong::value(
                    text,
                    key,
                    format!("key {key}: expected {digits} hex digits, found {value:?}"),
                ));
            }
        }
        if !(2..=super::MOST_SEATS).contains(&manifest.schedule.seats) {
            let seats = manifest.schedule.seats;
            return Err(Wrong::value(
                text,
                "seats",
                format!("key schedule.seats: expected 2 to 8, found {seats}"),
            ));
        }
        Ok(manifest)
    }

    /// Reads the `manifest.toml` in the folder of this log; `None` if there
    /// is none.
    ///
    /// # Errors
    /// If it is there and cannot be read or understood.
    pub fn beside(log: &Path) -> Result<Option<Self>, ManifestError> {
        let file = log.with_file_name("manifest.toml");
        let wrong = match fs::read(&file) {
            Ok(bytes) => match String::from_utf8(bytes) {
                Ok(text) => match Self::read(&text) {
                    Ok(manifest) => return Ok(Some(manifest)),
                    Err(wrong) => wrong,
                },
                Err(error) => {
                    let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
                    Wrong::new(line_after(good), "not UTF-8")
                }
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => Wrong::new(0, &error.to_string()),
        };
        Err(ManifestError {
            file,
            line: wrong.line,
            message: wrong.sentence(),
        })
    }

    /// The text of the file.
    ///
    /// # Errors
    /// If a value has no form in TOML, such as an integer above 2^63.
    pub fn to_toml(&self) -> Result<String, String> {
        toml::to_string(self).map_err(|error| error.to_string())
    }
}

/// What is wrong with a manifest, on one line; the line of the text, or 0.
struct Wrong {
    line: u64,
    reason: String,
}

impl Wrong {
    /// What stands in a damaged file does not get at the terminal.
    fn new(line: u64, reason: &str) -> Self {
        let mut tame = String::new();
        for letter in reason.trim_end().chars() {
            match letter.is_control() {
                true => tame.extend(letter.escape_default()),
                false => tame.push(letter),
            }
        }
        Self { line, reason: tame }
    }

    fn toml(text: &str, error: &toml::de::Error) -> Self {
        let Some(span) = error.span() else {
            return Self::new(0, error.message());
        };
        let before = text.get(..span.start).unwrap_or(text);
        let line = line_after(before.as_bytes());
        // What is wrong behind an equals sign is the value of a key.
        let key = before.rsplit('\n').next().unwrap_or_default();
        let key = key.split_once('=').map(|(key, _)| key.trim());
        let plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
        match key.filter(|key| key.chars().all(plain)) {
            Some(key) => Self::new(line, &format!("key {key}: {}", error.message())),
            None => Self::new(line, error.message()),
        }
    }

    /// A value that is out of range, under the first key of this name.
    fn value(text: &str, key: &str, reason: String) -> Self {
        let named = |line: &str| {
            let rest = line.trim_start().strip_prefix(key);
            rest.is_some_and(|rest| rest.trim_start().starts_with('='))
        };
        let line = text.lines().position(named);
        Self::new(line.map_or(0, |line| line as u64 + 1), &reason)
    }

    fn sentence(&self) -> String {
        match self.line {
            0 => self.reason.clone(),
            line => format!("line {line}: {}", self.reason),
        }
    }
}

/// The number of the line that goes on behind this text.
fn line_after(text: &[u8]) -> u64 {
    1 + text.iter().filter(|&&byte| byte == b'\n').count() as u64
}

/// A manifest that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManifestError {
    /// Which file.
    pub file: PathBuf,
    /// The line, from 1; 0 where the file as a whole is meant.
    pub line: u64,
    /// What is wrong, with line and key where they are known: one line.
    pub message: String,
}

impl ManifestError {
    /// What is wrong, without the line.
    #[must_use]
    pub fn reason(&self) -> &str {
        let line = format!("line {}: ", self.line);
        self.message.strip_prefix(&line).unwrap_or(&self.message)
    }
}

impl fmt::Display for ManifestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file.display(), self.message)
    }
}

impl std::error::Error for ManifestError {}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A manifest, with more keys at its top.
    pub(crate) fn text(extra: &str) -> String {
        format!(
            "dudo = \"0.1.0\"\nname = \"quick\"\ngame = \"liars-dice\"\n\
             rules = \"liars-dice(ones-wild=on)\"\nfingerprint = \"a1b2c3d4\"\n\
             seed = \"{:064}\"\n{extra}[schedule]\nformat = \"round-robin\"\nseats = 2\n\
             deals = 1000\nseating = \"cyclic\"\ndice = \"duplicate\"\nsession = 3\n\
             [[bot]]\nname = \"odds\"\nuse = \"odds\"\nkind = \"built-in\"\ncontent = \"1\"\n",
            7
        )
    }

    #[test]
    fn what_is_written_is_read_again() {
        let manifest = Manifest::parse(&text("reproducible = false\n")).unwrap();
        assert_eq!(manifest.schedule.session.get(), 3);
        assert!(!manifest.reproducible);
        assert_eq!(Manifest::parse(&manifest.to_toml().unwrap()), Ok(manifest));
    }

    /// As a disk leaves it behind, too.
    #[test]
    fn a_damaged_file_is_told_with_its_line() {
        let folder = std::env::temp_dir().join(format!("dudo-manifest-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for (bytes, line, reason) in [
            (&b"a = 1\nb \x1b[2J\n"[..], 2, "key with no value"),
            (b"a = 1\n\nb = \xff\n", 3, "not UTF-8"),
            (b"", 1, "missing field"),
        ] {
            fs::write(folder.join("manifest.toml"), bytes).unwrap();
            let error = Manifest::beside(&folder.join("games.csv")).unwrap_err();
            assert_eq!(error.line, line, "{error}");
            assert!(error.reason().starts_with(reason), "{error}");
            let said = error.to_string();
            assert!(
                said.contains(&format!("manifest.toml: line {line}: ")),
                "{said}"
            );
            assert!(!said.contains(char::is_control), "{said:?}");
        }
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn unknown_keys_are_skipped() {
        assert!(Manifest::parse(&text("later = { a = 1 }\n")).is_ok());
    }

    #[test]
    fn broken_manifests_say_what_is_wrong() {
        for (old, new, said) in [
            ("a1b2c3d4", "a1b2c3", "line 5: key fingerprint: "),
            ("seats = 2", "seats = 9", "line 9: key schedule.seats: "),
            (
                "deals = 1000",
                "deals = \"x\"",
                "line 10: key deals: invalid",
            ),
            ("session = 3", "session = 0", "line 13: key session: "),
            ("game = \"liars-dice\"\n", "", "missing field `game`"),
            ("seats = 2", "sea\u{1b}[2Jts = 2", "line 9: "),
            ("seats = 2", "seats = \"\"\"\n\u{7}\n", "line "),
            (
                "deals = 1000",
                "deals = \"\\u001b[2J\\n\"",
                "line 10: key deals: ",
            ),
            ("seats = 2", "seats", "line 9: key with no value"),
        ] {
            let error = Manifest::parse(&text("").replace(old, new)).unwrap_err();
            assert!(error.contains(said), "{error}");
            assert!(!error.contains(char::is_control), "{error:?}");
        }
    }
}
