//! Bots that misbehave, each of which `dudo check` tells by its finding.

use super::bench::{both, check, findings, here};
use crate::native::build::misfit;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A folder with the misfits in Python.
fn home() -> TempDir {
    let home = tempfile::tempdir().expect("a folder");
    for file in [
        "foreign/misfit.py",
        "foreign/sets.py",
        "authors/counts.py",
        "authors/draws.py",
        "authors/divides.py",
    ] {
        let from = here("tests/suite").join(file);
        let name = Path::new(file).file_name().expect("a name");
        fs::copy(from, home.path().join(name)).expect("a copy");
    }
    home
}

const QUICK: [&str; 6] = [
    "--game",
    "liars-dice",
    "--quick",
    "--sessions",
    "3",
    "--move-ms",
];

fn told(home: &Path, bot: &str, move_ms: &str) -> (i32, Vec<(String, String)>, String) {
    let options: Vec<&str> = QUICK.into_iter().chain([move_ms]).collect();
    let (code, report) = check(home, bot, &options);
    (code, findings(&report), format!("{report:#}"))
}

#[test]
fn misdeeds_are_failures() {
    let home = home();
    for (mode, what, part) in [
        ("illegal", "illegal", "bid"),
        ("malformed", "malformed", "is no action"),
        ("utf8", "malformed", "not UTF-8"),
        ("banner", "output", "standard output is for replies only"),
        ("twice", "early", "a second reply"),
        ("exit", "exited", "code 7"),
        ("raise", "exited", "KeyError"),
        ("segfault", "signalled", "signal 11"),
        ("long", "too-long", "65536"),
        ("refuse", "refused", "not with these rules"),
        ("exit-at-hello", "load", "code 3"),
        ("banner-at-hello", "load", "no reply: "),
        ("other-game", "load", "it plays chess"),
        ("fork", "exited", "BlockingIOError"),
    ] {
        // What is waited for in vain is waited for briefly; nothing else is.
        let (code, found, report) = told(
            home.path(),
            &format!("cmd:python3 misfit.py {mode}"),
            "20000",
        );
        assert_eq!(code, 2, "{mode}: {report}");
        let failure = ("failure".to_owned(), what.to_owned());
        let jailed = mode == "fork" && found.iter().any(|(_, what)| what == "jail");
        assert!(found.contains(&failure) || jailed, "{mode}: {report}");
        assert!(report.contains(part) || jailed, "{mode}: {report}");
    }
}

#[test]
fn who_is_too_slow_is_told() {
    let home = home();
    let (code, found, report) = told(home.path(), "cmd:python3 misfit.py spin", "100");
    assert_eq!(code, 2, "{report}");
    assert!(
        found.contains(&("failure".into(), "timed-out".into())),
        "{report}"
    );
    assert!(report.contains("not tried further"), "{report}");
}

#[test]
fn oddities_are_warnings_and_notes() {
    let home = home();
    for (bot, level, what, code) in [
        ("counts.py", "warning", "remembers", 1),
        ("draws.py", "warning", "nondeterministic", 1),
        ("cmd:python3 misfit.py flood 2", "note", "log", 0),
    ] {
        let (found_code, found, report) = told(home.path(), bot, "20000");
        let expected = [(level.to_owned(), what.to_owned())];
        assert_eq!(
            (found_code, &found[..]),
            (code, &expected[..]),
            "{bot}: {report}"
        );
    }
    // Where it fails it leaves a traceback as well.
    let (code, found, report) = told(home.path(), "divides.py", "20000");
    let expected = [("warning", "extreme"), ("note", "log")];
    let expected = expected.map(|(level, what)| (level.to_owned(), what.to_owned()));
    assert_eq!((code, &found[..]), (1, &expected[..]), "{report}");
    assert!(report.contains("ZeroDivisionError"), "{report}");
    // Sets of texts come in one order, since the seed of hashes is fixed.
    let (code, found, report) = told(home.path(), "sets.py", "20000");
    assert_eq!((code, &found[..]), (0, &[][..]), "{report}");
}

#[test]
fn libraries_and_modules_that_fail() {
    let home = home();
    for (vice, what) in [
        ("illegal", "illegal"),
        ("garbled", "malformed"),
        ("quitter", "exited"),
    ] {
        let library = misfit(vice, home.path());
        let name = library
            .file_name()
            .and_then(|name| name.to_str())
            .expect("a name");
        let (code, found, report) = told(home.path(), name, "20000");
        assert_eq!(code, 2, "{vice}: {report}");
        assert!(
            found.contains(&("failure".into(), what.into())),
            "{vice}: {report}"
        );
    }
    // A module that has too little fuel for a decision.
    both(&here("bots/sdk/examples/c/liars_dice.c"), home.path());
    let options = ["--quick", "--sessions", "1", "--fuel", "500"];
    let (code, report) = check(home.path(), "bot.wasm", &options);
    assert_eq!(code, 2);
    let found = findings(&report);
    let failure = ("failure".to_owned(), "out-of-fuel".to_owned());
    assert!(found.contains(&failure), "{report:#}");
    // The compiler is there in a program that has it.
    for (options, said) in [
        (&["--wasm", "wasmtime"][..], "was built without wasmtime"),
        (
            &["--wasm", "wasmtime", "--trust"],
            "was built without wasmtime",
        ),
        (&["--wasm", "v8"], "expected wasmi or wasmtime"),
    ] {
        let built = dudo_plugin::WasmEngine::BUILT.len() > 1;
        let mut command = super::bench::dudo();
        command.current_dir(home.path()).args(["check", "bot.wasm"]);
        let output = command.args(["--sessions", "0", "--quick"]).args(options);
        let output = output.output().expect("dudo can be run");
        let errors = String::from_utf8_lossy(&output.stderr);
        if built && said.contains("without") {
            assert_eq!(output.status.code(), Some(0), "{errors}");
        } else {
            assert_eq!(output.status.code(), Some(2), "{errors}");
            assert!(
                built || errors.contains(said) || errors.contains("without"),
                "{errors}"
            );
        }
    }
    let (code, report) = check(home.path(), "missing.py", &[]);
    assert_eq!(
        (code, &report["findings"][0]["what"]),
        (2, &"load".into()),
        "{report:#}"
    );
}

#[test]
fn the_report_on_a_screen() {
    let home = home();
    let output = super::bench::dudo()
        .current_dir(home.path())
        .args([
            "check",
            "counts.py",
            "--allow-weaker",
            "--start-ms",
            "60000",
        ])
        // With time enough: a slow decision would be told as well.
        .args(QUICK)
        .arg("20000")
        .output()
        .expect("dudo can be run");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.lines().count() <= 24, "{text}");
    assert!(text.ends_with("verdict    warn\n"), "{text}");
    for part in ["a hint, not a guard", "in a jail", "slowest", "remembers"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}
