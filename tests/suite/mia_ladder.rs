//! Whether each level of the Mia bots beats the one below it.

use dudo_bots::{Built, Local, find, mia};
use dudo_engine::mia::Mia;
use dudo_engine::{BySeat, Chance, Key, Place, Player, Say, Seat, Session, Sitting, play};

/// A mean over deals, and its standard error.
struct Share {
    mean: f64,
    error: f64,
}

/// A table of bots that plays deal after deal.
struct Arena<'a> {
    game: Mia,
    bots: Vec<&'a Built<Mia>>,
    session: u64,
}

/// A seat's share of a game: 1 for the winner, split when the first place is.
fn shares(places: &BySeat<Place>) -> BySeat<f64> {
    let firsts = places.values().iter().filter(|place| place.0 == 1).count();
    places.map(|_, place| f64::from(u8::from(place.0 == 1)) / firsts as f64)
}

impl Arena<'_> {
    /// Plays a session of deals in one seating: who sits where is turned by
    /// `turn`. Adds each bot's shares to `sums`.
    fn session(&self, chance: &Chance, first: u64, turn: usize, sums: &mut [f64]) {
        let seats = self.bots.len();
        let mut players: Vec<Local<Mia>> = (0..seats)
            .map(|seat| {
                let session = Session {
                    seat: Seat::new(seat),
                    seats,
                    games: self.session,
                };
                let bot = self.bots[(seat + turn) % seats];
                Local::new((bot.factory)(&self.game, &session))
            })
            .collect();
        for number in 0..self.session {
            let sitting = Sitting {
                seats,
                game: number,
            };
            let deal = first + number;
            for (seat, player) in players.iter_mut().enumerate() {
                player.begin(&sitting, chance.bot(Seat::new(seat), deal));
            }
            let mut seated: Vec<&mut dyn Player<Mia>> =
                players.iter_mut().map(|player| player as _).collect();
            let outcome = play(
                &self.game,
                &sitting,
                &mut seated,
                &mut chance.dice(deal),
                &mut Say::new(),
            );
            assert!(
                outcome.faults.is_empty(),
                "{}: {:?}",
                self.game,
                outcome.faults
            );
            for (seat, share) in shares(&outcome.places).iter() {
                sums[(seat.index() + turn) % seats] += share;
            }
        }
    }

    /// Each bot's share over `sessions` sessions in all rotations, with the
    /// session as the independent unit.
    fn play(&self, sessions: u64) -> Vec<Share> {
        let seats = self.bots.len();
        let chance = Chance::new(&Key::new([23; 32]), &self.game.to_string(), seats);
        let (mut sums, mut squares) = (vec![0.0; seats], vec![0.0; seats]);
        for session in 0..sessions {
            let mut won = vec![0.0; seats];
            for turn in 0..seats {
                self.session(&chance, session * self.session, turn, &mut won);
            }
            for (bot, won) in won.iter().enumerate() {
                let mean = won / (seats as u64 * self.session) as f64;
                sums[bot] += mean;
                squares[bot] += mean * mean;
            }
        }
        let n = sessions as f64;
        let both = sums.iter().zip(&squares);
        both.map(|(sum, square)| {
            let mean = sum / n;
            let error = ((square / n - mean * mean).max(0.0) / n).sqrt();
            Share { mean, error }
        })
        .collect()
    }
}

fn bot(name: &str) -> Built<Mia> {
    find(mia::ROSTER, name).expect(name)
}

fn table<'a>(rules: &str, bots: &[&'a Built<Mia>], session: u64) -> Arena<'a> {
    Arena {
        game: Mia::new(rules.parse().expect(rules)).expect(rules),
        bots: bots.to_vec(),
        session,
    }
}

#[test]
fn matrix() {
    let all: Vec<Built<Mia>> = mia::ROSTER.iter().map(|entry| bot(entry.name)).collect();
    for (rules, session) in [("mia", 1), ("mia", 20)] {
        eprintln!("{rules}, sessions of {session}");
        for row in &all {
            let mut line = format!("| {} |", row.canonical);
            for column in &all {
                let share = &table(rules, &[row, column], session).play(20_000 / session)[0];
                line += &format!(" {:.3} |", share.mean);
            }
            eprintln!("{line}");
        }
    }
}
