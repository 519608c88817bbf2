//! The command of a run file, taken apart.

use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

/// Options with which Python is started unless the command has its own: `-s` leaves
/// out the user's own packages, `-B` writes no byte code, `-u` holds back no output.
/// (`-I` would drop the fixed hash seed and the helper files beside the script.)
const PYTHON: [&str; 3] = ["-s", "-B", "-u"];

/// The words of a command, as a shell would take them apart, without its expansions:
/// quotes of both kinds and backslashes.
///
/// # Errors
/// A quote is not closed, or there is no word.
pub fn words(command: &str) -> Result<Vec<OsString>, String> {
    let mut words: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut letters = command.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (Some(end), _) if letter == end => quote = None,
            (Some('\''), _) => word.get_or_insert_default().push(letter),
            (_, '\\') => {
                let next = letters.next();
                let next = next.ok_or_else(|| format!("`{command}` ends within an escape"))?;
                word.get_or_insert_default().push(next);
            }
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    if quote.is_some() {
        return Err(format!("`{command}` has a quote that is not closed"));
    }
    words.extend(word);
    if words.is_empty() {
        return Err("there is no command".into());
    }
    Ok(python(words.into_iter().map(OsString::from).collect()))
}

/// The same command with our options, where it starts Python without any.
fn python(mut words: Vec<OsString>) -> Vec<OsString> {
    let has_options = |next: &OsString| next.as_encoded_bytes().starts_with(b"-");
    let bare = words.get(1).is_none_or(|next| !has_options(next));
    if bare
        && words
            .first()
            .is_some_and(|program| is_python(Path::new(program)))
    {
        words.splice(1..1, PYTHON.map(OsString::from));
    }
    words
}

/// Whether a program is an interpreter of Python, by its name.
fn is_python(program: &Path) -> bool {
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    name.strip_prefix("python").is_some_and(|version| {
        version
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.')
    })
}

/// Whether a relative path cannot leave the folder that it is looked for in.
pub(crate) fn is_below(path: &Path) -> bool {
    path.components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}

/// The files that a command brings along, relative to `base`: those that its words
/// name, and beside a script of Python the other modules of its folder. In order, each once.
pub fn files(words: &[OsString], base: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = Vec::new();
    for word in words {
        let path = Path::new(word);
        if !is_below(path) || !base.join(path).is_file() {
            continue;
        }
        files.push(path.into());
        if path.extension().is_some_and(|ending| ending == "py") {
            let folder = path.parent().unwrap_or(Path::new(""));
            // Nothing is in a folder without a name.
            let place = Path::new(".").join(base).join(folder);
            let beside = std::fs::read_dir(place).into_iter().flatten();
            let modules = beside.flatten().map(|entry| folder.join(entry.file_name()));
            files.extend(modules.filter(|path| {
                path.extension().is_some_and(|ending| ending == "py") && base.join(path).is_file()
            }));
        }
    }
    for file in &mut files {
        *file = file
            .components()
            .filter(|part| *part != Component::CurDir)
            .collect();
    }
    files.sort();
    files.dedup();
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_taken_apart_as_a_shell_does() {
        for (command, expected) in [
            ("./mine", &["./mine"][..]),
            ("  node  --x   mine.js ", &["node", "--x", "mine.js"]),
            (
                "a 'b c' \"d \\\" e\" f\\ g ''",
                &["a", "b c", "d \" e", "f g", ""],
            ),
            ("a'b'\"c\"", &["abc"]),
            ("python3 mine.py", &["python3", "-s", "-B", "-u", "mine.py"]),
            (
                "/opt/bin/python3.12 x.py",
                &["/opt/bin/python3.12", "-s", "-B", "-u", "x.py"],
            ),
            ("python3 -I mine.py", &["python3", "-I", "mine.py"]),
            ("pythonista x", &["pythonista", "x"]),
        ] {
            let expected: Vec<OsString> = expected.iter().map(OsString::from).collect();
            assert_eq!(words(command), Ok(expected), "{command}");
        }
        for command in ["", "   ", "a 'b", "a \"b", "a\\"] {
            assert!(words(command).is_err(), "{command}");
        }
    }

    #[test]
    fn the_files_of_a_command() {
        let base = tempfile::tempdir().unwrap();
        let at = base.path();
        std::fs::create_dir(at.join("ann")).unwrap();
        for file in [
            "ann/mine.py",
            "ann/helper.py",
            "ann/notes.txt",
            "other.py",
            "bot",
        ] {
            std::fs::write(at.join(file), "").unwrap();
        }
        for (command, expected) in [
            (
                "python3 ./ann/mine.py --deep",
                &["ann/helper.py", "ann/mine.py"][..],
            ),
            ("./bot ann/notes.txt", &["ann/notes.txt", "bot"]),
            ("sh -c true", &[]),
            ("cat ../secret /etc/passwd ann", &[]),
        ] {
            let found = files(&words(command).unwrap(), at);
            let expected: Vec<PathBuf> = expected.iter().map(PathBuf::from).collect();
            assert_eq!(found, expected, "{command}");
        }
    }
}
