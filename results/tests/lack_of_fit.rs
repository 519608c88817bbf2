//! The test of the model against the cross table: does it reject the true
//! model in one of twenty, and a cycle nearly always?

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot set up its case has failed"
)]

use dudo_results::log::Names;
use dudo_results::rating::{Counts, Faults, Game, Standings, Ties};

/// The generator splitmix64 (Steele, Lea and Flood 2014).
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Blocks in which every pair plays from both seats. `odds(i, j)` are the
/// log-odds of i in the first seat. Half of the games of a block, drawn game by
/// game, hang on one common number: duplicate dice, and each game by itself
/// has the chance of the model all the same.
fn p_value(
    random: &mut Random,
    bots: usize,
    blocks: u64,
    odds: impl Fn(usize, usize) -> f64,
) -> f64 {
    let mut names = Names::new();
    let ids: Vec<_> = (0..bots)
        .map(|bot| names.id(format!("bot{bot}").as_bytes()).unwrap())
        .collect();
    let mut counts = Counts::new(names, Ties::Half, Faults::Keep);
    for block in 0..blocks {
        let common = random.unit();
        for first in 0..bots {
            for second in 0..bots {
                if first == second {
                    continue;
                }
                let chance = 1.0 / (1.0 + libm::exp(-odds(first, second)));
                let own = random.unit();
                let luck = if random.unit() < 0.5 { common } else { own };
                let game = Game {
                    cluster: block,
                    bots: &[ids[first], ids[second]],
                    places: if luck < chance { &[1, 2] } else { &[2, 1] },
                    faulted: 0,
                };
                counts.add(&game).unwrap();
            }
        }
    }
    let standings = Standings::of(&counts, None, true).unwrap();
    standings.fields[0].lack_of_fit.as_ref().unwrap().p
}

fn rejected(p_values: &[f64]) -> f64 {
    p_values.iter().filter(|&&p| p < 0.05).count() as f64 / p_values.len() as f64
}

/// Bradley-Terry with a first seat worth 0.2 nats, and duplicate dice.
#[test]
fn the_true_model_is_rejected_in_one_of_twenty() {
    let strength = [0.5, 0.2, -0.1, -0.2, -0.4, 0.1];
    let mut random = Random(5);
    for (bots, blocks, runs) in [(4, 60, 1_000), (4, 300, 1_000), (6, 100, 600)] {
        let odds = |a: usize, b: usize| strength[a] - strength[b] + 0.2;
        let found: Vec<f64> = (0..runs)
            .map(|_| p_value(&mut random, bots, blocks, odds))
            .collect();
        let rate = rejected(&found);
        assert!(
            (0.03..=0.07).contains(&rate),
            "{bots} bots, {blocks} blocks: {rate}"
        );
    }
}

/// As in `bt_cycle`: 100 games a pair, 80 to 20 round a triangle.
#[test]
fn a_cycle_is_seen() {
    let mut random = Random(6);
    let side = libm::log(4.0);
    let odds = |a: usize, b: usize| if (a + 1) % 3 == b { side } else { -side };
    let found: Vec<f64> = (0..200)
        .map(|_| p_value(&mut random, 3, 50, odds))
        .collect();
    assert!(rejected(&found) > 0.9, "{}", rejected(&found));
}
