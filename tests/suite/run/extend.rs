//! Runs that grow: bots that join, deals that are added.

use super::bench::{Home, Log, Spec};
use std::fs;

/// The bots of a longer run, in the order in which they are given.
fn grown(spec: &Spec, names: &[&str], deals: u64) -> Spec {
    let mut grown = spec.clone();
    for (index, name) in names.iter().enumerate() {
        let bot = ["caller", "random"][index % 2];
        grown.bots.push(((*name).into(), bot.into()));
    }
    grown.deals = deals;
    grown
}

#[test]
fn an_extended_run_is_a_fresh_one() {
    for (session, seats, seating) in [
        (1, 2, "cyclic"),
        (5, 2, "cyclic"),
        (5, 3, "all"),
        (4, 4, "none"),
    ] {
        for (from, names, to) in [
            (13, &["x"][..], 13),
            (13, &["x", "y", "z"], 13),
            (13, &[], 15),
            (13, &[], 40),
            (15, &[], 16),
            (13, &["x", "y"], 33),
            (1, &["x"], 2),
        ] {
            let mut base = Spec::of(4, from);
            (base.session, base.seats, base.seating) = (session, seats, seating);
            let more = grown(&base, names, to);
            let home = Home::new();
            let folder = home.path("run");
            base.play(&folder, 2);
            let games = more.play(&folder, 2);
            let when = format!("session {session}, {from} deals, then {names:?} and {to}");
            Log::of(&folder).expect(&more.fresh(), &when);
            assert!(games.complete);
            assert_eq!(more.play(&folder, 1).played, 0, "{when}");
        }
    }
}

/// Only what is new is played: rows that were there are taken over.
#[test]
fn an_extension_plays_nothing_twice() {
    let base = Spec::of(4, 20);
    let home = Home::new();
    let folder = home.path("run");
    assert_eq!(base.play(&folder, 2).played, 240);
    assert_eq!(grown(&base, &["x"], 20).play(&folder, 2).played, 160);
    let report = grown(&base, &["x"], 30).play(&folder, 2);
    assert_eq!((report.played, report.games), (200, 600));
}

/// Newcomers are appended by name among themselves, wherever they stand in the
/// run file; the order of those who are there does not matter any more.
#[test]
fn the_folder_remembers_the_order_of_the_bots() {
    let base = Spec::of(3, 9);
    let home = Home::new();
    let folder = home.path("run");
    base.play(&folder, 2);
    let mut turned = grown(&base, &["y", "x"], 9);
    turned.bots.reverse();
    turned.play(&folder, 2);
    let mut expected = grown(&base, &["y", "x"], 9);
    expected.bots.swap(3, 4);
    Log::of(&folder).expect(&expected.fresh(), "newcomers in any order");

    let before = Log::of(&folder);
    turned.bots.swap(0, 2);
    assert_eq!(turned.play(&folder, 2).played, 0);
    Log::of(&folder).expect(&before, "another order of the same bots");
}

/// Growing in five steps ends where growing in one does.
#[test]
fn many_small_steps_are_one_large_one() {
    let mut base = Spec::of(3, 2);
    base.session = 3;
    let home = Home::new();
    let folder = home.path("run");
    let steps: [(&[&str], u64); 5] = [
        (&[], 2),
        (&["k"], 2),
        (&["k"], 4),
        (&["k", "l"], 5),
        (&["k", "l", "m"], 11),
    ];
    for (names, deals) in steps {
        grown(&base, names, deals).play(&folder, 2);
    }
    Log::of(&folder).expect(&grown(&base, &["k", "l", "m"], 11).fresh(), "five steps");
}

/// Half the roster plays the same games, under another number of its table.
#[test]
fn a_part_of_the_roster_plays_the_same_games() {
    let whole = Spec::of(6, 12);
    let all = whole.fresh();
    let without_table = |log: &str| -> Vec<String> {
        let row = |line: &str| {
            let mut fields: Vec<&str> = line.split(',').collect();
            fields.remove(2);
            fields.join(",")
        };
        log.lines().skip(1).map(row).collect()
    };
    let among = |kept: &[&str]| {
        let mut part = whole.clone();
        part.bots.retain(|(name, _)| kept.contains(&name.as_str()));
        part.fresh()
    };
    for kept in [["b", "d", "e"], ["a", "c", "f"], ["d", "e", "f"]] {
        let mut expected = without_table(&all.games);
        expected.retain(|row| {
            row.split(',')
                .skip(3)
                .take(2)
                .all(|name| kept.contains(&name))
        });
        assert_eq!(without_table(&among(&kept).games), expected, "{kept:?}");
    }
    // A prefix has the same tables, so its rows are the same bytes.
    let prefix = among(&["a", "b", "c"]).games;
    let rows: Vec<&str> = all
        .games
        .lines()
        .filter(|row| {
            row.split(',')
                .skip(4)
                .take(2)
                .all(|name| ["a", "b", "c"].contains(&name))
        })
        .collect();
    assert_eq!(prefix.lines().skip(1).collect::<Vec<_>>(), rows);
}

/// An extension that was interrupted can be extended again: its half of a new
/// log, which is of another plan now, is dropped and does no harm.
#[test]
fn half_an_extension_of_another_plan_does_no_harm() {
    let base = Spec::of(3, 20);
    let more = grown(&base, &["x"], 20);
    let most = grown(&base, &["x", "y"], 25);
    let half = more.fresh();
    let cut = |text: &str| text[..text.len() / 2].to_owned();
    for next in [&more, &most] {
        let home = Home::new();
        let folder = home.path("run");
        base.play(&folder, 2);
        fs::write(folder.join("games.csv.part"), cut(&half.games)).unwrap();
        fs::write(folder.join("actions.csv.part"), cut(&half.actions)).unwrap();
        fs::write(folder.join("faults.csv.part"), cut(&half.faults)).unwrap();
        next.play(&folder, 2);
        Log::of(&folder).expect(&next.fresh(), "half an extension");
        assert!(!folder.join("actions.csv.part").exists());
    }
    // The log is gone and half a new one is left: nothing of it survives.
    let home = Home::new();
    let folder = home.path("run");
    base.play(&folder, 2);
    for name in ["games.csv", "actions.csv", "faults.csv"] {
        fs::rename(folder.join(name), folder.join(format!("{name}.part"))).unwrap();
    }
    fs::write(folder.join("actions.csv.part"), "nonsense\n").unwrap();
    base.play(&folder, 2);
    base.play(&folder, 2);
    Log::of(&folder).expect(&base.fresh(), "a log that was taken away");
}
