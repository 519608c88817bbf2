use std::collections::BTreeMap;

use serde_json::Value;

use super::*;
use crate::rating::elo::{ELO, MEAN};

fn oracle(file: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/oracles/");
    std::fs::read_to_string(format!("{folder}{file}")).unwrap()
}

/// Pair counts as a model, with one effect for sitting first if asked.
fn model(csv: &str, seats: bool) -> (Model, Vec<String>) {
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    let mut rows = Vec::new();
    for record in csv::Reader::from_reader(csv.as_bytes()).records() {
        let record = record.unwrap();
        for name in [&record[0], &record[1]] {
            names.entry(name.to_owned()).or_default();
        }
        rows.push(record);
    }
    for (at, (_, index)) in names.iter_mut().enumerate() {
        *index = at;
    }
    let bots = names.len();
    let term = |record: &csv::StringRecord| {
        let (won, lost): (f64, f64) = (record[2].parse().unwrap(), record[3].parse().unwrap());
        Term {
            bots: [names[&record[0]], names[&record[1]]],
            seats: seats.then_some([bots, bots + 1]),
            games: won + lost,
            wins: won,
        }
    };
    let mut groups = vec![(0..bots).collect::<Vec<_>>()];
    if seats {
        groups.push(vec![bots, bots + 1]);
    }
    let model = Model {
        parameters: bots + if seats { 2 } else { 0 },
        groups,
        first_seat: bots,
        terms: rows.iter().map(term).collect(),
    };
    (model, names.into_keys().collect())
}

fn close(found: f64, expected: &Value, within: f64, what: &str) {
    let expected = expected.as_f64().unwrap();
    let off = (found - expected).abs();
    assert!(off <= within, "{what}: {found} instead of {expected}");
}

/// Standard error of a contrast, in Elo: `plus` less the mean or `minus`.
fn error(fit: &Fit, bots: usize, plus: usize, minus: Option<usize>) -> f64 {
    let mut contrast = vec![0.0; fit.beta.len()];
    match minus {
        Some(minus) => contrast[minus] -= 1.0,
        None => contrast[..bots].fill(-1.0 / bots as f64),
    }
    contrast[plus] += 1.0;
    fit.fisher(&contrast).max(0.0).sqrt() * ELO
}

#[test]
fn pair_counts_of_the_oracles() {
    for set in [
        "two",
        "triangle",
        "chain",
        "cycle",
        "six_uneven",
        "large_counts",
    ] {
        let json: Value = serde_json::from_str(&oracle(&format!("bt/bt_{set}.json"))).unwrap();
        let within = json["tolerance_elo"].as_f64().unwrap();
        let (model, names) = model(&oracle(&format!("bt/bt_{set}.csv")), false);
        let fit = model.fit().unwrap();
        let bots = names.len();
        let at = |name: &str| names.iter().position(|n| n == name).unwrap();
        for (name, expected) in json["rating"].as_object().unwrap() {
            let elo = MEAN + ELO * fit.beta[at(name)];
            close(elo, expected, within, &format!("{set} {name}"));
            close(fit.beta[at(name)], &json["theta"][name], within / ELO, set);
            let mean = error(&fit, bots, at(name), None);
            close(mean, &json["se_vs_mean"][name], within, set);
        }
        for (name, expected) in json["se_vs_first"].as_object().unwrap() {
            let anchor = json["anchor_on_first"].as_object().unwrap();
            let errors = json["se_vs_first"].as_object().unwrap();
            let first = errors
                .iter()
                .find(|(_, v)| v.as_f64() == Some(0.0))
                .unwrap();
            let first = at(first.0);
            close(
                error(&fit, bots, at(name), Some(first)),
                expected,
                within,
                set,
            );
            let elo = MEAN + ELO * (fit.beta[at(name)] - fit.beta[first]);
            close(elo, &anchor[name], within, set);
        }
        for (pair, expected) in json["difference"].as_object().unwrap() {
            let (a, b) = pair.split_once('-').unwrap();
            let (a, b) = (at(a), at(b));
            close(
                ELO * (fit.beta[a] - fit.beta[b]),
                &expected["elo"],
                within,
                pair,
            );
            close(error(&fit, bots, a, Some(b)), &expected["se"], within, pair);
        }
        let scale = json["loglik"].as_f64().unwrap().abs();
        close(
            model.log_likelihood(&fit.beta),
            &json["loglik"],
            1e-8 + 1e-11 * scale,
            set,
        );
    }
}

#[test]
fn the_first_seat() {
    let json: Value = serde_json::from_str(&oracle("first_seat/first_seat.json")).unwrap();
    let csv = oracle("first_seat/first_seat.csv");
    let within = json["tolerance_elo"].as_f64().unwrap();
    let (with, names) = model(&csv, true);
    let (without, _) = model(&csv, false);
    let (fit, plain) = (with.fit().unwrap(), without.fit().unwrap());
    let at = |name: &str| names.iter().position(|n| n == name).unwrap();
    for name in &names {
        let elo = MEAN + ELO * fit.beta[at(name)];
        close(elo, &json["rating"][name], within, name);
        let elo = MEAN + ELO * plain.beta[at(name)];
        close(elo, &json["rating_without_seat_term"][name], within, name);
        let mean = error(&fit, names.len(), at(name), None);
        close(mean, &json["se_vs_mean"][name], within, name);
    }
    for (pair, expected) in json["difference_se"].as_object().unwrap() {
        let (a, b) = pair.split_once('-').unwrap();
        close(
            error(&fit, names.len(), at(a), Some(at(b))),
            expected,
            within,
            pair,
        );
    }
    let first = ELO * (fit.beta[4] - fit.beta[5]);
    close(first, &json["first_seat_advantage_elo"], within, "h");
    let spread = error(&fit, names.len(), 4, Some(5));
    close(spread, &json["se_first_seat_elo"], within, "se of h");
    let likelihoods = [
        with.log_likelihood(&fit.beta),
        without.log_likelihood(&plain.beta),
    ];
    close(likelihoods[0], &json["loglik_with"], 1e-8, "with");
    close(likelihoods[1], &json["loglik_without"], 1e-8, "without");
    let ratio = 2.0 * (likelihoods[0] - likelihoods[1]);
    close(ratio, &json["lr_chi2_1df"], 1e-8, "likelihood ratio");
}

#[test]
fn a_thin_bridge_between_large_groups() {
    // Two well-known pairs, and ten games between them: 7 to 3.
    let (model, _) = model(
        "a,b,w,l\nA,B,5200000,4800000\nC,D,4900000,5100000\nA,C,7,3\n",
        false,
    );
    let fit = model.fit().unwrap();
    let expected = libm::log(7.0 / 3.0);
    assert!((fit.beta[0] - fit.beta[2] - expected).abs() < 1e-9);
}

#[test]
fn very_wide_fields() {
    // Each beats the next by 10^6 to 1: 13.8 nats a step.
    let rows: String = (0..8)
        .map(|i| format!("b{i},b{},1000000,1\n", i + 1))
        .collect();
    let (model, _) = model(&format!("a,b,w,l\n{rows}"), false);
    let fit = model.fit().unwrap();
    for i in 0..8 {
        assert!((fit.beta[i] - fit.beta[i + 1] - libm::log(1e6)).abs() < 1e-8);
    }
}

#[test]
fn seats_that_games_cannot_tell() {
    // A always sits first: its strength and the seat's are one number.
    let (fixed, _) = model("a,b,w,l\nA,B,60,40\n", true);
    assert_eq!(fixed.fit().unwrap_err(), NoFit::Singular);
    // The first seat wins every game.
    let (decided, _) = model("a,b,w,l\nA,B,9,0\nB,A,9,0\n", true);
    assert_eq!(decided.fit().unwrap_err(), NoFit::Diverged);
}
