//! Trees counted by the engine against enumerators that share no code with it
//! (`tests/perft/*.py`), row by row. Each game says how a row becomes a tree.

use dudo_engine::liars_dice::{Action, Event, LiarsDice, Rules};
use dudo_engine::{Perft, perft};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread::{available_parallelism, scope};

/// Counts every row of a table that is not marked `slow`. A row is cells
/// between bars: what describes the tree, then from cell `first` on decisions,
/// terminals, the tally and wins by seat, then where these come from.
pub(crate) fn rows_agree(
    table: &str,
    least: usize,
    first: usize,
    count: impl Fn(&[&str]) -> Perft + Sync,
) {
    let is_slow = |line: &str| {
        line.rsplit('|')
            .next()
            .is_some_and(|note| note.contains("slow"))
    };
    let rows: Vec<&str> = table
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#') && !is_slow(line))
        .collect();
    assert!(rows.len() >= least, "only {} rows are counted", rows.len());
    // Each thread takes the next row that nobody has taken.
    let next = AtomicUsize::new(0);
    let work = || {
        let mut wrong = Vec::new();
        while let Some(row) = rows.get(next.fetch_add(1, Relaxed)) {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let found = printed(&count(&cells));
            if found != cells[first..first + 4].join(" | ") {
                wrong.push(format!("{row}\n    found {found}"));
            }
        }
        wrong
    };
    let threads = available_parallelism().map_or(1, usize::from);
    let wrong: Vec<String> = scope(|scope| {
        let counting: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let counted = counting.into_iter().map(|thread| thread.join());
        counted
            .flat_map(|wrong| wrong.expect("a row can be counted"))
            .collect()
    });
    let (differ, all) = (wrong.len(), rows.len());
    assert!(
        wrong.is_empty(),
        "{differ} of {all} rows differ:\n{}",
        wrong.join("\n")
    );
}

fn printed(found: &Perft) -> String {
    let wins: Vec<String> = found.wins.values().iter().map(u64::to_string).collect();
    let Perft {
        decisions,
        terminals,
        tally,
        ..
    } = found;
    format!("{decisions} | {terminals} | {tally} | {}", wins.join(" / "))
}

#[test]
fn liars_dice() {
    rows_agree(include_str!("../perft/liars-dice.txt"), 300, 2, |cells| {
        let rules: Rules = cells[0]
            .parse()
            .unwrap_or_else(|error| panic!("{cells:?}: {error}"));
        let game = LiarsDice::new(rules).expect("rules that agree");
        perft(
            &game,
            cells[1].parse().expect("a number of seats"),
            |public, action, told| {
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
            },
        )
    });
}
