//! Plays 5,000 games of two `random` bots and says how many decisions there
//! were: a piece of work whose instructions are counted (`tests/counts`).
//!
//! ```text
//! cargo run --release -p dudo-bots --example loop
//! ```
#![expect(clippy::print_stdout, reason = "its output is its purpose")]

use dudo_bots::{Local, find, liars_dice::ROSTER};
use dudo_engine::liars_dice::{LiarsDice, Rules};
use dudo_engine::{Chance, Dice, Key, Say, Seat, Session, Sitting, play_deal};

fn main() {
    let game = LiarsDice::new(Rules::default()).expect("the base game agrees with itself");
    let bot = find(ROSTER, "random").expect("random is a bot");
    let chance = Chance::new(&Key::new([7; 32]), &game.to_string(), 2);
    let sitting = Sitting { seats: 2, game: 0 };
    let mut players = [0, 1].map(|seat| {
        let session = Session {
            seat: Seat::new(seat),
            seats: 2,
            games: 5_000,
        };
        Local::new((bot.factory)(&game, &session))
    });
    let (mut dice, mut say) = (Dice::default(), Say::new());
    let decisions: u32 = (0..5_000)
        .map(|deal| {
            play_deal(
                &game,
                &chance,
                &sitting,
                deal,
                &mut players,
                &mut dice,
                &mut say,
            )
            .actions
        })
        .sum();
    println!("{decisions} decisions");
}
