//! Bots in languages that there is no kit for: from their source to a clean bill, in jails
//! and with no more memory than any bot has.

use super::table::folder;
use std::fs;
use std::process::Command;
use tempfile::TempDir;

/// The source, what makes a bot of it, and what starts that.
const LANGUAGES: &[(&str, &[&str], &str)] = &[
    // As a Makefile would: what a shell starts has to find itself.
    (
        "Mine.java",
        &["sh", "-c", "javac Mine.java; true"],
        "java Mine",
    ),
    ("mine.js", &[], "node mine.js"),
    ("mine.pl", &[], "perl mine.pl"),
];

fn dudo() -> Command {
    Command::new(env!("CARGO_BIN_EXE_dudo"))
}

#[test]
fn each_passes_in_a_jail() {
    for (source, make, start) in LANGUAGES {
        let home = TempDir::new().unwrap();
        let at = |name: &str| home.path().join(name);
        let from = folder("bots/sdk/examples/others").join(source);
        fs::copy(from, at(source)).unwrap();
        if !make.is_empty() {
            let mut jail = dudo();
            jail.arg("jail").arg("--folder").arg(home.path()).arg("--");
            let made = jail.args(*make).status().unwrap();
            assert!(made.success(), "{make:?}");
        }
        fs::write(at("bot.toml"), format!("command = \"{start}\"\n")).unwrap();
        let mut check = dudo();
        check.arg("check").arg(home.path());
        let words = ["--game", "mia", "--game", "liars-dice", "--quick"];
        check
            .args(words)
            .args(["--move-ms", "20000", "--start-ms", "60000"]);
        let output = check.arg("--allow-weaker").output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{source}: {said}");
        assert!(said.contains("in a jail"), "{source}: {said}");
    }
}
