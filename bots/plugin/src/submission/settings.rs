//! `bot.toml`, and what stands in for it where a bot is one file.

use super::Start;
use super::snapshot::File;
use crate::LoadError;
use crate::jail::PYTHON;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// The file in a bot's folder that says how it is started.
pub const FILE: &str = "bot.toml";

/// Its keys.
const KEYS: [&str; 3] = ["command", "games", "owner"];

/// What it says.
pub(super) struct Settings {
    pub(super) start: Start,
    pub(super) games: Vec<String>,
    pub(super) owner: Option<String>,
}

/// Whose a bot is, as its `bot.toml` says; `None` where it does not, or where there is
/// none that can be read. Whether it is right is found out when the bot is loaded.
pub fn owner(folder: &Path) -> Option<String> {
    let file = folder.join(FILE);
    // Nothing that a stranger hands in is waited for.
    let plain = fs::symlink_metadata(&file).ok()?;
    if !plain.is_file() || plain.len() > LONGEST {
        return None;
    }
    let table: Table = fs::read_to_string(file).ok()?.parse().ok()?;
    let owner = table.get("owner")?.as_str()?.trim();
    (!owner.is_empty()).then(|| owner.into())
}

/// Bytes of a file that owners are looked for in, at most.
const LONGEST: u64 = 1 << 20;

impl Settings {
    /// Reads the copy; `path` is what messages name.
    pub(super) fn read(path: &Path, folder: &Path) -> Result<Self, LoadError> {
        let file = path.join(FILE);
        let wrong = |what: String| LoadError(format!("{}: {what}", file.display()));
        let text = match fs::read_to_string(folder.join(FILE)) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let hint = "a bot's folder has one, with a line such as command = [\"python3\", \"bot.py\"]";
                return Err(wrong(format!("not there; {hint}")));
            }
            Err(error) => return Err(wrong(error.to_string())),
        };
        let table: Table = text.parse().map_err(|error: toml::de::Error| {
            let line = error
                .span()
                .map_or(1, |span| 1 + text[..span.start].matches('\n').count());
            LoadError(format!("{}:{line}: {}", file.display(), error.message()))
        })?;
        if let Some(key) = table.keys().find(|key| !KEYS.contains(&key.as_str())) {
            return Err(wrong(format!(
                "no key `{key}`: there are {}",
                KEYS.join(", ")
            )));
        }
        let games = match table.get("games") {
            None => Vec::new(),
            Some(value) => strings(value).ok_or_else(|| {
                wrong("`games` is a list of names, such as [\"liars-dice\"]".into())
            })?,
        };
        let owner = match table.get("owner") {
            None => None,
            Some(Value::String(owner)) if !owner.trim().is_empty() => Some(owner.clone()),
            Some(_) => return Err(wrong("`owner` is a name".into())),
        };
        // A text is cut at its spaces; no shell reads it.
        let words = match table.get("command") {
            Some(Value::String(text)) => Some(text.split_whitespace().map(str::to_owned).collect()),
            Some(value) => strings(value),
            None => None,
        };
        let words: Vec<String> = words
            .filter(|words: &Vec<_>| !words.is_empty())
            .ok_or_else(|| {
                wrong("`command` is how it is started, such as [\"python3\", \"bot.py\"]".into())
            })?;
        let start = started(&words, folder);
        Ok(Self {
            start,
            games,
            owner,
        })
    }

    /// A bot that is one file, by how its name ends.
    pub(super) fn of_file(path: &Path, file: &File) -> Result<Self, LoadError> {
        let end = file.path.extension().unwrap_or_default().to_string_lossy();
        let own = || {
            let mut word = OsString::from("./");
            word.push(&file.path);
            word
        };
        let start = match &*end {
            "py" => Start::Command(python().chain([own()]).collect()),
            "so" => Start::Library(file.path.clone()),
            "wasm" | "wat" => Start::Module(file.path.clone()),
            _ if file.executable => Start::Command(vec![own()]),
            _ => {
                return Err(LoadError(format!(
                    "{}: a bot's file ends in .py, .so or .wasm, or may be executed (chmod +x)",
                    path.display()
                )));
            }
        };
        let games = Vec::new();
        Ok(Self {
            start,
            games,
            owner: None,
        })
    }
}

fn python() -> impl Iterator<Item = OsString> {
    PYTHON.into_iter().map(OsString::from)
}

/// The command, or the library or module that it is.
fn started(words: &[String], folder: &Path) -> Start {
    let (first, rest) = (&words[0], &words[1..]);
    let here = crate::process::shell::is_below(Path::new(first)) && folder.join(first).is_file();
    if here && rest.is_empty() {
        let path: PathBuf = Path::new(first).components().collect();
        match path.extension().and_then(|end| end.to_str()) {
            Some("so") => return Start::Library(path),
            Some("wasm" | "wat") => return Start::Module(path),
            _ => {}
        }
    }
    let rest = rest.iter().map(OsString::from);
    if ["python", "python3"].contains(&first.as_str()) {
        return Start::Command(python().chain(rest).collect());
    }
    // Without a slash it would be looked for in the system's folders alone.
    let bare = here && !first.contains('/');
    let first = if bare {
        format!("./{first}")
    } else {
        first.clone()
    };
    Start::Command([first.into()].into_iter().chain(rest).collect())
}

fn strings(value: &Value) -> Option<Vec<String>> {
    let all = value.as_array()?.iter();
    all.map(|value| value.as_str().map(str::to_owned)).collect()
}
