//! The same bytes for any number of threads.

use super::bench::{Home, Log, Spec};
use std::fmt::Write;

/// Every way to plan a run, once: enough games for several chunks each.
#[test]
fn no_byte_depends_on_the_threads() {
    let gauntlet = "format = \"gauntlet\"\nfocus = [\"b\", \"d\"]";
    let robin = "format = \"round-robin\"";
    for (seats, bots, deals, format, seating, dice, session, log) in [
        (
            2,
            4,
            700,
            robin,
            "cyclic",
            "duplicate",
            1,
            "actions = \"none\"",
        ),
        (
            2,
            4,
            103,
            robin,
            "all",
            "independent",
            5,
            "actions = \"all\"",
        ),
        (2, 5, 205, gauntlet, "none", "duplicate", 1, "every = 7"),
        (
            3,
            5,
            60,
            robin,
            "cyclic",
            "independent",
            7,
            "actions = \"faults\"",
        ),
        (
            3,
            5,
            30,
            gauntlet,
            "all",
            "duplicate",
            4,
            "actions = \"all\"",
        ),
        (4, 5, 50, robin, "all", "duplicate", 1, "every = 3"),
        (
            4,
            6,
            90,
            robin,
            "none",
            "independent",
            11,
            "actions = \"none\"",
        ),
        (
            6,
            7,
            40,
            robin,
            "cyclic",
            "duplicate",
            3,
            "actions = \"all\"",
        ),
        (
            6,
            6,
            3,
            robin,
            "all",
            "independent",
            2,
            "actions = \"none\"",
        ),
        // A session that is longer than a chunk.
        (
            2,
            3,
            1500,
            robin,
            "cyclic",
            "duplicate",
            1000,
            "every = 100",
        ),
    ] {
        let mut spec = Spec::of(bots, deals);
        (spec.seats, spec.format, spec.seating) = (seats, format, seating);
        (spec.dice, spec.session, spec.log) = (dice, session, log);
        let home = Home::new();
        let folder = |threads: usize| home.path(&threads.to_string());
        let first = spec.play(&folder(1), 1);
        let expected = Log::of(&folder(1));
        let mut rows = expected.games.lines().count() as u128 - 1;
        assert_eq!((first.games, u128::from(first.played)), (rows, rows));
        for threads in [2, 7] {
            assert_eq!(spec.play(&folder(threads), threads), first);
            Log::of(&folder(threads)).expect(&expected, &format!("{threads}: {}", spec.text()));
        }
        // Rows stand in the order of the plan, and none is there twice.
        let mut last = None;
        for line in expected.games.lines().skip(1) {
            let at: Vec<u64> = line
                .split(',')
                .skip(1)
                .take(3)
                .map(|n| n.parse().unwrap())
                .collect();
            let key = (at[0] / session, at[1], at[2], at[0]);
            assert!(last < Some(key), "{line}");
            last = Some(key);
            rows -= 1;
        }
        assert_eq!(rows, 0);
    }
}

/// Two bots that are the same bot split every deal of duplicate dice.
#[test]
fn a_bot_against_its_own_copy_splits_each_deal() {
    let mut spec = Spec::of(1, 300);
    spec.bots.push(("other".into(), "random".into()));
    spec.log = "actions = \"none\"";
    for (dice, split) in [("duplicate", true), ("independent", false)] {
        spec.dice = dice;
        let log = spec.fresh();
        let mut won = [0; 2];
        for row in log.games.lines().skip(1) {
            won[usize::from(row.contains(",other,"))] += usize::from(row.contains(",1,2,"));
        }
        let mut winners = String::new();
        let places: Vec<&str> = log
            .games
            .lines()
            .skip(1)
            .map(|row| row.split(',').nth(6).unwrap())
            .collect();
        let same = (0..300).all(|deal| places[2 * deal] == places[2 * deal + 1]);
        let _ = write!(winners, "{won:?}");
        assert_eq!(same, split, "{dice}: {winners}");
    }
}
