//! Trees counted by the engine against an enumerator that shares no code with
//! it (`tests/perft/enumerate.py`), row by row.

use dudo_engine::liars_dice::{Action, Event, LiarsDice, Rules};
use dudo_engine::perft;

const LIARS_DICE: &str = include_str!("../perft/liars-dice.txt");

#[test]
fn liars_dice() {
    let mut wrong = Vec::new();
    let mut rows = 0;
    for line in LIARS_DICE
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
    {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        if cells.last().is_some_and(|note| note.contains("slow")) {
            continue;
        }
        let rules: Rules = cells[0]
            .parse()
            .unwrap_or_else(|error| panic!("{line}: {error}"));
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
        let found = format!(
            "{} | {} | {} | {}",
            found.decisions,
            found.terminals,
            found.tally,
            wins.join(" / ")
        );
        if found != cells[2..6].join(" | ") {
            wrong.push(format!("{line}\n    found {found}"));
        }
        rows += 1;
    }
    assert!(
        wrong.is_empty(),
        "{} of {rows} rows differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(rows >= 29, "only {rows} rows were counted");
}
