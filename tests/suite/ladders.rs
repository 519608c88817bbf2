//! The order of bids against the lists of `tests/perft/ladders.txt`, which were
//! made by comparing bids pair by pair, and as a strict total order everywhere.

use dudo_engine::knobs::Knobs;
use dudo_engine::liars_dice::{Bid, Ladder, LadderRule, OnesBids, Rules};

const LADDERS: &str = include_str!("../perft/ladders.txt");

fn bids(ladder: Ladder) -> impl Iterator<Item = Bid> {
    (0..ladder.len()).map(move |rank| ladder.bid(rank))
}

#[test]
fn ladders_are_as_listed() {
    let mut rows = 0;
    for line in LADDERS
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
    {
        let cells: Vec<&str> = line.split(" | ").collect();
        let rules: Rules = cells[0].parse().unwrap_or_else(|e| panic!("{line}: {e}"));
        let ladder = Ladder::new(&rules, cells[1].parse().expect("a height"));
        let found: Vec<String> = bids(ladder).map(|bid| bid.to_string()).collect();
        assert_eq!(
            found.join(" "),
            cells[2],
            "{} of height {}",
            cells[0],
            cells[1]
        );
        rows += 1;
    }
    assert!(rows >= 60, "only {rows} rows");
}

/// All ladders that rules can give, faces 2 to 20, and the plain one.
fn ladders(height: u8) -> Vec<(String, Ladder)> {
    let mut ladders = Vec::new();
    for faces in 2..=20 {
        ladders.push((format!("plain {faces}"), Ladder::plain(faces, height)));
        for ladder in [LadderRule::ResetFace, LadderRule::ResetQuantity] {
            for word in OnesBids::WORDS {
                let rules = Rules {
                    faces,
                    ladder,
                    ones_wild: true,
                    ones_bids: OnesBids::of(word).expect("a word of the list"),
                    ..Rules::default()
                };
                if rules.agree().is_ok() {
                    let ladder = Ladder::new(&rules, height);
                    ladders.push((format!("{rules} without ones"), ladder.without_ones()));
                    ladders.push((rules.to_string(), ladder));
                }
            }
        }
    }
    ladders
}

/// `rank` numbers the bids that stand on the ladder from 0 without a gap, and
/// `bid` is its inverse: a strict total order of exactly those bids.
#[test]
fn every_ladder_is_a_strict_total_order() {
    for height in 1..=160 {
        for (rules, ladder) in ladders(height) {
            assert!(!ladder.is_empty() && ladder.height() == height);
            for (rank, bid) in (0..).zip(bids(ladder)) {
                assert!(ladder.has(bid), "{rules} {height}: {bid} is not on it");
                assert_eq!(ladder.rank(bid), rank, "{rules} {height}: {bid}");
            }
            let standing = (0..=height + 1)
                .flat_map(|quantity| (0..=21).map(move |face| Bid::new(quantity, face)))
                .filter(|&bid| ladder.has(bid));
            assert_eq!(
                standing.count(),
                usize::from(ladder.len()),
                "{rules} {height}"
            );
        }
    }
}

/// The rule of each ladder, in the words of the rules page, for neighbours.
#[test]
fn neighbours_stand_as_the_rules_say() {
    for height in [1, 2, 3, 4, 5, 6, 7, 31, 32, 160] {
        for (rules, ladder) in ladders(height) {
            let ranked: Vec<Bid> = bids(ladder).collect();
            for pair in ranked.windows(2) {
                let higher = |bid: Bid| order(&rules, bid);
                assert!(
                    higher(pair[0]) < higher(pair[1]),
                    "{rules} {height}: {pair:?}"
                );
            }
        }
    }
}

/// Where a bid stands, as numbers that compare like bids.
fn order(rules: &str, bid: Bid) -> (u32, u32) {
    let (q, f) = (u32::from(bid.quantity), u32::from(bid.face));
    let high = if f == 1 && rules.contains("ones-bids=high") {
        99
    } else {
        f
    };
    match rules {
        _ if rules.contains("reset-quantity") => (high, q),
        // n ones between 2n-1 of the highest face and 2n twos.
        _ if rules.contains("dudo") && f == 1 => (2 * q - 1, 99),
        // Between 2n of the highest face and 2n+1 twos.
        _ if rules.contains("perudo") && f == 1 => (2 * q, 99),
        _ => (q, high),
    }
}

/// The examples of the rules, as lower and higher bid.
#[test]
fn published_raises() {
    let perudo: Rules = "liars-dice(ones-wild=on,ones-bids=perudo)"
        .parse()
        .expect("rules");
    let base = Rules::default();
    for (rules, lower, higher) in [
        (&base, "4x5", "5x2"),
        (&base, "4x5", "4x6"),
        (&base, "1x6", "2x1"),
        (&perudo, "9x4", "5x1"),
        (&perudo, "4x1", "9x4"),
        (&perudo, "5x3", "3x1"),
        (&perudo, "2x1", "5x3"),
        (&perudo, "4x6", "2x1"),
        (&perudo, "1x1", "4x6"),
        (&perudo, "5x1", "11x2"),
        (&perudo, "10x6", "5x1"),
        (&perudo, "3x1", "7x2"),
        (&perudo, "6x6", "3x1"),
    ] {
        let ladder = Ladder::new(rules, 30);
        let rank = |text: &str| ladder.rank(text.parse().expect("a bid"));
        assert!(rank(lower) < rank(higher), "{rules}: {lower} {higher}");
    }
    for dice in 1..=160 {
        assert_eq!(
            Ladder::new(&base, dice).len(),
            6 * u16::from(dice),
            "6N bids for N dice"
        );
    }
}
