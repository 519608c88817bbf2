//! A table at which libraries sit.

use dudo_bots::{Local, Rostered, find};
use dudo_engine::{
    Chance, Dice, Imaged, Key, Outcome, Player, Say, Seat, Session, Sitting, play_deal,
};
use dudo_plugin::native::Library;
use dudo_plugin::{Foreign, Line, Remote, Venue};
use dudo_words::{Library as Words, equip};
use std::path::Path;
use std::sync::LazyLock;

/// The built-in word list, unpacked once.
static WORDS: LazyLock<Words> = LazyLock::new(Words::new);

/// A seat's player: in a library, or built in.
#[derive(Clone, Copy)]
pub(super) enum Who<'a> {
    Native(&'a Library),
    BuiltIn(&'a str),
}

/// A game as it went: its outcome, and its record line by line.
#[derive(Debug, PartialEq)]
pub(super) struct Played {
    pub(super) outcome: Outcome,
    pub(super) record: Vec<String>,
}

pub(super) fn open(path: &Path) -> Library {
    Library::open(path, None).unwrap_or_else(|error| panic!("{error}"))
}

pub(super) fn game<G: Imaged>(rules: &str) -> G {
    let rules = dudo_engine::knobs::parse(rules).expect("rules");
    equip(&WORDS, rules).expect("a game")
}

/// A line to an instance of a library.
pub(super) fn line<G: Imaged>(library: &Library, game: &G, session: &Session) -> Box<dyn Line> {
    library.seat(&Venue::of(game, &game.to_string(), session))
}

/// Plays the first games of a session of this length.
pub(super) fn play<G: Imaged + Rostered>(
    game: &G,
    who: &[Who<'_>],
    length: u64,
    games: u64,
) -> Vec<Played> {
    let seats = who.len();
    let chance = Chance::new(&Key::new([9; 32]), &game.to_string(), seats);
    let seated = who.iter().enumerate().map(|(index, who)| {
        let session = Session {
            seat: Seat::new(index),
            seats,
            games: length,
        };
        let player: Box<dyn Player<G>> = match who {
            Who::Native(library) => Box::new(Remote::new(line(library, game, &session))),
            Who::BuiltIn(name) => {
                let built = find(G::ROSTER, name);
                let built = built.unwrap_or_else(|_| panic!("{name} is built in"));
                Box::new(Local::new((built.factory)(game, &session)))
            }
        };
        player
    });
    let mut players: Vec<Box<dyn Player<G>>> = seated.collect();
    let (mut dice, mut say) = (Dice::default(), Say::new());
    say.keep_record(true);
    let played = (0..games).map(|number| {
        let sitting = Sitting {
            seats,
            game: number,
        };
        let players = players.iter_mut().map(at_the_table);
        let outcome = play_deal(
            game, &chance, &sitting, number, players, &mut dice, &mut say,
        );
        let record = say.record().iter();
        let record = record.map(|line| format!("{} {} {}", line.step, line.seat, line.what));
        Played {
            outcome,
            record: record.collect(),
        }
    });
    played.collect()
}

fn at_the_table<G: Imaged>(player: &mut Box<dyn Player<G>>) -> &mut dyn Player<G> {
    &mut **player
}
