//! Tiny logs that a person has read against the rules, byte for byte.
//!
//! `tests/golden/<name>/` holds a run file, the log that the real binary makes
//! of it, and `READING.md`: which line shows which rule. When a change of the
//! logs is wanted, run this test once with the environment variable
//! `UPDATE_GOLDEN=1`, read the new logs against the rules again, and bring the
//! readings up to date.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Folders under `tests/golden/`.
const NAMES: &[&str] = &[
    "perudo",
    "dudo",
    "joker",
    "mia",
    "poker-liar",
    "liars-boggle",
];
const LOGS: &[&str] = &["games.csv", "actions.csv"];
/// More rows than a person reads with care.
const ROWS: usize = 60;

#[expect(
    clippy::disallowed_methods,
    reason = "whether to compare or to refresh is asked of who runs the test, not of a run"
)]
fn refreshing() -> bool {
    std::env::var_os("UPDATE_GOLDEN").is_some_and(|value| value == "1")
}

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// Plays a run file with the real binary into an empty folder.
fn play(name: &str) -> PathBuf {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("golden")
        .join(name);
    if out.exists() {
        fs::remove_dir_all(&out).expect("an old folder can be removed");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_dudo"))
        .arg("run")
        .arg(golden().join(name).join("run.toml"))
        .arg("--out")
        .arg(&out)
        .args(["--threads", "2", "--progress", "none"])
        .output()
        .expect("the binary starts");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {message}");
    out
}

#[test]
fn logs_are_as_they_were_read() {
    for name in NAMES {
        let (made, kept) = (play(name), golden().join(name));
        for log in LOGS {
            // A run without actions has no file for them, made or kept.
            let read = |folder: &Path| fs::read_to_string(folder.join(log)).unwrap_or_default();
            let text = read(&made);
            assert!(
                text.lines().count() <= ROWS,
                "{name}/{log} is too long to be read"
            );
            if refreshing() && !text.is_empty() {
                fs::write(kept.join(log), &text).expect("a golden log can be written");
            }
            let golden = read(&kept);
            let lines = golden.lines().zip(text.lines()).enumerate();
            for (number, (expected, found)) in lines {
                assert_eq!(expected, found, "{name}/{log}, line {}", number + 1);
            }
            assert_eq!(golden, text, "{name}/{log}");
        }
        assert!(kept.join(LOGS[0]).exists(), "{name} has no golden log");
    }
}

/// A reading cites lines as they stand: `L17` and the line's step, round, seat
/// and event after a colon, or the whole row of games.csv as `G2`.
#[test]
fn readings_cite_what_is_there() {
    for name in NAMES {
        let read = |file: &str| fs::read_to_string(golden().join(name).join(file));
        let reading = read("READING.md").expect("a reading");
        let logs = [('G', LOGS[0]), ('L', LOGS[1])]
            .map(|(letter, log)| (letter, read(log).unwrap_or_default()));
        let mut cited = 0;
        for citation in reading.split('`').skip(1).step_by(2) {
            let Some((place, text)) = citation.split_once(": ") else {
                continue;
            };
            let log = logs.iter().find(|(letter, _)| place.starts_with(*letter));
            let (Some((_, log)), Ok(line)) = (log, place[1..].parse::<usize>()) else {
                continue;
            };
            let found = log.lines().nth(line - 1).unwrap_or_default();
            assert!(
                found.ends_with(text),
                "{name}: {citation}, but it is {found}"
            );
            cited += 1;
        }
        assert!(cited >= 8, "{name}: the reading cites only {cited} lines");
    }
}
