//! The same bytes for any number of threads.

use super::bench::{Home, Log, Spec};

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
            "per-table",
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
            "per-table",
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

/// Three bots that are the same bot: where games share dice they end alike in every
/// seat, so that no deal says anything.
#[test]
fn copies_of_a_bot_see_which_games_share_dice() {
    let mut spec = Spec::of(1, 300);
    for name in ["second", "third"] {
        spec.bots.push((name.into(), "random".into()));
    }
    spec.log = "actions = \"none\"";
    for (dice, rotations, tables) in [
        ("duplicate", true, true),
        ("per-table", true, false),
        ("independent", false, false),
    ] {
        spec.dice = dice;
        let log = spec.fresh();
        // The place of the first seat, by deal, table and rotation.
        let mut places = vec![[[""; 2]; 3]; 300];
        for row in log.games.lines().skip(1) {
            let row: Vec<&str> = row.split(',').collect();
            let [deal, table, rotation] = [1, 2, 3].map(|at| row[at].parse::<usize>().unwrap());
            places[deal][table][rotation] = row[6];
        }
        let alike = places
            .iter()
            .all(|deal| deal.iter().all(|table| table[0] == table[1]));
        assert_eq!(alike, rotations, "{dice}: {places:?}");
        let alike = places
            .iter()
            .all(|deal| deal.iter().all(|table| table[0] == deal[0][0]));
        assert_eq!(alike, tables, "{dice}: {places:?}");
    }
}
