//! The pieces of work, and how their instructions are counted.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// 3,000 games of four bots: some that think and some that do not. How many rows a chunk has
/// is up to the clock, and to hand one over is a third of all the work where it is a row; but
/// it has whole sessions, and this many games take longer here than a chunk is meant to: so it
/// is one session on every machine.
const RUN: &str = r#"
name = "counts"
seed = 1
game = "liars-dice"
[schedule]
deals = 250
session = 25
[[bot]]
use = "random"
[[bot]]
use = "caller"
[[bot]]
use = "minraise"
[[bot]]
use = "honest"
"#;

/// Does all of it and counts the instructions of each.
pub(crate) fn all() -> Result<[(&'static str, u64); 3], String> {
    let games = built(&["-p", "dudo-bots", "--example", "loop"])?;
    let dudo = built(&["-p", "dudo", "--bin", "dudo"])?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text);
    // What is rated has as many blocks as it has deals.
    let rated = RUN.replace("session = 25\n", "");
    let written = write("counts.toml", RUN).and_then(|()| write("rated.toml", &rated));
    written.map_err(|error| error.to_string())?;
    let run = ["run", "counts.toml", "--out", "counted", "--threads", "1"];
    let mut play = Command::new(&dudo);
    play.args(["run", "rated.toml", "--out", "log"]);
    done(play.current_dir(folder.path()))?;
    Ok([
        ("loop", counted(&games, &[], folder.path())?),
        ("run", counted(&dudo, &run, folder.path())?),
        (
            "rank",
            counted(&dudo, &["rank", "log", "--threads", "1"], folder.path())?,
        ),
    ])
}

/// Builds a program as it is counted, and says where it is.
fn built(what: &[&str]) -> Result<PathBuf, String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
    cargo.args(["build", "--locked", "--offline", "--profile", "counts"]);
    cargo.args(["--message-format", "json"]).args(what);
    let output = done(&mut cargo)?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut messages = text.lines().filter_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        Some(PathBuf::from(message.get("executable")?.as_str()?))
    });
    messages
        .next_back()
        .ok_or_else(|| format!("cargo built no program for {what:?}"))
}

/// Instructions that a program executes, all threads together.
fn counted(program: &Path, arguments: &[&str], folder: &Path) -> Result<u64, String> {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    valgrind.arg(program).args(arguments).current_dir(folder);
    let output = done(&mut valgrind)?;
    let text = String::from_utf8_lossy(&output.stderr);
    let collected = text
        .lines()
        .find_map(|line| line.split_once("Collected : "));
    collected
        .and_then(|(_, count)| count.trim().parse().ok())
        .ok_or_else(|| format!("valgrind counted nothing:\n{text}"))
}

fn done(command: &mut Command) -> Result<Output, String> {
    let name = command.get_program().to_owned();
    let name = Path::new(&name).file_name().unwrap_or(OsStr::new("it"));
    let name = name.to_string_lossy();
    let output = command.output().map_err(|error| {
        let missing = error.kind() == std::io::ErrorKind::NotFound;
        if missing && name == "valgrind" {
            return "valgrind is missing: install the package valgrind".to_owned();
        }
        format!("{name} does not run: {error}")
    })?;
    if output.status.success() {
        return Ok(output);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!("{name} failed:\n{said}"))
}
