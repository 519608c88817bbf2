//! Mia's trees counted by the engine against an enumerator that shares no code
//! with it (`tests/perft/mia.py`), row by row.

use dudo_engine::mia::{Action, Event, Mia, Rules};
use dudo_engine::perft;

const TABLE: &str = include_str!("../perft/mia.txt");

#[test]
fn rows() {
    let mut wrong = Vec::new();
    let mut rows = 0;
    for line in TABLE
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let rules: Rules = cells[0]
            .parse()
            .unwrap_or_else(|error| panic!("{line}: {error}"));
        let order = rules.order;
        let game = Mia::new(rules).expect("rules that agree");
        let seats = cells[1].parse().expect("a number of seats");
        let found = perft(&game, seats, |public, action, told| {
            // What was announced last: by this action, where the rules lift
            // the cup at once, or before it.
            let claim = match *action {
                Action::Announce(value) | Action::Pass(value) => Some(value),
                _ => public.standing.map(|standing| standing.value),
            };
            told.iter().any(|told| match (told.event, claim) {
                (Event::Reveal(rolled), Some(claim)) => order.rank(rolled) < order.rank(claim),
                _ => false,
            })
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
        "{} of {rows} differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(rows >= 30, "only {rows} rows were counted");
}
