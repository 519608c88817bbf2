//! What runs a bot: the version of a well-known interpreter.

use crate::jail::environment;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

/// Programs that are asked. Nothing else is, since it would run outside a jail.
const KNOWN: [&str; 12] = [
    "python", "pypy", "node", "deno", "bun", "ruby", "perl", "lua", "php", "java", "julia", "guile",
];

/// The longest version that is kept, in bytes.
const LONGEST: usize = 100;

/// The first line that the command's interpreter prints of itself. Only those of the
/// system are asked: by name, or in a folder that belongs to it.
pub(super) fn version(words: &[OsString]) -> Option<String> {
    let program = Path::new(words.first()?);
    let name = program.file_name()?.to_str()?;
    let letters = name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
    let bare = program.components().count() == 1;
    let system = bare || program.starts_with("/usr") || program.starts_with("/bin");
    if !system || !KNOWN.contains(&letters) {
        return None;
    }
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null());
    let output = command.env_clear().envs(environment(None, None)).output();
    let output = output.ok().filter(|output| output.status.success())?;
    let text = if output.stdout.is_empty() {
        output.stderr
    } else {
        output.stdout
    };
    let text = String::from_utf8_lossy(&text);
    let line = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    let tame = line.chars().filter(|letter| !letter.is_control());
    Some(tame.take(LONGEST).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_well_known_programs_of_the_system_are_asked() {
        let version =
            |words: &[&str]| version(&words.iter().map(OsString::from).collect::<Vec<_>>());
        let python = version(&["python3", "-s", "bot.py"]);
        assert!(python.is_some_and(|line| line.starts_with("Python 3.")));
        for words in [
            &[][..],
            &["./python3"],
            &["bots/python3"],
            &["true"],
            &["./bot"],
        ] {
            assert_eq!(version(words), None, "{words:?}");
        }
    }
}
