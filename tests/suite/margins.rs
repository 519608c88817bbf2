//! Do 95 % margins hold on the real engine's games? A small, seeded form of
//! `cargo run --release --example coverage -- margins`, whose table is in `RATINGS.md`.

use dudo::schedule::DiceMode;

use super::study::{Coverage, Study, coverage, estimates};

#[test]
fn nineteen_of_twenty_on_real_games() {
    let study = Study {
        bots: &[
            "odds(bluff=0.4)",
            "odds(threshold=0.15,bluff=0.3)",
            "odds(threshold=0.8,bluff=0.25)",
        ],
        seats: 2,
        dice: DiceMode::Duplicate,
    };
    let truth = study.rate(&study.play(1_000_000..1_020_000, 2));
    let truth = estimates(&truth).expect("a fit to 20,000 deals");
    let width = |(value, width): (f64, Option<f64>)| (value, width.expect("a margin"));
    let truth = truth.map(|list| list.into_iter().map(width).collect::<Vec<_>>());
    let replications = 300;
    for (size, first) in [(3, 0), (10, 10_000), (50, 20_000)] {
        let deals = study.play(first..first + replications * size, 2);
        let mut found = Coverage::new(&truth);
        coverage(&study, &deals, size as usize, &truth, &mut found);
        // Who won all games of three deals has no interval; of more, hardly
        // anybody does.
        let without = if size == 3 { 2 } else { 10 };
        assert!(
            found.without < replications / without,
            "{size} deals: {} without",
            found.without
        );
        assert!(found.flat() < 0.1, "{size} deals: {}", found.flat());
        for which in [0, 1] {
            for square in found.squares(which) {
                assert!(square.is_finite() && square > 0.0, "{size} deals");
            }
            let held = found.held(which);
            let mean = held.iter().sum::<f64>() / held.len() as f64;
            // Four standard errors of 300 replications, at least, for three
            // quantities that hang together.
            assert!((0.90..=0.995).contains(&mean), "{size} deals: {held:?}");
        }
    }
}
