//! A strategy plays the same games built in and from a library.

use super::build::{example, folder};
use super::table::{Who, game, open, play};
use dudo_bots::Rostered;
use dudo_engine::Imaged;
use dudo_engine::liars_boggle::LiarsBoggle;
use dudo_engine::liars_dice::LiarsDice;
use dudo_engine::mia::Mia;
use dudo_engine::poker_liar::PokerLiar;
use dudo_plugin::Foreign;

/// Plays `odds` against others, once built in and once from its library.
fn same<G: Imaged + Rostered>(rules: &str, others: &[&str], games: u64) {
    let library = open(&example("odds_library"));
    let game: G = game(rules);
    let at = |odds| {
        let others = others.iter().map(|name| Who::BuiltIn(name));
        let who: Vec<Who<'_>> = [odds].into_iter().chain(others).collect();
        play(&game, &who, games, games)
    };
    let built_in = at(Who::BuiltIn("odds"));
    let native = at(Who::Native(&library));
    assert!(
        built_in
            .iter()
            .all(|played| played.outcome.faults.is_empty())
    );
    for (number, (built_in, native)) in built_in.iter().zip(&native).enumerate() {
        assert_eq!(native, built_in, "game {number} of {game}");
    }
}

#[test]
fn odds_plays_liars_dice_the_same() {
    same::<LiarsDice>("liars-dice", &["odds"], 40);
    same::<LiarsDice>("liars-dice(first=throw)", &["reader", "random"], 20);
    let perudo = "liars-dice(ones-wild=on,ones-bids=perudo,palifico=on,spot-on=on)";
    same::<LiarsDice>(perudo, &["random", "honest", "odds"], 20);
}

#[test]
fn odds_plays_mia_the_same() {
    same::<Mia>("mia", &["odds"], 100);
    same::<Mia>("mia(pass-unseen=on)", &["random", "honest", "timid"], 40);
}

#[test]
fn odds_plays_poker_dice_liar_the_same() {
    same::<PokerLiar>("poker-liar", &["odds"], 40);
    let ordinary = "poker-liar(dice=ordinary,top-claim=reroll-all)";
    same::<PokerLiar>(ordinary, &["random", "honest"], 40);
}

#[test]
fn odds_plays_liars_boggle_the_same() {
    same::<LiarsBoggle>("liars-boggle", &["caller"], 3);
    same::<LiarsBoggle>(
        "liars-boggle(dice-identity=private,vote=players)",
        &["random", "caller"],
        2,
    );
}

/// A copy of a library under another name is another library with variables of its
/// own, which dice on the same keys do not notice.
#[test]
fn two_libraries_of_one_content_play_side_by_side() {
    let folder = folder();
    let first = example("odds_library");
    let copy = folder.path().join("copy.so");
    std::fs::copy(&first, &copy).expect("a copy");
    let (first, second) = (open(&first), open(&copy));
    assert_eq!(first.content(), second.content());
    let game: LiarsDice = game("liars-dice");
    let once = play(&game, &[Who::Native(&first), Who::Native(&second)], 20, 20);
    let twice = play(&game, &[Who::Native(&first), Who::Native(&first)], 20, 20);
    assert_eq!(once, twice);
}
