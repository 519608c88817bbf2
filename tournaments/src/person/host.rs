//! A game with a person in it, played as often as actions are taken back.

use super::Ended;
use super::console::Console;
use super::player::{Break, Person};
use super::scene::{Names, Scene};
use dudo_bots::Local;
use dudo_engine::{self as engine, Bot, Chance, Player, Say, Seat, Sitting};

/// Where a person sits, and over which dice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hosting<'a> {
    pub(crate) seat: Seat,
    pub(crate) names: &'a Names,
    pub(crate) deal: u64,
}

/// Plays a game. `bot` makes a fresh one for a seat that is not the person's,
/// so that a repetition goes as the game went before.
pub(crate) fn host<G: Scene>(
    game: &G,
    chance: &Chance,
    hosting: &Hosting<'_>,
    seats: usize,
    bot: &dyn Fn(Seat) -> Box<dyn Bot<G>>,
    console: &mut dyn Console,
) -> Ended {
    let sitting = Sitting { seats, game: 0 };
    let mut person = Person::new(console, hosting.names, game);
    loop {
        let (mut dice, key) = chance.deal(hosting.deal);
        let mut bots: Vec<Local<G>> = (0..seats).map(|_| Local::default()).collect();
        for (index, local) in bots.iter_mut().enumerate() {
            let seat = Seat::new(index);
            if seat != hosting.seat {
                local.seat_made(|| bot(seat));
                local.begin(&sitting, key(seat));
            }
        }
        person.begin(&sitting, key(hosting.seat));
        let mut seated: Vec<&mut dyn Player<G>> = Vec::new();
        for (index, local) in bots.iter_mut().enumerate() {
            if index != hosting.seat.index() {
                seated.push(local);
            }
        }
        seated.insert(hosting.seat.index(), &mut person);
        let mut say = Say::new();
        let outcome = engine::play(game, &sitting, &mut seated, &mut dice, &mut say);
        drop(seated);
        match person.broken() {
            None => return Ended::Played(outcome),
            Some(Break::Left) => return Ended::Left,
            Some(Break::Undo) => person.rewind(),
        }
    }
}
