//! Whatever was done to a log, verify says it, and says where.

use super::bench::{Home, Log, Spec, dudo, dudo_run, expect_error, stderr};
use super::broken;
use dudo::verify::{Options, Verdict, verify_in};
use std::fs;
use std::path::{Path, PathBuf};

fn base() -> Spec {
    let mut spec = Spec::of(3, 12);
    spec.session = 3;
    spec
}

/// Exit code and what is printed.
fn verify(folder: &Path, rest: &[&str]) -> (i32, String) {
    let mut command = dudo();
    command.arg("verify").arg(folder).args(rest);
    let output = command.output().unwrap();
    let said = stderr(&output);
    let code = output.status.code().unwrap();
    assert!(matches!(code, 0 | 4), "{code}: {said}");
    assert_eq!(said.is_empty(), code == 0, "{said}");
    assert!(
        said.lines().count() < 2 && (code == 0 || said.contains("differences")),
        "{said}"
    );
    (code, String::from_utf8(output.stdout).unwrap())
}

fn begun(home: &Home) -> (PathBuf, PathBuf) {
    played(home, &base())
}

fn played(home: &Home, spec: &Spec) -> (PathBuf, PathBuf) {
    let (folder, path) = (home.path("run"), home.write("spec.toml", spec));
    let output = dudo_run(&path, &folder).output().unwrap();
    assert!(output.status.success());
    (folder, path)
}

#[test]
fn a_log_as_it_was_written() {
    let home = Home::new();
    let (folder, path) = begun(&home);
    let spec = path.to_str().unwrap();
    for (rest, replayed) in [
        (&["--all"][..], "72 of them"),
        (&["--all", "--spec", spec], "72 of them"),
        (&[], "72 of them"),
        // By whole sessions of three deals.
        (&["--sample", "10", "--threads", "1"], "12 of them"),
        (&["--sample", "0"], "0 of them"),
    ] {
        let (code, said) = verify(&folder, rest);
        assert_eq!(code, 0, "{said}");
        assert_eq!(
            said,
            format!(
                "72 rows in {}, {replayed} played again: all is as the plan has it\n",
                folder.display()
            )
        );
    }
    // A run file that extends the run is still its run file.
    let more = home.write(
        "more.toml",
        &Spec {
            deals: 40,
            ..base()
        },
    );
    assert_eq!(verify(&folder, &["--spec", more.to_str().unwrap()]).0, 0);
}

/// Every kind of game, table and log.
#[test]
fn logs_of_every_kind() {
    let home = Home::new();
    for (number, (seats, session, seating, dice, log)) in [
        (2, 7, "cyclic", "independent", "actions = \"none\""),
        (3, 1, "all", "per-table", "every = 3"),
        (4, 2, "none", "duplicate", "actions = \"faults\""),
    ]
    .into_iter()
    .enumerate()
    {
        let mut spec = Spec::of(5, 20);
        (spec.seats, spec.session, spec.seating) = (seats, session, seating);
        (spec.dice, spec.log) = (dice, log);
        spec.bots[0].0 = "a, \"quoted\"".into();
        let folder = home.path(&number.to_string());
        spec.play(&folder, 2);
        let (code, said) = verify(&folder, &["--all"]);
        assert_eq!(code, 0, "{said}");
    }
    for (game, bots) in [
        ("mia", ["random", "timid"]),
        ("poker-liar", ["random", "caller"]),
    ] {
        let path = home.path(&format!("{game}.toml"));
        let text = format!(
            "seed = 1\ngame = \"{game}\"\nlog = {{ actions = \"all\" }}\nschedule = {{ deals = 10 }}\n\
             bot = [{{ use = \"{}\" }}, {{ use = \"{}\" }}]\n",
            bots[0], bots[1]
        );
        fs::write(&path, text).unwrap();
        let folder = home.path(game);
        assert!(dudo_run(&path, &folder).output().unwrap().status.success());
        let (code, said) = verify(&folder, &["--all"]);
        assert_eq!(code, 0, "{said}");
    }
}

/// Each byte of some rows, each of the three files.
#[test]
fn a_flipped_byte() {
    let home = Home::new();
    let (folder, _) = begun(&home);
    for (name, lines) in [
        ("games.csv", &[1, 2, 40, 73][..]),
        ("actions.csv", &[1, 2, 100]),
    ] {
        let path = folder.join(name);
        let good = fs::read(&path).unwrap();
        let ends: Vec<usize> = (0..good.len()).filter(|&at| good[at] == b'\n').collect();
        for &line in lines {
            let start = if line == 1 { 0 } else { ends[line - 2] + 1 };
            for at in (start..=ends[line - 1]).step_by(if line == 40 { 1 } else { 3 }) {
                let mut bad = good.clone();
                bad[at] ^= 1;
                fs::write(&path, &bad).unwrap();
                let (code, said) = verify(&folder, &["--all"]);
                assert_eq!(code, 4, "{name}, line {line}, byte {at}");
                let named = format!("{name}: line {line}: ");
                let next = format!("{name}: line {}: ", line + 1);
                assert!(
                    said.contains(&named) || said.contains(&next),
                    "{name}, line {line}: {said}"
                );
            }
        }
        fs::write(&path, &good).unwrap();
    }
}

/// Where nothing is played again: by the digests that the run has left in `counts.csv`.
#[test]
fn what_no_replay_shows() {
    let home = Home::new();
    let misfit = "tests/suite/foreign/misfit.py";
    let misfit = Path::new(env!("CARGO_MANIFEST_DIR")).join(misfit);
    fs::copy(misfit, home.path("misfit.py")).unwrap();
    let path = home.path("spec.toml");
    let text = "seed = 1\ngame = \"liars-dice\"\nschedule = { deals = 3 }\n[limits]\nisolation = \"process\"\nmove_ms = 60000\nstart_ms = 60000\n\
                [[bot]]\nuse = \"odds\"\n[[bot]]\nuse = \"cmd:python3 misfit.py raise\"\nname = \"m\"\ntrusted = true\n";
    fs::write(&path, text).unwrap();
    let folder = home.path("run");
    let output = dudo_run(&path, &folder).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let spec = path.to_str().unwrap();
    let none: &[&str] = &["--sample", "0", "--spec", spec];
    let all: &[&str] = &["--all", "--spec", spec];
    for (name, from, to, rests) in [
        // More decisions, which nothing else in the row contradicts.
        ("games.csv", ",odds,1,2,", ",odds,1,4,", &[none][..]),
        ("faults.csv", "Traceback", "Tracebakc", &[none, all]),
        ("counts.csv", "\nfaults,", "\nthings,", &[]),
    ] {
        let file = folder.join(name);
        let good = fs::read_to_string(&file).unwrap();
        assert!(good.contains(from), "{good}");
        fs::write(&file, good.replacen(from, to, 1)).unwrap();
        for rest in rests {
            let (code, said) = verify(&folder, rest);
            let expected = format!("{name}: other bytes than when counts.csv was made");
            assert!(code == 4 && said.contains(&expected), "{rest:?}: {said}");
        }
        // A torn counts.csv, or one of a log that was shorter, says nothing.
        if rests.is_empty() {
            assert_eq!(verify(&folder, none).0, 0);
        }
        fs::write(&file, good).unwrap();
    }
    assert_eq!(verify(&folder, all).0, 0);
}

#[test]
fn rows_that_were_moved() {
    let home = Home::new();
    let mut spec = base();
    spec.log = "actions = \"none\"";
    let (folder, _) = played(&home, &spec);
    let path = folder.join("games.csv");
    let good = fs::read_to_string(&path).unwrap();
    let lines: Vec<String> = good.split_inclusive('\n').map(String::from).collect();
    let mut other = spec.clone();
    other.seed = 8;
    let foreign = other.fresh().games;
    let foreign: Vec<&str> = foreign.split_inclusive('\n').collect();
    other.rules = "dice = 3";
    let rules = other.fresh().games;
    let rules: Vec<&str> = rules.split_inclusive('\n').collect();
    let damage = |named: &[&str], count: u64, with: &dyn Fn(&mut Vec<String>)| {
        let mut lines = lines.clone();
        with(&mut lines);
        fs::write(&path, lines.concat()).unwrap();
        let (code, said) = verify(&folder, &["--all"]);
        assert_eq!(code, 4, "{named:?}: {said}");
        for says in named {
            assert!(said.contains(says), "{said:?} lacks {says:?}");
        }
        assert!(said.ends_with(&format!("{count} differences\n")), "{said}");
    };
    // A swapped pair, next to each other and apart.
    damage(
        &[
            "line 10: game 0.1.1 stands here out of order",
            "line 12: 1 game is missing before it",
        ],
        2,
        &|lines| lines.swap(9, 10),
    );
    damage(&["line 10: ", "line 41: "], 2, &|lines| lines.swap(9, 40));
    // A row is missing, in the middle and at the end.
    damage(
        &["line 10: 1 game is missing before it, from game"],
        1,
        &|lines| drop(lines.remove(9)),
    );
    damage(&["line 10: 7 games are missing before it"], 1, &|lines| {
        drop(lines.drain(9..16))
    });
    damage(
        &["1 game is missing at its end, from game 11.2.1 on"],
        1,
        &|lines| drop(lines.pop()),
    );
    damage(&["71 games are missing at its end"], 1, &|lines| {
        lines.truncate(2)
    });
    damage(&["72 games are missing at its end"], 2, &|lines| {
        lines.clear()
    });
    // A row twice.
    damage(&["line 11: game", "or a second time"], 1, &|lines| {
        lines.insert(10, lines[9].clone())
    });
    damage(
        &["line 50: game", "out of order, or a second time"],
        1,
        &|lines| lines.insert(49, lines[9].clone()),
    );
    damage(
        &["line 74: stands behind the last game of the plan"],
        1,
        &|lines| lines.push(lines[9].clone()),
    );
    // A foreign row: other dice, other rules, no row at all.
    let at = (2..72).find(|&at| foreign[at] != lines[at]).unwrap();
    damage(
        &[
            &format!("line {}: game", at + 1),
            "played again it is",
            "why: ",
        ],
        1,
        &|lines| lines[at] = foreign[at].into(),
    );
    damage(&["line 31: column rules: "], 1, &|lines| {
        lines[30] = rules[30].into()
    });
    damage(&["line 31: "], 1, &|lines| {
        lines.insert(30, "hello\n".into())
    });
    damage(&["line 31: "], 1, &|lines| lines[30] = "hello\n".into());
    // The end of a row is torn off.
    damage(
        &["line 73: does not end as the rows of a run do"],
        1,
        &|lines| {
            lines.last_mut().unwrap().pop();
        },
    );
    damage(&["line 1: the header"], 1, &|lines| {
        lines[0] = "a,b\n".into()
    });
}

#[test]
fn side_files() {
    let home = Home::new();
    let (folder, _) = begun(&home);
    let path = folder.join("actions.csv");
    let good = fs::read_to_string(&path).unwrap();
    let lines: Vec<String> = good.split_inclusive('\n').map(String::from).collect();
    let damage = |named: &[&str], with: &dyn Fn(&mut Vec<String>)| {
        let mut lines = lines.clone();
        with(&mut lines);
        fs::write(&path, lines.concat()).unwrap();
        let (code, said) = verify(&folder, &["--all"]);
        assert_eq!(code, 4, "{named:?}: {said}");
        for says in named {
            assert!(said.contains(says), "{said:?} lacks {says:?}");
        }
    };
    let first = lines
        .iter()
        .position(|line| line.starts_with("0,0,1,"))
        .unwrap();
    damage(&["actions.csv: line 3: is"], &|lines| lines.swap(2, 3));
    damage(&["actions.csv: line 5: is"], &|lines| drop(lines.remove(4)));
    damage(
        &[&format!("actions.csv: line {}: out of order", first + 7)],
        &|lines| lines.swap(first - 1, first + 6),
    );
    damage(&["actions.csv: lacks"], &|lines| drop(lines.pop()));
    damage(
        &["actions.csv: line ", "of no game that has a row"],
        &|lines| lines.push("99,0,0,1,1,1,pass\n".into()),
    );
    fs::write(&path, &good).unwrap();
    fs::write(
        folder.join("faults.csv"),
        "deal,table,rotation,step,seat,bot,fault,detail\n0,0,0,1,1,a,illegal,x\n",
    )
    .unwrap();
    let (code, said) = verify(&folder, &["--all"]);
    assert_eq!(code, 4);
    assert!(said.contains("faults.csv: line 2: is"), "{said}");
}

#[test]
fn other_versions_bots_and_run_files() {
    let home = Home::new();
    let (folder, path) = begun(&home);
    let manifest = folder.join("manifest.toml");
    let good = fs::read_to_string(&manifest).unwrap();
    let content = good
        .split("content = \"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    for (text, says) in [
        (
            good.replacen("dudo = \"0.", "dudo = \"9.", 1),
            "was played by dudo 9.",
        ),
        (
            good.replacen(content, "dudo 0.1.0 0000000000000000", 1),
            "the bot \"a\" was edited since",
        ),
        (
            good.replacen("built-in", "process", 1),
            "the bot \"a\" was process, it is built-in here",
        ),
        (
            good.replacen("seed = \"07", "seed = \"08", 1),
            "played again it is",
        ),
        (
            good.replacen("use = \"caller\"", "use = \"random\"", 1),
            "played again it is",
        ),
    ] {
        assert!(text != good, "{says}");
        fs::write(&manifest, text).unwrap();
        let (code, said) = verify(&folder, &["--all"]);
        assert_eq!(code, 4, "{said}");
        assert!(said.contains(says), "{said:?} lacks {says:?}");
    }
    fs::write(&manifest, &good).unwrap();
    for (change, says) in [
        (
            &(|s: &mut Spec| s.seed = 8) as &dyn Fn(&mut Spec),
            "has the seed",
        ),
        (&|s| s.rules = "dice = 3", "has the rules"),
        (&|s| s.session = 4, "has session = 3"),
        (&|s| s.deals = 11, "has deals = 12"),
        (&|s| s.bots[1].1 = "random".into(), "has the bot \"b\" as"),
        (&|s| drop(s.bots.remove(1)), "\"b\""),
    ] {
        let mut spec = base();
        change(&mut spec);
        let path = home.write("other.toml", &spec);
        let (code, said) = verify(
            &folder,
            &["--sample", "0", "--spec", path.to_str().unwrap()],
        );
        assert_eq!(code, 4, "{said}");
        assert!(said.contains(says), "{said:?} lacks {says:?}");
    }
    assert_eq!(verify(&folder, &["--spec", path.to_str().unwrap()]).0, 0);
    fs::remove_file(&manifest).unwrap();
    let output = dudo().arg("verify").arg(&folder).output().unwrap();
    expect_error(&output, 2, "no manifest.toml in it");
}

fn verdict(folder: &Path) -> Verdict {
    broken::hush();
    let options = Options {
        folder: folder.into(),
        spec: None,
        sample: None,
        seed: 1,
        threads: 2,
    };
    verify_in(&options, &broken::HOUSE).unwrap_or_else(|error| panic!("{error}"))
}

/// Rows of withdrawn bots follow from the faults before them, and those are
/// played again with what went wrong in them.
#[test]
fn bots_that_were_withdrawn() {
    let home = Home::new();
    let folder = home.path("run");
    let spec = super::withdraw::mixed(60);
    broken::play(&spec, &folder, 2);
    let found = verdict(&folder);
    assert_eq!((found.differences, &found.told), (0, &Vec::new()));
    let games = Log::of(&folder).games;
    assert!(found.rows as usize == games.lines().count() - 1 && found.replayed < found.rows);
    // A bot that is taken back in, or thrown out, by hand.
    let row = games
        .lines()
        .position(|row| row.ends_with("1:withdrawn"))
        .unwrap();
    let played = games
        .lines()
        .skip(row + 1)
        .position(|row| row.ends_with(','))
        .unwrap()
        + row
        + 1;
    let lines: Vec<&str> = games.lines().collect();
    for line in [row, played] {
        let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        let key: Vec<&str> = lines[line].split(',').take(6).collect();
        let tail = if line == row {
            "1,2,".to_owned() + key[4] + ",1,2,"
        } else {
            ",,,,,2:withdrawn".into()
        };
        lines[line] = format!("{},{tail}", key.join(","));
        fs::write(folder.join("games.csv"), lines.join("\n") + "\n").unwrap();
        let found = verdict(&folder).told.join("\n");
        assert!(
            found.contains(&format!(
                "line {}: says that a bot is withdrawn or is not",
                line + 1
            )),
            "{found}"
        );
    }
}

#[test]
fn a_bot_that_is_not_deterministic() {
    let home = Home::new();
    let folder = home.path("run");
    let mut spec = base();
    spec.bots.push(("coin".into(), "fickle".into()));
    broken::play(&spec, &folder, 2);
    let found = verdict(&folder);
    assert!(found.differences > 0);
    let reasons = found.reasons.join("\n");
    assert!(
        reasons.contains("came out in two ways") && reasons.contains("coin"),
        "{reasons}"
    );
    // The same, where the clock had a say and said so.
    let manifest = folder.join("manifest.toml");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(
        &manifest,
        text.replace("reproducible = true", "reproducible = false"),
    )
    .unwrap();
    assert!(verdict(&folder).reasons[0].contains("a limit by the clock"));
}
