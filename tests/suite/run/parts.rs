//! A run in parts and one log again: the bytes of a run that was never cut.

use super::bench::{
    Home, Log, Spec, dudo, dudo_run, expect_error, names, settings, snapshot, stderr,
};
use super::{broken, withdraw};
use dudo::arena::House;
use dudo::parts::{self, Merged, PartPlan, Played};
use dudo::run::{prepare, prepare_in};
use dudo::spec::RunFile;
use dudo::stop::Stop;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Plans and plays all parts in this process, the last first.
pub(super) fn play_all(spec: &Path, folder: &Path, shards: u32) -> PartPlan {
    let file = RunFile::read(spec).unwrap();
    let plan = parts::plan(&prepare(&file).unwrap(), shards, folder).unwrap();
    for index in (0..shards).rev() {
        play(&plan, index, None);
    }
    plan
}

pub(super) fn play(plan: &PartPlan, index: u32, house: Option<&dyn House>) -> Played {
    let spec = plan.spec().unwrap();
    let prepared = match house {
        Some(house) => prepare_in(&spec, house),
        None => prepare(&spec),
    };
    let settings = settings(plan.folder(), 1 + index as usize % 3);
    parts::shard(&prepared.unwrap(), plan, index, &settings, &Stop::new())
        .unwrap_or_else(|error| panic!("{error}"))
}

pub(super) fn merge(
    plan: &PartPlan,
    out: &Path,
    partial: bool,
    house: Option<&dyn House>,
) -> Merged {
    let spec = plan.spec().unwrap();
    let prepared = match house {
        Some(house) => prepare_in(&spec, house),
        None => prepare(&spec),
    };
    parts::merge(
        &prepared.unwrap(),
        plan,
        partial,
        &settings(out, 2),
        &Stop::new(),
    )
    .unwrap_or_else(|error| panic!("{error}"))
}

/// The same with bots that fail.
fn broken_in_parts(home: &Home, spec: &Spec, shards: u32) -> (PathBuf, Merged) {
    broken::hush();
    let path = home.write("spec.toml", spec);
    let file = RunFile::read(&path).unwrap();
    let prepared = prepare_in(&file, &broken::HOUSE).unwrap();
    let plan = parts::plan(&prepared, shards, &home.path("plan")).unwrap();
    for index in (0..shards).rev() {
        play(&plan, index, Some(&broken::HOUSE));
    }
    let out = home.path("merged");
    let merged = merge(&plan, &out, false, Some(&broken::HOUSE));
    (out, merged)
}

#[test]
fn one_seven_and_two_hundred_parts() {
    for (bots, seats, deals, session, seating, dice, log) in [
        (3, 2, 230, 1, "cyclic", "duplicate", "actions = \"all\""),
        (4, 3, 401, 2, "all", "independent", "every = 7"),
        (4, 4, 200, 1, "none", "duplicate", "actions = \"faults\""),
        (3, 2, 1100, 5, "cyclic", "per-table", "actions = \"none\""),
    ] {
        let mut spec = Spec::of(bots, deals);
        (spec.seats, spec.session, spec.seating) = (seats, session, seating);
        (spec.dice, spec.log) = (dice, log);
        let home = Home::new();
        let path = home.write("spec.toml", &spec);
        let local = home.path("local");
        let output = dudo_run(&path, &local).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        let expected = Log::of(&local);
        for shards in [1, 7, 200] {
            let plan = play_all(&path, &home.path(&format!("plan-{shards}")), shards);
            let out = home.path(&format!("merged-{shards}"));
            let merged = merge(&plan, &out, false, None);
            assert!(merged.report.complete && merged.left_out.is_empty());
            assert_eq!(merged.report.played, 0, "rows are taken, not played");
            Log::of(&out).expect(&expected, &format!("{shards} parts"));
            let manifest =
                |folder: &Path| fs::read_to_string(folder.join("manifest.toml")).unwrap();
            assert_eq!(manifest(&out), manifest(&local), "{shards} parts");
            // A run finds nothing to do, and extends it.
            assert_eq!(spec.play(&out, 2).played, 0);
            let mut more = spec.clone();
            more.deals += 7;
            more.bots.push(("x".into(), "random".into()));
            more.play(&out, 2);
            Log::of(&out).expect(&more.fresh(), &format!("{shards} parts, extended"));
        }
    }
}

/// Each part folds its own faults, merging folds them again over all rows: the
/// cut comes earlier, or, where a part counted faults of games that are not
/// played at all, later.
#[test]
fn bots_that_are_withdrawn() {
    let mut played = 0;
    for (deals, session, seats, faults, log) in [
        (400, 1, 2, 3, "actions = \"all\""),
        (400, 2, 2, 40, "actions = \"faults\""),
        (210, 1, 3, 25, "every = 4"),
        (600, 3, 2, 150, "actions = \"all\""),
    ] {
        let mut spec = withdraw::mixed(deals);
        (spec.session, spec.seats, spec.faults, spec.log) = (session, seats, faults, log);
        let expected = broken::fresh(&spec);
        assert!(expected.games.contains(":withdrawn"));
        for shards in [1, 7, 200] {
            let home = Home::new();
            let (out, merged) = broken_in_parts(&home, &spec, shards);
            let when = format!("{shards} parts, faults = {faults}");
            Log::of(&out).expect(&expected, &when);
            played += merged.report.played;

            // Deals are appended, bots join.
            assert_eq!(broken::play(&spec, &out, 2).played, 0, "{when}");
            let mut more = spec.clone();
            more.deals += 20;
            broken::play(&more, &out, 2);
            Log::of(&out).expect(&broken::fresh(&more), &format!("{when}, more deals"));
            more.bots.push(("joins".into(), "broken(on=5)".into()));
            broken::play(&more, &out, 2);
            Log::of(&out).expect(&broken::fresh(&more), &format!("{when}, a bot joins"));
        }
    }
    // Where the folds of parts and of all differ, games are not played or are.
    assert!(played > 0);
}

#[test]
fn what_is_left_out_can_be_filled_in() {
    let spec = Spec::of(3, 90);
    let expected = spec.fresh();
    let home = Home::new();
    let path = home.write("spec.toml", &spec);
    let plan = play_all(&path, &home.path("plan"), 9);
    let part = |index: u32| home.path(&format!("plan/parts/{index:05}"));
    // Ten deals a part, six games a deal.
    for index in [0, 4, 8] {
        fs::rename(part(index), home.path(&format!("taken-{index}"))).unwrap();
    }
    fs::write(part(6).join("games.csv"), "nonsense").unwrap();
    let (filled, again) = (home.path("filled"), home.path("again"));
    for out in [&filled, &again] {
        let merged = merge(&plan, out, true, None);
        assert_eq!(merged.report.games, 300);
        let told = merged.left_out.join("\n");
        for says in [
            "part 0 (parts/00000) is missing",
            "part 4 ",
            "part 6 ",
            "part 8 ",
        ] {
            assert!(told.contains(says), "{told}");
        }
        let rows = Log::of(out).games;
        let rows: Vec<&str> = rows.lines().collect();
        let mut wanted: Vec<&str> = expected.games.lines().collect();
        wanted.retain(|row| {
            let deal = row
                .split(',')
                .nth(1)
                .and_then(|deal| deal.parse::<u64>().ok());
            deal.is_none_or(|deal| ![0, 4, 6, 8].contains(&(deal / 10)))
        });
        assert_eq!(rows, wanted);
    }
    // By playing what is not there, or by parts that came late.
    assert_eq!(spec.play(&filled, 2).played, 240);
    Log::of(&filled).expect(&expected, "filled in by a run");
    for index in [0, 4, 8] {
        fs::rename(home.path(&format!("taken-{index}")), part(index)).unwrap();
    }
    assert!(matches!(play(&plan, 6, None), Played::Now(60)));
    let merged = merge(&plan, &again, false, None);
    assert_eq!((merged.report.games, merged.report.played), (540, 0));
    Log::of(&again).expect(&expected, "filled in by parts");
}

pub(super) fn dudo_with(words: &[&str], folder: &Path, rest: &[&str]) -> Output {
    let mut command = dudo();
    command.args(words).arg(folder).args(rest);
    command.output().unwrap()
}

fn expect_parts(output: &Output, code: i32, says: &[&str]) {
    for says in says {
        expect_error(output, code, says);
    }
}

/// By name, all at once, and before anything is written.
#[test]
fn parts_that_cannot_be_merged() {
    let spec = Spec::of(3, 40);
    let home = Home::new();
    let path = home.write("spec.toml", &spec);
    play_all(&path, &home.path("plan"), 20);
    let other = home.write(
        "other.toml",
        &Spec {
            seed: 8,
            ..spec.clone()
        },
    );
    play_all(&other, &home.path("other"), 20);
    let part = |plan: &str, index: u32| home.path(&format!("{plan}/parts/{index:05}"));
    let out = home.path("out");
    let plan = home.path("plan");
    let merge = || {
        dudo_with(
            &["merge"],
            &plan,
            &["--out", out.to_str().unwrap(), "--progress", "none"],
        )
    };
    let missing = |rest: &[&str]| {
        let output = dudo_with(&["missing"], &plan, rest);
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap(),
        )
    };
    assert_eq!(missing(&["--exit-code"]), (Some(0), String::new()));

    for index in [3, 7, 8, 9] {
        fs::rename(part("plan", index), home.path(&format!("taken-{index}"))).unwrap();
    }
    expect_parts(&merge(), 2, &["parts 3,7-9 are missing", "--allow-partial"]);
    assert_eq!(missing(&[]), (Some(0), "3,7-9\n".into()));
    assert_eq!(
        missing(&["--format", "lines", "--exit-code"]),
        (Some(1), "3\n7\n8\n9\n".into())
    );
    assert_eq!(
        missing(&["--format", "arrays"]),
        (Some(0), "0 3,7-9\n".into())
    );

    // Of another plan, and of this one in another place.
    fs::rename(part("other", 3), part("plan", 3)).unwrap();
    fs::rename(home.path("taken-8"), part("plan", 7)).unwrap();
    expect_parts(
        &merge(),
        4,
        &[
            "part 3 (parts/00003) is foreign: it is a part of another plan",
            "part 7 (parts/00007) is foreign: it is part 8",
            "parts 8-9 are missing",
        ],
    );
    assert!(!out.exists(), "something was written");
    for index in [3, 7, 8, 9] {
        let output = dudo_with(&["shard"], &plan, &["--index", &index.to_string()]);
        assert!(output.status.success(), "{}", stderr(&output));
    }
    assert_eq!(missing(&["--check"]), (Some(0), String::new()));

    // Altered in each way; the first two are seen without reading the bytes.
    let games = part("plan", 5).join("games.csv");
    let whole = fs::read(&games).unwrap();
    type Damage<'a> = (&'a dyn Fn(), &'a str, &'a [&'a str]);
    let flipped = || {
        let mut bytes = whole.clone();
        bytes[whole.len() / 2] ^= 1;
        fs::write(&games, bytes).unwrap();
    };
    let folder = part("plan", 5);
    let gone = || fs::remove_dir_all(&folder).unwrap();
    let damages: [Damage<'_>; 8] = [
        (
            &|| {
                gone();
                fs::write(&folder, "mine").unwrap();
            },
            "it is no folder",
            &[],
        ),
        (
            &|| {
                gone();
                std::os::unix::fs::symlink("nowhere", &folder).unwrap();
            },
            "it has no part.toml",
            &[],
        ),
        (
            &|| {
                fs::remove_file(folder.join("part.toml")).unwrap();
                fs::create_dir(folder.join("part.toml")).unwrap();
            },
            "its part.toml is a folder",
            &[],
        ),
        (
            &|| fs::write(&games, &whole[1..]).unwrap(),
            "its games.csv has ",
            &[],
        ),
        (
            &|| fs::remove_file(part("plan", 5).join("actions.csv")).unwrap(),
            "it has no actions.csv",
            &[],
        ),
        (
            &|| fs::remove_file(part("plan", 5).join("part.toml")).unwrap(),
            "it has no part.toml",
            &[],
        ),
        (
            &|| fs::write(part("plan", 5).join("part.toml"), "part = 5").unwrap(),
            "its part.toml is not one",
            &[],
        ),
        (
            &flipped,
            "its games.csv is not what was written",
            &["--check"],
        ),
    ];
    for (damage, says, check) in damages {
        damage();
        expect_parts(
            &merge(),
            4,
            &["part 5 (parts/00005) was altered", says, "dudo shard DIR"],
        );
        assert_eq!(missing(check), (Some(0), "5\n".into()), "{says}");
        let output = dudo_with(&["shard"], &plan, &["--index", "5"]);
        assert!(output.status.success(), "{}", stderr(&output));
    }
    let output = merge();
    assert!(output.status.success(), "{}", stderr(&output));
    Log::of(&out).expect(&spec.fresh(), "after all that");
    assert_eq!(
        names(&home.path("plan/parts")).len(),
        20,
        "nothing is left behind"
    );
}

/// Found to be bad by one thread while another commits what came before.
#[test]
fn a_bad_part_ends_a_merge_of_any_threads() {
    let home = Home::new();
    let spec = Spec::of(3, 3000);
    let plan = home.path("plan");
    play_all(&home.write("spec.toml", &spec), &plan, 7);
    let games = plan.join("parts/00005/games.csv");
    let mut bytes = fs::read(&games).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&games, bytes).unwrap();
    let expected = spec.fresh().games;
    for round in 0..10 {
        let out = home.path(&format!("merged-{round}"));
        // One that waits for ever fails here, and not with the whole suite.
        let mut command = Command::new("timeout");
        command
            .args(["-s", "KILL", "300"])
            .arg(dudo().get_program());
        command.arg("merge").arg(&plan).arg("--out").arg(&out);
        command
            .args(["--progress", "none", "--threads"])
            .arg((2 + round % 4).to_string());
        expect_parts(
            &command.output().unwrap(),
            4,
            &["part 5 (parts/00005) was altered"],
        );
        let rows = fs::read_to_string(out.join("games.csv")).unwrap();
        assert!(rows.ends_with('\n') && expected.starts_with(&rows));
    }
}

/// A part that is there is not touched.
#[test]
fn a_part_is_played_once() {
    let home = Home::new();
    let path = home.write("spec.toml", &Spec::of(3, 40));
    let plan = play_all(&path, &home.path("plan"), 4);
    let before = snapshot(plan.folder());
    assert_eq!(play(&plan, 2, None), Played::Before);
    let file = RunFile::read(&path).unwrap();
    parts::plan(&prepare(&file).unwrap(), 4, plan.folder()).unwrap();
    assert!(snapshot(plan.folder()) == before);
}

#[test]
fn plans_and_parts_that_are_refused() {
    let home = Home::new();
    let path = home.write("spec.toml", &Spec::of(3, 40));
    let (plan, spec) = (home.path("plan"), path.to_str().unwrap());
    let planned = |spec: &str, shards: &str, out: &Path| {
        dudo_with(&["plan", spec, "--shards", shards, "--out"], out, &[])
    };
    expect_error(&planned(spec, "41", &plan), 2, "the run has 40 blocks");
    assert!(planned(spec, "4", &plan).status.success());
    assert!(planned(spec, "4", &plan).status.success());
    expect_error(&planned(spec, "5", &plan), 2, "holds another plan");
    fs::create_dir(home.path("mine")).unwrap();
    fs::write(home.path("mine/thesis.tex"), "").unwrap();
    expect_error(
        &planned(spec, "4", &home.path("mine")),
        2,
        "\"thesis.tex\" was made by no plan",
    );

    let shard =
        |index: &str| dudo_with(&["shard"], &plan, &["--index", index, "--progress", "none"]);
    expect_error(
        &shard("4"),
        2,
        "there is no part 4: the plan has 4, from 0 to 3",
    );
    expect_error(
        &dudo_with(&["missing"], &home.path("mine"), &[]),
        2,
        "no plan.toml in it",
    );
    let good = fs::read_to_string(plan.join("plan.toml")).unwrap();
    let content = good
        .split("content = \"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    for (text, says) in [
        (
            good.replacen(content, "dudo 0.1.0 edited", 1),
            "was made for the bot \"a\" as dudo 0.1.0 edited",
        ),
        (
            good.replacen("dudo = \"", "dudo = \"9", 1),
            "was made by dudo 9",
        ),
        (
            good.replace(
                "rules = \"liars-dice(dice=2)\"",
                "rules = \"liars-dice(dice=3)\"",
            ),
            "was made for the rules",
        ),
        (good.replace("plan = 1", "plan = 2"), "is of form 2"),
        (good.replace("shards = 4", "shards = 0"), "shards = 0"),
        (good.replace("shards = 4", "shard = 4"), "plan.toml: "),
        (good[..good.len() / 2].into(), "plan.toml: "),
    ] {
        fs::write(plan.join("plan.toml"), text).unwrap();
        expect_error(&shard("0"), 2, says);
    }
    // Another number of parts is another plan: its parts are foreign.
    fs::write(plan.join("plan.toml"), &good).unwrap();
    assert!(shard("0").status.success());
    fs::write(
        plan.join("plan.toml"),
        good.replace("shards = 4", "shards = 3"),
    )
    .unwrap();
    let output = dudo_with(&["missing"], &plan, &[]);
    assert_eq!(output.stdout, b"0-2\n");
}
