//! A script that is executed: what runs first is its interpreter.

use std::ffi::OsStr;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The kernel looks at so many bytes.
const LOOKED_AT: u64 = 256;

/// The interpreter that a file in this folder names, where that is what the file begins with and
/// the interpreter is bound to read it. Some take a program as a word, so nothing in the line,
/// nor the file's own path, which is handed over behind it, may be one. `None` wherever that is
/// not sure.
pub(super) fn interpreter(file: &Path, folder: &Path) -> Option<PathBuf> {
    let name = file.strip_prefix(folder).ok()?;
    let mut start = Vec::new();
    let file = crate::submission::open(file).ok()?;
    file.take(LOOKED_AT).read_to_end(&mut start).ok()?;
    let line = start.strip_prefix(b"#!")?;
    let end = line.iter().position(|byte| *byte == b'\n');
    // A line that is cut may go on with anything.
    if end.is_none() && start.len() as u64 == LOOKED_AT {
        return None;
    }
    let line = &line[..end.unwrap_or(line.len())];
    let mut words = line
        .split(|byte| matches!(byte, b' ' | b'\t'))
        .filter(|word| !word.is_empty());
    let program = PathBuf::from(OsStr::from_bytes(words.next()?));
    let word = words.next().unwrap_or_default();
    let option = word
        .strip_prefix(b"-")
        .is_some_and(|letters| letters.len() <= 3 && letters.iter().all(u8::is_ascii_alphabetic));
    // `env` looks for a name in the system's folders; a path could lead anywhere.
    let name_of_program = is_plain(word) && !word.contains(&b'/');
    let tame = (option || name_of_program) && is_plain(name.as_os_str().as_bytes());
    (program.is_absolute() && tame && words.next().is_none()).then_some(program)
}

/// Whether it can be a name, and no program in any language.
fn is_plain(text: &[u8]) -> bool {
    !text.starts_with(b"-")
        && text
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || b"._-/".contains(byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn what_a_first_line_starts() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("bot");
        let long = format!("#!/bin/sh {}\n", " ".repeat(300));
        for (text, expected) in [
            ("#!/bin/bash\necho\n", Some("/bin/bash")),
            ("#!/bin/bash", Some("/bin/bash")),
            ("#! /bin/sh -eu \n", Some("/bin/sh")),
            ("#!/usr/bin/env python3\n", Some("/usr/bin/env")),
            ("#!/usr/bin/env python3.12\n", Some("/usr/bin/env")),
            // Where the program may stand in the line, or in the bot's own folder.
            ("#!/bin/sh -cread</etc/passwd\n", None),
            ("#!/usr/bin/env -S perl -e1\n", None),
            ("#!/usr/bin/awk BEGIN{getline<\"/etc/passwd\"}\n", None),
            ("#!/usr/bin/env /proc/self/cwd/own\n", None),
            ("#!own\n", None),
            ("#!\n", None),
            ("", None),
            ("\x7fELF", None),
            ("echo\n#!/bin/sh\n", None),
            (&long, None),
        ] {
            fs::write(&file, text).unwrap();
            let found = interpreter(&file, home.path());
            assert_eq!(found.as_deref(), expected.map(Path::new), "{text}");
        }
        for name in ["bot.sh", "BEGIN{}", "none"] {
            let file = home.path().join(name);
            if name != "none" {
                fs::write(&file, "#!/usr/bin/awk\n").unwrap();
            }
            let found = interpreter(&file, home.path());
            assert_eq!(found.is_some(), name == "bot.sh", "{name}");
        }
    }
}
