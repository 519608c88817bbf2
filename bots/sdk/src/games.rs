//! Games as their rules say, made once for all sessions.

use crate::instance::{Instance, Seated, Seating};
use crate::words::Lists;
use dudo_engine::knobs::{Knobs, parse};
use dudo_engine::{Bot, Imaged, MAX_SEATS, Seat, Session};
use std::sync::{Arc, Mutex, PoisonError};

/// Games that are kept for the next session with the same rules.
const KEPT: usize = 4;

/// The games of one kind that sessions were made for.
pub struct Games<G>(Mutex<Vec<(String, Arc<G>)>>);

impl<G: Imaged> Games<G> {
    /// None so far.
    pub const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// Whether this is the game that is played there.
    pub fn plays(&self, seating: &Seating<'_>) -> bool {
        seating.game == G::Rules::GAME
    }

    /// Seats a bot.
    ///
    /// # Errors
    /// The rules cannot be read, or nobody can sit there.
    pub fn seat(
        &self,
        seating: &Seating<'_>,
        make: impl FnOnce(&G, &Session) -> Box<dyn Bot<G>>,
    ) -> Result<Box<dyn Instance>, String> {
        let game = self.game(seating)?;
        let (seat, seats) = (seating.seat, seating.seats);
        if seat == 0 || seat > seats || seats > MAX_SEATS {
            return Err(format!("there is no seat {seat} at a table of {seats}"));
        }
        let session = Session {
            seat: Seat::new(seat - 1),
            seats,
            games: seating.games,
        };
        let bot = make(&game, &session);
        Ok(Box::new(Seated::new(game, seats, bot)))
    }

    fn game(&self, seating: &Seating<'_>) -> Result<Arc<G>, String> {
        let mut made = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, game)) = made.iter().find(|(rules, _)| rules == seating.rules) {
            return Ok(Arc::clone(game));
        }
        let mut rules: G::Rules = parse(seating.rules).map_err(|error| error.to_string())?;
        rules.supply(&Lists(seating.words))?;
        let game = Arc::new(G::with(rules)?);
        made.truncate(KEPT - 1);
        made.insert(0, (seating.rules.into(), Arc::clone(&game)));
        Ok(game)
    }
}

impl<G: Imaged> Default for Games<G> {
    fn default() -> Self {
        Self::new()
    }
}
