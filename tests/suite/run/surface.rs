//! What comes out where.

use super::bench::{Home, Spec, dudo, dudo_run, expect_error, names, stderr};
use std::process::Stdio;

#[test]
fn a_dry_run_counts_and_makes_nothing() {
    let home = Home::new();
    let mut spec = Spec::of(6, 1000);
    (spec.seats, spec.seating, spec.session) = (4, "cyclic", 7);
    let path = home.write("plan.toml", &spec);
    let output = dudo_run(&path, &home.path("out"))
        .arg("--dry-run")
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout.clone()).unwrap();
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{}",
        stderr(&output)
    );
    for expected in [
        "plan: round-robin liars-dice, 15 tables x 1,000 deals x 4 rotations = 60,000 games\n",
        "6 bots, 4 seats, seating cyclic, duplicate dice, sessions of 7\n",
        "rules: liars-dice(dice=2)\n",
        "the 143 blocks are no multiple of 6\n",
        " on 2 threads, about ",
    ] {
        assert!(said.contains(expected), "{said}");
    }
    assert_eq!(names(&home.path("")), ["plan.toml"]);
    // A plan that no disk holds is counted too.
    spec.deals = u64::MAX / 1000;
    let output = dudo_run(&home.write("plan.toml", &spec), &home.path("out"))
        .arg("--dry-run")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
}

/// A run knows what is there, and one thing is no things.
#[test]
fn a_dry_run_counts_what_is_there() {
    let home = Home::new();
    let mut spec = Spec::of(2, 1000);
    let folder = home.path("out");
    spec.deals = 700;
    spec.play(&folder, 2);
    spec.deals = 1000;
    let path = home.write("plan.toml", &spec);
    let output = dudo_run(&path, &folder).arg("--dry-run").output().unwrap();
    let said = String::from_utf8(output.stdout.clone()).unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(
        said.contains(" 1 table x 1,000 deals x 2 rotations = 2,000 games\n"),
        "{said}"
    );
    assert!(
        said.contains("1,400 games are there already, 600 to play\n"),
        "{said}"
    );
    let dry = [
        "actions.csv",
        "faults.csv",
        "games.csv",
        "manifest.toml",
        "timing.csv",
    ];
    assert_eq!(names(&folder), dry);
    // Whole rows of a log that is cut, and another run's folder.
    let rows = std::fs::read_to_string(folder.join("games.csv")).unwrap();
    std::fs::write(folder.join("games.csv"), &rows[..rows.len() / 2]).unwrap();
    let output = dudo_run(&path, &folder).arg("--dry-run").output().unwrap();
    let said = String::from_utf8(output.stdout.clone()).unwrap();
    assert!(said.contains(" games are there already, "), "{said}");
    spec.seed += 1;
    let path = home.write("other.toml", &spec);
    let output = dudo_run(&path, &folder).arg("--dry-run").output().unwrap();
    expect_error(&output, 2, "the run in it has the seed");
}

/// The number of deals is chosen once, stands in the manifest, and is kept.
#[test]
fn a_budget_becomes_a_number_of_deals() {
    let home = Home::new();
    let mut spec = Spec::of(4, 1);
    (spec.seats, spec.session) = (3, 5);
    let path = home.write("plan.toml", &spec);
    let run = |budget: &str| {
        let mut command = dudo_run(&path, &home.path("out"));
        let output = command.args(["--budget", budget]).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        let manifest = std::fs::read_to_string(home.path("out/manifest.toml")).unwrap();
        let deals = manifest
            .lines()
            .find_map(|line| line.strip_prefix("deals = "));
        let deals: u64 = deals.unwrap().parse().unwrap();
        let rows = std::fs::read_to_string(home.path("out/games.csv")).unwrap();
        (deals, rows.lines().count() as u64 - 1)
    };
    let (deals, rows) = run("0.05s");
    // Whole sessions in both circular orders, four tables in three seatings.
    assert!(
        deals > 0 && deals.is_multiple_of(5) && rows == deals * 12,
        "{deals} {rows}"
    );
    assert_eq!(run("2h"), (deals, rows));
    let mut command = dudo_run(&path, &home.path("new"));
    let output = command
        .args(["--budget", "2h", "--dry-run"])
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains(" deals x 3 rotations = "), "{said}");
    assert!(!home.path("new").exists());
    let output = dudo_run(&path, &home.path("new"))
        .args(["--budget", "2"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("a time looks like 90s, 30min, 2h or 1d"));
}

#[test]
fn a_table_size_that_the_rules_refuse_names_its_line() {
    let home = Home::new();
    let mut spec = Spec::of(4, 10);
    (spec.rules, spec.seats) = ("dice = [3, 2, 1]", 4);
    let path = home.write("plan.toml", &spec);
    let output = dudo_run(&path, &home.path("out")).output().unwrap();
    let line = spec
        .text()
        .lines()
        .position(|line| line == "seats = 4")
        .unwrap()
        + 1;
    expect_error(&output, 2, &format!("line {line}: schedule.seats: "));
}

#[test]
fn shells_complete_names() {
    for shell in ["bash", "zsh", "fish"] {
        let output = dudo().args(["completions", shell]).output().unwrap();
        let script = String::from_utf8(output.stdout).unwrap();
        for name in ["liars-boggle", "perudo", "duel", "play"] {
            assert!(script.contains(name), "{shell} lacks {name}");
        }
    }
}

#[test]
fn progress_is_json_and_results_are_alone_on_stdout() {
    let home = Home::new();
    let mut spec = Spec::of(2, 60);
    spec.bots[0].0 = "a \"quoted\", 🎲 \\ name".into();
    let path = home.write("spec.toml", &spec);
    let mut tables = Vec::new();
    for progress in ["none", "json", "plain", "auto"] {
        let mut command = dudo();
        command
            .arg("run")
            .arg(&path)
            .arg("--out")
            .arg(home.path(progress));
        command.args(["--progress", progress]).env("NO_COLOR", "1");
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        assert!(!output.stdout.contains(&0x1b) && !output.stderr.contains(&0x1b));
        let said = stderr(&output);
        match progress {
            "none" => assert!(said.is_empty(), "{said}"),
            "json" => {
                // A slow run tells more than once.
                let values = said.lines().map(serde_json::from_str::<serde_json::Value>);
                let values: Vec<_> = values.collect::<Result<_, _>>().unwrap();
                let value = values.last().unwrap();
                assert_eq!(
                    (value["games"].as_u64(), value["of"].as_u64()),
                    (Some(120), Some(120))
                );
                assert_eq!(
                    value["bytes"].as_u64(),
                    Some(
                        std::fs::metadata(home.path("json/games.csv"))
                            .unwrap()
                            .len()
                    )
                );
                assert!(
                    value["leaders"]
                        .as_array()
                        .unwrap()
                        .iter()
                        .any(|leader| leader["bot"] == *spec.bots[0].0)
                );
            }
            _ => assert!(said.ends_with("120 of them played now\n"), "{said}"),
        }
        tables.push(output.stdout);
    }
    assert!(
        tables
            .iter()
            .all(|table| *table == tables[0] && !table.is_empty())
    );
}

/// Readers that go away end nothing: not of the results, not of the progress.
#[test]
fn readers_that_go_away() {
    let home = Home::new();
    let spec = Spec::of(3, 30);
    let path = home.write("spec.toml", &spec);
    for (progress, closed) in [
        ("none", 1),
        ("plain", 2),
        ("json", 2),
        ("plain", 3),
        ("json", 3),
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = dudo();
        command
            .arg("run")
            .arg(&path)
            .arg("--out")
            .arg(home.path("run"));
        command
            .args(["--progress", progress])
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        if closed & 1 == 1 {
            command.stdout(writer.try_clone().unwrap());
        }
        if closed & 2 == 2 {
            command.stderr(writer.try_clone().unwrap());
        }
        let output = command.output().unwrap();
        assert!(
            output.status.success(),
            "{progress} {closed}: {:?} {}",
            output.status,
            stderr(&output)
        );
        assert!(output.stderr.is_empty(), "{}", stderr(&output));
        assert!(home.path("run/ratings.csv").exists());
        std::fs::remove_dir_all(home.path("run")).unwrap();
    }
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = dudo_run(&home.path("none.toml"), &home.path("run"))
        .stderr(writer)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
}
