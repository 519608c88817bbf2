//! The program, and the compilers that its authors use.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A file of this repository.
pub(super) fn here(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

pub(super) fn dudo() -> Command {
    Command::new(env!("CARGO_BIN_EXE_dudo"))
}

/// Runs a command that succeeds; what it wrote.
pub(super) fn good(command: &mut Command) -> String {
    let Output {
        status,
        stdout,
        stderr,
    } = command
        .output()
        .unwrap_or_else(|error| panic!("{command:?} cannot be run: {error}"));
    let (out, errors) = (
        String::from_utf8_lossy(&stdout).into_owned(),
        String::from_utf8_lossy(&stderr).into_owned(),
    );
    assert!(status.success(), "{command:?}: {out}{errors}");
    out + &errors
}

/// Checks a bot in this folder: how the program ended, and its report.
pub(super) fn check(folder: &Path, bot: &str, options: &[&str]) -> (i32, Value) {
    let output = dudo()
        .current_dir(folder)
        .args(["check", bot, "--format", "json", "--allow-weaker"])
        .args(["--start-ms", "60000"])
        .args(options)
        .output()
        .expect("dudo can be run");
    let errors = String::from_utf8_lossy(&output.stderr);
    let report = serde_json::from_slice(&output.stdout);
    let report = report.unwrap_or_else(|error| panic!("{bot}: {error}: {errors}"));
    (output.status.code().expect("an exit code"), report)
}

/// What the findings of a report are, each with its level.
pub(super) fn findings(report: &Value) -> Vec<(String, String)> {
    let word = |value: &Value| value.as_str().expect("a text").to_owned();
    let findings = report["findings"].as_array().expect("a list");
    let both = |finding: &Value| (word(&finding["level"]), word(&finding["what"]));
    findings.iter().map(both).collect()
}

/// Plays a bot against another in this folder; the logs of games and of actions.
pub(super) fn duel(
    folder: &Path,
    game: &str,
    bot: &str,
    other: &str,
    deals: u64,
) -> (String, String) {
    let (file, out) = (folder.join("duel.toml"), folder.join("duel"));
    let text = format!(
        "name = \"duel\"\nseed = \"{}\"\ngame = \"{game}\"\n[schedule]\ndeals = {deals}\nsession = 50\n\
         [log]\nactions = \"all\"\n[limits]\nmove_ms = 60000\nstart_ms = 60000\nallow-weaker = true\n\
         [[bot]]\nname = \"bot\"\nuse = \"{bot}\"\n[[bot]]\nname = \"other\"\nuse = \"{other}\"\n",
        "7a".repeat(32)
    );
    fs::write(&file, text).expect("a run file");
    let _ = fs::remove_dir_all(&out);
    good(
        dudo()
            .arg("run")
            .arg(&file)
            .arg("--out")
            .arg(&out)
            .args(["--progress", "none"]),
    );
    let read = |name: &str| fs::read_to_string(out.join(name)).expect("a log");
    assert_eq!(
        read("faults.csv").lines().count(),
        1,
        "{bot}: {}",
        read("faults.csv")
    );
    (read("games.csv"), read("actions.csv"))
}

/// Games that the bot won, and all games.
pub(super) fn won(games: &str) -> (usize, usize) {
    let mut lines = games.lines();
    let header: Vec<&str> = lines.next().expect("a header").split(',').collect();
    let winner = header
        .iter()
        .position(|name| *name == "winner")
        .expect("a column");
    let winners: Vec<&str> = lines
        .filter_map(|line| line.split(',').nth(winner))
        .collect();
    let won = winners.iter().filter(|name| **name == "bot").count();
    (won, winners.len())
}

/// Compiles a bot in C as a library and as a module, both with all warnings.
pub(super) fn both(source: &Path, folder: &Path) {
    let headers = here("bots/sdk/c");
    let strict = ["-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-I"];
    let mut cc = Command::new("cc");
    cc.args(strict).arg(&headers);
    cc.args(["-pedantic", "-shared", "-fPIC", "-fvisibility=hidden"]);
    good(cc.arg(source).arg("-o").arg(folder.join("bot.so")));
    let mut clang = Command::new("clang");
    clang
        .args(strict)
        .arg(&headers)
        .arg("-isystem")
        .arg(headers.join("wasm"));
    clang.args(["--target=wasm32", "-nostdlib", "-Wl,--no-entry"]);
    good(clang.arg(source).arg("-o").arg(folder.join("bot.wasm")));
}
