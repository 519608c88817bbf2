//! What a bot in a shared library costs: whole games of `odds` against itself, once
//! built in and once with both seats in a library. Views, news and actions are
//! written and read; the promise is at most three times the built-in cost.
//!
//! Processor time of this thread, batch by batch in turn, and of each the
//! median: other work on the machine disturbs both alike, and little.
//!
//! `cargo bench --bench native`

#![expect(clippy::print_stdout, reason = "a bench prints what it found")]

#[path = "../suite/native/build.rs"]
#[expect(dead_code, reason = "only the libraries of this package are used here")]
mod build;

use dudo_bots::{Local, Rostered, find};
use dudo_engine::liars_boggle::LiarsBoggle;
use dudo_engine::liars_dice::LiarsDice;
use dudo_engine::mia::Mia;
use dudo_engine::poker_liar::PokerLiar;
use dudo_engine::{Chance, Dice, Imaged, Key, Player, Say, Seat, Session, Sitting, play_deal};
use dudo_plugin::native::Library;
use dudo_plugin::{Foreign, Remote, Venue};
use dudo_words::equip;
use rustix::time::{ClockId, clock_gettime};

const SEATS: usize = 2;
const SESSION: u64 = 1_000_000;
const BATCHES: usize = 31;

/// Processor time of this thread, in nanoseconds.
fn now() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// Plays `games` deals and returns nanoseconds and decisions of a game.
fn batch<G: Imaged, P: Player<G>>(game: &G, players: &mut [P; SEATS], games: u64) -> (f64, f64) {
    let chance = Chance::new(&Key::new([7; 32]), &game.to_string(), SEATS);
    let (mut dice, mut say) = (Dice::default(), Say::new());
    let mut decisions = 0;
    let start = now();
    for deal in 0..games {
        let sitting = Sitting {
            seats: SEATS,
            game: deal,
        };
        let players = players
            .iter_mut()
            .map(|player| player as &mut dyn Player<G>);
        let outcome = play_deal(game, &chance, &sitting, deal, players, &mut dice, &mut say);
        assert!(outcome.faults.is_empty(), "{:?}", outcome.faults);
        decisions += outcome.actions;
    }
    let games = games as f64;
    ((now() - start) / games, f64::from(decisions) / games)
}

fn both<G: Imaged + Rostered>(library: &Library, games: u64) {
    let rules = equip(&dudo_words::Library::new(), G::Rules::default());
    let game: G = rules.expect("the default rules");
    let odds = find(G::ROSTER, "odds");
    let odds = odds.unwrap_or_else(|_| panic!("every game has odds"));
    let sessions = [0, 1].map(|index| Session {
        seat: Seat::new(index),
        seats: SEATS,
        games: SESSION,
    });
    let mut built_in = sessions.map(|session| Local::new((odds.factory)(&game, &session)));
    let mut native = sessions
        .map(|session| Remote::new(library.seat(&Venue::of(&game, &game.to_string(), &session))));
    let mut times = [Vec::new(), Vec::new()];
    let mut decisions = 0.0;
    for _ in 0..BATCHES {
        let (time, count) = batch(&game, &mut built_in, games);
        times[0].push(time);
        times[1].push(batch(&game, &mut native, games).0);
        decisions = count;
    }
    let [built_in, native] = times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[BATCHES / 2]
    });
    println!(
        "{:13} {:9.2} us built in, {:9.2} us native: x{:.2}; {:5.0} ns more a decision",
        G::SCHEMA.game,
        built_in / 1e3,
        native / 1e3,
        native / built_in,
        (native - built_in) / decisions,
    );
}

fn main() {
    let library = Library::open(&build::example("odds_library"), None);
    let library = library.unwrap_or_else(|error| panic!("{error}"));
    both::<LiarsDice>(&library, 2000);
    both::<Mia>(&library, 5000);
    both::<PokerLiar>(&library, 2000);
    both::<LiarsBoggle>(&library, 2);
}
