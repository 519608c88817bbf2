use serde_json::Value;
use skillratings::trueskill::TrueSkillConfig;

use super::*;

fn oracle(file: &str) -> Value {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/oracles/online/");
    serde_json::from_str(&std::fs::read_to_string(format!("{folder}{file}")).unwrap()).unwrap()
}

fn close(found: f64, expected: &Value, within: f64, what: &str) {
    let expected = expected.as_f64().unwrap();
    let off = (found - expected).abs();
    assert!(off <= within, "{what}: {found} instead of {expected}");
}

/// Six games, each pair one to one: forwards C > B > A, backwards the reverse.
#[test]
fn elo_depends_on_the_order() {
    let answer = oracle("elo_sequential.json");
    let mut games = [(0, 1), (1, 2), (2, 0), (0, 2), (1, 0), (2, 1)];
    for order in ["forward", "reversed"] {
        let mut elo = begin(System::Elo);
        for (winner, loser) in games {
            elo.add(0, &[BotId::new(winner), BotId::new(loser)], &[1, 2]);
        }
        for (bot, rating) in ["A", "B", "C"].iter().zip(elo.ratings()) {
            close(rating.unwrap().0, &answer[order][bot], 1e-9, order);
        }
        games.reverse();
    }
}

/// The players of a game, new but for how the oracle starts: ours always start
/// new, so only such cases are played.
fn fresh(case: &Value) -> Option<usize> {
    let start = case["start"].as_array().unwrap();
    let new = |pair: &Value| pair[0] == 25.0 && pair[1] == 8.333_333_333_333;
    start.iter().all(new).then_some(start.len())
}

fn played(update: &mut dyn Update, seats: usize) -> Vec<(f64, f64)> {
    let bots: Vec<BotId> = (0..seats).map(BotId::new).collect();
    let places: Vec<u8> = (1..=seats as u8).collect();
    update.add(0, &bots, &places);
    let both = |rating: Option<(f64, Option<f64>)>| {
        let (rating, deviation) = rating.unwrap();
        (rating, deviation.unwrap())
    };
    update.ratings().into_iter().map(both).collect()
}

#[test]
fn weng_lin_as_openskill() {
    let answer = oracle("openskill.json");
    let mut cases = 0;
    for case in answer["cases"].as_array().unwrap() {
        let Some(seats) = fresh(case) else { continue };
        cases += 1;
        let found = played(&mut *begin(System::WengLin), seats);
        let expected = &case["expected"]["BradleyTerryFull tau=0"];
        for (at, (rating, deviation)) in found.into_iter().enumerate() {
            close(rating, &expected[at][0], 1e-6, "rating");
            close(deviation, &expected[at][1], 1e-6, "deviation");
        }
    }
    assert!(cases >= 2);
}

/// The oracle has dynamics; with them we give its numbers.
#[test]
fn trueskill_as_published() {
    let answer = oracle("trueskill.json");
    let mut cases = 0;
    for case in answer["cases"].as_array().unwrap() {
        let Some(seats) = fresh(case) else { continue };
        cases += 1;
        let mut update = trueskill::TrueSkill::default();
        update.config = Some(TrueSkillConfig {
            draw_probability: 0.0,
            beta: 25.0 / 6.0,
            dynamics_factor: 25.0 / 300.0,
        });
        for (at, (rating, deviation)) in played(&mut update, seats).into_iter().enumerate() {
            let expected = &case["expected"][at];
            close(rating, &expected[0], 2e-6, "rating");
            close(deviation, &expected[1], 2e-6, "deviation");
        }
    }
    assert!(cases >= 5);
}

/// One win against an equal: 1662.31 with deviation 290.32.
#[test]
fn glicko2_in_one_period() {
    let answer = &oracle("glicko2.json")["more"];
    let mut update = begin(System::Glicko2);
    update.add(0, &[BotId::new(0), BotId::new(1)], &[1, 2]);
    for (at, rating) in update.ratings().into_iter().enumerate() {
        let (rating, deviation) = rating.unwrap();
        let expected = &answer[at]["expected"];
        close(rating, &expected["rating"], 1e-6, "rating");
        close(
            deviation.unwrap(),
            &expected["deviation"],
            1e-6,
            "deviation",
        );
    }
}
