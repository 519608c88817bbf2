//! How many unseen dice count for a face: the engine's own count, die by die
//! and cup by cup, against the exact fractions of `tests/perft/odds.txt`.

use dudo_engine::liars_dice::{Hand, LiarsDice, Public};
use dudo_engine::{Dice, Game, Say, Sitting};

const ODDS: &str = include_str!("../perft/odds.txt");

/// The table before the first bid, under rules in which a die counts for a
/// face with this probability.
fn table(probability: &str) -> Public {
    let rules = match probability {
        "1/6" => "liars-dice",
        "1/3" => "liars-dice(ones-wild=on)",
        _ => panic!("no rules give {probability}"),
    };
    let game = LiarsDice::new(rules.parse().expect("rules")).expect("rules that agree");
    let sitting = Sitting { seats: 2, game: 0 };
    let mut dice = Dice::loaded(Vec::new());
    game.deal(&sitting, &mut dice, &mut Say::new())
        .public()
        .clone()
}

/// Outcomes of `dice` dice, of 6^dice, in which exactly so many count.
fn ways(public: &Public, dice: usize) -> Vec<u128> {
    let counts = |face| usize::from(public.counting(&Hand::from_iter([face]), 4));
    let mut ways = vec![1];
    for _ in 0..dice {
        let mut next = vec![0; ways.len() + 1];
        for face in 1..=6 {
            for (already, number) in ways.iter().enumerate() {
                next[already + counts(face)] += number;
            }
        }
        ways = next;
    }
    ways
}

fn reduced(a: u128, b: u128) -> (u128, u128) {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    (a / x, b / x)
}

fn number(text: &str) -> u128 {
    text.parse()
        .unwrap_or_else(|_| panic!("{text} is no number"))
}

#[test]
fn counts_have_their_odds() {
    let mut rows = 0;
    for line in ODDS
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
    {
        let cells: Vec<&str> = line.split(" | ").collect();
        let dice = number(cells[2]) as usize;
        let ways = ways(&table(cells[1]), dice);
        let all: u128 = ways.iter().sum();
        assert_eq!(all, 6_u128.pow(dice as u32), "{line}");
        if cells[0] == "at-least" {
            let least: u128 = ways[number(cells[3]) as usize..].iter().sum();
            let (over, under) = cells[4].split_once('/').expect("a fraction");
            assert_eq!(reduced(least, all), (number(over), number(under)), "{line}");
            let decimal = format!("{:.6}", least as f64 / all as f64);
            assert_eq!(decimal, cells[5], "{line}");
        } else {
            let listed: Vec<u128> = cells[4].split(' ').map(number).collect();
            let share = all / number(cells[5]);
            assert!(
                ways.iter().zip(&listed).all(|(a, b)| *a == b * share),
                "{line}"
            );
        }
        rows += 1;
    }
    assert!(rows >= 80, "only {rows} rows");
}

/// Five dice in one cup, every roll: the cup counts as its dice do one by one.
#[test]
fn a_cup_counts_as_its_dice() {
    for probability in ["1/6", "1/3"] {
        let public = table(probability);
        let mut found = vec![0_u128; 6];
        for roll in 0..6_u32.pow(5) {
            let hand: Hand = (0..5)
                .map(|die| (roll / 6_u32.pow(die) % 6) as u8 + 1)
                .collect();
            found[usize::from(public.counting(&hand, 4))] += 1;
        }
        assert_eq!(found, ways(&public, 5), "{probability}");
    }
}
