//! `tables = N`: some of the tables, drawn for each block.

use super::bench::{Home, Log, Spec};
use dudo::run::prepare;
use std::collections::BTreeMap;

fn drawn(deals: u64) -> Spec {
    Spec {
        format: "format = \"round-robin\"\ntables = 4",
        seats: 3,
        session: 2,
        ..Spec::of(9, deals)
    }
}

/// Nobody sits more than once more often than another in a block, and the bytes
/// do not depend on threads or on where the run was extended.
#[test]
fn a_block_draws_its_tables() {
    let home = Home::new();
    drawn(12).play(&home.path("one"), 1);
    drawn(12).play(&home.path("two"), 2);
    let log = Log::of(&home.path("one"));
    assert!(log == Log::of(&home.path("two")));

    drawn(6).play(&home.path("grown"), 2);
    drawn(12).play(&home.path("grown"), 1);
    assert!(log == Log::of(&home.path("grown")));

    let mut seats: BTreeMap<(u64, String), u64> = BTreeMap::new();
    let mut rows = 0;
    for row in log.games.lines().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        let deal: u64 = fields[1].parse().unwrap();
        for bot in &fields[4..7] {
            *seats.entry((deal / 2, (*bot).to_owned())).or_default() += 1;
        }
        rows += 1;
    }
    // 4 tables in 3 rotations over 12 deals; 12 chairs for 9 bots.
    assert_eq!(rows, 4 * 3 * 12);
    for ((block, bot), count) in seats {
        assert!(
            count == 6 || count == 12,
            "{bot} {count} times in block {block}"
        );
    }
}

#[test]
fn another_roster_would_draw_other_tables() {
    let home = Home::new();
    drawn(4).play(&home.path("run"), 1);
    let before = Log::of(&home.path("run"));
    let mut more = drawn(4);
    more.bots.push(("late".into(), "random".into()));
    let spec = more.parsed();
    let prepared = prepare(&spec).unwrap();
    let settings = super::bench::settings(&home.path("run"), 1);
    let error = dudo::run::run(prepared, &settings, &dudo::stop::Stop::new()).unwrap_err();
    let text = error.to_string();
    assert!(
        text.contains("draws tables among 9 bots, and the run file has 10"),
        "{text}"
    );
    assert!(before == Log::of(&home.path("run")));
}
