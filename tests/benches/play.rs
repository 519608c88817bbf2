//! How much of a game's time is the arena's? Five dice, two seats, full
//! elimination, random play: a bare loop against `play`.
//!
//! `cargo bench --bench play`

use criterion::{Criterion, criterion_group, criterion_main};
use dudo_bots::{Local, find, liars_dice::ROSTER};
use dudo_engine::liars_dice::{LiarsDice, Rules};
use dudo_engine::{Chance, Dice, Key, Say, Seat, Session, Sitting, play_deal, scale};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use rustix::time::{ClockId, clock_gettime};
use std::hint::black_box;

/// The same game by hand: one sequential ChaCha8 buffer, no traits, no views,
/// no checks, no events, no allocation. Returns rounds and actions.
fn bare(rng: &mut ChaCha8Rng) -> (u32, u32) {
    const FACES: u32 = 6;
    let mut dice = [5u32; 2];
    let mut turn = 0;
    let (mut rounds, mut actions) = (0, 0);
    while dice[0] > 0 && dice[1] > 0 {
        rounds += 1;
        let mut counts = [0u32; FACES as usize];
        for held in dice {
            for _ in 0..held {
                counts[scale(rng.next_u32(), FACES) as usize] += 1;
            }
        }
        let bids = (dice[0] + dice[1]) * FACES;
        // The opener has no challenge; afterwards it is the last choice.
        let mut bid = scale(rng.next_u32(), bids);
        actions += 1;
        loop {
            turn ^= 1;
            actions += 1;
            let higher = bids - bid - 1;
            let choice = scale(rng.next_u32(), higher + 1);
            if choice == higher {
                let count = counts[(bid % FACES) as usize];
                let loser = if count < bid / FACES + 1 {
                    turn ^ 1
                } else {
                    turn
                };
                dice[loser] -= 1;
                turn = loser;
                break;
            }
            bid += 1 + choice;
        }
    }
    (rounds, actions)
}

/// Turns, and games of each in a turn.
const TURNS: u64 = 61;
const BATCH: u64 = 20_000;

/// Processor time that a batch of games takes, in nanoseconds.
fn timed<T>(mut game: impl FnMut(u64) -> T) -> f64 {
    let now = || {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
    };
    let start = now();
    for number in 0..BATCH {
        black_box(game(number));
    }
    now() - start
}

fn benches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random-v-random");

    let mut rng = ChaCha8Rng::from_seed([7; 32]);
    group.bench_function("bare", |bencher| bencher.iter(|| bare(black_box(&mut rng))));

    let game = LiarsDice::new(Rules::default()).expect("the base game agrees with itself");
    let bot = find(ROSTER, "random").expect("random is a bot");
    let chance = Chance::new(&Key::new([7; 32]), &game.to_string(), 2);
    let sitting = Sitting { seats: 2, game: 0 };
    let instance = |seat: usize| {
        (bot.factory)(
            &game,
            &Session {
                seat: Seat::new(seat),
                seats: 2,
                games: 1,
            },
        )
    };
    let mut seats = [Local::new(instance(0)), Local::new(instance(1))];
    let (mut dice, mut say) = (Dice::default(), Say::new());
    let mut arena = |deal: u64| {
        for (index, seat) in seats.iter_mut().enumerate() {
            seat.seat(instance(index));
        }
        play_deal(
            &game, &chance, &sitting, deal, &mut seats, &mut dice, &mut say,
        )
    };
    // Every game with dice of its own, and every deal in both seatings.
    for (name, seatings) in [("play-independent", 1), ("play-duplicate", 2)] {
        let mut game_number = 0;
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                game_number += 1;
                arena(game_number / seatings)
            });
        });
    }
    group.finish();

    // Where others use the machine, neither has the better minute: batches in turn.
    for (name, seatings) in [("dice of its own", 1), ("both seatings", 2)] {
        let mut ratios: Vec<f64> = (0..TURNS)
            .map(|turn| {
                let bare = timed(|_| bare(&mut rng));
                timed(|number| arena((turn * BATCH + number) / seatings)) / bare
            })
            .collect();
        ratios.sort_by(f64::total_cmp);
        let at = |share: u64| ratios[(share * (TURNS - 1) / 4) as usize];
        eprintln!(
            "play with {name}: {:.2} times the bare loop (half of {TURNS} turns {:.2} to {:.2})",
            at(2),
            at(1),
            at(3)
        );
    }

    // The two play the same game only if it is as long.
    let mut rng = ChaCha8Rng::from_seed([8; 32]);
    let games = 20_000;
    let total = (0..games)
        .map(|_| bare(&mut rng))
        .fold((0, 0), |sum, game| (sum.0 + game.0, sum.1 + game.1));
    eprintln!(
        "a bare game has {:.2} rounds and {:.2} actions",
        f64::from(total.0) / f64::from(games),
        f64::from(total.1) / f64::from(games)
    );
}

criterion_group!(all, benches);
criterion_main!(all);
