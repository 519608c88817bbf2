//! A table with built-in bots and bots in processes.

use dudo_bots::{Local, Rostered};
use dudo_engine::{
    Chance, Dice, FaultKind, Imaged, Key, Outcome, Player, Say, Seat, Session, Sitting, play_deal,
};
use dudo_plugin::{Foreign, Isolation, Remote, Terms, Venue, Wanted};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

/// Terms that no load of the machine breaks.
pub(super) fn terms() -> Terms {
    Terms {
        base: folder("tests/suite/foreign"),
        host: PathBuf::new(),
        isolation: Isolation::Process,
        trusted: false,
        allow_weaker: false,
        outlives: false,
        concurrent: 1,
        pin: true,
        move_ms: 60_000,
        start_ms: 60_000,
        game_ms: None,
        timer_ms: None,
        memory_mb: 400,
        fuel: 0,
        wasm: Default::default(),
        log: None,
        audit: None,
    }
}

/// A folder of this project.
pub(super) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Loads a bot in Python, relative to the base of the terms.
pub(super) fn snake(script: &str, terms: &Terms, game: &str) -> Arc<dyn Foreign> {
    let there = Command::new("python3").arg("--version").output();
    assert!(
        there.is_ok_and(|output| output.status.success()),
        "these tests start `python3`, which is not installed here"
    );
    let wanted = Wanted {
        game,
        knobs: &[],
        seats: 2,
    };
    dudo_plugin::open(&format!("cmd:python3 {script}"), terms, &wanted).expect("it loads")
}

/// Who takes a seat.
pub(super) enum Guest<'a> {
    /// A built-in bot, by name.
    Local(&'a str),
    /// One in a process.
    Remote(&'a dyn Foreign),
}

/// Plays sessions of so many deals, all from one seed, and hands over every outcome.
pub(super) fn play<G: Imaged + Rostered>(
    game: &G,
    guests: &[Guest<'_>],
    sessions: u64,
    games: u64,
) -> Vec<Outcome> {
    let rules = game.to_string();
    let chance = Chance::new(&Key::new([5; 32]), &rules, guests.len());
    let mut outcomes = Vec::new();
    let (mut dice, mut say) = (Dice::default(), Say::new());
    let seat = |index: usize, guest: &Guest<'_>| -> Box<dyn Player<G>> {
        let seat = Seat::new(index);
        let session = Session {
            seat,
            seats: guests.len(),
            games,
        };
        match guest {
            Guest::Local(name) => {
                let built = dudo_bots::find(G::ROSTER, name).unwrap();
                Box::new(Local::new((built.factory)(game, &session)))
            }
            Guest::Remote(foreign) => {
                let line = foreign.seat(&Venue::of(game, &rules, &session));
                Box::new(Remote::<G>::new(line))
            }
        }
    };
    for session in 0..sessions {
        let mut players: Vec<_> = guests
            .iter()
            .enumerate()
            .map(|(index, guest)| seat(index, guest))
            .collect();
        for number in 0..games {
            let sitting = Sitting {
                seats: guests.len(),
                game: number,
            };
            let deal = session * games + number;
            let seated = players.iter_mut().map(seated);
            let outcome = play_deal(game, &chance, &sitting, deal, seated, &mut dice, &mut say);
            for failure in &outcome.faults {
                let index = failure.seat.index();
                players[index] = seat(index, &guests[index]);
            }
            outcomes.push(outcome);
        }
    }
    outcomes
}

fn seated<G: Imaged>(player: &mut Box<dyn Player<G>>) -> &mut dyn Player<G> {
    &mut **player
}

/// Seat, kind and detail of every failure in these games.
pub(super) fn faults(outcomes: &[Outcome]) -> Vec<(usize, FaultKind, String)> {
    let faults = outcomes.iter().flat_map(|outcome| &outcome.faults);
    faults
        .map(|failure| {
            let fault = failure.fault.clone();
            (failure.seat.index(), fault.kind, fault.detail)
        })
        .collect()
}
