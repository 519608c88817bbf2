//! Data sets with answers that several independent programs agree on, read.

use dudo_results::log::{BotId, Names};
use dudo_results::rating::{Counts, Faults, Field, Game, Rating, Ties};
use serde_json::Value;

pub(crate) fn oracle(file: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/oracles/");
    std::fs::read_to_string(format!("{folder}{file}")).unwrap()
}

pub(crate) fn json(file: &str) -> Value {
    serde_json::from_str(&oracle(file)).unwrap()
}

pub(crate) fn empty() -> Counts {
    Counts::new(Names::new(), Ties::Half, Faults::Keep)
}

/// Adds so many games of one cluster that `first` won.
pub(crate) fn add(
    counts: &mut Counts,
    seats: [&str; 2],
    places: [u8; 2],
    cluster: u64,
    times: u64,
) {
    let bots: Vec<BotId> = seats
        .iter()
        .map(|name| counts.names_mut().id(name.as_bytes()).unwrap())
        .collect();
    let game = Game {
        cluster,
        bots: &bots,
        places: &places,
        faulted: 0,
    };
    counts.add_times(&game, times).unwrap();
}

/// Pair counts `a,b,a_wins,b_wins`, each pair half in either seat so far as
/// that is possible.
pub(crate) fn pairs(file: &str) -> Counts {
    let mut counts = empty();
    for record in csv::Reader::from_reader(oracle(file).as_bytes()).records() {
        let record = record.unwrap();
        for (column, places) in [(2, [1, 2]), (3, [2, 1])] {
            let times: u64 = record[column].parse().unwrap();
            if times > 0 {
                add(&mut counts, [&record[0], &record[1]], places, 0, times);
            }
        }
    }
    counts
}

pub(crate) fn elo(field: &Field, bot: &str) -> f64 {
    let line = field.lines.iter().find(|line| line.bot == bot).unwrap();
    match line.rating {
        Rating::Estimate { elo, .. } => elo,
        other => panic!("{bot} has {other:?}"),
    }
}
