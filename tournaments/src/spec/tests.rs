//! Run files good and bad.

mod bots;
mod fuzz;
mod good;
mod schedule;
mod sections;
mod sprt;
mod syntax;
mod top;

use std::path::Path;
use std::{fs, process};

use super::section::{BOT, BOTS, LIMITS, LOG, SCHEDULE, SPRT};
use super::*;

/// A run file, and the whole line that it is answered with.
type Row = (&'static str, &'static str);

/// Three good lines, so that an error can be about what follows.
const HEAD: &str = r#"seed = 1
game = "mia"
bot = [{ use = "odds" }, { use = "random" }]
"#;

fn parse(bytes: impl AsRef<[u8]>) -> Result<RunFile, SetupError> {
    RunFile::parse(Path::new("quick.toml"), bytes.as_ref())
}

#[track_caller]
fn check(head: &str, rows: &[Row]) {
    for (text, expected) in rows {
        let error = parse(format!("{head}{text}")).expect_err(text);
        assert_eq!(error.to_string(), *expected, "for {text:?}");
    }
}

#[test]
fn every_mistake_is_one_line_that_says_what_was_expected() {
    check("", syntax::ROWS);
    check("", top::ROWS);
    check("", bots::ROWS);
    check(HEAD, schedule::ROWS);
    check(HEAD, sprt::ROWS);
    check(HEAD, sections::ROWS);
}

#[test]
fn every_key_is_refused_with_a_value_of_another_type() {
    let tables = [
        syntax::ROWS,
        top::ROWS,
        bots::ROWS,
        schedule::ROWS,
        sections::ROWS,
        sprt::ROWS,
    ];
    let lines: Vec<&str> = tables
        .iter()
        .flat_map(|rows| rows.iter().map(|row| row.1))
        .collect();
    let sections = [
        ("", section::TOP),
        ("schedule.", section::SCHEDULE),
        ("sprt.", section::SPRT),
        ("log.", section::LOG),
        ("limits.", section::LIMITS),
        ("bot.", section::BOT),
        ("bots.", section::BOTS),
    ];
    for (section, keys) in sections {
        for key in keys {
            let wanted = format!(": {section}{key}: expected ");
            let covered = lines.iter().any(|line| line.contains(&wanted));
            assert!(
                covered,
                "no row tries {section}{key} with a value of another type"
            );
        }
    }
}

#[test]
fn bytes_that_are_no_text_are_refused_with_their_line() {
    let cases: [(&[u8], &str); 4] = [
        (
            b"seed = 1\nname = \"M\xe4rz\"",
            "quick.toml: line 2: byte 0xE4 is not UTF-8; save it in that encoding",
        ),
        (
            b"\xff",
            "quick.toml: line 1: byte 0xFF is not UTF-8; save it in that encoding",
        ),
        (
            b"a\xf0\x9f",
            "quick.toml: line 1: byte 0xF0 is not UTF-8; save it in that encoding",
        ),
        (
            b"\xff\xfes\0",
            "quick.toml: this is UTF-16; expected UTF-8, save it in that encoding",
        ),
    ];
    for (bytes, expected) in cases {
        assert_eq!(parse(bytes).unwrap_err().to_string(), expected);
    }
}

#[test]
fn a_file_that_names_no_run_has_to_be_given_a_name() {
    let text = HEAD.replace("{ use = \"random\" }", "{ use = \"random\" },");
    let error = RunFile::parse(Path::new("classes/märz 1.toml"), text.as_bytes()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "classes/märz 1.toml: name: missing, and the file's name \"märz 1\" cannot stand in; \
         expected at most 64 of a-z, A-Z, 0-9, - _ . and neither - nor . first nor . last"
    );
    let named = format!("name = \"may\"\n{text}");
    let run = RunFile::parse(Path::new("classes/märz 1.toml"), named.as_bytes()).unwrap();
    assert_eq!(run.name, "may");
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let folder = std::env::temp_dir().join(format!("dudo-spec-{}", process::id()));
    fs::create_dir_all(folder.join("inner.toml")).unwrap();
    fs::write(folder.join("quick.toml"), HEAD).unwrap();
    fs::write(folder.join("log.toml"), vec![b'#'; (1 << 20) + 1]).unwrap();
    fs::write(
        folder.join("full.toml"),
        [HEAD.as_bytes(), &vec![b'#'; (1 << 20) - HEAD.len()]].concat(),
    )
    .unwrap();

    let error = |name: &str| {
        let error = RunFile::read(&folder.join(name)).unwrap_err().to_string();
        error
            .replace(&*folder.to_string_lossy(), "runs")
            .replace('\\', "/")
    };
    let rows = [
        (
            "quik.toml",
            "runs/quik.toml: no such file; did you mean \"quick.toml\"?",
        ),
        ("zebra", "runs/zebra: no such file"),
        (
            "inner.toml",
            "runs/inner.toml: is a folder; expected a run file (TOML)",
        ),
        (
            "log.toml",
            "runs/log.toml: is larger than 1048576 bytes; expected a run file (TOML)",
        ),
    ];
    for (name, expected) in rows {
        assert_eq!(error(name), expected);
    }
    assert_eq!(
        RunFile::read(&folder.join("quick.toml")).unwrap().name,
        "quick"
    );
    assert_eq!(
        RunFile::read(&folder.join("full.toml")).unwrap().name,
        "full"
    );
    fs::remove_dir_all(&folder).unwrap();
}

/// Each key has a row, or a place in one, and no row speaks of a key that there is not.
#[test]
fn the_table_of_formats_has_every_key() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("FORMATS.md");
    let text = fs::read_to_string(path).expect("a text");
    let (_, text) = text
        .split_once("| key | values | default |\n")
        .expect("a table");
    let rows = text
        .lines()
        .skip(1)
        .take_while(|line| line.starts_with('|'));
    let cells = rows.filter_map(|row| row.split('|').nth(1));
    let mut told: Vec<String> = cells
        .flat_map(|cell| cell.split('`').skip(1).step_by(2))
        .map(str::to_owned)
        .collect();
    let top = ["name", "seed", "game", "[rules]"].map(str::to_owned);
    let mut known = Vec::from(top);
    for (section, keys) in [
        ("schedule.", SCHEDULE),
        ("sprt.", SPRT),
        ("log.", LOG),
        ("limits.", LIMITS),
        ("[[bot]] ", BOT),
        ("[bots] ", BOTS),
    ] {
        known.extend(keys.iter().map(|key| format!("{section}{key}")));
    }
    told.sort();
    known.sort();
    assert_eq!(told, known);
}
