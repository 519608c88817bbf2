//! Trees counted by the engine against an enumerator that shares no code with
//! it (`tests/perft/poker_liar.py`), row by row.

use dudo_engine::perft;
use dudo_engine::poker_liar::{Action, Event, PokerLiar, Rules};

const TABLE: &str = include_str!("../perft/poker-liar.txt");

#[test]
fn poker_liar() {
    let mut wrong = Vec::new();
    let mut rows = 0;
    for line in TABLE.lines().map(str::trim) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let rules: Rules = cells[0]
            .parse()
            .unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(rules.to_string(), cells[0], "rows have canonical rules");
        let game = PokerLiar::new(rules).expect("rules that agree");
        let seats = cells[1].parse().expect("a number of seats");
        let found = perft(&game, seats, |public, action, told| {
            // An upheld doubt: the dice shown are lower than the claim.
            *action == Action::Doubt
                && told.iter().any(|told| match told.event {
                    Event::Reveal(hand) => {
                        game.ranking().rank(&hand) < public.standing.map(|standing| standing.rank)
                    }
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
        "{} of {rows} rows differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(rows >= 25, "only {rows} rows were counted");
}
