//! Plays every pair of the ladder, and tables of four, and prints the shares
//! of wins as markdown.
//!
//! ```text
//! cargo run --release -p dudo-bots --example matrix [DEALS [BOT...]]
//! ```
#![expect(clippy::print_stdout, reason = "its output is its purpose")]

use dudo_bots::{Built, Local, find, liars_dice};
use dudo_engine::knobs::preset;
use dudo_engine::liars_dice::{LiarsDice, Rules};
use dudo_engine::{BySeat, Chance, Key, Place, Player, Players, Say, Seat, Session, Sitting, play};

/// A seat's share of a game: 1 for the winner, split when the first place is.
fn shares(places: &BySeat<Place>) -> BySeat<f64> {
    let firsts = places.values().iter().filter(|place| place.0 == 1).count();
    places.map(|_, place| f64::from(u8::from(place.0 == 1)) / firsts as f64)
}

/// Plays one deal with these bots in turn order.
fn game(rules: &LiarsDice, chance: &Chance, deal: u64, bots: &[&Built<LiarsDice>]) -> BySeat<f64> {
    let seats = bots.len();
    let sitting = Sitting { seats, game: 0 };
    let mut players: Players<LiarsDice> = BySeat::from_fn(seats, |seat| {
        let session = Session {
            seat,
            seats,
            games: 1,
        };
        let mut player = Local::new((bots[seat.index()].factory)(rules, &session));
        player.begin(&sitting, chance.bot(seat), deal);
        Box::new(player) as Box<dyn Player<LiarsDice>>
    });
    let outcome = play(
        rules,
        &sitting,
        &mut players,
        &mut chance.dice(deal),
        &mut Say::new(),
    );
    assert!(outcome.faults.is_empty(), "{:?}", outcome.faults);
    shares(&outcome.places)
}

/// Heads-up: the first bot's share over both seatings of each deal, and the
/// standard error of that mean over deals.
fn duel(rules: &LiarsDice, deals: u64, pair: [&Built<LiarsDice>; 2]) -> (f64, f64) {
    let chance = Chance::new(&Key::new([17; 32]), &rules.to_string(), 2);
    let (mut sum, mut squares) = (0.0, 0.0);
    for deal in 0..deals {
        let there = game(rules, &chance, deal, &pair)[Seat::new(0)];
        let back = game(rules, &chance, deal, &[pair[1], pair[0]])[Seat::new(1)];
        let share = (there + back) / 2.0;
        sum += share;
        squares += share * share;
    }
    let n = deals as f64;
    let mean = sum / n;
    (mean, ((squares / n - mean * mean).max(0.0) / n).sqrt())
}

/// Tables of `seats`: every bot in every seat against bots drawn in turn.
fn four(rules: &LiarsDice, deals: u64, bots: &[Built<LiarsDice>]) -> Vec<(f64, f64)> {
    let chance = Chance::new(&Key::new([18; 32]), &rules.to_string(), 4);
    let mut tally = vec![(0.0, 0.0, 0.0); bots.len()];
    for deal in 0..deals {
        for mask in 0u32..1 << bots.len() {
            if mask.count_ones() != 4 {
                continue;
            }
            let mut members: Vec<usize> = (0..bots.len())
                .filter(|&bot| mask >> bot & 1 == 1)
                .collect();
            // Who sits behind whom matters: the six rings take turns.
            members[1..].rotate_left((deal % 3) as usize);
            if deal / 3 % 2 == 1 {
                members.swap(1, 2);
            }
            let mut won = [0.0; 4];
            for turn in 0..4 {
                let line: Vec<usize> = (0..4).map(|seat| members[(seat + turn) % 4]).collect();
                let seated: Vec<&Built<LiarsDice>> = line.iter().map(|&bot| &bots[bot]).collect();
                for (seat, share) in game(rules, &chance, deal, &seated).iter() {
                    won[(seat.index() + turn) % 4] += share / 4.0;
                }
            }
            for (member, won) in members.iter().zip(won) {
                tally[*member].0 += 1.0;
                tally[*member].1 += won;
                tally[*member].2 += won * won;
            }
        }
    }
    tally
        .into_iter()
        .map(|(n, sum, squares)| {
            let mean = sum / n;
            (mean, ((squares / n - mean * mean).max(0.0) / n).sqrt())
        })
        .collect()
}

fn main() {
    let mut words = std::env::args().skip(1);
    let deals: u64 = words
        .next()
        .map_or(2000, |word| word.parse().expect("a number of deals"));
    let presets = words.next().unwrap_or_else(|| "classic,wild".into());
    let given: Vec<String> = words.collect();
    let names: Vec<String> = if given.is_empty() {
        liars_dice::ROSTER
            .iter()
            .map(|entry| entry.name.into())
            .collect()
    } else {
        given
    };
    let bots: Vec<Built<LiarsDice>> = names
        .iter()
        .map(|name| find(liars_dice::ROSTER, name).expect("a bot of the roster"))
        .collect();
    for name in presets.split(',') {
        let rules: Rules = preset(name).expect("a preset");
        let rules = LiarsDice::new(rules).expect("rules that agree");
        println!("### {name}, two seats\n");
        println!("| | {} |", names.join(" | "));
        println!("|---|{}", "---|".repeat(names.len()));
        for (row, name) in names.iter().enumerate() {
            let mut cells = Vec::new();
            for column in 0..names.len() {
                cells.push(if row == column {
                    "-".into()
                } else {
                    let (mean, error) = duel(&rules, deals, [&bots[row], &bots[column]]);
                    format!("{mean:.3} ± {error:.3}")
                });
            }
            println!("| {name} | {} |", cells.join(" | "));
        }
        if bots.len() >= 4 {
            println!("\n### {name}, four seats\n\n| bot | share |\n|---|---|");
            for (name, (mean, error)) in names.iter().zip(four(&rules, deals / 10, &bots)) {
                println!("| {name} | {mean:.3} ± {error:.3} |");
            }
        }
        println!();
    }
}
