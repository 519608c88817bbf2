//! Do 95 % margins hold what they promise, when games of a block share luck
//! and each game yields several comparisons?

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot set up its case has failed"
)]

use dudo_results::log::{BotId, Names};
use dudo_results::rating::{Counts, Faults, Game, Rating, Standings, Ties};

const STRENGTHS: [f64; 4] = [0.6, 0.2, -0.1, -0.7];
const SEATS: usize = 3;

/// The generator splitmix64 (Steele, Lea and Flood 2014).
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64 + 1e-17
    }
}

/// Blocks of all tables of three in all rotations. The luck of a seat and the
/// form of a bot are common to the games of a block.
fn play(random: &mut Random, blocks: u64) -> Standings {
    let mut names = Names::new();
    let ids = ["a", "b", "c", "d"].map(|name| names.id(name.as_bytes()).unwrap());
    let mut counts = Counts::new(names, Ties::Half, Faults::Keep);
    for block in 0..blocks {
        let luck = [0; SEATS].map(|_| 1.5 * random.unit());
        let form = [0; 4].map(|_| 1.5 * random.unit());
        for left_out in 0..4 {
            let table: Vec<usize> = (0..4).filter(|&bot| bot != left_out).collect();
            for rotation in 0..SEATS {
                let mut scores = [0.0; SEATS];
                let mut bots = [BotId::new(0); SEATS];
                for seat in 0..SEATS {
                    let bot = table[(seat + rotation) % SEATS];
                    bots[seat] = ids[bot];
                    let noise = -libm::log(-libm::log(random.unit()));
                    scores[seat] = STRENGTHS[bot] + luck[seat] + form[bot] + noise;
                }
                let places =
                    scores.map(|own| 1 + scores.iter().filter(|&&other| other > own).count() as u8);
                let game = Game {
                    cluster: block,
                    bots: &bots,
                    places: &places,
                    faulted: 0,
                };
                counts.add(&game).unwrap();
            }
        }
    }
    Standings::of(&counts, None, true).unwrap()
}

/// By name: rating and margin, win share and margin.
fn estimates(standings: &Standings) -> Vec<[(f64, f64); 2]> {
    let mut lines: Vec<_> = standings.fields[0].lines.iter().collect();
    lines.sort_by(|a, b| a.bot.cmp(&b.bot));
    let estimate = |line: &&dudo_results::rating::Line| {
        let Rating::Estimate { elo, margin } = line.rating else {
            panic!()
        };
        let width = |margin: dudo_results::rating::Margin| margin.half_width().unwrap_or(0.0);
        [(elo, width(margin)), (line.share, width(line.share_margin))]
    };
    lines.iter().map(estimate).collect()
}

#[test]
fn nineteen_of_twenty() {
    let mut random = Random(20);
    let truth = estimates(&play(&mut random, 20_000));
    for blocks in [5, 30, 400] {
        let repetitions = 400;
        let mut covered = [0; 2];
        for _ in 0..repetitions {
            for (found, truth) in estimates(&play(&mut random, blocks)).iter().zip(&truth) {
                for which in 0..2 {
                    let (value, width) = found[which];
                    covered[which] += u32::from((value - truth[which].0).abs() <= width);
                }
            }
        }
        for covered in covered {
            // 1600 intervals, four at a time hanging together.
            let rate = f64::from(covered) / f64::from(4 * repetitions);
            assert!((0.92..=0.98).contains(&rate), "{blocks} blocks: {rate}");
        }
    }
}
