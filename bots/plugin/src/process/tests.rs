//! Real processes: what a misfit does, and what is said of it.

use super::*;
use crate::foreign::{Ask, Isolation};
use dudo_engine::liars_dice::LiarsDice;
use dudo_engine::{Imaged, Key, Schema, Seat};
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

const SCHEMA: &Schema = LiarsDice::SCHEMA;

fn terms(folder: &Path) -> Terms {
    Terms {
        base: folder.into(),
        host: "".into(),
        isolation: Isolation::Process,
        trusted: false,
        allow_weaker: false,
        outlives: false,
        concurrent: 1,
        pin: true,
        move_ms: 20_000,
        start_ms: 20_000,
        game_ms: None,
        timer_ms: None,
        memory_mb: 300,
        fuel: 0,
        wasm: Default::default(),
        log: None,
        audit: None,
    }
}

fn misfit(mode: &str, terms: &Terms) -> Program {
    let python = Command::new("python3").arg("--version").output();
    assert!(
        python.is_ok_and(|output| output.status.success()),
        "these tests start `python3`, which is not installed here"
    );
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/suite/foreign/misfit.py");
    let script = script.canonicalize().expect("the script is there");
    let words: Vec<OsString> = ["python3".into(), "-S".into(), script.into()]
        .into_iter()
        .chain(mode.split(' ').map(OsString::from))
        .collect();
    plain(&format!("misfit {mode}"), words, "0", terms).expect("a folder")
}

fn venue() -> Venue<'static> {
    Venue {
        game: "liars-dice",
        rules: "liars-dice()",
        schema: SCHEMA,
        seat: Seat::new(0),
        seats: 2,
        games: 3,
        words: None,
    }
}

/// Plays games of three decisions until something fails; `Ok` after two.
fn play(line: &mut dyn Line) -> Result<String, String> {
    let mut all = String::new();
    let mut go = || {
        for game in 0..2 {
            line.begin(game, &Key::new([7; 32]))?;
            for step in 0..3 {
                let ask = Ask {
                    image: &[step],
                    news: "2 bid 3x5\n",
                    legal: &|out| out.push_str("bid 1x2\nchallenge\n"),
                    timed: false,
                };
                let mut reply = String::new();
                line.act(&ask, &mut reply)?;
                all.push_str(&reply);
                all.push('\n');
            }
            line.end("1 lose 1\n", &[1, 2])?;
        }
        Ok(())
    };
    go().map_err(|fault: Fault| format!("{}: {}", fault.kind, fault.detail))?;
    Ok(all)
}

fn run(mode: &str, terms: impl FnOnce(&mut Terms)) -> Result<String, String> {
    let folder = TempDir::new().expect("a folder");
    let mut set = self::terms(folder.path());
    terms(&mut set);
    let foreign = open(misfit(mode, &set), &set, "liars-dice");
    let foreign = foreign.map_err(|error| format!("at load: {error}"))?;
    let mut line = foreign.seat(&venue());
    play(&mut *line)
}

#[test]
fn the_timer_only_makes_a_decision_shorter() {
    for (timer, timed, expected) in [
        (None, true, 1000),
        (Some(30), false, 1000),
        (Some(30), true, 30),
        (Some(5000), true, 1000),
    ] {
        let mut terms = terms(Path::new(""));
        (terms.move_ms, terms.timer_ms) = (1000, timer);
        assert_eq!(terms.work_ms(timed), expected, "{timer:?} {timed}");
    }
    assert_eq!(crate::foreign::hard_stop_ms(30), 350);
    assert_eq!(crate::foreign::hard_stop_ms(u64::MAX), u64::MAX);
}

#[test]
fn verdicts() {
    let ok = "bid 1x2\n".repeat(6);
    for (mode, verdict) in [
        ("plain", ""),
        ("term", ""),
        ("flood", ""),
        ("fork", ""),
        ("files", ""),
        ("reserve", ""),
        ("take", "exited: exited with code 1; standard error ends: "),
        ("hang", "timed-out: no reply within 700 ms"),
        ("spin 2", "timed-out: worked for more than 100 ms"),
        ("stop", "timed-out: no reply within 700 ms"),
        ("malformed", ""),
        ("twice 3", "early: a second reply to one question"),
        ("twice-late", "early: a second reply to one question"),
        ("early", "early: a reply to a question that was not asked"),
        (
            "no-newline",
            "timed-out: no whole reply within 700 ms; unfinished: `{\"id\": ",
        ),
        ("utf8", "malformed: a reply that is not UTF-8"),
        ("long", "too-long: a reply of more than 65536 bytes"),
        ("long-action", "too-long: an action of 5000 bytes"),
        ("close-stdin", "exited: closed its standard input"),
        ("close-stdout", "exited: closed its standard output"),
        ("exit 4", "exited: exited with code 7"),
        ("exit-at-session", "exited: exited with code 4"),
        ("exit-at-game", "exited: exited with code 5"),
        ("exit-at-end", "exited: exited with code 6"),
        ("raise", "exited: exited with code 1; standard error ends: "),
        (
            "segfault",
            "signalled: killed by signal 11 (segmentation fault)",
        ),
        ("abort", "signalled: killed by signal 6 (abort)"),
        (
            "overflow",
            "signalled: killed by signal 11 (segmentation fault)",
        ),
        (
            "eat",
            "out-of-memory: exited with code 1; standard error ends: ",
        ),
        ("setsid", "timed-out: no reply within 700 ms"),
        (
            "banner 2",
            "malformed: no reply: it is not a JSON object: `thinking...`",
        ),
        ("last-words", "exited: exited with code 0"),
        ("refuse", "refused: not with these rules"),
        ("exit-at-hello", "at load: misfit"),
        ("banner-at-hello", "at load: misfit"),
    ] {
        // Only who is timed out whatever happens has a short limit: on a slow machine
        // nobody else is. There it may be over before the misdeed has begun.
        let late = verdict.starts_with("timed-out");
        let starved = "timed-out: no reply within 700 ms";
        let limit = |terms: &mut Terms| terms.move_ms = if late { 100 } else { 20_000 };
        match run(mode, limit) {
            Ok(all) if mode == "malformed" => assert!(all.contains("=cmd"), "{mode}: {all}"),
            Ok(all) => assert_eq!((all.as_str(), verdict), (ok.as_str(), ""), "{mode}"),
            Err(fault) => {
                assert!(!verdict.is_empty(), "{mode}: {fault}");
                let starved = late && fault.starts_with(starved);
                assert!(starved || fault.starts_with(verdict), "{mode}: {fault}");
            }
        }
    }
}

/// What is said to who wrote the run file.
#[test]
fn refused_at_load() {
    for (mode, sentence) in [
        ("exit-at-hello", "exited: exited with code 3"),
        (
            "banner-at-hello",
            "malformed: no reply: it is not a JSON object: `Misfit 1.0 is ready`",
        ),
    ] {
        let error = run(mode, |_| {}).expect_err(mode);
        assert!(error.ends_with(sentence), "{mode}: {error}");
    }
    let error = run("hang-at-hello", |terms| terms.start_ms = 300).expect_err("it hangs");
    assert!(
        error.ends_with("timed-out: no reply within 300 ms"),
        "{error}"
    );
    let error = run("plain", |terms| terms.outlives = true).expect_err("untrusted");
    assert!(error.contains("`trusted = true`"), "{error}");
    let folder = TempDir::new().expect("a folder");
    let set = terms(folder.path());
    let program = plain("x", vec!["no-such-program".into()], "0", &set).expect("a folder");
    let error = open(program, &set, "mia").err().expect("there is none");
    assert!(
        error.0.starts_with("x: refused: cannot be started: "),
        "{error}"
    );
}

#[test]
fn a_budget_for_the_game() {
    let verdict = run("spin 2", |terms| terms.game_ms = Some(100)).expect_err("it spins");
    assert_eq!(verdict, "timed-out: has used up the game's 100 ms");
}

/// A process that serves on, and one for each session.
#[test]
fn sessions_come_and_go() {
    let folder = TempDir::new().expect("a folder");
    for outlives in [true, false] {
        let mut set = terms(folder.path());
        set.trusted = true;
        set.outlives = outlives;
        let foreign = open(misfit("plain", &set), &set, "liars-dice");
        let foreign = foreign.expect("it loads");
        for _ in 0..20 {
            let mut line = foreign.seat(&venue());
            assert_eq!(play(&mut *line), Ok("bid 1x2\n".repeat(6)));
        }
    }
}
