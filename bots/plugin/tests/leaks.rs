//! Nothing is left behind: no descriptor, no process that is dead but not gone, no
//! process that lives on. In a program of its own, so that nobody else opens anything.

use dudo_engine::liars_dice::LiarsDice;
use dudo_engine::{Imaged, Key, Seat};
use dudo_plugin::{Ask, Foreign, Isolation, Line, Terms, Venue, process};
use std::ffi::OsString;
use std::fs;
use std::sync::Arc;

/// A bot in `sed`: it takes the number out of each request and puts it into a reply.
const BOT: &str = r#"s/^.*"id":\([0-9]*\),.*$/{"id":\1,"action":"challenge"}/"#;

fn open(outlives: bool) -> Arc<dyn Foreign> {
    let terms = Terms {
        base: std::env::temp_dir(),
        host: "".into(),
        isolation: Isolation::Process,
        trusted: outlives,
        allow_weaker: false,
        outlives,
        concurrent: 1,
        pin: true,
        move_ms: 60_000,
        start_ms: 60_000,
        game_ms: None,
        timer_ms: None,
        memory_mb: 1000,
        fuel: 0,
        wasm: Default::default(),
        log: None,
        audit: None,
    };
    let words: Vec<OsString> = ["sed", "-u", BOT].iter().map(OsString::from).collect();
    let program = process::plain("sed", words, "0", &terms).expect("a folder");
    process::open(program, &terms, "liars-dice").expect("sed is there")
}

fn sit(foreign: &dyn Foreign) -> Box<dyn Line> {
    foreign.seat(&Venue {
        game: "liars-dice",
        rules: "liars-dice()",
        schema: LiarsDice::SCHEMA,
        seat: Seat::new(0),
        seats: 2,
        games: 1,
        words: None,
    })
}

fn game(line: &mut dyn Line, number: u64) {
    let ask = Ask {
        image: &[],
        news: "",
        legal: &|_| {},
        timed: false,
    };
    let mut reply = String::new();
    line.begin(number, &Key::new([1; 32])).expect("it begins");
    line.act(&ask, &mut reply).expect("it acts");
    assert_eq!(reply, "challenge");
    line.end("", &[1, 2]).expect("it ends");
}

/// Descriptors of this program, and its children, dead or alive.
fn holdings() -> (usize, usize) {
    let descriptors = fs::read_dir("/proc/self/fd").expect("descriptors").count();
    let mut children = 0;
    for task in fs::read_dir("/proc/self/task").expect("threads").flatten() {
        let list = fs::read_to_string(task.path().join("children"));
        children += list.unwrap_or_default().split_whitespace().count();
    }
    (descriptors, children)
}

#[test]
fn a_hundred_thousand_games_leave_nothing() {
    // The thread that starts processes is there from the first one on.
    drop(open(false));
    let before = holdings();
    assert_eq!(before.1, 0);

    let never = open(true);
    let mut line = sit(&*never);
    for number in 0..100_000 {
        game(&mut *line, number);
    }
    drop(line);
    assert_eq!(holdings().1, 1, "one process played all of them");
    drop(never);
    assert_eq!(holdings(), before);

    let session = open(false);
    for _ in 0..2_000 {
        game(&mut *sit(&*session), 0);
    }
    drop(session);
    assert_eq!(holdings(), before);
}
