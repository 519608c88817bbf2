//! What the README says is true.

mod mine;
mod transcripts;

use crate::deals::{play_deal, shares};
use dudo_bots::{Built, Entry};
use dudo_engine::liars_dice::{LiarsDice, Rules};
use dudo_engine::{Chance, Key, Seat, Session};

/// The bot is compiled here word for word, from a file of its own.
#[test]
fn the_bot_is_the_one_that_is_tested() {
    let readme = include_str!("../../README.md");
    assert!(
        readme.contains(include_str!("readme/mine.rs")),
        "the README shows another bot"
    );
}

#[test]
fn the_bot_plays_every_preset_and_beats_random() {
    let roster: &[Entry<LiarsDice>] = &[mine::ENTRY];
    let mine: Built<LiarsDice> = dudo_bots::find(roster, "mine").unwrap();
    let random = crate::deals::bot("random");
    for preset in ["classic", "wild", "perudo", "dudo", "openspiel", "joker"] {
        let rules: Rules = format!("liars-dice(preset={preset})").parse().unwrap();
        let game = LiarsDice::new(rules).unwrap();
        let chance = Chance::new(&Key::new([9; 32]), &game.to_string(), 2);
        let mut share = 0.0;
        for deal in 0..200 {
            for seat in [0, 1] {
                let outcome = play_deal(&game, &chance, deal, 2, |at| {
                    let bot = if at.index() == seat { &mine } else { &random };
                    (bot.factory)(
                        &game,
                        &Session {
                            seat: at,
                            seats: 2,
                            games: 1,
                        },
                    )
                });
                assert!(outcome.faults.is_empty(), "{preset}: {:?}", outcome.faults);
                share += shares(&outcome.places)[Seat::new(seat)];
            }
        }
        // Of 400 games; the standard error of one half is 10.
        assert!(share > 240.0, "{preset}: {share} of 400");
    }
}
