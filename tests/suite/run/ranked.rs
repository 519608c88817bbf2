//! `dudo rank` from the outside: pipes, filters, mistakes.

use super::bench::{Home, Spec, dudo, dudo_run, expect_error, stderr};
use std::fs;
use std::io::Write;
use std::process::{Output, Stdio};

fn rank(args: &[&str], input: Option<&[u8]>) -> Output {
    let mut command = dudo();
    command.arg("rank").args(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    if let Some(input) = input {
        // Closed early where the log is refused.
        let _ = pipe.write_all(input);
    }
    drop(pipe);
    child.wait_with_output().unwrap()
}

/// Where all tables share their luck, and it shows, it says what helps.
#[test]
fn dice_that_tables_share() {
    let home = Home::new();
    let mut spec = Spec::of(4, 200);
    spec.bots[2].1 = "odds".into();
    spec.bots[3].1 = "odds(bluff=0.1)".into();
    for (dice, told) in [("duplicate", true), ("per-table", false)] {
        spec.dice = dice;
        let run = dudo_run(&home.write("spec.toml", &spec), &home.path(dice));
        let run = { run }.output().unwrap();
        let text = String::from_utf8(run.stdout).unwrap();
        assert!(text.contains("Design effect"), "{text}");
        assert_eq!(text.contains("All tables of a deal share"), told, "{text}");
    }
}

#[test]
fn a_log_is_rated_from_a_pipe_a_folder_and_its_counts() {
    let home = Home::new();
    let path = home.write("spec.toml", &Spec::of(3, 40));
    let folder = home.path("out");
    let run = dudo_run(&path, &folder).output().unwrap();
    assert!(run.status.success(), "{}", stderr(&run));
    let name = folder.to_str().unwrap();
    // What a run prints at its end is what rating its folder prints.
    let again = rank(&[name], None);
    assert_eq!(again.stdout, run.stdout);
    let counts = folder.join("counts.csv");
    let kept = fs::read(&counts).unwrap();
    fs::remove_file(&counts).unwrap();
    let plain = rank(&[name, "--format", "json", "--all"], None);
    fs::write(&counts, &kept).unwrap();
    let counted = rank(&[name, "--format", "json", "--all"], None);
    assert_eq!(counted.stdout, plain.stdout);
    // A torn counts.csv is no counts.csv.
    fs::write(&counts, &kept[..kept.len() / 2]).unwrap();
    assert_eq!(
        rank(&[name, "--format", "json", "--all"], None).stdout,
        plain.stdout
    );
    // Through a pipe there is no manifest, and it says so; numbers are equal.
    let log = fs::read(folder.join("games.csv")).unwrap();
    let piped = rank(&["-", "--format", "csv"], Some(&log));
    let file = rank(&[name, "--format", "csv"], None);
    assert_eq!(piped.stdout, file.stdout, "{}", stderr(&piped));
    let text = String::from_utf8(rank(&["-"], Some(&log)).stdout).unwrap();
    assert!(
        text.contains("standard input comes without a manifest"),
        "{text}"
    );
    // A log that is extended has other counts.
    let path = home.write("spec.toml", &Spec::of(3, 50));
    let run = dudo_run(&path, &folder).output().unwrap();
    assert!(run.status.success(), "{}", stderr(&run));
    assert_ne!(fs::read(&counts).unwrap(), kept);
    assert_eq!(rank(&[name], None).stdout, run.stdout);
}

#[test]
fn every_option_answers() {
    let home = Home::new();
    let mut spec = Spec::of(4, 40);
    (spec.seats, spec.seating) = (3, "cyclic");
    let path = home.write("spec.toml", &spec);
    let folder = home.path("out");
    let run = dudo_run(&path, &folder).output().unwrap();
    assert!(run.status.success(), "{}", stderr(&run));
    let name = folder.to_str().unwrap();
    for (args, says) in [
        (&["--model", "elimination"][..], "by the model elimination"),
        (&["--model", "winner-first"], "by the model winner-first"),
        (&["--model", "winner-only"], "by the model winner-only"),
        (&["--prior"], "half-win prior"),
        (&["--bootstrap", "100"], "by 100 resamples"),
        (&["--ladder", "elo"], "depends on the order"),
        (&["--ladder", "glicko2"], "rating period"),
        (&["--ladder", "trueskill"], "mu - 3 sigma"),
        (&["--ladder", "weng-lin"], "sigma is too small"),
        (&["--deals", "0-9"], "Only deals 0 to 9, as asked."),
        (&["--all"], "P(A better)"),
        (&["--format", "md"], "expected won %"),
        (&["--format", "csv", "--differences"], "probability_better"),
        (&["--format", "json"], "\"log_likelihood_of_orders\""),
    ] {
        let mut all = vec![name];
        all.extend(args);
        let output = rank(&all, None);
        assert!(output.status.success(), "{}", stderr(&output));
        let text = String::from_utf8(output.stdout).unwrap();
        // Lines may break within a sentence.
        let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(says), "{args:?}: {text}");
        assert!(!text.contains("NaN"), "{args:?}: {text}");
    }
}

#[test]
fn mistakes_are_told_apart() {
    for (args, input, code, says) in [
        (
            &["-"][..],
            &b"a,b\n1,2\n"[..],
            4,
            "standard input: line 1, column rules",
        ),
        (&["-", "-"], b"", 2, "given twice"),
        (&["no/such.csv"], b"", 2, "no/such.csv"),
    ] {
        expect_error(&rank(args, Some(input)), code, says);
    }
    for (args, says) in [
        (["-", "--deals", "9-3"], "deals look like 0-999"),
        (["-", "--bootstrap", "1"], "100..=100000"),
    ] {
        let output = rank(&args, None);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(says), "{}", stderr(&output));
    }
    let log = b"rules,deal,table,rotation,bot1,bot2,place1,place2,winner,rounds,actions,faults\n\
        a1b2c3d4,0,0,0,odds,zoe,1,2,odds,3,9,\n";
    let output = rank(&["-", "--bots", "odds,zo"], Some(log));
    expect_error(
        &output,
        2,
        "no bot \"zo\" in these logs; there are odds, zoe",
    );
}
