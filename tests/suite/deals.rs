//! Games between bots of the roster, for the tests that play them.

use dudo_bots::{Built, Local, find, liars_dice};
use dudo_engine::liars_dice::LiarsDice;
use dudo_engine::{Bot, BySeat, Chance, Dice, Outcome, Place, Say, Seat, Session, Sitting};

/// A bot of the roster with its arguments.
pub(crate) fn bot(text: &str) -> Built<LiarsDice> {
    find(liars_dice::ROSTER, text).unwrap_or_else(|error| panic!("{error}"))
}

/// An instance of a bot for one game.
pub(crate) fn instance(
    bot: &Built<LiarsDice>,
    rules: &LiarsDice,
    seat: Seat,
    seats: usize,
) -> Box<dyn Bot<LiarsDice>> {
    let games = 1;
    (bot.factory)(rules, &Session { seat, seats, games })
}

/// Plays a deal with what `seated` puts in each seat.
pub(crate) fn play_deal(
    rules: &LiarsDice,
    chance: &Chance,
    deal: u64,
    seats: usize,
    mut seated: impl FnMut(Seat) -> Box<dyn Bot<LiarsDice>>,
) -> Outcome {
    let sitting = Sitting { seats, game: 0 };
    let mut players: Vec<Local<LiarsDice>> = (0..seats)
        .map(|seat| Local::new(seated(Seat::new(seat))))
        .collect();
    dudo_engine::play_deal(
        rules,
        chance,
        &sitting,
        deal,
        players.iter_mut().map(Local::seated),
        &mut Dice::default(),
        &mut Say::new(),
    )
}

/// Each seat's share of a game: the first place, split among those who share it.
pub(crate) fn shares(places: &BySeat<Place>) -> BySeat<f64> {
    let firsts = places.values().iter().filter(|place| place.0 == 1).count();
    places.map(|_, place| f64::from(u8::from(place.0 == 1)) / firsts as f64)
}
