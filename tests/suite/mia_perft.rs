//! Mia's trees (`tests/perft/mia.py`).

use crate::perft::rows_agree;
use dudo_engine::mia::{Action, Event, Mia, Rules};
use dudo_engine::perft;

#[test]
fn rows() {
    rows_agree(include_str!("../perft/mia.txt"), 30, 2, |cells| {
        let rules: Rules = cells[0]
            .parse()
            .unwrap_or_else(|error| panic!("{cells:?}: {error}"));
        let order = rules.order;
        let game = Mia::new(rules).expect("rules that agree");
        perft(
            &game,
            cells[1].parse().expect("a number of seats"),
            |public, action, told| {
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
            },
        )
    });
}
