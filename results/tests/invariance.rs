//! The standings depend on the games alone: not on the order of rows, the
//! numbers of bots or the split over parts, to the last bit; nor on names.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot set up its case has failed"
)]

use dudo_results::log::{BotId, Names};
use dudo_results::rating::{Counts, Faults, Game, Line, Margin, Rating, Standings, Ties};
use proptest::prelude::*;

const BOTS: usize = 6;

#[derive(Clone, Debug)]
struct Played {
    cluster: u64,
    bots: Vec<usize>,
    places: Vec<u8>,
    faulted: u8,
}

fn game(most_seats: usize) -> impl Strategy<Value = Played> {
    let bots = Just((0..BOTS).collect::<Vec<_>>()).prop_shuffle();
    let scores = proptest::collection::vec(0_u8..4, most_seats);
    (0_u64..600, 2..=most_seats, bots, scores, any::<u8>()).prop_map(
        |(cluster, seats, mut bots, mut scores, fault)| {
            bots.truncate(seats);
            scores.truncate(seats);
            let place = |score: &u8| 1 + scores.iter().filter(|&other| other > score).count() as u8;
            Played {
                cluster,
                places: scores.iter().map(place).collect(),
                bots,
                faulted: if fault < 16 { 1 } else { 0 },
            }
        },
    )
}

fn games() -> impl Strategy<Value = Vec<Played>> {
    (2_usize..=4).prop_flat_map(|seats| proptest::collection::vec(game(seats), 0..120))
}

/// Counts with the bots numbered in this order.
fn counted(games: &[Played], names: &[String], order: &[usize]) -> Counts {
    let mut table = Names::new();
    for &bot in order {
        table.id(names[bot].as_bytes()).unwrap();
    }
    let mut counts = Counts::new(table, Ties::Half, Faults::Keep);
    for played in games {
        let id = |&bot: &usize| counts.names().get(&names[bot]).unwrap();
        let bots: Vec<BotId> = played.bots.iter().map(id).collect();
        let game = Game {
            cluster: played.cluster,
            bots: &bots,
            places: &played.places,
            faulted: played.faulted,
        };
        counts.add(&game).unwrap();
    }
    counts
}

fn standings(counts: &Counts) -> Standings {
    Standings::of(counts, None, true).unwrap()
}

fn names(reverse: bool) -> Vec<String> {
    let letter = |i: usize| char::from(b'a' + i as u8).to_string();
    (0..BOTS)
        .map(|i| letter(if reverse { BOTS - 1 - i } else { i }))
        .collect()
}

fn numbers(line: &Line) -> Vec<f64> {
    let mut numbers = vec![line.share];
    match line.rating {
        Rating::Estimate { elo, margin } => {
            numbers.push(elo);
            numbers.extend(margin.half_width());
        }
        Rating::AtLeast(elo) | Rating::AtMost(elo) => numbers.push(elo),
        Rating::Unknown => {}
    }
    if let Margin::Of(width) = line.share_margin {
        numbers.push(width);
    }
    numbers
}

proptest! {
    #[test]
    fn order_of_games_and_numbers_of_bots(
        (games, shuffled) in games().prop_flat_map(|games| {
            (Just(games.clone()), Just(games).prop_shuffle())
        }),
        order in Just((0..BOTS).collect::<Vec<_>>()).prop_shuffle(),
        cut in 0_usize..120,
    ) {
        let names = names(false);
        let plain: Vec<usize> = (0..BOTS).collect();
        let expected = standings(&counted(&games, &names, &plain));
        prop_assert_eq!(&standings(&counted(&shuffled, &names, &order)), &expected);
        // Two parts that number the bots differently.
        let (left, right) = games.split_at(cut.min(games.len()));
        let mut sum = counted(left, &names, &order);
        sum.merge(&counted(right, &names, &plain)).unwrap();
        prop_assert_eq!(&standings(&sum), &expected);
    }

    #[test]
    fn names_of_bots(games in games()) {
        let order: Vec<usize> = (0..BOTS).collect();
        let [plain, renamed] = [false, true].map(|reverse| {
            let names = names(reverse);
            let standings = standings(&counted(&games, &names, &order));
            let mut lines: Vec<(usize, usize, Line)> = Vec::new();
            for field in &standings.fields {
                for line in &field.lines {
                    let bot = names.iter().position(|name| *name == line.bot).unwrap();
                    lines.push((bot, field.lines.len(), line.clone()));
                }
            }
            lines.sort_by_key(|&(bot, ..)| bot);
            lines
        });
        prop_assert_eq!(plain.len(), renamed.len());
        for ((bot, size, a), (other, other_size, b)) in plain.iter().zip(&renamed) {
            prop_assert_eq!((bot, size, a.rank), (other, other_size, b.rank));
            let (a, b) = (numbers(a), numbers(b));
            prop_assert_eq!(a.len(), b.len());
            for (a, b) in a.iter().zip(&b) {
                prop_assert!(a.is_finite() && (a - b).abs() <= 1e-6 * a.abs().max(1.0));
            }
        }
    }

    /// What is in a report adds up.
    #[test]
    fn sums(games in games()) {
        let order: Vec<usize> = (0..BOTS).collect();
        let standings = standings(&counted(&games, &names(false), &order));
        let lines = || standings.fields.iter().flat_map(|field| &field.lines);
        let seats: usize = games.iter().map(|game| game.bots.len()).sum();
        prop_assert_eq!(lines().map(|line| line.games).sum::<u64>(), seats as u64);
        let won: f64 = lines().map(|line| line.share * line.games as f64).sum();
        prop_assert!((won - games.len() as f64).abs() < 1e-9);
        for field in &standings.fields {
            // The mean of those with an estimate is the anchor.
            let estimates: Vec<f64> = field.lines.iter().filter_map(|line| match line.rating {
                Rating::Estimate { elo, .. } => Some(elo),
                _ => None,
            }).collect();
            if !estimates.is_empty() {
                let mean = estimates.iter().sum::<f64>() / estimates.len() as f64;
                prop_assert!((mean - 1500.0).abs() < 1e-6);
            }
            for effects in &field.seats {
                let sum: f64 = effects.effects.iter().map(|(elo, _)| elo).sum();
                prop_assert!(sum.abs() < 1e-6);
            }
            for (i, row) in field.cross.iter().enumerate() {
                for (j, score) in row.iter().enumerate() {
                    let mirror = field.cross[j][i];
                    prop_assert_eq!(score.is_some(), mirror.is_some());
                    if let (Some(a), Some(b)) = (score, mirror) {
                        prop_assert_eq!(a.half_points + b.half_points, 2 * a.games);
                    }
                }
            }
        }
    }
}
