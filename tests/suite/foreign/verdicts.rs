//! What the log says of each misdeed, in every seat, and that the others' games go on.

use super::examples::game;
use super::table::{Guest, faults, folder, play, snake, terms};
use dudo_engine::FaultKind;
use dudo_engine::liars_dice::LiarsDice;

/// A misdeed at a decision, its kind, and how its detail begins.
const ROWS: &[(&str, FaultKind, &str)] = &[
    ("hang", FaultKind::TimedOut, "no reply within 700 ms"),
    ("spin", FaultKind::TimedOut, "worked for more than 100 ms"),
    (
        "no-newline",
        FaultKind::TimedOut,
        "no whole reply within 700 ms",
    ),
    ("setsid", FaultKind::TimedOut, "no reply within 700 ms"),
    ("stop", FaultKind::TimedOut, "no reply within 700 ms"),
    (
        "close-stdin",
        FaultKind::Exited,
        "closed its standard input",
    ),
    (
        "close-stdout",
        FaultKind::Exited,
        "closed its standard output",
    ),
    ("exit", FaultKind::Exited, "exited with code 7"),
    ("exit-at-session", FaultKind::Exited, "exited with code 4"),
    ("exit-at-game", FaultKind::Exited, "exited with code 5"),
    ("exit-at-end", FaultKind::Exited, "exited with code 6"),
    (
        "raise",
        FaultKind::Exited,
        "exited with code 1; standard error ends: ",
    ),
    ("segfault", FaultKind::Signalled, "killed by signal 11"),
    ("abort", FaultKind::Signalled, "killed by signal 6"),
    ("overflow", FaultKind::Signalled, "killed by signal 11"),
    ("last-words", FaultKind::Exited, "exited with code 0"),
    ("eat", FaultKind::OutOfMemory, "exited with code 1"),
    ("illegal", FaultKind::Illegal, "bid "),
    (
        "malformed",
        FaultKind::Malformed,
        "\"=cmd|'/c calc'!A1\" is no action",
    ),
    ("utf8", FaultKind::Malformed, "a reply that is not UTF-8"),
    ("banner", FaultKind::Malformed, "no reply: "),
    (
        "long",
        FaultKind::TooLong,
        "a reply of more than 65536 bytes",
    ),
    ("long-action", FaultKind::TooLong, "an action of 5000 bytes"),
    ("twice", FaultKind::Early, "a second reply"),
    (
        "early",
        FaultKind::Early,
        "a reply to a question that was not asked",
    ),
    ("refuse", FaultKind::Refused, "not with these rules"),
];

/// Also true of whoever is timed out, where a busy machine gives it none of its time: it has
/// not come to its misdeed when all is over.
const STARVED: &str = "no reply within 700 ms";

/// Only who is timed out whatever happens has a short limit: on a slow machine nobody else is.
fn limits(kind: FaultKind) -> dudo_plugin::Terms {
    let mut terms = terms();
    if kind == FaultKind::TimedOut {
        terms.move_ms = 100;
    }
    terms
}

/// One game each, the misfit first or last. The other seat is a bot that goes through.
#[test]
fn every_misdeed_in_every_seat() {
    let game = game::<LiarsDice>(&[]);
    for (mode, kind, detail) in ROWS {
        let terms = limits(*kind);
        let snake = snake(&format!("misfit.py {mode}"), &terms, "liars-dice");
        for seat in 0..2 {
            let mut guests = [Guest::Local("minraise"), Guest::Local("minraise")];
            guests[seat] = Guest::Remote(&*snake);
            let outcomes = play(&game, &guests, 1, 1);
            let found = faults(&outcomes);
            assert_eq!(found.len(), 1, "{mode} in seat {seat}: {found:?}");
            assert_eq!((found[0].0, found[0].1), (seat, *kind), "{mode}: {found:?}");
            let starved = *kind == FaultKind::TimedOut && found[0].2.starts_with(STARVED);
            assert!(
                starved || found[0].2.starts_with(detail),
                "{mode}: {found:?}"
            );
            // At the end nothing is at stake any more; before, the game is lost.
            if *mode != "exit-at-end" {
                assert_eq!(outcomes[0].places.values()[seat].0, 2, "{mode}");
            }
        }
    }
}

/// What does no harm is no fault, in any seat: the game is played to its end.
#[test]
fn what_is_bad_manners_only() {
    let game = game::<LiarsDice>(&[]);
    for mode in ["plain", "flood", "term", "fork", "files"] {
        let home = tempfile::tempdir().unwrap();
        let script = folder("tests/suite/foreign/misfit.py");
        std::fs::copy(script, home.path().join("misfit.py")).unwrap();
        let mut terms = terms();
        terms.base = home.path().into();
        let snake = snake(&format!("misfit.py {mode}"), &terms, "liars-dice");
        let games = [0, 1].map(|seat| {
            let mut guests = [Guest::Local("minraise"), Guest::Local("minraise")];
            guests[seat] = Guest::Remote(&*snake);
            let outcomes = play(&game, &guests, 1, 2);
            assert_eq!(faults(&outcomes), [], "{mode} in seat {seat}");
            outcomes.len()
        });
        assert_eq!(games, [2, 2]);
    }
}

/// Both fail: who is asked first loses, whatever the kind. The other has won without
/// having been asked; that it failed before it was asked is told as the game ends.
#[test]
fn both_at_once() {
    let game = game::<LiarsDice>(&[]);
    for (mode, kind, seats) in [
        ("exit", FaultKind::Exited, &[0][..]),
        ("illegal", FaultKind::Illegal, &[0]),
        ("exit-at-session", FaultKind::Exited, &[0, 1]),
        ("exit-at-game", FaultKind::Exited, &[0, 1]),
        ("refuse", FaultKind::Refused, &[0, 1]),
    ] {
        let snake = snake(&format!("misfit.py {mode}"), &terms(), "liars-dice");
        let guests = [Guest::Remote(&*snake), Guest::Remote(&*snake)];
        let outcomes = play(&game, &guests, 1, 1);
        let found = faults(&outcomes);
        let found: Vec<_> = found.iter().map(|fault| (fault.0, fault.1)).collect();
        let expected: Vec<_> = seats.iter().map(|&seat| (seat, kind)).collect();
        assert_eq!(found, expected, "{mode}");
        assert_eq!(
            (outcomes[0].places.values()[0].0, outcomes[0].actions),
            (2, 1),
            "{mode}"
        );
    }
    // As the game ends nobody loses by it.
    let snake = snake("misfit.py exit-at-end", &terms(), "liars-dice");
    let guests = [Guest::Remote(&*snake), Guest::Remote(&*snake)];
    let outcomes = play(&game, &guests, 1, 1);
    let found: Vec<_> = faults(&outcomes)
        .iter()
        .map(|fault| (fault.0, fault.1))
        .collect();
    assert_eq!(found, [(0, FaultKind::Exited), (1, FaultKind::Exited)]);
    let mut places: Vec<u8> = outcomes[0]
        .places
        .values()
        .iter()
        .map(|place| place.0)
        .collect();
    places.sort_unstable();
    assert_eq!(places, [1, 2]);
    assert!(outcomes[0].actions > 2);
}

/// A failed process is replaced for the next game of the session, and a session is
/// played on.
#[test]
fn a_fault_costs_one_game() {
    let game = game::<LiarsDice>(&[]);
    // It exits in the second or third game of each process.
    let snake = snake("misfit.py exit 30", &terms(), "liars-dice");
    let guests = [Guest::Remote(&*snake), Guest::Local("caller")];
    let outcomes = play(&game, &guests, 1, 12);
    let found = faults(&outcomes);
    assert!(found.len() > 1 && found.len() < 8, "{found:?}");
    assert!(found.iter().all(|fault| fault.1 == FaultKind::Exited));
}
