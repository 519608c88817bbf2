use serde_json::Value;

use super::*;
use crate::log::Names;
use crate::rating::counts::{Faults, Game, Ties};
use crate::rating::elo::{ELO, MEAN};
use crate::rating::graph::Graph;

fn oracle(file: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/oracles/pl/");
    std::fs::read_to_string(format!("{folder}{file}")).unwrap()
}

/// Orders, best first, each as many times as it says; seats are by name.
fn counts(rows: &[(u64, Vec<&str>)]) -> Counts {
    let mut counts = Counts::new(Names::new(), Ties::Half, Faults::Keep);
    for (times, order) in rows {
        let mut seated = order.clone();
        seated.sort_unstable();
        let mut bots = Vec::new();
        for name in &seated {
            bots.push(counts.names_mut().id(name.as_bytes()).unwrap());
        }
        let place = |name| 1 + order.iter().position(|other| other == name).unwrap() as u8;
        let places: Vec<u8> = seated.iter().map(place).collect();
        let game = Game {
            cluster: 0,
            bots: &bots,
            places: &places,
            faulted: 0,
        };
        counts.add_times(&game, *times).unwrap();
    }
    counts
}

fn from_file(file: &str) -> Counts {
    let text = oracle(file);
    let mut rows = Vec::new();
    let records: Vec<csv::StringRecord> = csv::Reader::from_reader(text.as_bytes())
        .records()
        .map(Result::unwrap)
        .collect();
    for record in &records {
        let order = record.iter().skip(1).filter(|name| !name.is_empty());
        rows.push((record[0].parse().unwrap(), order.collect()));
    }
    counts(&rows)
}

/// All bots of the counts, in layers by who was ahead of whom.
fn fitted(counts: &Counts, way: Way, prior: Option<f64>) -> (Vec<f64>, Judged, Vec<f64>) {
    let comparisons = counts.comparisons();
    let members: Vec<usize> = (0..counts.names().len()).collect();
    let mut graph = Graph::new(members.len());
    for c in &comparisons {
        if c.total.points > 0 {
            graph.arrow(c.bots[0], c.bots[1]);
        }
        if c.total.points < 2 * c.total.games {
            graph.arrow(c.bots[1], c.bots[0]);
        }
    }
    let layers = graph.layers(&members);
    let mut layer_of = vec![0; members.len()];
    for (at, layer) in layers.iter().enumerate() {
        for &bot in &layer.members {
            layer_of[bot] = at;
        }
    }
    let pairs: Vec<&Comparison> = comparisons.iter().collect();
    let model = Choice::new(way, counts, &pairs, &members, &layer_of, &layers, prior);
    let fit = model.fit().unwrap();
    let bots = members.len() as f64;
    let errors = members.iter().map(|&bot| {
        let mut contrast = vec![-1.0 / bots; fit.theta.len()];
        contrast[bot] += 1.0;
        fit.variance(&contrast).max(0.0).sqrt() * ELO
    });
    let errors = errors.collect();
    let judged = model.judge(&fit);
    (fit.theta, judged, errors)
}

fn close(found: f64, expected: &Value, within: f64, what: &str) {
    let expected = expected.as_f64().unwrap();
    let off = (found - expected).abs();
    assert!(off <= within, "{what}: {found} instead of {expected}");
}

#[test]
fn three_models_of_three_and_four() {
    for set in ["pl_3p", "pl_4p"] {
        let answer: Value = serde_json::from_str(&oracle(&format!("{set}.json"))).unwrap();
        let counts = from_file(&format!("{set}.csv"));
        for (way, answer, win) in [
            (
                Way::Elimination,
                &answer["elimination_model"],
                "win_probability_all_bots_at_one_table",
            ),
            (
                Way::WinnerFirst,
                &answer["elimination_model"],
                "forward_model_win_probability_same_table",
            ),
            (Way::WinnerOnly, &answer["winner_only"], ""),
        ] {
            let root: Value = serde_json::from_str(&oracle(&format!("{set}.json"))).unwrap();
            let expected = if way == Way::WinnerFirst {
                &root
            } else {
                answer
            };
            let (theta, judged, errors) = fitted(&counts, way, None);
            for (bot, &id) in counts.names().sorted().iter().enumerate() {
                let name = counts.names().name(id);
                let elo = MEAN + ELO * theta[bot];
                close(elo, &expected["rating"][name], 1e-6, set);
                close(errors[bot], &expected["se_vs_mean"][name], 1e-6, set);
                if !win.is_empty() {
                    close(judged.shares[bot].unwrap(), &answer[win][name], 1e-9, set);
                }
            }
            let log = if way == Way::WinnerOnly {
                judged.winners
            } else {
                judged.order
            };
            close(log, &expected["loglik"], 1e-8, set);
        }
    }
}

/// The half-win phantom makes every fit finite.
#[test]
fn with_the_phantom() {
    for set in ["pl_perfect", "pl_disconnected"] {
        let answer: Value = serde_json::from_str(&oracle(&format!("{set}.json"))).unwrap();
        let counts = from_file(&format!("{set}.csv"));
        let (theta, ..) = fitted(&counts, Way::WinnerFirst, Some(0.5));
        let phantom = theta.len() - 1;
        for (bot, &id) in counts.names().sorted().iter().enumerate() {
            let name = counts.names().name(id);
            let elo = MEAN + ELO * (theta[bot] - theta[phantom]);
            let expected = &answer["with_prior_half_win_half_loss_vs_phantom_1500"]["rating"][name];
            close(elo, expected, 1e-6, name);
        }
    }
}

/// At the limit of an undefeated bot the others' games are their own.
#[test]
fn layers_leave_what_is_left_to_choose() {
    let with = from_file("pl_perfect.csv");
    let without = counts(&[
        (5, vec!["B", "C", "D"]),
        (4, vec!["C", "B", "D"]),
        (3, vec!["D", "C", "B"]),
        (2, vec!["C", "D", "B"]),
    ]);
    for way in [Way::Elimination, Way::WinnerFirst] {
        let (theta, ..) = fitted(&with, way, None);
        let (expected, ..) = fitted(&without, way, None);
        for (found, expected) in theta.iter().zip(&expected) {
            assert!((found - expected).abs() < 1e-9, "{theta:?} {expected:?}");
        }
    }
}

/// Efron's form by hand: of a, b, c the last place is shared by b and c. With
/// equal weights each of the two stages costs ln 3 and ln 2.
#[test]
fn shared_places() {
    let mut counts = Counts::new(Names::new(), Ties::Half, Faults::Keep);
    let bots = ["a", "b", "c"].map(|name| counts.names_mut().id(name.as_bytes()).unwrap());
    for turn in 0..3 {
        let places: Vec<u8> = (0..3)
            .map(|seat| if seat == turn { 1 } else { 2 })
            .collect();
        let game = Game {
            cluster: turn as u64,
            bots: &bots,
            places: &places,
            faulted: 0,
        };
        counts.add(&game).unwrap();
    }
    let (theta, judged, _) = fitted(&counts, Way::Elimination, None);
    assert!(theta.iter().all(|t| t.abs() < 1e-12));
    let expected = -3.0 * (libm::log(3.0) + libm::log(2.0));
    assert!((judged.order - expected).abs() < 1e-12, "{}", judged.order);
    // Best first there is one choice of three, and then two nobody chose from.
    let (_, judged, _) = fitted(&counts, Way::WinnerFirst, None);
    assert!((judged.order + 3.0 * libm::log(3.0)).abs() < 1e-12);
}
