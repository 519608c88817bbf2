//! What comes out where.

use super::bench::{Home, Spec, dudo, dudo_run, names, stderr};
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
                let (last, lines) = said.trim_end().rsplit_once('\n').unwrap_or(("", ""));
                let line = last.lines().next().unwrap();
                let value: serde_json::Value = serde_json::from_str(line).unwrap();
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
                assert!(lines.ends_with("120 of them played now"), "{said}");
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
