//! Which tables a bot is tried at: every rule set, every number of seats, and the edges.

use super::table::Bout;
use crate::arena::House;
use dudo_engine::MAX_SEATS;
use dudo_engine::knobs::Domain;
use dudo_plugin::Foreign;

/// Who sits at a table with it, table by table; those that the game has.
const OTHERS: [&[&str]; 6] = [
    &["random"],
    &["odds", "any"],
    &["last"],
    &["caller", "honest", "random"],
    &["first", "any"],
    &["timid", "odds", "honest"],
];

/// A table: its settings, seats and opponents.
pub(super) struct Table {
    settings: Vec<(String, String)>,
    seats: usize,
    seat: usize,
    others: Vec<&'static str>,
}

/// Games at each table.
const GAMES: u64 = 2;

impl Table {
    pub(super) fn bout<'a>(&'a self, bot: &'a dyn Foreign) -> Bout<'a> {
        Bout {
            bot,
            settings: &self.settings,
            seats: self.seats,
            seat: self.seat,
            others: &self.others,
            sessions: 0..1,
            backwards: false,
            games: GAMES,
        }
    }
}

/// The tables of a game. `quick`: the default rules at every number of seats, and each
/// preset at one; no knobs.
pub(super) fn tables(house: &dyn House, quick: bool) -> Vec<Table> {
    let facts = house.facts();
    let known = |name: &&&'static str| {
        ["first", "last", "any"].contains(name) || facts.bots.iter().any(|bot| bot.name == **name)
    };
    let others = OTHERS
        .iter()
        .map(|names| -> Vec<&'static str> { names.iter().filter(known).copied().collect() });
    let others: Vec<Vec<_>> = others.filter(|names| !names.is_empty()).collect();
    let mut tables: Vec<Table> = Vec::new();
    let mut add = |settings: Vec<(String, String)>, seats: usize| {
        let number = tables.len();
        tables.push(Table {
            settings,
            seats,
            seat: number % seats,
            others: others[number % others.len()].clone(),
        });
    };
    for seats in 2..=MAX_SEATS {
        add(Vec::new(), seats);
    }
    for (number, [preset, ..]) in facts.presets.iter().enumerate() {
        let settings = || vec![("preset".to_owned(), preset.clone())];
        match quick {
            true => add(settings(), 2 + number % 3),
            false => (2..=MAX_SEATS).for_each(|seats| add(settings(), seats)),
        }
    }
    // The edges of every knob: with one die, with two faces, and so on.
    let edges = facts.knobs.iter().flat_map(|knob| {
        let name = knob.name;
        edges(knob.domain)
            .into_iter()
            .map(move |value| vec![(name.to_owned(), value)])
    });
    for (number, settings) in edges.enumerate() {
        if !quick {
            add(settings, 2 + number % 2);
        }
    }
    // One die each, so that what is hidden is soon known, at both ends of a table.
    if facts.knobs.iter().any(|knob| knob.name == "dice") {
        for seats in [2, 3] {
            add(vec![("dice".to_owned(), "1".to_owned())], seats);
        }
    }
    tables
}

/// The values at the edges of what a knob takes.
fn edges(domain: &Domain) -> Vec<String> {
    match domain {
        Domain::Switch => vec!["on".into(), "off".into()],
        Domain::Word(words) => words.iter().map(|word| (*word).to_owned()).collect(),
        Domain::Whole(low, high) | Domain::PerSeat(low, high) => {
            vec![low.to_string(), high.to_string()]
        }
        Domain::Text { samples, .. } => samples.iter().map(|text| (*text).to_owned()).collect(),
        Domain::WordList => Vec::new(),
    }
}
