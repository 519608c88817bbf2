//! Run files that went through a mangle.

use proptest::prelude::*;

use super::*;

/// Something of every section.
const SEEDLING: &str = r#"name = "a"
seed = 7
game = "mia"
rules = { preset = "x", dice = [5, 3] }
[schedule]
format = "gauntlet"
focus = ["odds"]
seats = 2
tables = "all"
deals = 10
seating = "cyclic"
dice = "duplicate"
session = 2
[log]
every = 100
[limits]
move_ms = 5
faults = 0
isolation = "jail"
[[bot]]
use = "odds"
[[bot]]
name = "b"
use = "random"
"#;

/// Pieces that mean something to TOML, to this parser or to a terminal.
const PIECES: &[&str] = &[
    "",
    "\n",
    "\r",
    "\"",
    "\"\"\"",
    "'",
    "[",
    "]",
    "[[",
    "]]",
    "{",
    "}",
    "=",
    ".",
    ",",
    "#",
    "-",
    "0x",
    "1e9",
    "nan",
    "true",
    "99999999999999999999",
    "-1",
    "2026-09-01",
    "\\u0000",
    "\u{0}",
    "\u{1b}[2J",
    "\u{202e}",
    "\u{feff}",
    "ü",
    "💀",
    "[bots]\nfolder = \"x\"\n",
    "[[bot]]\n",
    "use = \"odds\"\n",
    "[schedule]\n",
    "seats = 8\n",
    "format = \"duel\"\n",
    "\"a\\nb\" = 1\n",
];

fn one_line_or_a_run(bytes: &[u8]) -> Result<(), TestCaseError> {
    match parse(bytes) {
        Ok(run) => {
            let names: Vec<&str> = run.bots.iter().map(|bot| bot.name.as_str()).collect();
            let settings = run.schedule.settings(&names).unwrap();
            prop_assert!(crate::schedule::Schedule::new(&settings).is_ok());
        }
        Err(error) => {
            let line = error.to_string();
            prop_assert!(line.starts_with("quick.toml: "), "{line:?}");
            prop_assert!(!line.chars().any(char::is_control), "{line:?}");
            prop_assert!(line.chars().count() < 500, "{line:?}");
            let lines = 1 + bytes.iter().filter(|byte| **byte == b'\n').count();
            prop_assert!(error.line.is_none_or(|line| (1..=lines).contains(&line)));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn pieces_put_in_and_cut_out(
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..12, prop::sample::select(PIECES)), 1..5),
    ) {
        let mut text = SEEDLING.to_string();
        for (at, cut, piece) in edits {
            let floor = |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap();
            let start = floor(at.index(text.len() + 1));
            let end = floor(start + cut).max(start);
            text.replace_range(start..end, piece);
        }
        one_line_or_a_run(text.as_bytes())?;
    }

    #[test]
    fn bytes_overwritten(
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut bytes = SEEDLING.as_bytes().to_vec();
        for (at, byte) in edits {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        one_line_or_a_run(&bytes)?;
    }

    #[test]
    fn lines_shuffled_and_repeated(
        order in prop::collection::vec(any::<prop::sample::Index>(), 0..40),
    ) {
        let lines: Vec<&str> = SEEDLING.lines().collect();
        let text: Vec<&str> = order.iter().map(|at| lines[at.index(lines.len())]).collect();
        one_line_or_a_run(text.join("\n").as_bytes())?;
    }

    #[test]
    fn anything_at_all(bytes in prop::collection::vec(any::<u8>(), 0..200), text in ".*") {
        one_line_or_a_run(&bytes)?;
        one_line_or_a_run(text.as_bytes())?;
    }
}

#[test]
fn every_prefix_of_a_run_file_is_answered() {
    for end in 0..SEEDLING.len() {
        one_line_or_a_run(&SEEDLING.as_bytes()[..end]).unwrap();
    }
    parse(SEEDLING).unwrap();
}

#[test]
fn a_megabyte_of_nonsense_is_answered_at_once() {
    let size = 1 << 20;
    for piece in [
        "[",
        "a.",
        "=",
        "\"",
        "{a=",
        "x\n",
        "[[bot]]\n",
        "bot",
        "9",
        "a = [",
        "[a]\n",
        "ü=1\n",
    ] {
        let text = piece.repeat(size / piece.len());
        one_line_or_a_run(text.as_bytes()).unwrap();
        one_line_or_a_run(format!("seed = \"{text}").as_bytes()).unwrap();
        one_line_or_a_run(format!("deals = {text}").as_bytes()).unwrap();
    }
}
