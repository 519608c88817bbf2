//! What a folder is refused for, and that nothing in it changes then.

use super::bench::{Home, Spec, dudo_run, expect_error, snapshot, stderr};
use std::fs;
use std::path::Path;

fn base() -> Spec {
    let mut spec = Spec::of(3, 12);
    spec.session = 3;
    spec
}

/// A folder with the whole log of [`base`].
fn begun(home: &Home) -> std::path::PathBuf {
    let folder = home.path("run");
    base().play(&folder, 1);
    folder
}

/// The run is refused with this code and word, and the folder is as it was.
#[track_caller]
fn refused(home: &Home, spec: &Spec, folder: &Path, code: i32, says: &str) -> String {
    let before = snapshot(folder);
    let path = home.write("spec.toml", spec);
    let output = dudo_run(&path, folder).output().unwrap();
    expect_error(&output, code, says);
    assert!(snapshot(folder) == before, "{says}: the folder has changed");
    stderr(&output)
}

/// What a verb that was killed has left is no stranger's.
#[test]
fn halves_of_our_own_files_are_no_reason() {
    let home = Home::new();
    let folder = begun(&home);
    for name in ["report.html.part", "counts.csv.part", "manifest.toml.part"] {
        fs::write(folder.join(name), "half").unwrap();
    }
    assert_eq!(base().play(&folder, 1).played, 0);
    fs::write(folder.join("mine.csv.part"), "half").unwrap();
    refused(
        &home,
        &base(),
        &folder,
        2,
        "\"mine.csv.part\" was made by no run",
    );
}

#[test]
fn another_run_in_the_same_folder() {
    let home = Home::new();
    let folder = begun(&home);
    let mut other = base();
    other.deals = 13;
    let change = |change: &dyn Fn(&mut Spec)| {
        let mut other = other.clone();
        change(&mut other);
        other
    };
    for (spec, says) in [
        (change(&|s| s.seed = 8), "has the seed"),
        (change(&|s| s.rules = "dice = 3"), "has the rules"),
        (
            change(&|s| s.rules = "dice = 2\nones-wild = true"),
            "has the rules",
        ),
        (change(&|s| s.seats = 3), "has seats = 2"),
        (change(&|s| s.seating = "all"), "has seating ="),
        (change(&|s| s.dice = "independent"), "has dice ="),
        (change(&|s| s.session = 4), "has session = 3"),
        (
            change(&|s| s.format = "format = \"gauntlet\"\nfocus = [\"a\"]"),
            "has the format",
        ),
        (change(&|s| s.log = "actions = \"none\""), "logs actions"),
        (change(&|s| s.log = "every = 2"), "logs actions"),
        (change(&|s| s.faults = 21), "limits"),
        (change(&|s| s.deals = 11), "deals = 12"),
        (change(&|s| drop(s.bots.remove(1))), "\"b\""),
        (change(&|s| s.bots[1].0 = "other".into()), "\"b\""),
        (change(&|s| s.bots[1].1 = "random".into()), "\"b\""),
    ] {
        refused(&home, &spec, &folder, 2, says);
    }
    // The same run under another name goes on.
    let path = home.write("renamed.toml", &other);
    assert!(dudo_run(&path, &folder).output().unwrap().status.success());
}

#[test]
fn a_folder_that_another_process_holds() {
    let home = Home::new();
    let folder = begun(&home);
    let held = fs::File::open(&folder).unwrap();
    held.lock().unwrap();
    let mut more = base();
    more.deals = 20;
    refused(&home, &more, &folder, 2, "another dudo is running");
    held.unlock().unwrap();
    let path = home.write("spec.toml", &more);
    assert!(dudo_run(&path, &folder).output().unwrap().status.success());
}

#[test]
fn a_folder_that_no_run_has_made() {
    let home = Home::new();
    let foreign = home.path("foreign");
    fs::create_dir(&foreign).unwrap();
    fs::write(foreign.join("thesis.tex"), "do not touch").unwrap();
    refused(
        &home,
        &base(),
        &foreign,
        2,
        "\"thesis.tex\" was made by no run",
    );

    let folder = begun(&home);
    fs::create_dir(folder.join("notes")).unwrap();
    refused(&home, &base(), &folder, 2, "\"notes\" was made by no run");
    fs::remove_dir(folder.join("notes")).unwrap();

    let manifest = fs::read_to_string(folder.join("manifest.toml")).unwrap();
    for (damaged, says) in [
        (manifest.replace("seed = ", "seed : "), "manifest.toml"),
        (manifest.replace("deals = 12", "deals = \"12\""), "deals"),
        (manifest.replace("seats = 2", "seats = 99"), "seats"),
        (
            manifest.replace("fingerprint", "fingerprlnt"),
            "fingerprint",
        ),
        // Cut short inside a string.
        (
            manifest
                .split_inclusive("seed = \"")
                .next()
                .unwrap()
                .to_owned(),
            "manifest.toml",
        ),
        (String::new(), "manifest.toml"),
        ("\0".into(), "manifest.toml"),
    ] {
        fs::write(folder.join("manifest.toml"), damaged).unwrap();
        refused(&home, &base(), &folder, 4, says);
    }
    fs::write(folder.join("manifest.toml"), [0xff, 0xfe]).unwrap();
    refused(&home, &base(), &folder, 4, "manifest.toml");
    fs::remove_file(folder.join("manifest.toml")).unwrap();
    refused(&home, &base(), &folder, 2, "no manifest.toml");
}

#[test]
fn the_log_of_another_run() {
    let home = Home::new();
    let folder = begun(&home);
    let mut other = base();
    other.deals = 20;
    let change = |change: &dyn Fn(&mut Spec)| {
        let mut other = base();
        change(&mut other);
        other.fresh().games
    };
    for (games, line) in [
        (change(&|s| s.rules = "dice = 1"), "2: "),
        (change(&|s| s.bots[0].0 = "z".into()), "2: "),
        (change(&|s| s.seats = 3), "1: "),
        // No column tells these from a log of this run: the games do.
        (change(&|s| s.seed = 8), ""),
        (change(&|s| s.dice = "independent"), ""),
        (change(&|s| s.bots[1].1 = "random".into()), ""),
    ] {
        fs::write(folder.join("games.csv"), games).unwrap();
        refused(
            &home,
            &other,
            &folder,
            4,
            &format!("games.csv: line {line}"),
        );
    }
    fs::write(folder.join("games.csv"), [0xff, b'\n']).unwrap();
    refused(&home, &other, &folder, 4, "games.csv: line 1: ");
}

/// Every byte of a row that says something about who met and who won.
#[test]
fn a_flipped_byte() {
    let home = Home::new();
    let folder = begun(&home);
    let good = fs::read(folder.join("games.csv")).unwrap();
    let mut other = base();
    other.deals = 20;
    let rows: Vec<usize> = (0..good.len()).filter(|&at| good[at] == b'\n').collect();
    for line in [2, 40, 72] {
        let row = rows[line - 2] + 1..rows[line - 1];
        let text = std::str::from_utf8(&good[row.clone()]).unwrap();
        // Rounds and actions could be any numbers; to doubt them is to replay.
        let numbers: usize = text.rsplit(',').take(3).map(|field| field.len() + 1).sum();
        for at in row.start..row.end - numbers + 1 {
            let mut bad = good.clone();
            bad[at] ^= 1;
            fs::write(folder.join("games.csv"), &bad).unwrap();
            refused(&home, &other, &folder, 4, "games.csv: line ");
        }
    }
}

#[test]
fn rows_that_were_moved() {
    let home = Home::new();
    let folder = begun(&home);
    let good = fs::read_to_string(folder.join("games.csv")).unwrap();
    let lines: Vec<&str> = good.split_inclusive('\n').collect();
    let mut other = base();
    other.deals = 20;
    // Of one session, of two, of two blocks, twice, torn, without a header: the
    // line that is named is one of those that were moved, or the next.
    let damage = |named: std::ops::RangeInclusive<usize>, with: &dyn Fn(&mut Vec<&str>)| {
        let mut lines = lines.clone();
        with(&mut lines);
        fs::write(folder.join("games.csv"), lines.concat()).unwrap();
        let said = refused(&home, &other, &folder, 4, "games.csv: line ");
        let number = said.split("line ").nth(1).unwrap();
        let number = number.split([':', ',']).next().unwrap().parse().unwrap();
        assert!(named.contains(&number), "{said} is not in {named:?}");
    };
    damage(3..=5, &|lines| lines.swap(2, 3));
    damage(4..=6, &|lines| lines.swap(3, 4));
    damage(4..=8, &|lines| lines.swap(3, 6));
    damage(4..=42, &|lines| lines.swap(3, 40));
    damage(11..=11, &|lines| lines.insert(10, lines[9]));
    damage(13..=13, &|lines| lines.insert(12, lines[9]));
    damage(74..=74, &|lines| lines.push(lines[9]));
    damage(20..=20, &|lines| lines.insert(19, "\n"));
    damage(20..=20, &|lines| lines.insert(19, "12,3\n"));
    damage(1..=1, &|lines| lines[0] = lines[1]);
}

#[test]
fn a_side_file_of_another_run() {
    let home = Home::new();
    let folder = begun(&home);
    let mut other = base();
    other.deals = 20;
    for name in ["actions.csv", "faults.csv"] {
        let good = fs::read_to_string(folder.join(name)).unwrap();
        fs::write(folder.join(name), "a,b,c\n1,2,3\n").unwrap();
        refused(&home, &other, &folder, 4, &format!("{name}: line 1: "));
        fs::write(folder.join(name), good.clone() + "0,99,0,1,1,1,x\n").unwrap();
        refused(
            &home,
            &other,
            &folder,
            4,
            &format!("{name}: line {}: ", good.lines().count() + 1),
        );
        fs::write(folder.join(name), good.clone() + "zero,0,0,1,1,1,x\n").unwrap();
        refused(
            &home,
            &other,
            &folder,
            4,
            &format!("{name}: line {}: ", good.lines().count() + 1),
        );
        fs::write(folder.join(name), good).unwrap();
    }
}
