//! Modules that misbehave at a table: the verdict on each, in every seat. (What a module may
//! answer at all is tested where modules are run.)

use super::examples::game;
use super::table::{Guest, faults, play, terms};
use dudo_engine::FaultKind;
use dudo_engine::liars_dice::LiarsDice;
use dudo_plugin::Wanted;
use std::fs;

const WELL: &str = "(i32.const 0)";
const TRAP: &str = "(unreachable)";
const FOREVER: &str = "(loop (br 0)) (unreachable)";
const GREEDY: &str = "(drop (memory.grow (i32.const 60000))) (unreachable)";

/// The call, what the module does in it, the kind, and a part of what is said of it.
const ROWS: &[(&str, &str, FaultKind, &str)] = &[
    ("create", TRAP, FaultKind::Panicked, "unreachable"),
    ("create", FOREVER, FaultKind::OutOfFuel, "fuel"),
    (
        "create",
        "(i32.const 7)",
        FaultKind::Panicked,
        "dudo_create returned 7",
    ),
    ("game", TRAP, FaultKind::Panicked, "unreachable"),
    ("game", FOREVER, FaultKind::OutOfFuel, "fuel"),
    ("game", GREEDY, FaultKind::OutOfMemory, ""),
    ("act", TRAP, FaultKind::Panicked, "unreachable"),
    ("act", FOREVER, FaultKind::OutOfFuel, "fuel"),
    ("act", GREEDY, FaultKind::OutOfMemory, ""),
    (
        "act",
        "(call 3 (local.get 0) (local.get 1))",
        FaultKind::Panicked,
        "",
    ),
    (
        "act",
        "(i64.const 0x1000000008)",
        FaultKind::Illegal,
        "bid 99x6",
    ),
    (
        "act",
        "(i64.const 0x1000000003)",
        FaultKind::Malformed,
        "is no action",
    ),
    (
        "act",
        "(i64.const 0x1000000009)",
        FaultKind::Malformed,
        "not UTF-8",
    ),
    (
        "act",
        "(i64.const 0x1000001001)",
        FaultKind::TooLong,
        "4097 bytes",
    ),
    (
        "act",
        "(i64.const 0x7fffffff00000004)",
        FaultKind::Malformed,
        "outside of its memory",
    ),
];

/// A module that does this in one call, and challenges where it is asked.
fn module(call: &str, does: &str) -> Vec<u8> {
    let body = |name: &str, well: &'static str| if name == call { does } else { well }.to_owned();
    let text = format!(
        r#"(module (memory (export "memory") 2)
            (data (i32.const 16) "bid 99x6\ff")
            (data (i32.const 64) "challenge")
            (func (export "dudo_abi") (result i32) (i32.const 1))
            (func (export "dudo_buffer") (param i32) (result i32) (i32.const 4096))
            (func (export "dudo_create") (param i32) (result i32) {})
            (func (export "dudo_act") (param i32 i32) (result i64) {})
            (func (export "dudo_game") (param i32) (result i32) {})
            (func (export "dudo_end") (param i32 i32) (result i32) {}))"#,
        body("create", WELL),
        body("act", "(i64.const 0x4000000009)"),
        body("game", WELL),
        body("end", WELL),
    );
    wat::parse_str(&text).expect("text of a module")
}

/// The faults of that module over so many games, in this of two seats.
fn wrong(
    game: &LiarsDice,
    (call, does): (&str, &str),
    seat: usize,
    games: u64,
) -> Vec<(usize, FaultKind, String)> {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("bot.wasm");
    fs::write(&path, module(call, does)).unwrap();
    let mut terms = terms();
    terms.fuel = 1_000_000;
    let wanted = Wanted {
        game: "liars-dice",
        knobs: &[],
        seats: 2,
    };
    let foreign = dudo_plugin::open(path.to_str().unwrap(), &terms, &wanted);
    let foreign = foreign.unwrap_or_else(|error| panic!("{call} {does}: {error}"));
    let mut guests = [Guest::Local("minraise"), Guest::Local("minraise")];
    guests[seat] = Guest::Remote(&*foreign);
    faults(&play(game, &guests, 1, games))
}

#[test]
fn every_misdeed_of_a_module_in_every_seat() {
    let game = game::<LiarsDice>(&[]);
    let mut others = Vec::new();
    for (call, does, kind, part) in ROWS {
        for seat in 0..2 {
            let found = wrong(&game, (call, does), seat, 2);
            let as_said = |(at, of, detail): &(usize, FaultKind, String)| {
                (at, of) == (&seat, kind) && detail.contains(part)
            };
            if found.len() != 2 || !found.iter().all(as_said) {
                others.push(format!("{call} {does} in seat {seat}: {found:?}"));
            }
        }
    }
    assert!(others.is_empty(), "{others:#?}");
}

/// With one die each a challenge ends the game. Who opens cannot challenge, and is at fault for
/// that; the other plays well until the end.
#[test]
fn as_the_game_ends() {
    let game = game::<LiarsDice>(&[("dice", "1")]);
    for (does, kind) in [(TRAP, FaultKind::Panicked), (FOREVER, FaultKind::OutOfFuel)] {
        let found = [0, 1].map(|seat| wrong(&game, ("end", does), seat, 1));
        let mut kinds = found.each_ref().map(|found| found[0].1);
        assert_eq!(found.each_ref().map(Vec::len), [1, 1], "{found:?}");
        if kinds[0] != FaultKind::Illegal {
            kinds.reverse();
        }
        assert_eq!(kinds, [FaultKind::Illegal, kind], "{found:?}");
        // Who begins is the same for every bot, so one seat is well played.
        assert!(
            found
                .iter()
                .enumerate()
                .all(|(seat, found)| found[0].0 == seat)
        );
    }
    assert_eq!(
        [0, 1]
            .map(|seat| wrong(&game, ("none", ""), seat, 1).len())
            .iter()
            .sum::<usize>(),
        1,
        "without a misdeed the one that does not open is at no fault"
    );
}
