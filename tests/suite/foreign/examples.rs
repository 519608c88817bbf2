//! The example bots that people start from.

use super::table::{Guest, faults, folder, play, snake, terms};
use dudo_bots::Rostered;
use dudo_engine::knobs::{self, Knobs};
use dudo_engine::liars_boggle::LiarsBoggle;
use dudo_engine::liars_dice::LiarsDice;
use dudo_engine::mia::Mia;
use dudo_engine::poker_liar::PokerLiar;
use dudo_engine::{Game, Imaged};
use dudo_words::{Library, equip};

/// A game with its default rules, or a preset's.
pub(super) fn game<G: Game>(settings: &[(&str, &str)]) -> G {
    let rules: G::Rules = knobs::build(settings.iter().copied()).unwrap();
    equip(&Library::new(), rules).unwrap()
}

/// It fails nowhere, and it wins most of its games against `random`.
fn stands<G: Imaged + Rostered>(script: &str, settings: &[&[(&str, &str)]]) {
    let mut terms = terms();
    terms.base = folder("bots/sdk/examples/python");
    let snake = snake(script, &terms, G::Rules::GAME);
    assert!(!snake.hello().name.is_empty());
    for settings in settings {
        let game = game::<G>(settings);
        let guests = [Guest::Remote(&*snake), Guest::Local("random")];
        let outcomes = play(&game, &guests, 2, 20);
        assert_eq!(faults(&outcomes), [], "{game}");
        let won = outcomes
            .iter()
            .filter(|outcome| outcome.places.values()[0].0 == 1)
            .count();
        assert!(won >= 25, "{script}: {won} of 40 games of {game}");
        // More seats, and a stronger table.
        let guests = [
            Guest::Local("odds"),
            Guest::Remote(&*snake),
            Guest::Local("caller"),
        ];
        let guests = if G::Rules::GAME == "mia" {
            &guests[..2]
        } else {
            &guests[..]
        };
        assert_eq!(faults(&play(&game, guests, 1, 3)), [], "{game}");
    }
}

#[test]
fn liars_dice() {
    let rules: [&[(&str, &str)]; 3] = [&[], &[("preset", "perudo")], &[("preset", "openspiel")]];
    stands::<LiarsDice>("liars_dice.py", &rules);
}

#[test]
fn mia() {
    stands::<Mia>("mia.py", &[&[]]);
}

#[test]
fn poker_liar() {
    stands::<PokerLiar>("poker_liar.py", &[&[]]);
}

#[test]
fn liars_boggle() {
    stands::<LiarsBoggle>("liars_boggle.py", &[&[]]);
}
