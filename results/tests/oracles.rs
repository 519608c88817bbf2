//! Data sets with answers that several independent programs agree on.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot set up its case has failed"
)]

mod answers;

use answers::{add, elo, empty, json, oracle, pairs};
use dudo_results::log::BotId;
use dudo_results::rating::{Field, Game, Margin, Rating, Standings};
use serde_json::Value;

fn close(found: f64, expected: &Value, within: f64, what: &str) {
    let expected = expected.as_f64().unwrap();
    let off = (found - expected).abs();
    assert!(off <= within, "{what}: {found} instead of {expected}");
}

#[test]
fn pair_counts() {
    for set in [
        "two",
        "triangle",
        "chain",
        "cycle",
        "six_uneven",
        "large_counts",
    ] {
        let answer = json(&format!("bt/bt_{set}.json"));
        let counts = pairs(&format!("bt/bt_{set}.csv"));
        let standings = Standings::of(&counts, None, false).unwrap();
        let field = &standings.fields[0];
        for (bot, expected) in answer["rating"].as_object().unwrap() {
            close(elo(field, bot), expected, 1e-6, set);
        }
        // Best first, and one cluster gives no margin.
        let list: Vec<f64> = field
            .lines
            .iter()
            .map(|line| elo(field, &line.bot))
            .collect();
        assert!(list.is_sorted_by(|a, b| a >= b || (a - b).abs() < 1e-6));
        for line in &field.lines {
            let Rating::Estimate { margin, .. } = line.rating else {
                panic!()
            };
            assert_eq!(margin, Margin::TooFewClusters);
        }
        // Anchored on a bot, differences stay.
        let first = answer["rating"].as_object().unwrap().keys().next().unwrap();
        let anchored = Standings::of(&counts, Some((first, 1500.0)), false).unwrap();
        for (pair, expected) in answer["difference"].as_object().unwrap() {
            let (a, b) = pair.split_once('-').unwrap();
            let field = &anchored.fields[0];
            close(elo(field, a) - elo(field, b), &expected["elo"], 1e-6, pair);
        }
        assert!((elo(&anchored.fields[0], first) - 1500.0).abs() < 1e-9);
    }
}

#[test]
fn the_first_seat() {
    let answer = json("first_seat/first_seat.json");
    let mut counts = empty();
    let csv = oracle("first_seat/first_seat.csv");
    for record in csv::Reader::from_reader(csv.as_bytes()).records() {
        let record = record.unwrap();
        for (column, places) in [(2, [1, 2]), (3, [2, 1])] {
            let times = record[column].parse().unwrap();
            add(&mut counts, [&record[0], &record[1]], places, 0, times);
        }
    }
    let with = Standings::of(&counts, None, true).unwrap();
    let without = Standings::of(&counts, None, false).unwrap();
    for (bot, expected) in answer["rating"].as_object().unwrap() {
        close(elo(&with.fields[0], bot), expected, 1e-6, bot);
        let plain = &answer["rating_without_seat_term"][bot];
        close(elo(&without.fields[0], bot), plain, 1e-6, bot);
    }
    let seats = &with.fields[0].seats[0];
    let first = seats.first.unwrap().0;
    close(
        first,
        &answer["first_seat_advantage_elo"],
        1e-6,
        "first seat",
    );
    assert!((seats.effects[0].0 + seats.effects[1].0).abs() < 1e-9);
    assert!(without.fields[0].seats.is_empty());
}

#[test]
fn clustered_errors() {
    let answer = json("cluster/blocks.json");
    let mut counts = empty();
    let csv = oracle("cluster/blocks.csv");
    for record in csv::Reader::from_reader(csv.as_bytes()).records() {
        let record = record.unwrap();
        let places = if record[1] == record[3] {
            [1, 2]
        } else {
            [2, 1]
        };
        let block = record[0].parse().unwrap();
        add(&mut counts, [&record[1], &record[2]], places, block, 1);
    }
    // The 97.5 % quantile of Student's t with 59 degrees of freedom.
    let t = 2.000_995_378_088_5;
    let clusters: f64 = 60.0;
    let uncorrected = ((clusters - 1.0) / clusters).sqrt();
    let error = |field: &Field, bot: &str| {
        let line = field.lines.iter().find(|line| line.bot == bot).unwrap();
        let Rating::Estimate { margin, .. } = line.rating else {
            panic!()
        };
        margin.half_width().unwrap() / t
    };
    let mean = Standings::of(&counts, None, false).unwrap();
    let first = Standings::of(&counts, Some(("A", 1500.0)), false).unwrap();
    for bot in ["A", "B", "C", "D"] {
        let field = &mean.fields[0];
        assert_eq!(field.clusters, 60);
        close(elo(field, bot), &answer["rating"][bot], 1e-5, bot);
        let cr0 = error(field, bot) * uncorrected;
        close(cr0, &answer["cluster_se_vs_mean"][bot], 1e-5, bot);
        let cr1 = error(&first.fields[0], bot);
        close(cr1, &answer["cluster_sandwich_CR1_se_vs_A"][bot], 1e-5, bot);
        let cr0 = cr1 * uncorrected;
        close(cr0, &answer["cluster_sandwich_CR0_se_vs_A"][bot], 1e-5, bot);
    }
}

#[test]
fn an_undefeated_bot_has_a_bound() {
    let answer = json("bt_edge/perfect_winner.json");
    let standings = Standings::of(&pairs("bt_edge/perfect_winner.csv"), None, false).unwrap();
    let field = &standings.fields[0];
    assert_eq!(field.lines[0].bot, "hero");
    assert_eq!((field.lines[0].rank, field.lines[1].rank), (1, 2));
    let Rating::AtLeast(bound) = field.lines[0].rating else {
        panic!()
    };
    close(
        bound,
        &answer["bound_for_hero"]["one_sided_95"],
        1e-6,
        "hero",
    );
    let inside = &answer["mle_inside_strong_components"]["B+C+D"];
    for (bot, expected) in inside.as_object().unwrap() {
        close(elo(field, bot), &expected["rating"], 1e-6, bot);
    }
}

#[test]
fn the_winless_mirror_the_undefeated() {
    let mut counts = empty();
    for record in
        csv::Reader::from_reader(oracle("bt_edge/perfect_winner.csv").as_bytes()).records()
    {
        let record = record.unwrap();
        for (column, places) in [(2, [2, 1]), (3, [1, 2])] {
            let times: u64 = record[column].parse().unwrap();
            if times > 0 {
                add(&mut counts, [&record[0], &record[1]], places, 0, times);
            }
        }
    }
    let standings = Standings::of(&counts, None, false).unwrap();
    let last = standings.fields[0].lines.last().unwrap();
    let Rating::AtMost(bound) = last.rating else {
        panic!()
    };
    assert_eq!((last.bot.as_str(), last.rank), ("hero", 4));
    assert!((bound - (3_000.0 - 1_894.258_839)).abs() < 1e-6);
}

#[test]
fn two_groups_have_two_scales() {
    let answer = json("bt_edge/disconnected.json");
    let standings = Standings::of(&pairs("bt_edge/disconnected.csv"), None, false).unwrap();
    assert_eq!(standings.fields.len(), 2);
    let inside = &answer["mle_inside_strong_components"];
    for (at, group) in ["A+B", "C+D"].into_iter().enumerate() {
        for (bot, expected) in inside[group].as_object().unwrap() {
            close(
                elo(&standings.fields[at], bot),
                &expected["rating"],
                1e-6,
                bot,
            );
        }
    }
    assert!(
        standings
            .warnings
            .iter()
            .any(|text| text.contains("never met"))
    );
    // Games of the others change nothing, to the last bit.
    let mut alone = empty();
    add(&mut alone, ["A", "B"], [1, 2], 0, 6);
    add(&mut alone, ["A", "B"], [2, 1], 0, 4);
    let alone = Standings::of(&alone, None, false).unwrap();
    assert_eq!(alone.fields[0], standings.fields[0]);
}

#[test]
fn a_bot_without_games_has_no_rating() {
    let mut counts = pairs("bt_edge/never_played.csv");
    counts.names_mut().id(b"C").unwrap();
    let standings = Standings::of(&counts, None, false).unwrap();
    assert_eq!(standings.unplayed, ["C"]);
    assert_eq!(standings.fields.len(), 1);
    let answer = json("bt_edge/never_played.json");
    let inside = &answer["mle_inside_strong_components"]["A+B"];
    for bot in ["A", "B"] {
        close(
            elo(&standings.fields[0], bot),
            &inside[bot]["rating"],
            1e-6,
            bot,
        );
    }
    assert!(Standings::of(&counts, Some(("C", 1500.0)), false).is_err());
}

#[test]
fn a_chain_of_sweeps_has_an_order_and_no_scale() {
    let counts = pairs("bt_edge/all_perfect_chain.csv");
    let standings = Standings::of(&counts, None, true).unwrap();
    let field = &standings.fields[0];
    let ranks: Vec<_> = field
        .lines
        .iter()
        .map(|l| (l.rank, l.bot.as_str()))
        .collect();
    assert_eq!(ranks, [(1, "A"), (2, "B"), (3, "C")]);
    assert!(
        field
            .lines
            .iter()
            .all(|line| line.rating == Rating::Unknown)
    );
    // With an anchor there is a scale: B's three wins bound it from below.
    let standings = Standings::of(&counts, Some(("C", 1000.0)), true).unwrap();
    let found: Vec<_> = standings.fields[0].lines.iter().map(|l| l.rating).collect();
    let chance = libm::cbrt(0.05);
    let step = 400.0 * libm::log10(chance / (1.0 - chance));
    for (rating, steps) in found.iter().zip([2.0, 1.0]) {
        let Rating::AtLeast(bound) = *rating else {
            panic!()
        };
        assert!((bound - (1000.0 + steps * step)).abs() < 1e-6);
    }
    assert!(matches!(
        found[2],
        Rating::Estimate {
            margin: Margin::Anchor,
            ..
        }
    ));
}

/// Rankings of three and four bots, broken into pairs.
#[test]
fn larger_tables() {
    for (set, seats) in [("pl_3p", 3), ("pl_4p", 4)] {
        let answer = json(&format!("pl/{set}.json"));
        let mut counts = empty();
        for name in ["A", "B", "C", "D"] {
            counts.names_mut().id(name.as_bytes()).unwrap();
        }
        let csv = oracle(&format!("pl/{set}.csv"));
        for (row, record) in csv::Reader::from_reader(csv.as_bytes())
            .records()
            .enumerate()
        {
            let record = record.unwrap();
            // Best first; seats are taken in another order for each row.
            let ranking: Vec<&str> = record.iter().skip(1).filter(|n| !n.is_empty()).collect();
            let at = |seat: usize| (seat + row) % ranking.len();
            let bots: Vec<BotId> = (0..ranking.len())
                .map(|seat| counts.names().get(ranking[at(seat)]).unwrap())
                .collect();
            let places: Vec<u8> = (0..ranking.len()).map(|seat| 1 + at(seat) as u8).collect();
            let game = Game {
                cluster: 0,
                bots: &bots,
                places: &places,
                faulted: 0,
            };
            counts.add_times(&game, record[0].parse().unwrap()).unwrap();
        }
        let standings = Standings::of(&counts, None, false).unwrap();
        let field = &standings.fields[0];
        assert!(field.sizes.contains(&seats));
        let ratings = &answer["all_pairs_breaking_bt"]["rating"];
        for (bot, expected) in ratings.as_object().unwrap() {
            close(elo(field, bot), expected, 1e-6, set);
        }
    }
}
