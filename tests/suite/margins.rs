//! Do 95 % margins hold on the real engine's games? A small, seeded form of
//! `cargo run --release --example coverage`, whose table is in `RATINGS.md`.

use super::study::{Study, coverage, estimates};

#[test]
fn nineteen_of_twenty_on_real_games() {
    let study = Study {
        bots: &["odds", "odds(bluff=0.1)", "odds(bluff=0.2)"],
        seats: 2,
        independent: false,
    };
    let replications = 300;
    for (size, first) in [(3, 0), (10, 10_000), (50, 20_000)] {
        let truth = study.rate(&study.play(1_000_000..1_020_000, 2));
        let truth = estimates(&truth).expect("a fit to 20,000 deals");
        let deals = study.play(first..first + replications * size, 2);
        let found = coverage(&study, &deals, size as usize, &truth);
        // Who won all games of three deals has no interval; of more, hardly
        // anybody does.
        let without = if size == 3 { 2 } else { 10 };
        assert!(
            found.without < replications as usize / without,
            "{size} deals: {} without",
            found.without
        );
        for spread in found.spread.iter().flatten() {
            assert!(spread.is_finite() && *spread > 0.0, "{size} deals");
        }
        for held in &found.held {
            let mean = held.iter().sum::<f64>() / held.len() as f64;
            // Four standard errors of 300 replications, at least, for three
            // quantities that hang together.
            assert!((0.90..=0.995).contains(&mean), "{size} deals: {held:?}");
        }
    }
}
