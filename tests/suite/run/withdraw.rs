//! Bots that fail, and bots that are withdrawn for it.

use super::bench::{Home, Log, Numbers, Spec, dudo, stderr};
use super::broken::{fresh, play};
use std::collections::BTreeMap;
use std::fs;

/// A run at tables of two with these bots besides two that behave.
fn with(broken: &[(&str, &str)], deals: u64) -> Spec {
    let mut spec = Spec::of(2, deals);
    for (name, bot) in broken {
        spec.bots.push(((*name).into(), (*bot).into()));
    }
    spec.faults = 3;
    spec
}

/// One that always fails, one that seldom does, one that plays illegally.
pub(super) fn mixed(deals: u64) -> Spec {
    with(
        &[
            ("always", "broken(on=1)"),
            ("seldom", "broken(on=7)"),
            ("illegal", "broken(how=1,on=6)"),
            ("deaf", "broken(how=2,on=23)"),
        ],
        deals,
    )
}

/// What withdrawal makes of a log in which nobody is withdrawn: the fold of
/// the architecture, written down a second time.
fn folded(all: &Log, spec: &Spec) -> Log {
    let seats = spec.seats;
    let mut count = BTreeMap::new();
    let mut since: BTreeMap<&str, u64> = BTreeMap::new();
    let mut games: Vec<String> = Vec::new();
    let mut gone = Vec::new();
    for row in all.games.lines() {
        let fields: Vec<&str> = row.split(',').collect();
        let Ok(deal) = fields[1].parse::<u64>() else {
            games.push(row.into());
            continue;
        };
        let block = deal / spec.session;
        let bots = &fields[4..4 + seats];
        let out: Vec<String> = (0..seats)
            .filter(|&seat| since.get(bots[seat]).is_some_and(|&from| from <= block))
            .map(|seat| format!("{}:withdrawn", seat + 1))
            .collect();
        if !out.is_empty() {
            games.push(format!(
                "{},{}{}",
                fields[..4 + seats].join(","),
                ",".repeat(seats + 3),
                out.join(";")
            ));
            gone.push(fields[1..4].join(",") + ",");
            continue;
        }
        games.push(row.into());
        let faults = fields[fields.len() - 1];
        for fault in faults.split(';').filter(|fault| !fault.is_empty()) {
            let seat: usize = fault[..1].parse().unwrap();
            let so_far = count.entry(bots[seat - 1]).or_insert(0);
            *so_far += 1;
            if *so_far > spec.faults {
                since.entry(bots[seat - 1]).or_insert(block + 1);
            }
        }
    }
    let gone: std::collections::BTreeSet<String> = gone.into_iter().collect();
    let kept = |text: &str| -> String {
        let key = |line: &str| line.split(',').take(3).collect::<Vec<_>>().join(",") + ",";
        text.split_inclusive('\n')
            .filter(|line| !gone.contains(&key(line)))
            .collect()
    };
    Log {
        games: games.join("\n") + "\n",
        actions: kept(&all.actions),
        faults: kept(&all.faults),
    }
}

#[test]
fn the_same_cut_for_any_number_of_threads() {
    for (deals, session, seats, dice, log) in [
        (400, 1, 2, "duplicate", "actions = \"all\""),
        (90, 7, 2, "independent", "actions = \"faults\""),
        (40, 3, 3, "duplicate", "every = 4"),
        (30, 1, 4, "independent", "actions = \"none\""),
        (2000, 1500, 2, "duplicate", "every = 500"),
    ] {
        let mut spec = mixed(deals);
        (spec.session, spec.seats, spec.dice, spec.log) = (session, seats, dice, log);
        let never = Spec {
            faults: 0,
            ..spec.clone()
        };
        let expected = folded(&fresh(&never), &spec);
        assert!(expected.games.contains("1:withdrawn;2:withdrawn"));
        for threads in [1, 2, 7] {
            let home = Home::new();
            let report = play(&spec, &home.path("run"), threads);
            let rows = expected.games.lines().count() as u64 - 1;
            assert_eq!((report.games, report.played), (rows.into(), rows));
            Log::of(&home.path("run")).expect(&expected, &format!("{threads}: {}", spec.text()));
        }
    }
}

/// With every limit, so that the cut falls on every place of a chunk.
#[test]
fn the_same_cut_for_any_limit() {
    let mut spec = mixed(60);
    spec.session = 2;
    let all = fresh(&Spec {
        faults: 0,
        ..spec.clone()
    });
    for faults in (1..60).chain([100, 200, 300, 500, 1000]) {
        spec.faults = faults;
        let home = Home::new();
        play(&spec, &home.path("run"), 2);
        Log::of(&home.path("run")).expect(&folded(&all, &spec), &format!("faults = {faults}"));
    }
}

#[test]
fn a_run_with_withdrawals_resumes() {
    let mut numbers = Numbers(4);
    for session in [1, 4] {
        let mut spec = mixed(150);
        spec.session = session;
        let home = Home::new();
        let folder = home.path("run");
        play(&spec, &folder, 2);
        let whole = Log::of(&folder);
        whole.expect(&fresh(&spec), "resumed");
        for _ in 0..40 {
            let mut cuts = Vec::new();
            for (name, text) in [
                ("games.csv", &whole.games),
                ("actions.csv", &whole.actions),
                ("faults.csv", &whole.faults),
            ] {
                let length = numbers.below(text.len() as u64 + 1) as usize;
                cuts.push(length);
                fs::write(folder.join(name), &text[..length]).unwrap();
            }
            play(&spec, &folder, 2);
            Log::of(&folder).expect(&whole, &format!("cut to {cuts:?}"));
        }
    }
}

/// Bots that join make others fail more often in a block, so that they are
/// withdrawn earlier: rows that were played are taken back, and rows that were
/// not because of one bot are not because of two.
#[test]
fn a_bot_that_joins_moves_the_cut() {
    for (session, seats) in [(1, 2), (4, 2), (2, 3)] {
        let mut base = with(
            &[
                ("seldom", "broken(on=7)"),
                ("illegal", "broken(how=1,on=7)"),
                ("deaf", "broken(how=2,on=40)"),
            ],
            200,
        );
        (base.session, base.seats, base.faults) = (session, seats, 12);
        let before = fresh(&base);
        let mut spec = base.clone();
        for (names, deals) in [(&["x"][..], 200), (&["y", "z"], 200), (&["zz"], 230)] {
            for name in names {
                spec.bots.push(((*name).into(), "random".into()));
            }
            spec.deals = deals;
            let expected = fresh(&spec);
            let home = Home::new();
            let folder = home.path("run");
            play(&base, &folder, 2);
            play(&spec, &folder, 2);
            Log::of(&folder).expect(&expected, &format!("{names:?} in sessions of {session}"));
            assert_eq!(play(&spec, &folder, 2).played, 0);

            // Half of the extension was written when it was killed.
            fs::remove_dir_all(&folder).unwrap();
            play(&base, &folder, 2);
            let half = |text: &str| text[..text.len() / 2].to_owned();
            fs::write(folder.join("games.csv.part"), half(&expected.games)).unwrap();
            fs::write(folder.join("actions.csv.part"), &expected.actions).unwrap();
            fs::write(folder.join("faults.csv.part"), half(&expected.faults)).unwrap();
            play(&spec, &folder, 2);
            Log::of(&folder).expect(&expected, &format!("{names:?} after half of it"));
        }
        // The test is about something: rows of the first bots were taken back.
        let first = |log: &Log| {
            let row = |row: &&str| {
                ["x", "y", "z", "zz"]
                    .iter()
                    .all(|name| !row.split(',').any(|field| field == *name))
            };
            log.games
                .lines()
                .filter(row)
                .filter(|row| row.contains("withdrawn"))
                .count()
        };
        assert!(first(&fresh(&spec)) > first(&before));
        let (old, new) = (&before.games, &fresh(&spec).games);
        let both = |text: &str| text.matches("withdrawn;").count();
        assert!(both(new) > both(old));
    }
}

/// Every failure is told once in each file, and says what happened.
#[test]
fn faults_are_told_in_full() {
    let mut spec = with(
        &[
            ("panics, \"loudly\"", "broken(on=1)"),
            ("illegal", "broken(how=1,on=1)"),
            ("observes", "broken(how=2,on=1)"),
            ("begins", "broken(how=3,on=1)"),
            ("ends", "broken(how=4,on=1)"),
            ("drops", "broken(how=5)"),
            ("third", "broken(on=1,seat=2)"),
        ],
        2,
    );
    (spec.faults, spec.session, spec.log) = (0, 2, "actions = \"faults\"");
    let log = fresh(&spec);
    let faults = |name: &str| -> Vec<&str> {
        log.faults
            .lines()
            .filter(|row| row.contains(&format!(",{name},")))
            .collect()
    };
    for (name, ending, games) in [
        (
            "\"panics, \"\"loudly\"\"\"",
            ",panicked,\"'=on purpose,\\nas \"\"promised\"\"\"",
            32,
        ),
        (
            "illegal",
            ",illegal,bid 200x1: a bid is on one die at least",
            32,
        ),
        ("begins", ",panicked,not ready", 32),
        ("observes", ",panicked,heard too much", 32),
        ("ends", ",panicked,a bad loser", 32),
    ] {
        let rows = faults(name);
        // Where both fail, whoever is asked first has lost before the other is.
        assert!(
            rows.len() > games / 4 && rows.len() <= games,
            "{name}: {rows:#?}"
        );
        assert!(
            rows.iter().all(|row| row.contains(ending)),
            "{name}: {rows:#?}"
        );
    }
    assert!(faults("drops").is_empty() && faults("a").is_empty() && faults("b").is_empty());
    assert!(
        faults("third")
            .iter()
            .all(|row| row.split(',').nth(4) == Some("2"))
    );
    assert!(!faults("third").is_empty());

    // games.csv and faults.csv agree, and so does actions.csv.
    let told: usize = log
        .games
        .lines()
        .skip(1)
        .map(|row| row.matches([';', ':']).count())
        .sum();
    let told = told - log.games.matches(';').count();
    assert_eq!(told, log.faults.lines().count() - 1);
    assert_eq!(
        told,
        log.actions
            .lines()
            .filter(|row| row.contains(",fault "))
            .count()
    );

    // Such a log can be rated.
    let home = Home::new();
    play(&spec, &home.path("run"), 2);
    let output = dudo().arg("rank").arg(home.path("run")).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
}

/// A bot that fails takes the worst place that is free, the others play on;
/// where nobody behaves there is still a whole log.
#[test]
fn a_fault_distorts_no_other_game() {
    let mut spec = with(
        &[("always", "broken(on=1)"), ("too", "broken(how=1,on=1)")],
        30,
    );
    (spec.seats, spec.faults) = (3, 0);
    let log = fresh(&spec);
    let mut failures = 0;
    for row in log.games.lines().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        let (bots, places) = (&fields[4..7], &fields[7..10]);
        // In the order of failing, each takes the worst place that is free.
        let failed = fields[13].split(';').filter(|fault| !fault.is_empty());
        let failed: Vec<usize> = failed.map(|fault| fault[..1].parse().unwrap()).collect();
        let taken: Vec<&str> = failed.iter().map(|seat| places[seat - 1]).collect();
        assert!(taken.is_sorted_by(|a, b| a > b), "{row}");
        assert!(!taken.contains(&"1"), "{row}");
        failures += taken.len();
        let winner = places.iter().position(|place| *place == "1").unwrap();
        assert_eq!(bots[winner], fields[10]);
    }
    assert!(failures > 200, "{failures}");
    // Bots that fail in every seat of every table: still a whole log.
    let mut hopeless = Spec::of(0, 40);
    for name in ["k", "l", "m"] {
        hopeless.bots.push((name.into(), "broken(on=1)".into()));
    }
    hopeless.faults = 5;
    let home = Home::new();
    play(&hopeless, &home.path("run"), 2);
    let log = Log::of(&home.path("run"));
    assert!(log.games.ends_with("1:withdrawn;2:withdrawn\n"));
    let output = dudo().arg("rank").arg(home.path("run")).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
}
