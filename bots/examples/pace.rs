//! Nanoseconds per decision of each bot, heads-up with five dice and at a
//! table of eight with twenty dice of twenty faces each: half of the decisions
//! take no longer, and nine of ten. (A mean would measure the machine's other
//! work as well.)
//!
//! ```text
//! cargo run --release -p dudo-bots --example pace
//! ```
#![expect(clippy::print_stdout, reason = "its output is its purpose")]
#![expect(clippy::disallowed_methods, reason = "it measures time")]

use dudo_bots::{Local, find, liars_dice};
use dudo_engine::liars_dice::{Action, LiarsDice};
use dudo_engine::{
    BotKey, BySeat, Chance, Dice, Failed, Fault, Key, Place, Player, Say, Seat, Session, Sitting,
    Told, View, play_deal,
};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// What each decision took.
type Times = Arc<Mutex<Vec<u64>>>;

/// A player whose decisions are timed.
struct Timed(Local<LiarsDice>, Times);

impl Player<LiarsDice> for Timed {
    fn begin(&mut self, sitting: &Sitting, key: BotKey) {
        self.0.begin(sitting, key);
    }

    fn decide(
        &mut self,
        view: View<'_, LiarsDice>,
        news: &[Told<LiarsDice>],
    ) -> Result<Action, Failed> {
        let start = Instant::now();
        let action = self.0.decide(view, news);
        let spent = start.elapsed().as_nanos() as u64;
        self.1
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(spent);
        action
    }

    fn fault(&mut self) -> Fault {
        self.0.fault()
    }

    fn notice(&mut self, news: &[Told<LiarsDice>]) {
        self.0.notice(news);
    }

    fn end(&mut self, places: &BySeat<Place>) -> Result<(), Failed> {
        self.0.end(places)
    }
}

fn main() {
    let tables = [
        ("liars-dice", 2, 400),
        ("liars-dice(preset=wild)", 2, 400),
        ("liars-dice(preset=wild)", 4, 200),
        ("liars-dice(dice=20,faces=20,ones-wild=on)", 8, 1),
    ];
    println!("| rules | seats | bot | half (ns) | nine of ten (ns) |\n|---|---|---|---|---|");
    for (text, seats, deals) in tables {
        let rules = LiarsDice::new(text.parse().expect("rules")).expect("rules that agree");
        let chance = Chance::new(&Key::new([2; 32]), text, seats);
        for entry in liars_dice::ROSTER {
            let bot = find(liars_dice::ROSTER, entry.name).expect("a bot of the roster");
            let times = Times::default();
            let mut dice = Dice::default();
            for deal in 0..deals {
                let sitting = Sitting { seats, game: 0 };
                let mut players: Vec<Timed> = (0..seats)
                    .map(|seat| {
                        let session = Session {
                            seat: Seat::new(seat),
                            seats,
                            games: 1,
                        };
                        Timed(Local::new((bot.factory)(&rules, &session)), times.clone())
                    })
                    .collect();
                play_deal(
                    &rules,
                    &chance,
                    &sitting,
                    deal,
                    players.iter_mut().map(|player| player as _),
                    &mut dice,
                    &mut Say::new(),
                );
            }
            let mut times = times.lock().unwrap_or_else(PoisonError::into_inner);
            times.sort_unstable();
            let upto = |tenths: usize| times[times.len() * tenths / 10];
            let (half, most) = (upto(5), upto(9));
            println!("| {text} | {seats} | {} | {half} | {most} |", entry.name);
        }
    }
}
