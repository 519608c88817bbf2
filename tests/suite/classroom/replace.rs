//! A bot that was edited.

use super::bench::{Home, Log, bot, errors, spec};
use std::fs;
use std::os::unix::process::ExitStatusExt;

fn with(x: &str) -> String {
    spec(
        9,
        &(bot("a", "odds") + &bot("x", x) + &bot("b", "minraise")),
    )
}

/// The old run, and what a fresh one with the new bot comes to.
fn before(home: &Home) -> Log {
    home.write("old.toml", &with("caller"));
    home.write("new.toml", &with("honest"));
    home.ran("old.toml", "old", &[]);
    home.ran("new.toml", "fresh", &[]);
    let fresh = home.log("fresh");
    assert_ne!(home.log("old"), fresh);
    fresh
}

/// A copy of the old run.
fn copy(home: &Home, out: &str) {
    let to = home.path(out);
    let _ = fs::remove_dir_all(&to);
    fs::create_dir(&to).unwrap();
    for name in ["games.csv", "actions.csv", "faults.csv", "manifest.toml"] {
        fs::copy(home.path("old").join(name), to.join(name)).unwrap();
    }
}

/// But for the name of the run, which is that of the file.
fn manifest(home: &Home, out: &str) -> String {
    let text = home.read(&format!("{out}/manifest.toml"));
    let lines = text
        .lines()
        .filter(|line| !line.starts_with("name = \"old\"") && !line.starts_with("name = \"new\""));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn an_edited_bot_has_two_ways_out() {
    let home = Home::new();
    let fresh = before(&home);
    let output = home.run("new.toml", "old", &[]);
    assert_eq!(output.status.code(), Some(2));
    let said = errors(&output);
    assert!(
        said.contains("another name") && said.contains("--replace x"),
        "{said}"
    );
    let output = home.run("new.toml", "old", &["--replace", "y"]);
    assert_eq!(output.status.code(), Some(2), "{}", errors(&output));
    home.ran("new.toml", "old", &["--replace", "x"]);
    assert_eq!(home.log("old"), fresh);
    assert_eq!(manifest(&home, "old"), manifest(&home, "fresh"));
    // Again: nothing is left to do.
    let output = home.run("new.toml", "old", &["--replace", "x"]);
    assert!(
        errors(&output).contains(" 0 of them played now"),
        "{}",
        errors(&output)
    );
    assert_eq!(home.log("old"), fresh);
}

/// Killed wherever it may be, and run on with or without saying so again.
#[test]
fn a_replacement_survives_a_kill() {
    let home = Home::new();
    let fresh = before(&home);
    let mut killed = 0;
    let (mut steps, mut grows) = (1_u64, 1_u64);
    while steps < 60_000 {
        copy(&home, "kill");
        let text = steps.to_string();
        let words = ["--replace", "x", "--die-after", &text, "--progress", "none"];
        let output = home.run("new.toml", "kill", &words);
        let died = output.status.signal() == Some(9);
        killed += u32::from(died);
        // If nothing was noted yet it is still the old run.
        let noted = home.read("kill/manifest.toml").contains("honest");
        let again: &[&str] = if noted { &[] } else { &["--replace", "x"] };
        home.ran("new.toml", "kill", again);
        assert_eq!(home.log("kill"), fresh, "{steps}");
        assert_eq!(manifest(&home, "kill"), manifest(&home, "fresh"), "{steps}");
        if !died {
            break;
        }
        steps += grows;
        grows += grows.div_ceil(2);
    }
    assert!(killed > 10, "{killed}");
}
