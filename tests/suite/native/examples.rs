//! The examples for authors: they compile without a warning, play by the rules of every
//! preset, and beat players that know nothing.

use super::build::{c_tutorial, folder, tutorial};
use super::table::{Who, game, open, play};
use dudo_bots::Rostered;
use dudo_engine::knobs::Knobs;
use dudo_engine::liars_boggle::LiarsBoggle;
use dudo_engine::liars_dice::LiarsDice;
use dudo_engine::mia::Mia;
use dudo_engine::poker_liar::PokerLiar;
use dudo_engine::{FaultKind, Imaged, Seat};
use dudo_plugin::native::Library;

/// Plays a few games of every preset with two and three seats, without a fault.
fn plays_everything<G: Imaged + Rostered>(library: &Library, refused: &str, games: u64) {
    for preset in G::Rules::PRESETS {
        let rules = format!("{}({})", G::SCHEMA.game, preset.name);
        if preset.name == refused {
            continue;
        }
        let text = settings((preset.rules)());
        let game: G = game(&text);
        for others in 1..=2 {
            if game.fits(others + 1).is_err() {
                continue;
            }
            let others = (0..others).map(|_| Who::BuiltIn("random"));
            let who: Vec<Who<'_>> = [Who::Native(library)].into_iter().chain(others).collect();
            for played in play(&game, &who, games, games) {
                assert_eq!(played.outcome.faults, [], "{rules}");
            }
        }
    }
}

/// The canonical text of a preset.
fn settings<R: Knobs + std::fmt::Display>(rules: R) -> String {
    rules.to_string()
}

/// Wins of so many games against one other, in the first seat.
fn wins<G: Imaged + Rostered>(library: &Library, other: &str, games: u64) -> usize {
    let game: G = game(G::SCHEMA.game);
    let who = [Who::Native(library), Who::BuiltIn(other)];
    let played = play(&game, &who, games, games);
    let won = played.iter().filter(|played| {
        let faults = played.outcome.faults.iter();
        assert_eq!(
            faults
                .filter(|fault| fault.fault.kind != FaultKind::Illegal)
                .count(),
            0
        );
        played.outcome.places[Seat::new(0)].0 == 1
    });
    won.count()
}

/// Both languages, for one game: at least this share of `games` is won. Chance alone
/// gives half; of 200 games 124 or more are won with chance 0.0004 then.
fn beats<G: Imaged + Rostered>(name: &str, games: u64, won: usize) {
    let folder = folder();
    let c = open(&c_tutorial(name, folder.path()));
    let rust = open(&tutorial(name));
    for library in [&c, &rust] {
        plays_everything::<G>(library, "", games.min(10));
        let found = wins::<G>(library, "random", games);
        assert!(found >= won, "{found} of {games} by an example for {name}");
    }
}

#[test]
fn examples_for_liars_dice() {
    beats::<LiarsDice>("liars_dice", 200, 150);
}

#[test]
fn examples_for_mia() {
    beats::<Mia>("mia", 200, 124);
}

#[test]
fn examples_for_poker_dice_liar() {
    beats::<PokerLiar>("poker_liar", 200, 124);
}

#[test]
fn examples_for_liars_boggle() {
    beats::<LiarsBoggle>("liars_boggle", 4, 3);
}
