//! How often do 95 % margins hold, and what are duplicate dice worth? The
//! study behind the tables of `RATINGS.md`.
//!
//! ```text
//! cargo run --release --example coverage -- margins [replications] [deals of the truth]
//! cargo run --release --example coverage -- dice [replications]
//! ```

#[path = "../suite/study.rs"]
mod study;

use dudo::schedule::DiceMode;
use std::io::Write;
use study::{Coverage, Study, coverage, empty, estimates};

/// Within 200 Elo of each other, by the truth that is printed. Each raises at
/// random at times, and they trust bids differently: no two play most deals
/// alike, as those do that differ in one rare decision.
const BOTS: &[&str] = &[
    "odds(bluff=0.2)",
    "odds(bluff=0.4)",
    "odds(threshold=0.15,bluff=0.3)",
    "odds(threshold=0.5,bluff=0.3)",
    "odds(threshold=0.8,bluff=0.25)",
    "odds(threshold=0.95,bluff=0.1)",
];
const THREADS: u64 = 2;
/// The truth is of deals from here on, the replications of those below.
const APART: u64 = 1_000_000_000;
/// Deals of a replication where the worth of the dice is asked.
const OF_DICE: u64 = 20;
/// Deals in memory at once.
const PART: u64 = 50_000;

fn main() {
    let mut args = std::env::args().skip(1);
    let what = args.next();
    let mut number = |otherwise: u64| {
        args.next()
            .map_or(otherwise, |text| text.parse().expect("a number"))
    };
    match what.as_deref() {
        Some("margins") => margins(number(2_000), number(1_000_000)),
        Some("dice") => dice(number(20_000)),
        _ => say("say margins or dice"),
    }
}

fn say(text: &str) {
    writeln!(std::io::stdout(), "{text}").expect("standard output");
}

fn margins(replications: u64, truth_deals: u64) {
    let study = Study {
        bots: BOTS,
        seats: 2,
        dice: DiceMode::Duplicate,
    };
    let truth = truth(&study, truth_deals);
    say(&format!("2 seats, {} games a deal", study.lineups().len()));
    for (bot, (elo, error)) in BOTS.iter().zip(&truth[0]) {
        say(&format!("  {bot}: {elo:.1} ± {error:.1}"));
    }
    let mut first = 0;
    for size in [3, 10, 50, 400] {
        let found = replicate(&study, size, first, replications, &truth);
        first += replications * size;
        say(&line(size, &found));
    }
}

fn dice(replications: u64) {
    // Duels, then a field of pairs; at four and six seats one table for all.
    let duels: Vec<f64> = BOTS
        .chunks_exact(2)
        .map(|pair| worth(2, pair, replications))
        .collect();
    let mean = duels.iter().sum::<f64>() / duels.len() as f64;
    say(&format!("the mean of the duels: {mean:.3}"));
    worth(2, BOTS, replications);
    worth(4, &BOTS[..4], replications);
    worth(6, BOTS, replications);
}

/// The variance of ratings with duplicate dice, and with dice of its own for each
/// table, over that with dice of its own for each game.
fn worth(seats: usize, bots: &'static [&'static str], replications: u64) -> f64 {
    let study = |dice| Study { bots, seats, dice };
    // What is estimated does not depend on whose dice these are.
    let truth = truth(&study(DiceMode::Duplicate), 4 * PART);
    let [duplicate, table, alone] = DiceMode::EVERY.map(|dice| {
        let found = replicate(&study(dice), OF_DICE, 0, replications, &truth);
        found.squares(0).iter().sum::<f64>()
    });
    // Each quantity's variance is known to 2 / replications; the bots but one
    // vary alone.
    let ways = (bots.len() - 1) as f64;
    let part = 1.96 * (4.0 / (replications as f64 * ways)).sqrt();
    let [duplicate, table] = [duplicate, table].map(|squares| squares / alone);
    say(&format!(
        "{seats} seats, {}: {duplicate:.3} ± {:.3}, per table {table:.3} ± {:.3}",
        bots.join(", "),
        duplicate * part,
        table * part
    ));
    duplicate
}

/// The same estimator on other deals.
fn truth(study: &Study<'_>, deals: u64) -> [Vec<(f64, f64)>; 2] {
    let mut counts = empty();
    let mut at = 0;
    while at < deals {
        let part = (deals - at).min(PART);
        let played = study.play(APART + at..APART + at + part, THREADS);
        study.add(&mut counts, &played, at);
        at += part;
    }
    let standings = dudo_results::rating::Standings::of(&counts, None, true).expect("no anchor");
    let found = estimates(&standings).expect("a finite fit");
    found.map(|list| {
        list.into_iter()
            .map(|(value, width)| (value, width.expect("a margin")))
            .collect()
    })
}

/// Replications of so many deals each, one behind the other.
fn replicate(
    study: &Study<'_>,
    size: u64,
    first: u64,
    replications: u64,
    truth: &[Vec<(f64, f64)>; 2],
) -> Coverage {
    let mut found = Coverage::new(truth);
    let at_once = (PART / size).max(1);
    let mut done = 0;
    while done < replications {
        let part = (replications - done).min(at_once);
        let start = first + done * size;
        let deals = study.play(start..start + part * size, THREADS);
        coverage(study, &deals, size as usize, truth, &mut found);
        done += part;
    }
    found
}

fn line(size: u64, found: &Coverage) -> String {
    let [mean, pairs] = [0, 1].map(|which| found.held(which));
    let average = |list: &[f64]| 100.0 * list.iter().sum::<f64>() / list.len() as f64;
    let least = |list: &[f64]| 100.0 * list.iter().copied().fold(1.0, f64::min);
    let most = |list: &[f64]| 100.0 * list.iter().copied().fold(0.0, f64::max);
    let mut text = format!(
        "| {size} | {:.1} | {:.1} to {:.1} | {:.1} | {:.1} to {:.1} | {} | {:.2} |",
        average(&pairs),
        least(&pairs),
        most(&pairs),
        average(&mean),
        least(&mean),
        most(&mean),
        found.without,
        100.0 * found.flat(),
    );
    let mut at = 0;
    for (one, bot) in BOTS.iter().enumerate() {
        for other in &BOTS[one + 1..] {
            let held = 100.0 * pairs[at];
            text += &format!("\n    {held:.1} {bot} and {other}");
            at += 1;
        }
    }
    text
}
