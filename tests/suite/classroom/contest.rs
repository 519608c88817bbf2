//! `tournaments/classroom.toml` with all its submissions, built by its Makefile.

use super::bench::{Home, errors, project};
use std::fs;
use std::process::Command;

const HONEST: [&str; 4] = ["ann", "ben", "cleo", "dora"];

/// Builds the submissions into a folder.
fn make(home: &Home) {
    let mut make = Command::new("make");
    make.arg("-C").arg(project("tournaments/classroom"));
    make.arg(format!("OUT={}", home.path("classroom/bots").display()));
    make.arg(format!("CARGO={}", env!("CARGO")));
    // Where cargo puts its work is known from where this program lies.
    let target = std::env::current_exe().unwrap();
    let target = target.ancestors().nth(3).unwrap();
    make.env("CARGO_TARGET_DIR", target);
    make.env("CARGO_NET_OFFLINE", "true");
    if cfg!(debug_assertions) {
        make.arg("PROFILE=dev");
    }
    let output = make.output();
    let output = output.unwrap_or_else(|error| panic!("make cannot be run ({error})"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
}

/// Rows of games among these bots, without the number of their table, which depends
/// on who else is there.
fn rows(games: &str) -> Vec<String> {
    let rows = games.lines().skip(1).map(|row| {
        let fields: Vec<&str> = row.split(',').collect();
        let honest = fields[4..6].iter().all(|bot| HONEST.contains(bot));
        honest.then(|| [&fields[..2], &fields[3..]].concat().join(","))
    });
    let mut rows: Vec<String> = rows.flatten().collect();
    rows.sort();
    rows
}

#[test]
fn a_contest_is_fair_to_the_rest() {
    let home = Home::new();
    make(&home);
    let text = fs::read_to_string(project("tournaments/classroom.toml")).unwrap();
    // The same, but short, with a known seed and so much patience that no honest bot is
    // timed out on a busy machine.
    let mut short = text;
    for (long, brief) in [
        (
            "seed = \"secret\"".to_owned(),
            format!("seed = \"{}\"", "c1".repeat(32)),
        ),
        ("deals = 100".into(), "deals = 4".into()),
        ("session = 10".into(), "session = 2".into()),
        (
            "move_ms = 200".into(),
            "move_ms = 8000\nstart_ms = 60000".into(),
        ),
        (
            "faults = 20".into(),
            "faults = 2\nallow-weaker = true".into(),
        ),
    ] {
        assert!(short.contains(&long), "{long}");
        short = short.replace(&long, &brief);
    }
    home.write("contest.toml", &short);
    // Who hangs is waited for as long as an honest bot would be, and that takes its time: here
    // it hangs so late that with this seed only one of its sessions comes so far.
    let hang = home.read("classroom/bots/hang.py");
    let late = hang.replace("self.asked > 1", "self.asked > 23");
    assert_ne!(hang, late);
    home.write("classroom/bots/hang.py", &late);
    let said = home.ran("contest.toml", "run", &[]);
    let log = home.log("run");
    // 9 bots at tables of two, 4 deals, 2 rotations: everything is there.
    assert_eq!(log.games.lines().count(), 1 + 36 * 2 * 4);

    // A verdict for each misfit, and none for anybody else.
    for (bot, kind) in [
        ("crash", "signalled"),
        ("hang", "timed-out"),
        ("flood", "too-long"),
        ("cheat", "illegal"),
    ] {
        assert!(
            log.faults.contains(&format!(",{bot},{kind},")),
            "{bot}: {}",
            log.faults
        );
        let line = said
            .lines()
            .find(|line| line.starts_with(&format!("{bot}: ")));
        let line = line.unwrap_or_else(|| panic!("{bot} is not in\n{said}"));
        assert!(line.contains(kind), "{line}");
    }
    for bot in HONEST {
        assert!(
            !log.faults.contains(&format!(",{bot},")),
            "{bot}: {}",
            log.faults
        );
    }
    assert!(said.contains("late: absent, not one game: "), "{said}");
    assert!(said.contains("withdrawn from deal 2 on"), "{said}");
    // A withdrawn bot costs no more time.
    let later: Vec<&str> = log
        .faults
        .lines()
        .filter(|row| row.starts_with("2,"))
        .collect();
    assert!(
        !later.iter().any(|row| row.contains(",flood,")),
        "{later:?}"
    );

    // What the clock decided is not promised to come out again.
    let manifest = home.read("run/manifest.toml");
    assert!(manifest.contains("reproducible = false"), "{manifest}");
    assert!(manifest.contains("interpreter = \"Python 3."), "{manifest}");
    assert_eq!(
        manifest.matches("isolation = \"jail\"").count(),
        1 + 7,
        "{manifest}"
    );

    // The jail refused what the cheat tried.
    let letter = home.read("run/feedback/cheat.md");
    for what in ["network", "a trace"] {
        assert!(letter.contains(&format!("{what} refused")), "{letter}");
        assert!(!letter.contains(&format!("{what} REACHED")), "{letter}");
    }
    // A letter for each author; those of the honest with games they lost, told.
    for bot in ["cheat", "crash", "flood", "hang", "late"] {
        let letter = home.read(&format!("run/feedback/{bot}.md"));
        assert!(letter.starts_with(&format!("# {bot}\n")), "{letter}");
        assert!(!letter.contains("## Faults\n\nNone."), "{letter}");
    }
    let letter = home.read("run/feedback/dora.md");
    assert!(letter.contains("## Faults\n\nNone."), "{letter}");
    assert_eq!(letter.matches("**Game ").count(), 3, "{letter}");
    assert!(letter.contains("chance by seat"), "{letter}");
    // What it says can be typed, where the bot lies.
    let commands = letter
        .lines()
        .filter(|line| line.starts_with("    dudo replay "));
    let commands: Vec<&str> = commands.collect();
    assert_eq!(commands.len(), 3, "{letter}");
    for command in commands {
        let mut words = command.split_whitespace().skip(1);
        let mut ask = Command::new(env!("CARGO_BIN_EXE_dudo"));
        ask.current_dir(home.path("classroom/bots"));
        let output = ask.args(words.by_ref()).arg("--allow-weaker").output();
        let output = output.unwrap();
        assert!(output.status.success(), "{command}: {}", errors(&output));
    }
    assert!(
        home.read("run/feedback/flood.md")
            .contains("    flood flood")
    );

    // Among themselves the honest play the games that they would without misfits.
    let misfits = ["crash.so", "hang.py", "flood.py", "cheat.py"];
    for misfit in misfits {
        fs::remove_file(home.path("classroom/bots").join(misfit)).unwrap();
    }
    fs::remove_dir_all(home.path("classroom/bots/late")).unwrap();
    home.ran("contest.toml", "alone", &[]);
    let alone = home.log("alone");
    assert_eq!(alone.faults.lines().count(), 1);
    assert_eq!(rows(&log.games), rows(&alone.games));
    assert_eq!(rows(&alone.games).len(), 6 * 2 * 4);
    let manifest = home.read("alone/manifest.toml");
    assert!(manifest.contains("reproducible = true"), "{manifest}");
}
