//! Duels that a test ends: at the same game for any number of threads, after
//! any kill, and as a second fold over the whole log says.

use super::bench::{Home, Log, Numbers, Spec, dudo, dudo_run, expect_error, stderr};
use super::broken;
use dudo_results::duel::{Hypotheses, Test, Verdict};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Output;

/// A duel without a test; the bots are near each other.
fn plain(deals: u64, session: u64) -> Spec {
    let mut spec = Spec::of(0, deals);
    for (name, bot) in [("a", "odds"), ("b", "odds(threshold=0.35)")] {
        spec.bots.push((name.into(), bot.into()));
    }
    (spec.rules, spec.session) = ("dice = 2", session);
    spec.format = "format = \"duel\"";
    spec
}

/// The same with a test; `[log]` comes last in the file's head.
fn tested(spec: &Spec, sprt: &'static str) -> Spec {
    Spec {
        log: sprt,
        ..spec.clone()
    }
}

const WIDE: &str = "actions = \"all\"\n[sprt]\nelo0 = 0\nelo1 = 60\n";
const NARROW: &str = "actions = \"all\"\n[sprt]\nelo0 = 0\nelo1 = 1\n";
const NORMALIZED: &str =
    "actions = \"all\"\n[sprt]\nelo0 = 0\nelo1 = 60\nalpha = 0.1\nscale = \"normalized\"\n";

/// A log cut behind the block that decides: the fold of the runner, written
/// down a second time over rows as text.
fn decided(all: &Log, spec: &Spec) -> (Log, Option<Verdict>) {
    let hypotheses = spec.parsed().sprt.unwrap();
    let mut blocks: BTreeMap<u64, (u64, u64)> = BTreeMap::new();
    for row in all.games.lines().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        let block = blocks
            .entry(fields[1].parse::<u64>().unwrap() / spec.session)
            .or_default();
        let place = |bot: &str| &fields[6 + usize::from(fields[4] != bot)];
        block.0 += 1;
        block.1 += match place("a").cmp(place("b")) {
            std::cmp::Ordering::Less => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 0,
        };
    }
    let games = 2 * spec.session;
    let mut test = Test::new(hypotheses, games);
    let mut last = u64::MAX;
    for (block, (played, half_points)) in blocks {
        if played == games {
            test.add(half_points);
        }
        if test.verdict().is_some() {
            last = block;
            break;
        }
    }
    let cut = |text: &str, column: usize| -> String {
        let stays = |line: &&str| {
            let deal = line.split(',').nth(column).unwrap().parse::<u64>();
            deal.map_or(true, |deal| deal / spec.session <= last)
        };
        text.split_inclusive('\n').filter(stays).collect()
    };
    let log = Log {
        games: cut(&all.games, 1),
        actions: cut(&all.actions, 0),
        faults: cut(&all.faults, 0),
    };
    (log, test.verdict())
}

#[test]
fn the_same_end_for_any_number_of_threads() {
    let mut ends = Vec::new();
    for (deals, session, dice, seating, sprt) in [
        (3000, 1, "duplicate", "cyclic", WIDE),
        (3000, 1, "independent", "cyclic", WIDE),
        (1500, 7, "duplicate", "all", WIDE),
        (1500, 5, "duplicate", "cyclic", NORMALIZED),
        (3000, 300, "duplicate", "cyclic", WIDE),
        (203, 5, "duplicate", "cyclic", NARROW),
    ] {
        let mut spec = plain(deals, session);
        (spec.dice, spec.seating) = (dice, seating);
        let all = spec.fresh();
        let spec = tested(&spec, sprt);
        let (expected, verdict) = decided(&all, &spec);
        ends.push(verdict);
        assert_eq!(verdict.is_some(), expected.games.len() < all.games.len());
        for threads in [1, 2, 7] {
            let home = Home::new();
            let folder = home.path("run");
            let report = spec.play(&folder, threads);
            let what = format!("{threads}: {}", spec.text());
            Log::of(&folder).expect(&expected, &what);
            assert!(report.complete);
            assert_eq!(report.meter.clone().unwrap().verdict(), verdict, "{what}");
            assert_eq!(report.games, expected.games.lines().count() as u128 - 1);
            // Asked again, it has nothing to play and the same to say.
            let again = spec.play(&folder, threads);
            assert_eq!((again.played, &again.meter), (0, &report.meter));
            Log::of(&folder).expect(&expected, "again");
        }
    }
    // The table is about ends of more than one kind.
    assert!(ends.contains(&None), "{ends:?}");
    assert!(ends.iter().flatten().count() >= 3, "{ends:?}");
}

/// What a killed run left is taken up where it was, and ends at the same game.
#[test]
fn killed_anywhere() {
    let home = Home::new();
    for session in [1, 4] {
        let spec = tested(&plain(2000, session), WIDE);
        let path = home.write("spec.toml", &spec);
        let expected = spec.fresh();
        let rows = expected.games.lines().count() as u64 - 1;
        assert!((50..3000).contains(&rows), "{rows}");
        let size = (expected.games.len() + expected.actions.len()) as u64;
        let mut numbers = Numbers(session);
        for attack in 0..40 {
            let folder = home.path(&format!("{session}-{attack}"));
            let mut kills = Vec::new();
            for _ in 0..=numbers.below(3) {
                // Near the end as often as anywhere.
                let steps = match numbers.below(2) {
                    0 => 1 + numbers.below(size),
                    _ => size + 1500 - numbers.below(3000),
                };
                let fresh = kills.is_empty();
                kills.push(steps);
                let mut command = dudo_run(&path, &folder);
                command.args(["--die-after", &steps.to_string()]);
                let output = command.output().unwrap();
                let killed = output.status.signal() == Some(9);
                assert!(killed || output.status.success(), "{kills:?}");
                // How much a later one finds left depends on the clock; the
                // first has the whole log before it.
                assert!(killed || !fresh || steps > size, "{kills:?}");
            }
            let output = dudo_run(&path, &folder).output().unwrap();
            assert!(output.status.success(), "{}", stderr(&output));
            let said = String::from_utf8(output.stdout).unwrap();
            assert!(said.contains("LLR"), "{said}");
            Log::of(&folder).expect(&expected, &format!("killed after {kills:?}"));
            fs::remove_dir_all(&folder).unwrap();
        }
    }
}

/// A log cut anywhere is completed to the same end; a row behind that end is
/// no row of the run.
#[test]
fn cut_anywhere_and_rows_too_many() {
    let spec = plain(2000, 2);
    let all = spec.fresh();
    let spec = tested(&spec, WIDE);
    let (whole, verdict) = decided(&all, &spec);
    assert!(verdict.is_some());
    let home = Home::new();
    let folder = home.path("run");
    spec.play(&folder, 2);
    let mut numbers = Numbers(9);
    for _ in 0..40 {
        for (name, text) in [("games.csv", &whole.games), ("actions.csv", &whole.actions)] {
            let length = numbers.below(text.len() as u64 + 1) as usize;
            fs::write(folder.join(name), &text[..length]).unwrap();
        }
        spec.play(&folder, 2);
        Log::of(&folder).expect(&whole, "cut");
    }
    fs::write(folder.join("games.csv"), &all.games).unwrap();
    fs::write(folder.join("actions.csv"), &all.actions).unwrap();
    let output = dudo_run(&home.write("spec.toml", &spec), &folder)
        .output()
        .unwrap();
    expect_error(
        &output,
        4,
        "the test of this duel had decided before this game",
    );
    let line = whole.games.lines().count() + 1;
    assert!(
        stderr(&output).contains(&format!("line {line}:")),
        "{}",
        stderr(&output)
    );
}

/// More deals go on where fewer ended undecided; a block that they cut short
/// is completed and counted then.
#[test]
fn more_deals_go_on() {
    for (first, then) in [(40, 2000), (43, 2000), (63, 81)] {
        let full = plain(then, 5);
        let (expected, _) = decided(&full.fresh(), &tested(&full, WIDE));
        let home = Home::new();
        let folder = home.path("run");
        let report = tested(&plain(first, 5), WIDE).play(&folder, 2);
        assert_eq!(report.meter.unwrap().verdict(), None);
        tested(&full, WIDE).play(&folder, 2);
        Log::of(&folder).expect(&expected, &format!("{first} deals, then {then}"));
    }
}

#[test]
fn another_test_is_another_run() {
    let home = Home::new();
    let folder = home.path("run");
    tested(&plain(60, 1), WIDE).play(&folder, 1);
    for (sprt, says) in [
        (
            NARROW,
            "a test of 0,60 (logistic, error rates 0.05 and 0.05), the run file wants a test of 0,1 ",
        ),
        (
            NORMALIZED,
            "the run file wants a test of 0,60 (normalized, error rates 0.1 and 0.05)",
        ),
        (
            "actions = \"all\"",
            "the run file wants its number of deals",
        ),
    ] {
        let path = home.write("other.toml", &tested(&plain(60, 1), sprt));
        expect_error(&dudo_run(&path, &folder).output().unwrap(), 2, says);
    }
}

/// The other way round it is another question to a test, and the same one to a
/// number of deals.
#[test]
fn from_the_other_side() {
    let home = Home::new();
    let mut spec = plain(60, 1);
    let score = |spec: &Spec, folder: &str| {
        let report = spec.play(&home.path(folder), 1);
        (
            report.names.clone(),
            report.meter.unwrap().tally().moments(),
        )
    };
    let first = score(&spec, "fixed");
    tested(&spec, WIDE).play(&home.path("tested"), 1);
    spec.bots.reverse();
    assert_eq!(score(&spec, "fixed"), first);
    let path = home.write("spec.toml", &tested(&spec, WIDE));
    let output = dudo_run(&path, &home.path("tested")).output().unwrap();
    expect_error(
        &output,
        2,
        "the test in it is of a against b, not the other way round",
    );
}

/// Who fails too often ends the duel without a verdict, at the end of the
/// block in which that happens, however far others have played ahead.
#[test]
fn a_withdrawal_is_no_verdict() {
    for (session, faults) in [(1, 3), (4, 3), (1, 40), (150, 5)] {
        let mut spec = plain(2000, session);
        spec.bots[1].1 = "broken(on=7)".into();
        spec.bots[0].1 = "random".into();
        spec.faults = 0;
        let never = broken::fresh(&spec);
        spec.faults = faults;
        let spec = tested(&spec, "actions = \"all\"\n[sprt]\nelo0 = -1\nelo1 = 1\n");
        // The block of the fault after the last that is forgiven.
        let last = never.faults.lines().nth(faults as usize + 1).unwrap();
        let last = last.split(',').next().unwrap().parse::<u64>().unwrap() / session;
        let stays = |line: &&str| {
            let deal = line.split(',').nth(1).unwrap().parse::<u64>();
            deal.map_or(true, |deal| deal / session <= last)
        };
        let games: String = never.games.split_inclusive('\n').filter(stays).collect();
        for threads in [1, 2, 7] {
            let home = Home::new();
            let report = broken::play(&spec, &home.path("run"), threads);
            let verdict = report.meter.as_ref().unwrap().verdict();
            assert_eq!(verdict, Some(Verdict::NoVerdict));
            let log = Log::of(&home.path("run"));
            assert!(log.games == games, "{threads} threads, session {session}");
            assert!(!log.games.contains("withdrawn"));
            let again = broken::play(&spec, &home.path("run"), threads);
            assert_eq!((again.played, again.meter), (0, report.meter));
        }
    }
}

/// `dudo duel` is a run: its folder, its resumption, its errors.
fn duel(home: &Path, args: &[&str]) -> Output {
    let mut command = dudo();
    command.current_dir(home).arg("duel").args(args);
    command.args(["--threads", "2"]).output().unwrap()
}

#[test]
fn a_duel_says_who_is_better() {
    let home = Home::new();
    let here = home.path("");
    let said = |args: &[&str]| {
        let output = duel(&here, args);
        assert!(output.status.success(), "{}", stderr(&output));
        (
            String::from_utf8(output.stdout.clone()).unwrap(),
            stderr(&output),
        )
    };
    let (first, log) = said(&["odds", "honest", "--deals", "200"]);
    assert!(
        first.starts_with("odds beats honest, more than 99.9 % sure, +"),
        "{first}"
    );
    assert!(
        first.contains("(at least +715)") && first.contains("200 deals\n"),
        "{first}"
    );
    // Above it, where the machine is slow, how far it was.
    assert_eq!(
        log.lines().next_back(),
        Some("400 games in runs/duel-odds-honest, 400 of them played now")
    );
    let (again, log) = said(&["odds", "honest", "--deals", "200"]);
    assert_eq!(again, first);
    assert!(log.ends_with("400 games in runs/duel-odds-honest, 0 of them played now\n"));
    // Behind a test no margin; and another folder, which `rank` reads.
    let (tested, log) = said(&["odds", "honest", "--sprt", "0,5"]);
    assert!(tested.starts_with("odds beats honest, 95 % sure, ") && !tested.contains('±'));
    assert!(log.contains("runs/duel-odds-honest-"), "{log}");
    let (dry, _) = said(&["odds", "honest", "--deals", "300", "--dry-run"]);
    for expected in [
        "1 table x 300 deals x 2 rotations = 600 games\n",
        "400 games are there already, 200 to play\n",
    ] {
        assert!(dry.contains(expected), "{dry}");
    }
    let rank = dudo()
        .current_dir(&here)
        .args(["rank", "runs/duel-odds-honest"])
        .output()
        .unwrap();
    assert!(rank.status.success());
    let (power, _) = said(&["odds", "honest", "--power", "5"]);
    for expected in [
        "A pilot of 500 deals (1,000 games)",
        "margin of ± 5 Elo",
        "with --sprt 0,5",
    ] {
        assert!(power.contains(expected), "{power}");
    }
    let (same, _) = said(&[
        "random",
        "random",
        "--sprt",
        "-5,5",
        "--rules",
        "dice=[2,1],ones-wild=on",
    ]);
    assert!(same.starts_with("identical bots"), "{same}");
}

#[test]
fn mistakes_of_a_duel_name_the_word() {
    let home = Home::new();
    let here = home.path("");
    for (args, says) in [
        (
            &["ods", "caller"][..],
            "no bot is called \"ods\"; did you mean \"odds\"?",
        ),
        (
            &["odds", "caller", "--game", "miaa"],
            "--game: no game is called \"miaa\"; did you mean \"mia\"?",
        ),
        (
            &["odds", "caller", "--game", "mia(lives=3)"],
            "--game: expected the game alone, \"mia\"; its knobs go under [rules] of a run file",
        ),
        (
            &["odds", "caller", "--preset", "perdo"],
            "--preset: no preset is called \"perdo\"; did you mean \"perudo\"?",
        ),
        (
            &["odds", "caller", "--rules", "dcie=3"],
            "did you mean \"dice\"?",
        ),
        (
            &["odds", "caller", "--rules", "dice"],
            "--rules: \"dice\" is not of the form knob=value",
        ),
        (
            &["odds", "caller", "--power", "0"],
            "--power: 0.1 to 400 Elo",
        ),
        (
            &["odds", "caller", "--sprt", "0,5", "--alpha", "0.7"],
            "--alpha, --beta: error rates",
        ),
    ] {
        expect_error(&duel(&here, args), 2, says);
    }
    let output = duel(&here, &["odds", "caller", "--sprt", "5,0"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("5 is not less than 0"),
        "{}",
        stderr(&output)
    );
    assert!(fs::read_dir(&here).unwrap().next().is_none());
}

#[test]
fn counts_are_tested() {
    let run = |args: &[&str]| dudo().arg("sprt").args(args).output().unwrap();
    let output = run(&["--counts", "LL=180,WL=640,WW=220", "--sprt", "0,10"]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.starts_with("undecided: A against B"), "{said}");
    assert!(
        said.contains("LLR           1.88; H0 at -2.94, H1 at 2.94"),
        "{said}"
    );
    let output = run(&[
        "--counts",
        "W=5200,L=4800",
        "--sprt",
        "0,10",
        "--names",
        "new",
        "old",
    ]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        said.starts_with("new beats old, 95 % sure, about +14 Elo"),
        "{said}"
    );
    expect_error(&run(&["--counts", "W=1"]), 2, "--sprt ELO0,ELO1 is missing");
    expect_error(
        &run(&["--counts", "1,2", "--sprt", "0,5"]),
        2,
        "--counts: \"1\" is no count",
    );
}

/// The whole chain: two real bots, and the ends of 200 tests on other deals.
/// A bot against a copy is truly 0 Elo apart, so H1 of 0,40 may be taken in
/// 5 % of them, and a test of -40,0 may miss it as often.
#[test]
fn real_bots_are_judged_as_rarely_wrong_as_promised() {
    const RUNS: u64 = 200;
    let mut wrong = [0; 2];
    for seed in 0..RUNS {
        for (wrong, sprt) in wrong.iter_mut().zip([
            "actions = \"none\"\n[sprt]\nelo0 = 0\nelo1 = 40\n",
            "actions = \"none\"\n[sprt]\nelo0 = -40\nelo1 = 0\n",
        ]) {
            let mut spec = tested(&plain(20_000, 1), sprt);
            (spec.seed, spec.dice) = (seed, "independent");
            spec.bots[1].1 = "odds".into();
            let home = Home::new();
            let meter = spec.play(&home.path("run"), 1).meter.unwrap();
            let bound: &Hypotheses = meter.test().unwrap().hypotheses();
            let false_one = if bound.elo0() == 0.0 {
                Verdict::H1
            } else {
                Verdict::H0
            };
            assert!(meter.verdict().is_some());
            *wrong += u64::from(meter.verdict() == Some(false_one));
        }
    }
    // 5 % of 200 is 10; 20 is three standard errors more.
    assert!(
        wrong.iter().all(|&wrong| wrong <= 20),
        "{wrong:?} of {RUNS}"
    );
}
