//! The timer of Liar's Boggle: a flag in the rules, a clock at the host.

use super::run::{PATIENT, bot, play, spec};
use crate::replay::logged;
use dudo::replay::{Replayer, Source};
use std::fs;

/// Bots at a table with a timer, and how long a decision under it may take.
fn text(bots: [&str; 2], timer: &str) -> String {
    let command = |mode: &str| format!("cmd:python3 timer.py {mode}");
    let bots = bot("a", &command(bots[0])) + &bot("b", &command(bots[1]));
    spec(&bots, &format!("{PATIENT}\n{timer}"))
        .replace("liars-dice", "liars-boggle")
        .replace("dice = 3", "timer = true\nmax-rounds = 2")
        .replace("deals = 12", "deals = 1")
}

/// One who hangs under the timer is stopped by it, long before its usual limit; the fault has
/// its step, the run is marked, and the game is told from the log.
#[test]
fn a_turn_under_the_timer_is_cut_short() {
    let (log, home) = play(&text(["starts", "spins"], "timer_ms = 60"), 1);
    let faults: Vec<&str> = log.faults.lines().skip(1).collect();
    assert_eq!(faults.len(), 2, "{}", log.faults);
    for fault in faults {
        // The other, where a busy machine gives it too little of a core. Nobody else's turn is
        // under the timer, and they have a minute.
        let why = ["worked for more than 60 ms", "no reply within 500 ms"];
        let says = |why| fault.contains(&format!(",b,timed-out,{why} under the timer"));
        assert!(why.into_iter().any(says), "{fault}");
    }
    let manifest = fs::read_to_string(home.path().join("run/manifest.toml")).unwrap();
    assert!(manifest.contains("reproducible = false"), "{manifest}");
    assert!(manifest.contains("timer_ms = 60"), "{manifest}");
    let run = home.path().join("run");
    let mut replayer = Replayer::open(&run, &[]).unwrap();
    for game in logged(&run) {
        let told = replayer.game(game.at).unwrap();
        assert_eq!((told.source, told.differs), (Source::Log, None));
        let events: Vec<&str> = told.steps.iter().map(|step| step.event.as_str()).collect();
        let started = events.iter().position(|event| *event == "start-timer");
        let stopped = events.iter().position(|event| *event == "fault timed-out");
        assert!(started.unwrap() < stopped.unwrap(), "{events:?}");
    }
}

/// Where nobody is slow, or nobody starts it, a timer changes nothing but the manifest.
#[test]
fn a_timer_that_is_not_needed_changes_no_row() {
    for bots in [["starts", "plays"], ["plays", "spins"]] {
        let (with, _home) = play(&text(bots, "timer_ms = 59999"), 1);
        assert_eq!(with.faults.lines().count(), 1, "{}", with.faults);
        let (without, _home) = play(&text(bots, ""), 1);
        assert_eq!(with, without);
        assert_eq!(with.actions.contains("start-timer"), bots[0] == "starts");
    }
}
