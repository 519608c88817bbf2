//! Trees of Liar's Boggle (`tests/perft/liars_boggle.py`).

use crate::perft::rows_agree;
use dudo_engine::knobs::{self, Knobs};
use dudo_engine::liars_boggle::{Event, LiarsBoggle, Rules};
use dudo_engine::perft;
use dudo_words::{Library, equip};

#[test]
fn trees_are_counted_alike() {
    // A row has its word list in the second cell.
    rows_agree(include_str!("../perft/liars-boggle.txt"), 32, 3, |cells| {
        let mut library = Library::new();
        let list = library.add(&cells[1].replace(' ', "\n"));
        let mut rules: Rules = cells[0]
            .parse()
            .unwrap_or_else(|error| panic!("{cells:?}: {error}"));
        knobs::set(&mut rules, "dictionary", &list.knob).expect("the name of a list");
        rules.agree().expect("rules that agree");
        let game: LiarsBoggle = equip(&library, rules).expect("the list is at hand");
        perft(
            &game,
            cells[2].parse().expect("a number of seats"),
            |public, _, told| {
                let bidder = public.standing.map(|standing| standing.bidder);
                told.iter()
                    .any(|told| told.event == Event::Lose && Some(told.seat) == bidder)
            },
        )
    });
}
