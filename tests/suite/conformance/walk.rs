//! A game moved by hand, by a player that does anything.

use super::draw::Drawn;
use super::subject::Subject;
use dudo_engine::{BotRng, Chance, Dice, Happening, Key, Place, Say, Seat, Sitting, State, Turn};
use std::collections::BTreeMap;

/// The root of all chance in these tests.
fn root() -> Key {
    Key::new([11; 32])
}

/// A source of choices with a seed and a purpose.
pub(super) fn seeded(seed: u64, purpose: u64) -> BotRng {
    BotRng::of(root().child(seed).child(purpose))
}

pub(super) struct Walk<'a, G: Subject> {
    game: &'a G,
    seats: usize,
    pub(super) state: State<G>,
    pub(super) dice: Dice,
    pub(super) say: Say<G>,
    pub(super) rng: BotRng,
    pub(super) steps: u64,
}

impl<'a, G: Subject> Walk<'a, G> {
    /// A game with the dice of the drawn seed.
    pub(super) fn start(game: &'a G, drawn: &Drawn) -> Self {
        Self::with(game, drawn, dice(game, drawn))
    }

    /// A game with these dice.
    pub(super) fn with(game: &'a G, drawn: &Drawn, mut dice: Dice) -> Self {
        let sitting = Sitting {
            seats: drawn.seats,
            game: 0,
        };
        let mut say = Say::new();
        say.keep_record(true);
        Self {
            state: game.deal(&sitting, &mut dice, &mut say),
            seats: drawn.seats,
            rng: seeded(drawn.seed, 0),
            steps: 0,
            game,
            dice,
            say,
        }
    }

    /// Who is asked; nobody when the game is over.
    pub(super) fn turn(&self) -> Option<Seat> {
        match self.game.turn(self.state.public()) {
            Turn::Act(seat) => Some(seat),
            Turn::Over(_) => None,
        }
    }

    pub(super) fn places(&self) -> Vec<Place> {
        match self.game.turn(self.state.public()) {
            Turn::Act(seat) => panic!("not over: {seat} is asked"),
            Turn::Over(places) => places.values().to_vec(),
        }
    }

    pub(super) fn legal(&self) -> Vec<G::Action> {
        let mut legal = Vec::new();
        if let Some(seat) = self.turn() {
            self.game
                .legal(self.state.view(self.game, seat), &mut legal);
        }
        legal
    }

    pub(super) fn act(&mut self, action: &G::Action) {
        let done = self
            .state
            .act(self.game, action, &mut self.dice, &mut self.say);
        if let Err(refusal) = done {
            panic!("{action} is refused: {}", refusal.0);
        }
        self.steps += 1;
    }

    /// The state that an action would lead to.
    pub(super) fn after(&self, action: &G::Action) -> State<G> {
        let mut state = self.state.clone();
        // What is rolled next is another matter.
        let mut dice = Dice::loaded(Vec::new());
        let done = state.act(self.game, action, &mut dice, &mut Say::new());
        done.unwrap_or_else(|refusal| panic!("{action} is refused: {}", refusal.0));
        state
    }

    /// An index below `legal`: the first, the last, or any.
    pub(super) fn choose(&mut self, legal: usize) -> usize {
        match self.rng.below(4) {
            0 => 0,
            1 => legal - 1,
            _ => self.rng.below(legal as u32) as usize,
        }
    }

    pub(super) fn step(&mut self) {
        let legal = self.legal();
        let choice = self.choose(legal.len());
        self.act(&legal[choice]);
        let bound = self.game.longest(self.seats);
        assert!(self.steps <= bound, "more than {bound} decisions");
    }

    pub(super) fn finish(&mut self) {
        while self.turn().is_some() {
            self.step();
        }
    }

    /// The facts told from this number on.
    pub(super) fn told(&self, from: usize) -> Vec<(Seat, G::Event)> {
        let told = self.say.told()[from..].iter();
        told.map(|told| (told.seat, told.event.clone())).collect()
    }

    /// The record so far, as it would be printed.
    pub(super) fn record(&self) -> Vec<String> {
        let lines = self.say.record().iter();
        lines
            .map(|line| format!("{} {} {}", line.round, line.seat, line.what))
            .collect()
    }

    /// What was rolled, by round and seat.
    pub(super) fn rolls(&self) -> BTreeMap<(u32, Seat), Vec<u8>> {
        let rolls = self
            .say
            .record()
            .iter()
            .filter_map(|line| match &line.what {
                Happening::Event(event) => Some(((line.round, line.seat), G::rolled(event)?)),
                _ => None,
            });
        rolls.collect()
    }
}

/// The dice of the drawn seed.
fn dice<G: Subject>(game: &G, drawn: &Drawn) -> Dice {
    chance(game, drawn).dice(0)
}

/// The chance of the drawn seed. Leaked, so that dice may borrow from it: a
/// few hundred bytes a game, for the length of a test.
pub(super) fn chance<G: Subject>(game: &G, drawn: &Drawn) -> &'static Chance {
    let key = root().child(drawn.seed);
    Box::leak(Box::new(Chance::new(&key, &game.to_string(), drawn.seats)))
}
