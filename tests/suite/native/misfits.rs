//! Libraries that misbehave at the table: their seat is retired, and the game goes on.

use super::build::{example, folder, misfit};
use super::table::{Played, Who, game, line, open, play};
use dudo_engine::liars_dice::LiarsDice;
use dudo_engine::{Fault, FaultKind, Imaged, Key, Place, Seat, Session};
use dudo_plugin::native::Library;
use dudo_plugin::{Ask, Foreign};

const RULES: &str = "liars-dice(dice=2)";

/// The fault of the library in the second of three seats, in its first game.
fn fault(library: &Library, length: u64) -> Option<Fault> {
    fault_in(1, library, length)
}

/// The fault of the library in this of three seats, in its first game.
fn fault_in(seat: usize, library: &Library, length: u64) -> Option<Fault> {
    let game: LiarsDice = game(RULES);
    let mut who = [Who::BuiltIn("random"); 3];
    who[seat] = Who::Native(library);
    let mut played = play(&game, &who, length, 1);
    let Played { outcome, .. } = played.remove(0);
    assert!(outcome.faults.len() <= 1, "{:?}", outcome.faults);
    let mut places: Vec<u8> = outcome
        .places
        .values()
        .iter()
        .map(|place| place.0)
        .collect();
    places.sort_unstable();
    assert_eq!(places[0], 1, "somebody wins");
    let failure = outcome.faults.into_iter().next()?;
    assert_eq!(failure.seat, Seat::new(seat));
    Some(failure.fault)
}

#[test]
fn panics_of_a_rust_bot_stay_in_its_library() {
    let library = open(&example("misfit_library"));
    for (length, message) in [
        (101, "misfit: in create"),
        (102, "misfit: in begin"),
        (103, "misfit: in act"),
        (104, "a panic without a message"),
        (105, "a panic without a message"),
        (107, "misfit: in observe"),
        (109, "misfit: in end"),
    ] {
        for seat in 0..3 {
            let fault = fault_in(seat, &library, length);
            let fault = fault.unwrap_or_else(|| panic!("no fault in {length}"));
            assert_eq!(fault.kind, FaultKind::Panicked, "{length}");
            // With its place, which nobody else is told.
            let detail = fault.detail;
            let place = detail.strip_prefix("panicked at ");
            let place = place.and_then(|rest| rest.strip_suffix(&format!(": {message}")));
            let line = place.and_then(|place| place.split_once("misfit_library.rs:"));
            assert!(
                line.is_some_and(|it| it.1.parse::<u32>().is_ok()),
                "{detail}"
            );
        }
    }
    // A thread of its own that panics is its own affair; so is a panic when all is over.
    for seat in 0..3 {
        assert_eq!(fault_in(seat, &library, 106), None);
        assert_eq!(fault_in(seat, &library, 110), None);
    }
}

#[test]
fn a_rust_bot_that_failed_is_not_called_again_in_its_session() {
    let library = open(&example("misfit_library"));
    let game: LiarsDice = game(RULES);
    let session = Session {
        seat: Seat::new(0),
        seats: 2,
        games: 103,
    };
    let mut line = line(&library, &game, &session);
    let key = Key::new([1; 32]);
    let ask = Ask {
        image: &[],
        news: "",
        legal: &|_| {},
        timed: false,
    };
    assert_eq!(line.begin(0, &key), Ok(()));
    // A view that cannot be one is our mistake, and said so.
    let refused = line.act(&ask, &mut String::new()).expect_err("no view");
    assert_eq!(refused.kind, FaultKind::Refused);
    assert!(refused.detail.contains("view"), "{}", refused.detail);
    let asked = Ask {
        news: "9 bid 1x1\n",
        ..ask
    };
    let refused = line.act(&asked, &mut String::new()).expect_err("no seat 9");
    assert!(refused.detail.contains("9 bid 1x1"), "{}", refused.detail);
}

#[test]
fn what_a_library_says_of_itself() {
    let library = open(&example("misfit_library"));
    let hello = library.hello();
    assert_eq!(hello.name, "misfit");
    assert_eq!(hello.games, ["liars-dice"]);
    assert_eq!(hello.seats, Some((2, 6)));
    assert_eq!(hello.refuses, ["palifico", "ones-bids=perudo"]);
    assert_eq!(hello.concurrent, 3);
    assert_eq!(library.content().len(), 64);
    let odds = open(&example("odds_library"));
    let games = ["liars-dice", "mia", "poker-liar", "liars-boggle"];
    assert_eq!(odds.hello().games, games);
    assert_ne!(odds.content(), library.content());
    assert_eq!(odds.warnings(), &[] as &[String]);
}

#[test]
fn a_library_is_told_when_it_does_not_play_a_game() {
    let library = open(&example("misfit_library"));
    let mia: dudo_engine::mia::Mia = game("mia");
    let session = Session {
        seat: Seat::new(0),
        seats: 2,
        games: 1,
    };
    let refused = line(&library, &mia, &session).begin(0, &Key::new([1; 32]));
    let refused = refused.expect_err("a misfit does not play Mia");
    assert_eq!(refused.kind, FaultKind::Refused);
    assert_eq!(refused.detail, "misfit does not play mia");
}

/// Two sessions, then a third, in one library: what it keeps in its variables is there.
#[test]
fn variables_of_a_library_outlive_its_instances() {
    let folder = folder();
    let copy = folder.path().join("counts.so");
    std::fs::copy(example("misfit_library"), &copy).expect("a copy");
    let library = open(&copy);
    let counted = |library, before: u32| {
        let Fault { detail, .. } = fault(library, 108).expect("a fault");
        let expected = format!(": misfit: {before} games before");
        assert!(detail.ends_with(&expected), "{detail}");
    };
    for before in 0..3 {
        counted(&library, before);
    }
    // The original is another library, and begins to count on its own.
    let other = folder.path().join("other.so");
    std::fs::copy(example("misfit_library"), &other).expect("a copy");
    counted(&open(&other), 0);
}

/// What libraries in C can do wrong that ends nobody's process: a vice, its kind, and a part of
/// what is said of it.
pub(crate) const IN_C: &[(&str, FaultKind, &str)] = &[
    ("silent", FaultKind::Malformed, "an empty reply"),
    ("endless", FaultKind::TooLong, "has 4097 bytes"),
    (
        "boastful",
        FaultKind::TooLong,
        "bytes; there is room for 4096",
    ),
    ("overflowing", FaultKind::TooLong, "behind the room"),
    ("long", FaultKind::TooLong, "for reasons of its own"),
    ("garbled", FaultKind::Malformed, "not UTF-8"),
    ("chatty", FaultKind::Malformed, "I would rather not say"),
    ("illegal", FaultKind::Illegal, "bid 200x1"),
    ("odd", FaultKind::Malformed, "the status 77"),
    ("quitter", FaultKind::Exited, "for reasons of its own"),
    ("sore", FaultKind::Exited, "for reasons of its own"),
    ("unfinished", FaultKind::Refused, "made no instance"),
    ("unwilling", FaultKind::Refused, "for reasons of its own"),
];

#[test]
fn misfits_in_c_are_at_fault() {
    let folder = folder();
    for &(vice, kind, detail) in IN_C {
        let library = open(&misfit(vice, folder.path()));
        for seat in 0..3 {
            let fault = fault_in(seat, &library, 3);
            let fault = fault.unwrap_or_else(|| panic!("{vice} is at no fault"));
            assert_eq!(fault.kind, kind, "{vice}: {}", fault.detail);
            assert!(fault.detail.contains(detail), "{vice}: {}", fault.detail);
        }
    }
}

#[test]
fn a_plain_bot_in_c_plays_and_logs() {
    let folder = folder();
    let log = folder.path().join("log");
    let path = misfit("plain", folder.path());
    let library = Library::open(&path, Some(&log)).expect("a bot");
    assert_eq!(fault(&library, 3), None);
    let lines = std::fs::read_to_string(&log).expect("a log");
    assert!(lines.lines().count() > 0 && lines.lines().all(|line| line == "asked"));
}

/// Who writes to what it was lent spoils its own copy.
#[test]
fn a_view_is_a_copy() {
    let folder = folder();
    let library = open(&misfit("editor", folder.path()));
    let game: LiarsDice = game(RULES);
    let who = [Who::Native(&library), Who::BuiltIn("caller")];
    for played in play(&game, &who, 20, 20) {
        // It opens well, and is retired at its first raise that is none.
        assert!(played.outcome.faults.len() <= 1);
        for failure in &played.outcome.faults {
            assert_eq!(failure.fault.kind, FaultKind::Illegal);
        }
        assert!(played.outcome.places.values().contains(&Place(1)));
    }
}

/// A library that lets one thread in at a time is asked from two at once.
#[test]
fn a_loner_is_never_entered_twice() {
    let folder = folder();
    let library = open(&misfit("loner", folder.path()));
    let game: LiarsDice = game(RULES);
    let who = [Who::Native(&library), Who::Native(&library)];
    let alone = play(&game, &who, 50, 50);
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..3)
            .map(|_| scope.spawn(|| play(&game, &who, 50, 50)))
            .collect();
        for thread in threads {
            assert_eq!(thread.join().expect("no panic"), alone);
        }
    });
}

#[test]
fn views_are_of_the_schema_that_was_named() {
    assert_eq!(LiarsDice::SCHEMA.version, 1);
    let header = include_str!("../../../bots/sdk/c/dudo_view.h");
    assert!(header.contains("#define DUDO_LIARS_DICE_VERSION 1u"));
}
