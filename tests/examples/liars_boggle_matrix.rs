//! Prints how often each bot of Liar's Boggle beats each other one.
//!
//! `cargo run --release --example liars_boggle_matrix -- [deals] [seats] [rules] [bots]`

use dudo_bots::{Built, Local, find, liars_boggle};
use dudo_engine::liars_boggle::{LiarsBoggle, Rules};
use dudo_engine::{Chance, Key, Place, Player, Say, Seat, Session, Sitting, play};
use dudo_words::{Library, equip};
use std::io::Write;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let deals: u64 = args
        .first()
        .map_or(200, |text| text.parse().expect("a number of deals"));
    let seats: usize = args
        .get(1)
        .map_or(2, |text| text.parse().expect("a number of seats"));
    let rules: Rules = args
        .get(2)
        .map_or("liars-boggle", String::as_str)
        .parse()
        .expect("rules");
    let names: Vec<String> = match args.get(3) {
        Some(list) => list.split(';').map(String::from).collect(),
        None => liars_boggle::ROSTER
            .iter()
            .map(|entry| entry.name.into())
            .collect(),
    };
    let game: LiarsBoggle = equip(&Library::new(), rules).expect("rules that agree");
    let bots: Vec<Built<LiarsBoggle>> = names
        .iter()
        .map(|name| find(liars_boggle::ROSTER, name).expect("a bot"))
        .collect();
    let out = &mut std::io::stdout().lock();
    if seats == 2 {
        heads_up(&game, &names, &bots, deals, out);
    } else {
        tables(&game, &names, &bots, deals, seats, out);
    }
}

/// Each pair plays each deal in both seatings.
fn heads_up(
    game: &LiarsBoggle,
    names: &[String],
    bots: &[Built<LiarsBoggle>],
    deals: u64,
    out: &mut impl Write,
) {
    writeln!(out, "| | {} |", names.join(" | ")).expect("standard output");
    writeln!(out, "|---{}|", "|---".repeat(names.len())).expect("standard output");
    let mut shares = vec![vec![0.0; bots.len()]; bots.len()];
    for a in 0..bots.len() {
        for b in a + 1..bots.len() {
            let mut wins = 0.0;
            for deal in 0..deals {
                wins += won(game, &[&bots[a], &bots[b]], deal)[0];
                wins += won(game, &[&bots[b], &bots[a]], deal)[1];
            }
            shares[a][b] = wins / (2.0 * deals as f64);
            shares[b][a] = 1.0 - shares[a][b];
        }
    }
    for (a, name) in names.iter().enumerate() {
        let cells: Vec<String> = (0..bots.len())
            .map(|b| {
                if a == b {
                    "-".into()
                } else {
                    format!("{:.3}", shares[a][b])
                }
            })
            .collect();
        writeln!(out, "| {name} | {} |", cells.join(" | ")).expect("standard output");
    }
}

/// Every subset of the bots of table size plays each deal in all rotations.
fn tables(
    game: &LiarsBoggle,
    names: &[String],
    bots: &[Built<LiarsBoggle>],
    deals: u64,
    seats: usize,
    out: &mut impl Write,
) {
    let (mut wins, mut games) = (vec![0.0; bots.len()], vec![0.0; bots.len()]);
    for subset in (0..1u32 << bots.len()).filter(|subset| subset.count_ones() as usize == seats) {
        let table: Vec<usize> = (0..bots.len())
            .filter(|bot| subset >> bot & 1 == 1)
            .collect();
        for deal in 0..deals {
            for rotation in 0..seats {
                let seated: Vec<usize> = (0..seats)
                    .map(|seat| table[(seat + rotation) % seats])
                    .collect();
                let line_up: Vec<&Built<LiarsBoggle>> =
                    seated.iter().map(|&bot| &bots[bot]).collect();
                for (&bot, share) in seated.iter().zip(won(game, &line_up, deal)) {
                    wins[bot] += share;
                    games[bot] += 1.0;
                }
            }
        }
    }
    for (bot, name) in names.iter().enumerate() {
        writeln!(out, "| {name} | {:.3} |", wins[bot] / games[bot]).expect("standard output");
    }
}

/// Each seat's share of the first place.
fn won(game: &LiarsBoggle, line_up: &[&Built<LiarsBoggle>], deal: u64) -> Vec<f64> {
    let seats = line_up.len();
    let chance = Chance::new(&Key::new([7; 32]), &game.to_string(), seats);
    let sitting = Sitting { seats, game: 0 };
    let mut players: Vec<Local<LiarsBoggle>> = (0..seats)
        .map(|seat| {
            let session = Session {
                seat: Seat::new(seat),
                seats,
                games: 1,
            };
            Local::new((line_up[seat].factory)(game, &session))
        })
        .collect();
    for (seat, player) in players.iter_mut().enumerate() {
        player.begin(&sitting, chance.bot(Seat::new(seat), deal));
    }
    let mut seated: Vec<&mut dyn Player<LiarsBoggle>> = players
        .iter_mut()
        .map(|player| player as &mut dyn Player<LiarsBoggle>)
        .collect();
    let outcome = play(
        game,
        &sitting,
        &mut seated,
        &mut chance.dice(deal),
        &mut Say::new(),
    );
    assert!(outcome.faults.is_empty(), "{:?}", outcome.faults);
    let first = outcome
        .places
        .values()
        .iter()
        .filter(|&&place| place == Place(1))
        .count();
    outcome
        .places
        .values()
        .iter()
        .map(|&place| {
            if place == Place(1) {
                1.0 / first as f64
            } else {
                0.0
            }
        })
        .collect()
}
