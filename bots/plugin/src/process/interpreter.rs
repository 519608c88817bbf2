//! What runs a bot: the version of a well-known interpreter, and what it is started with.

use crate::jail::environment;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

/// Programs that are asked. Nothing else is, since it would run outside a jail.
const KNOWN: [&str; 12] = [
    "python", "pypy", "node", "deno", "bun", "ruby", "perl", "lua", "php", "java", "julia", "guile",
];

/// What Java is started with. By itself it reserves room for classes and for machine code by
/// the machine's memory, more than a bot has, and prints warnings and its own end where
/// replies are read. What the command says stands behind these, and the last word counts.
const JAVA: [&str; 9] = [
    "-XX:+UseSerialGC",
    "-Xms8m",
    "-XX:CompressedClassSpaceSize=64m",
    "-XX:ReservedCodeCacheSize=64m",
    "-XX:-UsePerfData",
    "-XX:+DisplayVMOutputToStderr",
    "-XX:+SuppressFatalErrorMessage",
    "-Xlog:disable",
    "-Xlog:all=warning:stderr",
];

/// A command with what its interpreter needs to get by with so many mebibytes of memory:
/// in Java three eighths are for objects, so that they are what runs out first.
pub(super) fn fitted(mut words: Vec<OsString>, memory_mb: u64) -> Vec<OsString> {
    let first = words.first().map(Path::new).and_then(Path::file_name);
    if first.is_some_and(|name| name == "java") {
        let heap = format!("-Xmx{}m", (memory_mb / 8 * 3).max(8));
        let options = JAVA.map(OsString::from).into_iter().chain([heap.into()]);
        words.splice(1..1, options);
    }
    words
}

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
    fn java_takes_what_a_bot_has_unless_told_otherwise() {
        let fitted = |words: &[&str]| fitted(words.iter().map(OsString::from).collect(), 512);
        let java = fitted(&["/opt/bin/java", "-Xmx1g", "-jar", "bot.jar"]);
        assert_eq!(java[0], "/opt/bin/java");
        assert_eq!(java[1..][..JAVA.len()], JAVA);
        let rest = ["-Xmx192m", "-Xmx1g", "-jar", "bot.jar"];
        assert_eq!(java[1 + JAVA.len()..], rest);
        for words in [&["javac", "x"][..], &["python3", "java"], &[]] {
            assert_eq!(fitted(words), words);
        }
    }

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
