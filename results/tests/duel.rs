//! Duels against published numbers, against each other's special cases, and
//! against chance.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot set up its case has failed"
)]

use dudo_results::duel::{
    CountsError, Difference, FEWEST_UNITS, Hypotheses, HypothesesError, Outcome, Scale, Tally,
    Test, Verdict, counts, llr, score_of,
};
use proptest::prelude::*;
use serde_json::Value;

fn json(file: &str) -> Value {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/oracles/");
    serde_json::from_str(&std::fs::read_to_string(format!("{folder}{file}")).unwrap()).unwrap()
}

fn close(found: f64, expected: f64, within: f64, what: &str) {
    let same = found == expected || (found - expected).abs() <= within;
    assert!(same, "{what}: {found} instead of {expected}");
}

/// A number; the quoted tools' infinities are strings.
fn number(value: &Value) -> Option<f64> {
    match value {
        Value::String(text) => Some(text.parse().unwrap()),
        value => value.as_f64(),
    }
}

fn count(case: &Value, words: &[&str]) -> f64 {
    let count = |word: &&str| case[*word].as_f64().unwrap_or(0.0);
    words.iter().map(count).sum()
}

#[test]
fn ratios_are_those_of_two_other_programs() {
    let oracle = json("sprt/sprt.json");
    let mut checked = 0;
    for case in oracle["cases"].as_array().unwrap() {
        let scale = match case["model"].as_str().unwrap() {
            "logistic" => Scale::Logistic,
            "normalized" => Scale::Normalized,
            // BayesElo is a scale that is deliberately missing.
            _ => continue,
        };
        let elo = |key: &str| case[key].as_f64().unwrap();
        let hypotheses = Hypotheses::new(elo("elo0"), elo("elo1")).unwrap().on(scale);
        let pairs = case["kind"] == "pentanomial";
        let outcomes: Vec<Outcome> = if pairs {
            [&["LL"][..], &["LD"], &["WL", "DD"], &["WD"], &["WW"]]
                .iter()
                .zip([0.0, 0.25, 0.5, 0.75, 1.0])
                .map(|(words, score)| Outcome {
                    score,
                    count: count(case, words),
                })
                .collect()
        } else {
            ["loss", "draw", "win"]
                .iter()
                .zip([0.0, 0.5, 1.0])
                .map(|(word, score)| Outcome {
                    score,
                    count: count(case, &[word]),
                })
                .collect()
        };
        let games = if pairs { 2 } else { 1 };
        let found = llr(&outcomes, games, &hypotheses);
        let expected = case["llr_exact_with_0_001_for_empty_bins"]
            .as_f64()
            .unwrap();
        close(found, expected, 1e-6, &case.to_string());

        // The same through counts, where what never occurs is left out.
        let mut text = Vec::new();
        for (word, keys) in [
            ("L", "loss"),
            ("D", "draw"),
            ("W", "win"),
            ("LL", "LL"),
            ("LD", "LD"),
            ("WL", "WL"),
            ("DD", "DD"),
            ("WD", "WD"),
            ("WW", "WW"),
        ] {
            if case[keys].is_u64() {
                text.push(format!("{word}={}", case[keys]));
            }
        }
        let test = Test::of(hypotheses, counts(&text.join(",")).unwrap());
        // Empty bins of a thousandth move the ratio in the sixth digit, of ten
        // pairs in the fifth.
        let within = if test.tally().units() < 100 {
            5e-5
        } else {
            5e-6
        };
        close(test.llr(), expected, within, &case.to_string());
        let three = &case["llr_exact_three_bins_no_pseudo_count"];
        if let Some(three) = three.as_f64().filter(|_| count(case, &["LL"]) > 0.0) {
            close(test.llr(), three, 1e-6, &case.to_string());
        }
        let decision = match test.verdict() {
            None => "continue",
            Some(Verdict::H0) => "H0",
            Some(Verdict::H1) => "H1",
            Some(_) => "other",
        };
        assert_eq!(decision, case["decision"], "{case}");
        checked += 1;
    }
    assert_eq!(checked, 16);
}

#[test]
fn bounds_are_walds() {
    let oracle = json("sprt/sprt.json");
    for (key, alpha, beta) in [
        ("bounds_alpha_beta_0_05", 0.05, 0.05),
        ("bounds_alpha_0_05_beta_0_10", 0.05, 0.10),
        ("bounds_alpha_beta_0_01", 0.01, 0.01),
    ] {
        let hypotheses = Hypotheses::new(0.0, 5.0).unwrap();
        let (low, high) = hypotheses.with_errors(alpha, beta).unwrap().bounds();
        close(low, oracle[key][0].as_f64().unwrap(), 1e-9, key);
        close(high, oracle[key][1].as_f64().unwrap(), 1e-9, key);
    }
}

/// Wald's closed form for games without ties, and the Gaussian approximation:
/// two ways to the ratio that share no code with it.
#[test]
fn ratios_are_near_closed_forms() {
    for (won, lost, elo0, elo1) in [(550, 450, 0.0, 10.0), (50_200, 49_800, 0.0, 5.0)] {
        let (s0, s1) = (score_of(elo0), score_of(elo1));
        let wald = f64::from(won) * libm::log(s1 / s0)
            + f64::from(lost) * libm::log((1.0 - s1) / (1.0 - s0));
        let tally = counts(&format!("W={won},L={lost}")).unwrap();
        let test = Test::of(Hypotheses::new(elo0, elo1).unwrap(), tally);
        close(test.llr(), wald, 5e-6, "Wald");
    }
    let tally = counts("LL=180,WL=640,WW=220").unwrap();
    let (mean, variance) = tally.moments();
    let (s0, s1) = (score_of(0.0), score_of(10.0));
    let gauss = 1040.0 * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
    close(gauss, 1.880_358_759, 1e-6, "Gauss");
}

proptest! {
    /// The quadratic of three outcomes and the general search agree: an
    /// outcome that is split in two of the same score is the same outcome.
    #[test]
    fn three_outcomes_are_a_special_case(
        low in 0u32..5000, middle in 0u32..5000, high in 0u32..5000,
        elo0 in -300.0..300.0, apart in 0.1..100.0,
    ) {
        prop_assume!(low + middle + high > 0);
        let hypotheses = Hypotheses::new(elo0, elo0 + apart).unwrap();
        let outcome = |score, count: f64| Outcome { score, count };
        let (low, middle, high) = (f64::from(low) + 0.5, f64::from(middle) + 0.5, f64::from(high) + 0.5);
        let three = [outcome(0.0, low), outcome(0.5, middle), outcome(1.0, high)];
        let four = [three[0], outcome(0.5, middle / 2.0), outcome(0.5, middle / 2.0), three[2]];
        let (a, b) = (llr(&three, 2, &hypotheses), llr(&four, 2, &hypotheses));
        prop_assert!((a - b).abs() <= 1e-8 * (1.0 + a.abs()), "{a} {b}");
    }

    /// Whoever looks from the other side sees the opposite.
    #[test]
    fn the_other_side_sees_the_opposite(
        units in prop::collection::vec(0u64..=8, 10..200), elo0 in -50.0..50.0, apart in 1.0..50.0,
        normalized: bool,
    ) {
        let scale = Scale::EVERY[usize::from(normalized)];
        let of = |elo0: f64, elo1: f64, turn: &dyn Fn(u64) -> u64| {
            let mut tally = Tally::new(4);
            for &unit in &units {
                tally.add(turn(unit));
            }
            let test = Test::of(Hypotheses::new(elo0, elo1).unwrap().on(scale), tally.clone());
            (test.llr(), Difference::of(&tally).elo)
        };
        let (a, elo_a) = of(elo0, elo0 + apart, &|unit| unit);
        let (b, elo_b) = of(-elo0 - apart, -elo0, &|unit| 8 - unit);
        prop_assert!((a + b).abs() < 1e-6 * (1.0 + a.abs()), "{a} {b}");
        prop_assert!(elo_a == -elo_b || (elo_a + elo_b).abs() < 1e-9);
    }

    /// No counts break it, however extreme.
    #[test]
    fn any_counts_have_a_ratio(
        units in prop::collection::vec((0u64..=6, 0u64..1_000_000_000), 1..5),
        elo0 in -1000.0..999.0, normalized: bool,
    ) {
        let mut tally = Tally::new(3);
        for (half_points, times) in units {
            tally.add_times(half_points, times);
        }
        let scale = Scale::EVERY[usize::from(normalized)];
        let test = Test::of(Hypotheses::new(elo0, elo0 + 1.0).unwrap().on(scale), tally);
        prop_assert!(test.llr().is_finite());
    }
}

#[test]
fn intervals_are_those_of_other_programs() {
    let oracle = json("elo_diff/elo_diff.json");
    let mut checked = 0;
    for case in oracle["pairs"].as_array().unwrap() {
        let mut tally = Tally::new(2);
        for (word, half_points) in [
            ("LL", 0),
            ("LD", 1),
            ("WL", 2),
            ("DD", 2),
            ("WD", 3),
            ("WW", 4),
        ] {
            tally.add_times(half_points, case[word].as_u64().unwrap());
        }
        let found = Difference::of(&tally);
        close(found.elo, number(&case["elo"]).unwrap(), 1e-6, "elo");
        let (_, variance) = tally.moments();
        let expected = number(&case["variance_per_pair"]).unwrap();
        close(variance, expected, 1e-9, "variance");
        if expected == 0.0 {
            // All split: no margin is claimed, and Wilson's interval is wide.
            assert_eq!((found.margin(), found.sure), (None, 0.5));
            assert!(found.interval.unwrap().1 > 80.0);
            continue;
        }
        let interval = found.interval.unwrap();
        let expected = &case["student_t_interval_elo_unbiased_variance"];
        close(interval.0, number(&expected[0]).unwrap(), 1e-6, "low end");
        close(interval.1, number(&expected[1]).unwrap(), 1e-6, "high end");
        if let Some(nelo) = number(&case["fastchess"]["nelo"]) {
            close(found.normalized.unwrap(), nelo, 1e-6, "normalized");
        }
        checked += 1;
    }
    assert_eq!(checked, 7);
}

#[test]
fn a_clean_sweep_is_a_bound() {
    let found = Difference::of(&counts("W=10").unwrap());
    let (low, high) = found.interval.unwrap();
    close(low, 166.201_527_184, 1e-6, "Wilson");
    assert_eq!((found.elo, high), (f64::INFINITY, f64::INFINITY));
    close(found.sure, 0.999_511_719, 1e-9, "Beta");
    let lost = Difference::of(&counts("L=1").unwrap());
    assert_eq!((lost.interval, lost.sure), (None, 0.25));
    assert_eq!(Difference::of(&Tally::new(2)).sure, 0.5);
}

#[test]
fn bots_that_split_everything_are_identical() {
    for (elo0, elo1, scale, most) in [
        (0.0, 10.0, Scale::Logistic, 215),
        (0.0, 5.0, Scale::Logistic, 420),
        (-5.0, 5.0, Scale::Logistic, 215),
        (0.0, 10.0, Scale::Normalized, 215),
        (-10.0, -5.0, Scale::Logistic, 420),
    ] {
        let mut test = Test::new(Hypotheses::new(elo0, elo1).unwrap().on(scale), 2);
        while test.verdict().is_none() {
            test.add(2);
        }
        assert_eq!(test.verdict(), Some(Verdict::Identical));
        let units = test.tally().units();
        assert!((20..most).contains(&units), "{elo0},{elo1}: {units}");
    }
    // One pair that is not split, and they are not.
    let mut test = Test::new(Hypotheses::new(-5.0, 5.0).unwrap(), 2);
    test.add(4);
    for _ in 0..3000 {
        test.add(2);
    }
    assert!(!matches!(test.verdict(), Some(Verdict::Identical)));
}

#[test]
fn few_units_and_withdrawals_decide_nothing() {
    let mut test = Test::new(Hypotheses::new(0.0, 400.0).unwrap(), 2);
    for unit in 1..=FEWEST_UNITS {
        assert_eq!(test.verdict(), None, "{unit}");
        test.add(4);
    }
    assert_eq!(test.verdict(), Some(Verdict::H1));
    test.withdraw();
    test.add(0);
    assert_eq!(test.verdict(), Some(Verdict::H1));
    assert_eq!(test.tally().units(), FEWEST_UNITS);
    let mut test = Test::new(Hypotheses::new(0.0, 5.0).unwrap(), 2);
    test.withdraw();
    assert_eq!(test.verdict(), Some(Verdict::NoVerdict));
}

#[test]
fn what_cannot_be_decided_is_refused() {
    for (text, error) in [
        ("5", HypothesesError::Form),
        ("a,b", HypothesesError::Form),
        ("0,5,9", HypothesesError::Form),
        (
            "5,0",
            HypothesesError::Order {
                elo0: 5.0,
                elo1: 0.0,
            },
        ),
        (
            "1,1",
            HypothesesError::Order {
                elo0: 1.0,
                elo1: 1.0,
            },
        ),
        ("0,2000", HypothesesError::Range),
        ("NaN,1", HypothesesError::Range),
        ("0,inf", HypothesesError::Range),
    ] {
        assert_eq!(text.parse::<Hypotheses>(), Err(error), "{text}");
    }
    let hypotheses: Hypotheses = " -1.75, 0.25".parse().unwrap();
    assert_eq!(hypotheses.to_string(), "-1.75,0.25");
    for (alpha, beta) in [(0.0, 0.1), (0.1, 0.5), (f64::NAN, 0.1), (0.1, -1.0)] {
        assert_eq!(
            hypotheses.with_errors(alpha, beta),
            Err(HypothesesError::Rates)
        );
    }
}

#[test]
fn counts_are_read_or_refused() {
    let tally = counts("WW=3, ll=1,WL=2,DD=4").unwrap();
    let scores: Vec<(f64, u64)> = tally.scores().collect();
    assert_eq!(scores, [(0.0, 1), (0.5, 6), (1.0, 3)]);
    assert_eq!((tally.games_per_unit(), tally.units()), (2, 10));
    for (text, error) in [
        ("550", CountsError::Form("550".into())),
        ("W=x", CountsError::Form("W=x".into())),
        ("Q=1", CountsError::Form("Q=1".into())),
        ("W=-1", CountsError::Form("W=-1".into())),
        (
            "W=99999999999999999",
            CountsError::Form("W=99999999999999999".into()),
        ),
        ("W=1,w=2", CountsError::Twice("W")),
        ("W=1,LL=2", CountsError::Mixed),
        ("W=0,L=0", CountsError::Empty),
    ] {
        assert_eq!(counts(text), Err(error), "{text}");
    }
}
