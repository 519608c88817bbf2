//! A game with a person in it, played as often as actions are taken back.

use super::Ended;
use super::console::Console;
use super::player::{Break, Person};
use super::scene::{Names, Scene};
use crate::entrant::Chair;
use dudo_engine::{self as engine, Chance, Dice, Player, Say, Seat, Sitting};

/// Where a person sits, and over which dice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hosting<'a> {
    pub(crate) seat: Seat,
    pub(crate) names: &'a Names,
    pub(crate) deal: u64,
}

/// Plays a game. `sit` gives a chair that is not the person's to a fresh bot,
/// so that a repetition goes as the game went before.
pub(crate) fn host<G: Scene>(
    game: &G,
    chance: &Chance,
    hosting: &Hosting<'_>,
    seats: usize,
    sit: &dyn Fn(&mut Chair<G>, Seat),
    console: &mut dyn Console,
) -> Ended {
    let sitting = Sitting { seats, game: 0 };
    let mut person = Person::new(console, hosting.names, game);
    let mut chairs: Vec<Chair<G>> = (0..seats).map(|_| Chair::default()).collect();
    loop {
        let mut seated: Vec<&mut dyn Player<G>> = Vec::new();
        for (index, chair) in chairs.iter_mut().enumerate() {
            if index != hosting.seat.index() {
                sit(chair, Seat::new(index));
                seated.push(chair.seated());
            }
        }
        seated.insert(hosting.seat.index(), &mut person);
        let (mut dice, mut say) = (Dice::default(), Say::new());
        let deal = hosting.deal;
        let outcome = engine::play_deal(game, chance, &sitting, deal, seated, &mut dice, &mut say);
        match person.broken() {
            None => return Ended::Played(outcome),
            Some(Break::Left) => return Ended::Left,
            Some(Break::Undo) => person.rewind(),
        }
    }
}
