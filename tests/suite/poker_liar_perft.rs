//! Trees of poker-dice Liar (`tests/perft/poker_liar.py`).

use crate::perft::rows_agree;
use dudo_engine::perft;
use dudo_engine::poker_liar::{Action, Event, PokerLiar, Rules};

#[test]
fn poker_liar() {
    rows_agree(include_str!("../perft/poker-liar.txt"), 25, 2, |cells| {
        let rules: Rules = cells[0]
            .parse()
            .unwrap_or_else(|error| panic!("{cells:?}: {error}"));
        assert_eq!(rules.to_string(), cells[0], "rows have canonical rules");
        let game = PokerLiar::new(rules).expect("rules that agree");
        perft(
            &game,
            cells[1].parse().expect("a number of seats"),
            |public, action, told| {
                // An upheld doubt: the dice shown are lower than the claim.
                *action == Action::Doubt
                    && told.iter().any(|told| match told.event {
                        Event::Reveal(hand) => {
                            game.ranking().rank(&hand)
                                < public.standing.map(|standing| standing.rank)
                        }
                        _ => false,
                    })
            },
        )
    });
}
