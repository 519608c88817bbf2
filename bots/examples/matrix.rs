//! Plays every pair of the ladder, and tables of four, and prints the shares
//! of wins as markdown.
//!
//! ```text
//! cargo run --release -p dudo-bots --example matrix [DEALS [PRESET,PRESET... [BOT...]]]
//! ```
//!
//! Deals are duplicate: all seatings of a table play the same dice. Margins are
//! standard errors of means over deals. Tables of four play a tenth of the deals.
#![expect(clippy::print_stdout, reason = "its output is its purpose")]

use dudo_bots::{Built, Local, find, liars_dice};
use dudo_engine::knobs::preset;
use dudo_engine::liars_dice::{LiarsDice, Rules};
use dudo_engine::{BySeat, Chance, Dice, Key, Place, Say, Seat, Session, Sitting, play_deal};

/// A seat's share of a game: 1 for the winner, split when the first place is.
fn shares(places: &BySeat<Place>) -> BySeat<f64> {
    let firsts = places.values().iter().filter(|place| place.0 == 1).count();
    places.map(|_, place| f64::from(u8::from(place.0 == 1)) / firsts as f64)
}

/// Plays one deal with these bots in turn order.
fn game(rules: &LiarsDice, chance: &Chance, deal: u64, bots: &[&Built<LiarsDice>]) -> BySeat<f64> {
    let seats = bots.len();
    let sitting = Sitting { seats, game: 0 };
    let mut players: Vec<Local<LiarsDice>> = (0..seats)
        .map(|seat| {
            let session = Session {
                seat: Seat::new(seat),
                seats,
                games: 1,
            };
            Local::new((bots[seat].factory)(rules, &session))
        })
        .collect();
    let outcome = play_deal(
        rules,
        chance,
        &sitting,
        deal,
        players.iter_mut().map(Local::seated),
        &mut Dice::default(),
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
    mean(deals as f64, sum, squares)
}

/// Tables of four: every four of the bots, in each of the six rings around a
/// table in turn, from all four seats. Each bot's share at the tables it sits
/// at, and the standard error over deals.
fn four(rules: &LiarsDice, deals: u64, bots: &[Built<LiarsDice>]) -> Vec<(f64, f64)> {
    let chance = Chance::new(&Key::new([18; 32]), &rules.to_string(), 4);
    let mut sums = vec![(0.0, 0.0); bots.len()];
    for deal in 0..deals {
        let mut won = vec![(0.0, 0.0); bots.len()];
        for set in (0u32..1 << bots.len()).filter(|set| set.count_ones() == 4) {
            let mut ring: Vec<usize> = (0..bots.len()).filter(|bot| set >> bot & 1 == 1).collect();
            ring[1..].rotate_left((deal % 3) as usize);
            if deal / 3 % 2 == 1 {
                ring.swap(1, 2);
            }
            for _ in 0..4 {
                ring.rotate_left(1);
                let line: Vec<&Built<LiarsDice>> = ring.iter().map(|&bot| &bots[bot]).collect();
                let shares = game(rules, &chance, deal, &line);
                for (&bot, share) in ring.iter().zip(shares.values()) {
                    won[bot].0 += share;
                    won[bot].1 += 1.0;
                }
            }
        }
        for (sums, (share, games)) in sums.iter_mut().zip(won) {
            sums.0 += share / games;
            sums.1 += share / games * share / games;
        }
    }
    let mean = |(sum, squares): (f64, f64)| mean(deals as f64, sum, squares);
    sums.into_iter().map(mean).collect()
}

/// A mean and its standard error, from the sums of the values and of their
/// squares.
fn mean(n: f64, sum: f64, squares: f64) -> (f64, f64) {
    let mean = sum / n;
    (mean, ((squares / n - mean * mean).max(0.0) / n).sqrt())
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
        let mut cells = vec![vec!["-".to_string(); bots.len()]; bots.len()];
        for column in 0..bots.len() {
            for row in 0..column {
                let (share, error) = duel(&rules, deals, [&bots[row], &bots[column]]);
                cells[row][column] = format!("{share:.3} ± {error:.3}");
                cells[column][row] = format!("{:.3} ± {error:.3}", 1.0 - share);
            }
        }
        for (name, cells) in names.iter().zip(cells) {
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
