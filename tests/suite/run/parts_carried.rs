//! What the folder of a plan carries with it: its seed, what the run file names,
//! and parts that were played elsewhere.

use super::bench::{Home, Log, Spec, copy, dudo_run, expect_error, stderr};
use super::parts::{dudo_with, merge, play, play_all};
use dudo::parts::{self, PartPlan};
use dudo::run::prepare;
use dudo::spec::RunFile;
use std::fs;
use std::os::unix::fs::PermissionsExt;

/// Machines that share no file system each play in a copy of the folder; the
/// copies' parts are brought together by copying files, in whatever order and
/// though some came twice.
#[test]
fn folders_that_are_copied_together() {
    let spec = Spec::of(3, 90);
    let home = Home::new();
    let path = home.write("spec.toml", &spec);
    let file = RunFile::read(&path).unwrap();
    let planned = parts::plan(&prepare(&file).unwrap(), 9, &home.path("here")).unwrap();
    copy(&home.path("here"), &home.path("there"));
    let there = PartPlan::read(&home.path("there")).unwrap();
    for index in 0..6 {
        play(&planned, index, None);
    }
    for index in 4..9 {
        play(&there, index, None);
    }
    // A copy that stops in the middle of a file leaves a part that is missing.
    let cut = home.path("there/parts/00007");
    fs::create_dir(home.path("here/parts/00007")).unwrap();
    let games = fs::read(cut.join("games.csv")).unwrap();
    fs::write(home.path("here/parts/00007/games.csv"), &games[..99]).unwrap();
    assert_eq!(parts::missing(&planned, false).unwrap(), [6, 7, 8]);
    copy(&home.path("there/parts"), &home.path("here/parts"));
    assert!(parts::missing(&planned, true).unwrap().is_empty());
    let out = home.path("merged");
    let merged = merge(&planned, &out, false, None);
    assert_eq!((merged.report.games, merged.report.played), (540, 0));
    Log::of(&out).expect(&spec.fresh(), "of two copies");
}

/// A secret seed is drawn once, for the plan; the merged log has it, and both
/// are for their owner's eyes.
#[test]
fn a_secret_seed() {
    let home = Home::new();
    let path = home.path("spec.toml");
    let text = Spec::of(3, 20)
        .text()
        .replace("seed = 7", "seed = \"secret\"");
    fs::write(&path, text).unwrap();
    // What a killed process left does not lend its permissions.
    fs::create_dir(home.path("plan")).unwrap();
    fs::write(home.path("plan/plan.toml.part"), "plan = 1\n").unwrap();
    let plan = play_all(&path, &home.path("plan"), 4);
    let out = home.path("out");
    merge(&plan, &out, false, None);
    let open = home.write("open.toml", &Spec::of(3, 20));
    play_all(&open, &home.path("open"), 4);
    let mode = |file: &str| fs::metadata(home.path(file)).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode("plan/plan.toml"), 0o600);
    assert_eq!(mode("out/manifest.toml"), 0o600);
    assert_ne!(mode("open/plan.toml") & 0o044, 0, "no secret, no lock");
    let manifest = fs::read_to_string(out.join("manifest.toml")).unwrap();
    assert!(manifest.contains(&format!("seed = \"{}\"", plan.run().seed)));
    let output = dudo_run(&path, &out).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    // Not into the log of another seed.
    let other = home.path("other");
    assert!(dudo_run(&path, &other).output().unwrap().status.success());
    let output = dudo_with(
        &["merge"],
        plan.folder(),
        &["--out", other.to_str().unwrap()],
    );
    expect_error(&output, 2, "another seed");
}

/// Files that rules name are found beside the run file, wherever it is planned
/// from.
#[test]
fn a_word_list_beside_the_run_file() {
    let home = Home::new();
    fs::create_dir(home.path("specs")).unwrap();
    fs::write(home.path("specs/words.txt"), "tea\nteas\neat\nate\nseat\n").unwrap();
    let path = home.path("specs/spec.toml");
    fs::write(
        &path,
        "seed = 1\ngame = \"liars-boggle\"\n[rules]\ndictionary = \"words.txt\"\n[schedule]\ndeals = 6\n\
         [[bot]]\nuse = \"random\"\n[[bot]]\nuse = \"caller\"\n",
    )
    .unwrap();
    let plan = play_all(&path, &home.path("plan"), 3);
    merge(&plan, &home.path("out"), false, None);
    fs::write(home.path("specs/words.txt"), "tea\nteas\n").unwrap();
    fs::remove_dir_all(home.path("plan/parts/00001")).unwrap();
    let output = dudo_with(&["shard"], plan.folder(), &["--index", "1"]);
    expect_error(&output, 2, "was made for the rules");
}
