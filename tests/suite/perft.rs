//! Trees counted by the engine against an enumerator that shares no code with
//! it (`tests/perft/enumerate.py`), row by row.

use dudo_engine::liars_dice::{Action, Event, LiarsDice, Rules};
use dudo_engine::perft;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread::{available_parallelism, scope};

const LIARS_DICE: &str = include_str!("../perft/liars-dice.txt");

#[test]
fn liars_dice() {
    let rows: Vec<&str> = LIARS_DICE
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .filter(|line| {
            !line
                .rsplit('|')
                .next()
                .is_some_and(|note| note.contains("slow"))
        })
        .collect();
    assert!(rows.len() >= 300, "only {} rows are counted", rows.len());
    // Each thread takes the next row that nobody has taken.
    let next = AtomicUsize::new(0);
    let count = || {
        let mut wrong = Vec::new();
        while let Some(row) = rows.get(next.fetch_add(1, Relaxed)) {
            wrong.extend(count_row(row));
        }
        wrong
    };
    let threads = available_parallelism().map_or(1, usize::from);
    let wrong: Vec<String> = scope(|scope| {
        let counting: Vec<_> = (0..threads).map(|_| scope.spawn(count)).collect();
        let counted = counting.into_iter().map(|thread| thread.join());
        counted
            .flat_map(|wrong| wrong.expect("a row can be counted"))
            .collect()
    });
    assert!(
        wrong.is_empty(),
        "{} of {} rows differ:\n{}",
        wrong.len(),
        rows.len(),
        wrong.join("\n")
    );
}

/// What is wrong with a row, if anything.
fn count_row(row: &str) -> Option<String> {
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    let rules: Rules = cells[0]
        .parse()
        .unwrap_or_else(|error| panic!("{row}: {error}"));
    let game = LiarsDice::new(rules).expect("rules that agree");
    let seats = cells[1].parse().expect("a number of seats");
    let found = perft(&game, seats, |public, action, told| {
        // An upheld challenge: the bid was false.
        let short = |count| {
            public
                .standing
                .is_some_and(|standing| count < standing.bid.quantity)
        };
        *action == Action::Challenge
            && told
                .iter()
                .any(|told| matches!(told.event, Event::Count(count) if short(count)))
    });
    let wins: Vec<String> = found.wins.values().iter().map(u64::to_string).collect();
    let found = [
        found.decisions.to_string(),
        found.terminals.to_string(),
        found.tally.to_string(),
        wins.join(" / "),
    ];
    (found[..] != cells[2..6]).then(|| format!("{row}\n    found {}", found.join(" | ")))
}
