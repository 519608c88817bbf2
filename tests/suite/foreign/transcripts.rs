//! Bots that were written long ago: what was said to them is said to them still, byte for
//! byte, but for fields that are appended, and what they answer is understood.
//!
//! `transcripts/<game>-<seats>.txt` is what version 0.1.0 said to each seat in a session of
//! two games, and what the bots answered (`old.py`). These files are never recorded
//! again: where one differs, bots break that people have. For a game that has
//! none yet it is written by a run of this test with the environment variable
//! `RECORD_TRANSCRIPTS=1`.

use super::run::{PATIENT, play};
use super::table::folder;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Every game, with rules that say something.
const GAMES: [(&str, &str); 4] = [
    ("liars-dice", "preset = \"perudo\"\ndice = 2"),
    ("poker-liar", "chips = 2"),
    (
        "liars-boggle",
        "talk = true\ndictionary = \"words.txt\"\nmax-rounds = 2\nmax-faces = 5",
    ),
    ("mia", "lives = 2"),
];

/// Few, so that a person can read what is legal.
const WORDS: &str = "ant\nate\neat\nnet\nnit\nrat\nsea\nsit\ntan\ntea\nten\ntie\ntin\n";

#[expect(
    clippy::disallowed_methods,
    reason = "whether to record is asked of who runs the test, not of a run"
)]
fn recording() -> bool {
    std::env::var_os("RECORD_TRANSCRIPTS").is_some_and(|value| value == "1")
}

/// A session of old bots; what each was asked and answered, seat by seat.
fn session(game: &str, rules: &str, seats: usize, transcript: Option<&Path>) -> String {
    let dictionary = tempfile::tempdir().unwrap();
    let words = dictionary.path().join("words.txt");
    fs::write(&words, WORDS).unwrap();
    let rules = rules.replace("words.txt", &words.to_string_lossy());
    let file = transcript.map_or(String::new(), |path| format!(" '{}'", path.display()));
    let bots: String = (1..=seats)
        .map(|seat| {
            format!(
                "[[bot]]\nname = \"{seat}\"\nuse = \"cmd:python3 old.py {seat} {seats}{file}\"\ntrusted = true\n"
            )
        })
        .collect();
    let text = format!(
        "seed = \"{}\"\ngame = \"{game}\"\n[rules]\n{rules}\n\
         [schedule]\nseats = {seats}\ndeals = 2\nsession = 2\nseating = \"none\"\n\
         [log]\nactions = \"all\"\n[limits]\nisolation = \"process\"\n{PATIENT}\n{bots}",
        "01".repeat(32)
    );
    let (log, home) = play(&text, 1);
    assert_eq!(log.faults.lines().count(), 1, "{game}: {}", log.faults);
    assert_eq!(log.games.lines().count(), 1 + 2);
    let mut all = String::new();
    for seat in 1..=seats {
        let heard = home.path().join(format!("heard-{seat}.txt"));
        let heard = fs::read_to_string(heard).unwrap();
        write!(all, "# seat {seat}\n{}\n", placeless(&heard)).unwrap();
    }
    all
}

/// The word list is in a folder with another name each time.
fn placeless(heard: &str) -> String {
    let lines =
        heard.lines().map(
            |line| match (line.find("\"words\":\""), line.find("/words.txt\"")) {
                (Some(start), Some(end)) => format!("{}{}", &line[..start + 9], &line[end..]),
                _ => line.into(),
            },
        );
    lines.map(|line| line + "\n").collect()
}

fn path(game: &str, seats: usize) -> PathBuf {
    folder("tests/suite/foreign/transcripts").join(format!("{game}-{seats}.txt"))
}

#[test]
fn old_bots_hear_what_they_heard_and_are_understood() {
    let mut kinds = std::collections::BTreeMap::new();
    for (game, rules) in GAMES {
        for seats in [2, 3] {
            let path = path(game, seats);
            if recording() && !path.exists() {
                fs::write(&path, session(game, rules, seats, None)).unwrap();
            }
            let old = fs::read_to_string(&path).unwrap_or_else(|error| {
                panic!("{}: {error}", path.display());
            });
            let new = session(game, rules, seats, Some(&path));
            for (at, (old, new)) in old.lines().zip(new.lines()).enumerate() {
                let at = format!("{}, line {}", path.display(), at + 1);
                assert!(grown(old, new), "{at}:\nit was  {old}\nand is  {new}");
            }
            assert_eq!(
                old.lines().count(),
                new.lines().count(),
                "{}",
                path.display()
            );
            for request in old.lines().filter_map(|line| line.strip_prefix("> ")) {
                let request: serde_json::Value = serde_json::from_str(request).unwrap();
                let kind = request["type"].as_str().unwrap().to_owned();
                *kinds.entry(kind).or_insert(0) += 1;
            }
        }
    }
    // Two games of 20 seats.
    let kinds: Vec<(&str, i32)> = kinds.iter().map(|(kind, n)| (kind.as_str(), *n)).collect();
    let [
        ("act", acts),
        ("end", 40),
        ("game", 40),
        ("hello", 20),
        ("session", 20),
    ] = kinds[..]
    else {
        panic!("{kinds:?}")
    };
    assert!(acts > 100, "{acts}");
}

/// Whether a line of JSON is the old one, but for fields that objects have at their ends.
fn grown(old: &str, new: &str) -> bool {
    let mut new = new.bytes().peekable();
    let (mut within, mut escaped) = (false, false);
    for byte in old.bytes() {
        if byte == b'}' && !within && new.peek() == Some(&b',') {
            // On to the end of this object.
            let (mut depth, mut text) = (0, false);
            while let Some(next) = new.peek().copied() {
                match next {
                    b'"' => text = !text,
                    b'{' | b'[' if !text => depth += 1,
                    b'}' | b']' if !text && depth == 0 => break,
                    b'}' | b']' if !text => depth -= 1,
                    _ => {}
                }
                new.next();
                if next == b'\\' {
                    new.next();
                }
            }
        }
        if new.next() != Some(byte) {
            return false;
        }
        within ^= byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
    }
    new.next().is_none()
}

#[test]
fn only_appended_fields_are_passed_over() {
    let old = r#"> {"id":1,"view":{"a":[1,2],"b":{"c":"}"}},"events":[]}"#;
    for (new, expected) in [
        (old, true),
        (
            r#"> {"id":1,"view":{"a":[1,2],"b":{"c":"}"},"d":[{"e":"\"]}"}]},"events":[],"f":null}"#,
            true,
        ),
        (
            r#"> {"id":1,"view":{"a":[1,2],"b":{"c":"}","d":1}},"events":[]}"#,
            true,
        ),
        (
            r#"> {"id":1,"view":{"a":[1,2,3],"b":{"c":"}"}},"events":[]}"#,
            false,
        ),
        (
            r#"> {"id":1,"view":{"b":{"c":"}"},"a":[1,2]},"events":[]}"#,
            false,
        ),
        (r#"> {"id":1,"view":{"a":[1,2]},"events":[]}"#, false),
        (
            r#"> {"id":1,"new":0,"view":{"a":[1,2],"b":{"c":"}"}},"events":[]}"#,
            false,
        ),
        (
            r#"> {"id":1,"view":{"a":[1,2],"b":{"c":"}"}},"events":["x"]}"#,
            false,
        ),
        (
            r#"> {"id": 1,"view":{"a":[1,2],"b":{"c":"}"}},"events":[]}"#,
            false,
        ),
        (
            r#"> {"id":1,"view":{"a":[1,2],"b":{"c":"}"}},"events":[]"#,
            false,
        ),
        (
            r#"> {"id":1,"view":{"a":[1,2],"b":{"c":"}"}},"events":[]} "#,
            false,
        ),
    ] {
        assert_eq!(grown(old, new), expected, "{new}");
    }
}
