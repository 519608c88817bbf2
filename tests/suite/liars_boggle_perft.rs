//! Trees of Liar's Boggle counted by the engine against an enumerator that
//! shares no code with it (`tests/perft/liars_boggle.py`), row by row.

use dudo_engine::knobs::{self, Knobs};
use dudo_engine::liars_boggle::{Event, LiarsBoggle, Rules};
use dudo_engine::perft;
use dudo_words::{Library, equip};

const ROWS: &str = include_str!("../perft/liars-boggle.txt");

#[test]
fn trees_are_counted_alike() {
    let mut wrong = Vec::new();
    let mut rows = 0;
    for line in ROWS
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
    {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let mut library = Library::new();
        let list = library.add(&cells[1].replace(' ', "\n"));
        let mut rules: Rules = cells[0]
            .parse()
            .unwrap_or_else(|error| panic!("{line}: {error}"));
        knobs::set(&mut rules, "dictionary", &list.knob).expect("the name of a list");
        rules.agree().expect("rules that agree");
        let game: LiarsBoggle = equip(&library, rules).expect("the list is at hand");
        let seats = cells[2].parse().expect("a number of seats");
        let found = perft(&game, seats, |public, _, told| {
            let bidder = public.standing.map(|standing| standing.bidder);
            told.iter()
                .any(|told| told.event == Event::Lose && Some(told.seat) == bidder)
        });
        let wins: Vec<String> = found.wins.values().iter().map(u64::to_string).collect();
        let found = format!(
            "{} | {} | {} | {}",
            found.decisions,
            found.terminals,
            found.tally,
            wins.join(" / ")
        );
        if found != cells[3..7].join(" | ") {
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
    assert!(rows >= 32, "only {rows} rows were counted");
}
