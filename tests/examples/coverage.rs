//! How often do 95 % margins hold, and what are duplicate dice worth? The
//! study behind the tables of `RATINGS.md`.
//!
//! `cargo run --release --example coverage -- [replications] [deals of the truth]`

#[path = "../suite/study.rs"]
mod study;

use std::io::Write;
use study::{Coverage, Study, coverage, empty, estimates};

/// Within 200 Elo of each other, by the truth that is printed.
const BOTS: &[&str] = &[
    "odds",
    "odds(bluff=0.1)",
    "odds(bluff=0.2)",
    "odds(threshold=0.6)",
];
const THREADS: u64 = 2;
/// The truth is of deals from here on, the replications of those below.
const APART: u64 = 1_000_000_000;

fn main() {
    let mut args = std::env::args().skip(1);
    let mut number = |otherwise: u64| {
        args.next()
            .map_or(otherwise, |text| text.parse().expect("a number"))
    };
    let (replications, of_truth) = (number(2_000), number(1_000_000));
    let out = &mut std::io::stdout().lock();
    let mut say = |text: String| writeln!(out, "{text}").expect("standard output");
    for seats in [2, 4] {
        let study = Study {
            bots: BOTS,
            seats,
            independent: false,
        };
        // At four seats the worth of the dice alone is asked.
        let truth_deals = if seats == 2 { of_truth } else { of_truth / 5 };
        let truth = truth(&study, truth_deals);
        say(format!(
            "{seats} seats, {} games a deal",
            study.lineups().len()
        ));
        for (bot, (elo, error)) in BOTS.iter().zip(&truth[0]) {
            say(format!("  {bot}: {elo:.1} ± {error:.1}"));
        }
        let sizes: &[u64] = if seats == 2 { &[3, 10, 50, 400] } else { &[50] };
        let mut first = 0;
        let mut of_fifty = None;
        for &size in sizes {
            let deals = study.play(first..first + replications * size, THREADS);
            first += replications * size;
            let found = coverage(&study, &deals, size as usize, &truth);
            say(line(size, &found));
            if size == 50 {
                of_fifty = Some(found);
            }
        }
        let independent = Study {
            independent: true,
            ..study
        };
        let deals = independent.play(0..replications * 50, THREADS);
        let alone = coverage(&independent, &deals, 50, &truth);
        if let Some(duplicate) = of_fifty {
            say(format!(
                "  duplicate over independent dice, standard errors: {:.3} against the mean, {:.3} \
                 of differences",
                ratio(&duplicate.spread[0], &alone.spread[0]),
                ratio(&duplicate.spread[1], &alone.spread[1]),
            ));
        }
    }
}

/// The same estimator on other deals, in parts that fit into memory.
fn truth(study: &Study<'_>, deals: u64) -> [Vec<(f64, f64)>; 2] {
    let mut counts = empty();
    let mut at = 0;
    while at < deals {
        let part = (deals - at).min(50_000);
        let played = study.play(APART + at..APART + at + part, THREADS);
        study.add(&mut counts, &played, at);
        at += part;
    }
    let standings = dudo_results::rating::Standings::of(&counts, None, true).expect("no anchor");
    estimates(&standings).expect("a finite fit")
}

fn line(size: u64, found: &Coverage) -> String {
    let [mean, pairs] = &found.held;
    let average = |list: &[f64]| 100.0 * list.iter().sum::<f64>() / list.len() as f64;
    let least = |list: &[f64]| 100.0 * list.iter().copied().fold(1.0, f64::min);
    let most = |list: &[f64]| 100.0 * list.iter().copied().fold(0.0, f64::max);
    format!(
        "| {size} | {:.1} | {:.1} to {:.1} | {:.1} | {:.1} to {:.1} | {} |",
        average(pairs),
        least(pairs),
        most(pairs),
        average(mean),
        least(mean),
        most(mean),
        found.without
    )
}

/// The root of the ratio of mean squares.
fn ratio(a: &[f64], b: &[f64]) -> f64 {
    let sum = |list: &[f64]| list.iter().map(|value| value * value).sum::<f64>();
    (sum(a) / sum(b)).sqrt()
}
