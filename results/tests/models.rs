//! What stands beside the ratings: priors, places, checks, cycles.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot set up its case has failed"
)]

mod answers;

use answers::{add, elo, empty, json, oracle, pairs};
use dudo_results::log::BotId;
use dudo_results::rating::{Anchor, Game, How, Model, Rating, Standings};

/// The half-win phantom, in every case that has no fit without it.
#[test]
fn the_prior() {
    let how = How {
        model: Model::PairsNoSeats,
        prior: true,
        ..How::default()
    };
    for set in [
        "perfect_winner",
        "disconnected",
        "all_perfect_chain",
        "never_played",
    ] {
        let answer = json(&format!("bt_edge/{set}.json"));
        let counts = pairs(&format!("bt_edge/{set}.csv"));
        let standings = Standings::with(&counts, &how).unwrap();
        let label = "0.5 virtual win + 0.5 virtual loss per bot against a phantom fixed at 1500";
        let expected = answer["with_prior"][label]["rating"].as_object().unwrap();
        for field in &standings.fields {
            assert_eq!(field.anchor, Anchor::Phantom);
            assert!(
                field
                    .notes
                    .iter()
                    .any(|note| note.contains("half-win prior"))
            );
            for line in &field.lines {
                let expected = expected[&line.bot].as_f64().unwrap();
                assert!(
                    (elo(field, &line.bot) - expected).abs() < 1e-6,
                    "{set} {}",
                    line.bot
                );
            }
        }
        // The warning comes from the games, which the phantom does not join.
        assert_eq!(standings.fields.len() > 1, set == "disconnected");
    }
}

/// Where nobody changed seats the games do not tell a seat from a bot, and a prior that
/// is about bots does not either.
#[test]
fn the_prior_tells_no_seats() {
    let mut counts = empty();
    for deal in 0..400 {
        let places = if deal % 5 == 0 { [2, 1] } else { [1, 2] };
        add(&mut counts, ["strong", "weak"], places, deal, 1);
    }
    let rated = |model| {
        let how = How {
            model,
            prior: true,
            ..How::default()
        };
        Standings::with(&counts, &how).unwrap().fields.remove(0)
    };
    let field = rated(Model::Pairs);
    assert!(field.seats.is_empty());
    assert!(
        field
            .notes
            .iter()
            .any(|note| note.starts_with("No seat effects"))
    );
    let alone = rated(Model::PairsNoSeats);
    for bot in ["strong", "weak"] {
        assert_eq!(elo(&field, bot), elo(&alone, bot));
    }
    assert!(elo(&field, "strong") - elo(&field, "weak") > 200.0);
}

/// Blocks of twelve games: sandwich and bootstrap agree within five per cent
/// with each other and with what other programs found.
#[test]
fn the_bootstrap_agrees() {
    let answer = json("cluster/blocks.json");
    let mut counts = empty();
    for record in csv::Reader::from_reader(oracle("cluster/blocks.csv").as_bytes()).records() {
        let record = record.unwrap();
        let places = if record[1] == record[3] {
            [1, 2]
        } else {
            [2, 1]
        };
        let block = record[0].parse().unwrap();
        add(&mut counts, [&record[1], &record[2]], places, block, 1);
    }
    let how = How {
        model: Model::PairsNoSeats,
        anchor: Some(("A".to_owned(), 1500.0)),
        bootstrap: Some((4_000, 1)),
        ..How::default()
    };
    let standings = Standings::with(&counts, &how).unwrap();
    let field = &standings.fields[0];
    let bootstrap = field.bootstrap.as_ref().unwrap();
    assert_eq!((bootstrap.resamples, bootstrap.without_fit), (4_000, 0));
    for (line, found) in field.lines.iter().zip(&bootstrap.bots) {
        let found = found.unwrap();
        let expected = answer["block_bootstrap_20000_se_vs_A"][&line.bot]
            .as_f64()
            .unwrap();
        assert!(
            (found.error - expected).abs() <= 0.05 * expected,
            "{} {found:?}",
            line.bot
        );
        assert!((found.error - found.sandwich).abs() <= 0.05 * expected);
    }
    let again = Standings::with(&counts, &how).unwrap();
    assert_eq!(again, standings, "one seed, one answer");
    assert!((0.5..1.5).contains(&field.design_effect.unwrap()));
}

/// Resamples that fall apart are counted and left out.
#[test]
fn resamples_without_a_fit() {
    let mut counts = empty();
    for block in 0..12 {
        let places = if block == 0 { [2, 1] } else { [1, 2] };
        add(&mut counts, ["a", "b"], places, block, 1);
    }
    let how = How {
        bootstrap: Some((400, 7)),
        ..How::default()
    };
    let standings = Standings::with(&counts, &how).unwrap();
    let bootstrap = standings.fields[0].bootstrap.clone().unwrap();
    // A block is left out of a resample of twelve with (11/12)^12 = 35 %.
    assert!(
        (100..=180).contains(&bootstrap.without_fit),
        "{bootstrap:?}"
    );
}

/// Three bots far apart and two equal ones, with 200 blocks of noise.
#[test]
fn places_and_who_is_better() {
    let mut counts = empty();
    let strength = [("a", 6), ("b", 4), ("c", 2), ("d", 1), ("e", 1)];
    for block in 0..200_u64 {
        for (at, (one, more)) in strength.iter().enumerate() {
            for (other, less) in &strength[at + 1..] {
                for (turn, seats) in [[*one, *other], [*other, *one]].into_iter().enumerate() {
                    let hash = (block * 7 + turn as u64 * 3 + at as u64 * 5)
                        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                        >> 40;
                    let first = hash % (more + less) < *more;
                    let places = if first == (turn == 0) { [1, 2] } else { [2, 1] };
                    add(&mut counts, seats, places, block, 1);
                }
            }
        }
    }
    let standings = Standings::with(&counts, &How::default()).unwrap();
    let field = &standings.fields[0];
    let places: Vec<_> = field
        .lines
        .iter()
        .map(|l| (l.bot.as_str(), l.places.unwrap()))
        .collect();
    assert_eq!(places[..2], [("a", (1, 1)), ("b", (2, 2))], "{places:?}");
    let (d, e) = (places[3].1, places[4].1);
    assert!(d.1 == 5 && e.0 <= 4, "{places:?}");
    // More than the 1.96 of one pair, less than Bonferroni's 2.81 for ten.
    let critical = field.critical.unwrap();
    assert!((2.4..2.85).contains(&critical), "{critical}");
    let top = field.differences[0][1].unwrap();
    assert!(top.better.unwrap() > 0.999);
    let back = field.differences[1][0].unwrap();
    assert_eq!(back.elo.unwrap(), -top.elo.unwrap());
    assert!((back.better.unwrap() + top.better.unwrap() - 1.0).abs() < 1e-12);
    let gap = elo(field, "a") - elo(field, "b");
    assert!((gap - top.elo.unwrap()).abs() < 1e-9);
    // Few blocks: no places, and it says so.
    let mut few = empty();
    for block in 0..20 {
        add(
            &mut few,
            ["a", "b"],
            if block % 3 == 0 { [2, 1] } else { [1, 2] },
            block,
            1,
        );
    }
    let few = Standings::with(&few, &How::default()).unwrap();
    assert_eq!(few.fields[0].lines[0].places, None);
    assert!(
        few.fields[0]
            .notes
            .iter()
            .any(|note| note.contains("too few deals"))
    );
}

/// Rock, paper, scissors at 80 to 20: the ratings say 1500 three times, and the
/// page says that this is not all.
#[test]
fn a_cycle_is_named() {
    let mut counts = empty();
    for block in 0..100 {
        for (one, other) in [
            ("rock", "scissors"),
            ("scissors", "paper"),
            ("paper", "rock"),
        ] {
            // Each sits first as often as second, so that it is no matter of seats.
            let (seats, turned) = if block % 2 == 0 {
                ([one, other], false)
            } else {
                ([other, one], true)
            };
            let won = (block % 5 == 0) == turned;
            let places = if won { [1, 2] } else { [2, 1] };
            add(&mut counts, seats, places, block * 31, 1);
        }
    }
    let standings = Standings::with(&counts, &How::default()).unwrap();
    let field = &standings.fields[0];
    for bot in ["rock", "paper", "scissors"] {
        assert!((elo(field, bot) - 1500.0).abs() < 1e-6);
    }
    assert!(field.lack_of_fit.as_ref().unwrap().p < 0.01);
    assert_eq!(field.cycles.cycles.len(), 1);
    for weights in [&field.cycles.alpha_rank.0, &field.cycles.nash] {
        assert!(
            weights.iter().all(|w| (w - 1.0 / 3.0).abs() < 1e-3),
            "{weights:?}"
        );
    }
    let warned = |word: &str| field.warnings.iter().any(|text| text.contains(word));
    assert!(
        warned("does not explain") && warned("cycle"),
        "{:?}",
        field.warnings
    );
}

/// Three models of orders from the public side, with what is shown of them.
#[test]
fn orders_stand_beside_the_pairs() {
    let answer = json("pl/pl_4p.json");
    let mut counts = empty();
    for record in csv::Reader::from_reader(oracle("pl/pl_4p.csv").as_bytes()).records() {
        let record = record.unwrap();
        let mut bots: Vec<BotId> = Vec::new();
        for name in record.iter().skip(1).filter(|name| !name.is_empty()) {
            bots.push(counts.names_mut().id(name.as_bytes()).unwrap());
        }
        let game = Game {
            cluster: 0,
            bots: &bots,
            places: &[1, 2, 3, 4],
            faulted: 0,
        };
        counts.add_times(&game, record[0].parse().unwrap()).unwrap();
    }
    let standings = Standings::of(&counts, None, false).unwrap();
    let field = &standings.fields[0];
    for (alternative, expected) in field.alternatives.iter().zip([
        &answer["elimination_model"],
        &answer,
        &answer["winner_only"],
    ]) {
        for (line, rating) in field.lines.iter().zip(&alternative.ratings) {
            let Rating::Estimate { elo, .. } = *rating else {
                panic!()
            };
            let expected = expected["rating"][&line.bot].as_f64().unwrap();
            assert!((elo - expected).abs() < 1e-6);
        }
        let how = How {
            model: alternative.model,
            ..How::default()
        };
        let main = Standings::with(&counts, &how).unwrap();
        for (at, line) in field.lines.iter().enumerate() {
            let Rating::Estimate { elo: own, .. } = alternative.ratings[at] else {
                panic!()
            };
            assert!((elo(&main.fields[0], &line.bot) - own).abs() < 1e-9);
        }
    }
    // The orders were made winner first, and the likelihoods say so.
    let orders: Vec<_> = field.alternatives.iter().map(|a| a.orders).collect();
    assert!(orders[1].unwrap() > orders[0].unwrap() && orders[2].is_none());
    assert!((orders[0].unwrap() + 2_877.586_441_994).abs() < 1e-6);
}
