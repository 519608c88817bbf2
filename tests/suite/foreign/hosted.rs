//! Libraries in a process of their own that misbehave: the verdict on each, in every seat. What
//! would end this program if it ran inside costs one game here.

use super::examples::game;
use super::table::{Guest, faults, play, terms};
use crate::native::build::misfit;
use crate::native::misfits::IN_C;
use dudo_engine::FaultKind;
use dudo_engine::liars_dice::LiarsDice;
use dudo_plugin::{Terms, Wanted};

/// A vice that only a process of its own survives, its kind, and a part of what is said of it.
const ROWS: &[(&str, FaultKind, &str)] = &[
    ("hanging", FaultKind::TimedOut, "no reply within 700 ms"),
    // How soon depends on how much of a core it gets.
    ("spinning", FaultKind::TimedOut, ""),
    ("crashing", FaultKind::Signalled, "killed by signal 11"),
    ("recursing", FaultKind::Signalled, "overflowed its stack"),
    ("aborting", FaultKind::Signalled, "killed by signal 6"),
    ("exiting", FaultKind::Exited, "exited with code 7"),
    ("greedy", FaultKind::OutOfMemory, "killed by signal 6"),
    ("dumb", FaultKind::Exited, ""),
    ("deaf", FaultKind::Exited, ""),
    ("banner", FaultKind::TooLong, ""),
];

fn limits(kind: Option<FaultKind>) -> Terms {
    let mut terms = terms();
    terms.host = env!("CARGO_BIN_EXE_dudo").into();
    // Only who is timed out whatever happens has a short limit: on a slow machine nobody
    // else is.
    if kind == Some(FaultKind::TimedOut) {
        terms.move_ms = 100;
    }
    terms
}

/// What the library with this vice did wrong in this of two seats, over two games.
fn wrong(vice: &str, terms: &Terms, seat: usize) -> Vec<(usize, FaultKind, String)> {
    let folder = tempfile::tempdir().unwrap();
    let library = misfit(vice, folder.path());
    let wanted = Wanted {
        game: "liars-dice",
        knobs: &[],
        seats: 2,
    };
    let name = library.to_str().unwrap();
    let foreign = dudo_plugin::open(name, terms, &wanted).expect("it loads");
    let game = game::<LiarsDice>(&[]);
    let mut guests = [Guest::Local("minraise"), Guest::Local("minraise")];
    guests[seat] = Guest::Remote(&*foreign);
    faults(&play(&game, &guests, 1, 2))
}

#[test]
fn every_vice_in_every_seat() {
    let mut others = Vec::new();
    for (vice, kind, part) in ROWS.iter().chain(IN_C) {
        for seat in 0..2 {
            let found = wrong(vice, &limits(Some(*kind)), seat);
            let as_said = found
                .iter()
                .all(|(at, of, detail)| (at, of) == (&seat, kind) && detail.contains(part));
            if found.len() != 2 || !as_said {
                others.push(format!("{vice} in seat {seat}: {found:?}"));
            }
        }
    }
    assert!(others.is_empty(), "{others:#?}");
}

/// Processes that it leaves behind go with it; what it does to its own copy of the view, and what
/// it tries elsewhere without effect, is no fault.
#[test]
fn what_does_no_harm() {
    for vice in ["plain", "forking", "loner"] {
        for seat in 0..2 {
            assert_eq!(wrong(vice, &limits(None), seat), [], "{vice}");
        }
    }
}
