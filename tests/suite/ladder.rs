//! The ladder of built-in bots: each level beats the one below, by more than
//! chance can explain.
//!
//! Deals are played as in duplicate bridge, by every seating of the table, and
//! a margin is measured per deal: games of one deal are not independent.

use crate::deals::{bot, instance, play_deal, shares};
use dudo_bots::Built;
use dudo_engine::knobs::preset;
use dudo_engine::liars_dice::LiarsDice;
use dudo_engine::{Chance, Key, Seat};

/// A mean over deals with its standard error.
#[derive(Clone, Copy, Default)]
struct Mean {
    n: f64,
    sum: f64,
    squares: f64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.n += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    fn mean(self) -> f64 {
        self.sum / self.n
    }

    fn error(self) -> f64 {
        let variance = (self.squares / self.n - self.mean() * self.mean()).max(0.0);
        (variance / (self.n - 1.0)).sqrt()
    }

    /// How many standard errors it lies above a value. Where no deal ever
    /// fell otherwise the error is taken for that of one deal that did.
    fn above(self, value: f64) -> f64 {
        (self.mean() - value) / self.error().max(1.0 / self.n)
    }
}

fn rules(name: &str) -> LiarsDice {
    LiarsDice::new(preset(name).expect("a preset")).expect("a preset agrees")
}

/// Each bot's share when this line-up plays the deal.
fn seating(rules: &LiarsDice, chance: &Chance, deal: u64, bots: &[&Built<LiarsDice>]) -> Vec<f64> {
    let seats = bots.len();
    let seated = |seat: Seat| instance(bots[seat.index()], rules, seat, seats);
    let outcome = play_deal(rules, chance, deal, seats, seated);
    shares(&outcome.places).values().to_vec()
}

/// The share of the first of two bots, over both seatings of each deal.
fn duel(rules: &LiarsDice, deals: u64, upper: &str, lower: &str) -> Mean {
    let (upper, lower) = (bot(upper), bot(lower));
    let chance = Chance::new(&Key::new([5; 32]), &rules.to_string(), 2);
    let mut mean = Mean::default();
    for deal in 0..deals {
        let there = seating(rules, &chance, deal, &[&upper, &lower])[0];
        let back = seating(rules, &chance, deal, &[&lower, &upper])[1];
        mean.add((there + back) / 2.0);
    }
    mean
}

#[test]
fn heads_up() {
    let steps = [
        ("caller", "random", 300),
        ("minraise", "random", 300),
        ("honest", "caller", 300),
        ("honest", "minraise", 300),
        ("odds", "honest", 300),
        ("reader", "odds", 500),
    ];
    let mut wrong = Vec::new();
    for name in ["classic", "wild"] {
        let rules = rules(name);
        for (upper, lower, deals) in steps {
            let share = duel(&rules, deals, upper, lower);
            let (mean, sigmas) = (share.mean(), share.above(0.5));
            println!("{name}: {upper} beats {lower} with {mean:.3}, {sigmas:.1} errors above half");
            if sigmas < 4.0 {
                wrong.push(format!("{name}: {upper} and {lower} do not separate"));
            }
            // Not a matter of chance either: four errors above the mark.
            if upper == "reader" && share.above(0.57) < 4.0 {
                wrong.push(format!("{name}: reader is not 57 % against odds"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The reader is not only good at the games it was made for.
#[test]
fn heads_up_elsewhere() {
    for name in ["perudo", "dudo", "openspiel", "joker"] {
        for (upper, lower) in [("reader", "odds"), ("odds", "honest")] {
            let share = duel(&rules(name), 300, upper, lower);
            let (mean, sigmas) = (share.mean(), share.above(0.5));
            println!("{name}: {upper} beats {lower} with {mean:.3}, {sigmas:.1} errors above half");
            assert!(sigmas >= 4.0, "{name}: {upper} and {lower} do not separate");
        }
    }
}

/// Every four of the six bots sit down for each deal, in one of the six rings
/// around a table, and each ring is turned through all seats.
#[test]
fn four_seats() {
    let names = ["random", "caller", "minraise", "honest", "odds", "reader"];
    let levels = [1, 1, 1, 2, 3, 4];
    let bots: Vec<_> = names.iter().map(|name| bot(name)).collect();
    let mut wrong = Vec::new();
    for name in ["classic", "wild"] {
        let rules = rules(name);
        let chance = Chance::new(&Key::new([6; 32]), &rules.to_string(), 4);
        let mut margins = [[Mean::default(); 6]; 6];
        for deal in 0..60 {
            let mut sums = [[0.0; 6]; 6];
            let fours = (0u32..1 << 6).filter(|set| set.count_ones() == 4);
            for set in fours {
                let mut ring: Vec<usize> = (0..6).filter(|bot| set >> bot & 1 == 1).collect();
                ring[1..].rotate_left((deal % 3) as usize);
                if deal / 3 % 2 == 1 {
                    ring.swap(1, 2);
                }
                for _ in 0..4 {
                    ring.rotate_left(1);
                    let line: Vec<_> = ring.iter().map(|&bot| &bots[bot]).collect();
                    let shares = seating(&rules, &chance, deal, &line);
                    for (&one, mine) in ring.iter().zip(&shares) {
                        for (&other, his) in ring.iter().zip(&shares) {
                            sums[one][other] += mine - his;
                        }
                    }
                }
            }
            for (margins, sums) in margins.iter_mut().zip(&sums) {
                // Two bots meet at six of the fifteen tables, four games each.
                margins
                    .iter_mut()
                    .zip(sums)
                    .for_each(|(mean, sum)| mean.add(sum / 24.0));
            }
        }
        for (upper, lower) in (0..6).flat_map(|upper| (0..upper).map(move |lower| (upper, lower))) {
            if levels[upper] != levels[lower] + 1 {
                continue;
            }
            let (margin, (upper, lower)) = (margins[upper][lower], (names[upper], names[lower]));
            let (mean, sigmas) = (margin.mean(), margin.above(0.0));
            println!("{name}, four seats: {upper} over {lower} by {mean:.3}, {sigmas:.1} errors");
            if sigmas < 4.0 {
                wrong.push(format!("{name}: {upper} and {lower} do not separate"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
