//! What the documents show of a terminal is what one sees there.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

const README: &str = include_str!("../../../README.md");
const BOTS: &str = include_str!("../../../BOTS.md");

/// A command behind a `$`, its comment taken off, and what stands below it.
struct Shown {
    words: Vec<&'static str>,
    lines: Vec<&'static str>,
}

/// The commands of `dudo` in the blocks of a document, in order.
fn shown(document: &'static str) -> Vec<Shown> {
    let mut all: Vec<Shown> = Vec::new();
    let mut open = false;
    for line in document.lines() {
        if line.starts_with("```") {
            open = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| open) {
            let command = command.split(" # ").next().unwrap_or_default();
            let words = command.split_whitespace().collect();
            let lines = Vec::new();
            all.push(Shown { words, lines });
        } else if open {
            all.last_mut()
                .expect("a command comes first")
                .lines
                .push(line);
        }
    }
    all.retain_mut(|shown| {
        if shown
            .words
            .starts_with(&["cargo", "run", "--release", "--"])
        {
            shown.words.drain(..4);
            return true;
        }
        let ours = shown.words[0] == "dudo";
        assert!(
            ours || shown.lines.is_empty(),
            "{:?} is not checked",
            shown.words
        );
        shown.words.remove(0);
        ours
    });
    all
}

/// Whether it takes seconds at most and needs nothing but the repository. Others
/// are only held against the command line's own grammar; their tests are
/// elsewhere.
fn cheap(words: &[&str]) -> bool {
    match words[0] {
        "run" => words.contains(&"tournaments/quick.toml"),
        "bots" | "completions" | "duel" | "missing" | "plan" | "play" | "rank" | "replay"
        | "report" | "rules" | "sprt" => true,
        _ => false,
    }
}

/// All that a command writes, to either stream, as it comes.
fn output(folder: &Path, words: &[&str]) -> String {
    let (mut reader, writer) = std::io::pipe().expect("a pipe");
    let mut command = Command::new(env!("CARGO_BIN_EXE_dudo"));
    command.args(words).current_dir(folder).stdin(Stdio::null());
    command
        .stdout(writer.try_clone().expect("its end"))
        .stderr(writer);
    let mut child = command.spawn().expect("dudo runs");
    // It holds the writing ends of the pipe.
    drop(command);
    let mut text = String::new();
    reader.read_to_string(&mut text).expect("text");
    assert!(
        child.wait().expect("an end").success(),
        "dudo {words:?}: {text}"
    );
    text
}

/// A folder in which the ready-made tournaments are where the README has them.
fn home() -> TempDir {
    let home = TempDir::new().expect("a folder");
    let tournaments = Path::new(env!("CARGO_MANIFEST_DIR")).join("tournaments");
    std::os::unix::fs::symlink(tournaments, home.path().join("tournaments")).expect("a link");
    home
}

#[test]
fn the_readme_shows_what_one_sees() {
    let home = home();
    let all = shown(README);
    let mut compared = 0;
    for Shown { words, lines } in &all {
        if !cheap(words) {
            assert!(
                lines.is_empty(),
                "{words:?} is not run, so its output may be wrong"
            );
            // The line is read up to the flag, which takes the place of the rest.
            let end = words
                .iter()
                .position(|word| *word == "--")
                .unwrap_or(words.len());
            let mut asked = words[..end].to_vec();
            asked.push("--help");
            output(home.path(), &asked);
            continue;
        }
        let text = output(home.path(), words);
        // Progress is told every few seconds, so not to everybody.
        let seen = text.lines().filter(|line| !line.contains(" games/s "));
        let seen: Vec<&str> = seen.map(str::trim_end).collect();
        if lines.is_empty() {
            continue;
        }
        compared += 1;
        // A person goes on where the README stops.
        let seen = if words[0] == "play" {
            &seen[..lines.len()]
        } else {
            &seen
        };
        assert!(
            seen == lines.as_slice(),
            "dudo {} shows\n{}\nand in the README\n{}",
            words.join(" "),
            seen.join("\n"),
            lines.join("\n")
        );
    }
    assert!(
        all.len() > 20 && compared >= 3,
        "{compared} of {}",
        all.len()
    );
}

/// The header of a table of ratings, whatever the number of seats.
fn columns(header: &str) -> Vec<&str> {
    let cells = header.trim_matches('|').split('|').map(str::trim);
    cells.filter(|cell| !cell.starts_with("seat ")).collect()
}

#[test]
fn the_ladders_have_the_columns_of_today() {
    let home = home();
    output(
        home.path(),
        &["run", "tournaments/quick.toml", "--progress", "none"],
    );
    let text = output(home.path(), &["rank", "runs/quick", "--format", "md"]);
    let header = text.lines().find(|line| line.starts_with("| #")).unwrap();
    let tables: Vec<&str> = BOTS
        .lines()
        .filter(|line| line.starts_with("| #"))
        .collect();
    assert!(tables.len() > 8, "{}", tables.len());
    for table in tables {
        assert_eq!(columns(table), columns(header));
    }
}

/// `dudo VERB ...` between backticks, and at the start of a line of a block.
fn commands(document: &str) -> Vec<&str> {
    let mut open = false;
    let blocks = document.lines().filter(|line| {
        open ^= line.starts_with("```");
        open
    });
    let spans = document
        .split('`')
        .filter(|span| !span.contains('\n'))
        .chain(blocks);
    spans
        .filter_map(|text| text.strip_prefix("dudo "))
        .collect()
}

#[test]
fn every_verb_and_flag_in_the_documents_is_one() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut helps: BTreeMap<&str, String> = BTreeMap::new();
    let texts: Vec<(&str, String)> = [
        "README.md",
        "BOTS.md",
        "FORMATS.md",
        "RATINGS.md",
        "ARCHITECTURE.md",
        "PERFORMANCE.md",
        "CHANGELOG.md",
        "tournaments/cluster/README.md",
    ]
    .map(|name| (name, fs::read_to_string(root.join(name)).unwrap()))
    .into();
    let mut flags = 0;
    for (name, text) in &texts {
        for command in commands(text) {
            let mut words = command.split_whitespace().take_while(|word| *word != "--");
            let Some(verb) = words.next() else { continue };
            // A sentence about dudo, not a command.
            if command.ends_with('.') || verb.starts_with('-') {
                continue;
            }
            let help = helps
                .entry(verb)
                .or_insert_with(|| output(root, &[verb, "--help"]));
            for word in words {
                let word = word.trim_matches(['[', ']', ',', ';', ')']);
                let flag = word.split('=').next().unwrap_or_default();
                if flag.starts_with("--") {
                    flags += 1;
                    let known = help
                        .split([' ', '\n', ',', '[', '='])
                        .any(|word| word == flag);
                    assert!(known, "{name}: dudo {command}: {verb} has no {flag}");
                }
            }
        }
    }
    assert!(flags > 30, "{flags}");
}
