//! What a bot tries in the jail and keeps to itself is told, and nothing is told of one that
//! tries nothing.

use super::bench::{both, check, findings, here};
use crate::native::build::misfit;
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Checks a bot briefly: the code of the program and its report.
fn told(folder: &Path, bot: &str) -> (i32, Value) {
    let options = ["--game", "liars-dice", "--quick", "--sessions", "2"];
    let patient = ["--move-ms", "60000"];
    check(folder, bot, &[&options[..], &patient].concat())
}

/// The attempts of a report, without how often.
fn attempts(report: &Value) -> Vec<[&str; 4]> {
    let list = report["attempts"].as_array().expect("a list");
    let mut told = Vec::new();
    for tried in list {
        told.push(["what", "on", "call", "during"].map(|key| tried[key].as_str().expect("a text")));
    }
    told
}

fn times(report: &Value) -> Vec<u64> {
    let list = report["attempts"].as_array().expect("a list");
    let times = |tried: &Value| tried["times"].as_u64().expect("a number");
    list.iter().map(times).collect()
}

fn copy(file: &str, folder: &Path) {
    let from = here("tests/suite").join(file);
    let name = from.file_name().expect("a name");
    fs::copy(&from, folder.join(name)).expect("a copy");
}

#[test]
fn every_attempt_is_told_though_its_refusal_is_not() {
    let home = tempfile::tempdir().expect("a folder");
    copy("foreign/tries.py", home.path());
    let (code, report) = told(home.path(), "cmd:python3 tries.py");
    let found = [("warning".to_owned(), "attempt".to_owned())];
    assert_eq!(
        (code, &findings(&report)[..]),
        (1, &found[..]),
        "{report:#}"
    );
    let expected = [
        ["read", "/proc/1/environ", "openat", "hello"],
        ["read", "/etc/passwd", "openat", "act"],
        ["write", "/usr/of-a-bot", "openat", "act"],
        ["write", "./beside-the-script", "openat", "act"],
        ["make a folder", "~/deep", "mkdir", "act"],
        ["list", "/tmp", "openat", "act"],
        ["remove", "/etc/hosts", "unlink", "act"],
        ["rename", "./bot.py", "rename", "act"],
        ["change rights of", "/etc/hosts", "chmod", "act"],
        ["open a socket", "AF_INET", "socket", "act"],
        ["open a socket", "AF_UNIX", "socket", "act"],
        ["start a process", "", "clone", "act"],
        ["signal", "its parent", "kill", "act"],
        ["look into", "its parent", "ptrace", "act"],
        ["leave its group", "", "setsid", "act"],
    ];
    let found = attempts(&report);
    // Elsewhere the same library calls the system by other names.
    let same = |(found, expected): (&[&str; 4], &[&str; 4])| {
        let call = found[2] == expected[2] || cfg!(not(target_arch = "x86_64"));
        call && found[..2] == expected[..2] && found[3] == expected[3]
    };
    assert_eq!(found.len(), expected.len(), "{report:#}");
    assert!(found.iter().zip(&expected).all(same), "{report:#}");
    // At every decision each of them once.
    let times = times(&report);
    let decisions = report["played"]["decisions"].as_u64().expect("a number");
    assert!(times[1] >= decisions && times[1..].iter().all(|count| *count == times[1]));
    assert_eq!(report["attempts_left_out"], 0);
    assert_eq!(report["findings"][0]["times"], times.iter().sum::<u64>());
    // Nobody was hurt, and what could be tried was played with.
    assert!(decisions > 100);
    assert_eq!(report["played"]["repeated"], 2);
}

#[test]
fn a_flood_of_attempts_is_counted() {
    let home = tempfile::tempdir().expect("a folder");
    copy("foreign/tries.py", home.path());
    let (code, report) = told(home.path(), "cmd:python3 tries.py flood");
    assert_eq!(code, 1);
    let found = attempts(&report);
    assert_eq!(found.len(), 20);
    let times = times(&report);
    let starts = times[0];
    for (tried, count) in found.iter().zip(&times) {
        let expected = if tried[1] == "/etc/passwd" { 1000 } else { 1 };
        assert_eq!(*count, starts * expected, "{tried:?}");
    }
    assert_eq!(report["attempts_left_out"], starts * (1000 - 18));
    assert_eq!(report["findings"][0]["times"], starts * 2001);
}

/// One that cannot be loaded is told about all the same; and where nobody jails it, nothing is
/// refused and nothing is told.
#[test]
fn attempts_of_one_that_does_not_load_and_of_one_that_is_trusted() {
    let home = tempfile::tempdir().expect("a folder");
    copy("foreign/tries.py", home.path());
    let (code, report) = told(home.path(), "cmd:python3 tries.py once");
    assert_eq!(code, 2);
    let expected = ["/proc/1/environ", "/etc/passwd"];
    let expected = expected.map(|path| ["read", path, "openat", "hello"]);
    assert_eq!(attempts(&report), expected);
    let found = ["load", "attempt", "log"];
    let kinds: Vec<_> = findings(&report).into_iter().map(|both| both.1).collect();
    assert_eq!(kinds[0], found[0]);
    assert!(kinds.contains(&found[1].to_owned()), "{report:#}");
    copy("foreign/caller.py", home.path());
    copy("foreign/caller_helper.py", home.path());
    let options = [
        "--game",
        "liars-dice",
        "--quick",
        "--sessions",
        "0",
        "--trust",
    ];
    let (code, report) = check(home.path(), "cmd:python3 caller.py", &options);
    assert_eq!((code, &report["attempts"]), (0, &Value::Null));
}

#[test]
fn attempts_of_a_library() {
    let home = tempfile::tempdir().expect("a folder");
    misfit("prowling", home.path());
    let (_, report) = told(home.path(), "prowling.so");
    // It does not know that who is out of turn passes.
    let found: Vec<_> = findings(&report).into_iter().map(|both| both.1).collect();
    assert_eq!(found, ["illegal", "attempt"], "{report:#}");
    let found: Vec<_> = attempts(&report)
        .iter()
        .map(|it| [it[0], it[1], it[3]])
        .collect();
    let expected = [
        ["read", "/etc/passwd", "act"],
        ["open a socket", "AF_INET", "act"],
        ["signal", "its parent", "act"],
        ["start a process", "", "act"],
    ];
    assert_eq!(found, expected);
}

/// A bot in a shell's own language.
const SHELL: &str = r#"while read -r line; do
    id=${line#*\"id\":}; id=${id%%[,\}]*}
    case "$line" in
    *'"legal":["'*) act=${line#*\"legal\":[\"}; echo "{\"id\":$id,\"action\":\"${act%%\"*}\"}" ;;
    *) echo "{\"id\":$id}" ;;
    esac
done
"#;

/// Interpreters, C libraries and loaders look for many things; none of that is an attempt of
/// the bot's. (Those of `dudo new` are held to the same where they are built.)
#[test]
fn honest_bots_try_nothing() {
    const PERL: &str = r#"use strict; use warnings; $| = 1;
while (my $line = <STDIN>) {
    my ($id) = $line =~ /"id":(\d+)/;
    my ($action) = $line =~ /"legal":\["([^"]*)"/;
    print defined $action ? "{\"id\":$id,\"action\":\"$action\"}\n" : "{\"id\":$id}\n";
}
"#;
    let home = tempfile::tempdir().expect("a folder");
    fs::write(home.path().join("bot.pl"), PERL).expect("a bot");
    fs::write(home.path().join("bot.sh"), SHELL).expect("a bot");
    both(&here("bots/sdk/examples/c/liars_dice.c"), home.path());
    for file in ["caller.py", "caller_helper.py", "sets.py"] {
        copy(&format!("foreign/{file}"), home.path());
    }
    let example = here("bots/sdk/examples/python/liars_dice.py");
    fs::copy(example, home.path().join("example.py")).expect("a copy");
    for bot in [
        "cmd:python3 caller.py",
        "cmd:python3 example.py",
        "sets.py",
        "bot.so",
        "bot.wasm",
        "cmd:perl bot.pl",
        "cmd:bash bot.sh",
        "cmd:sh bot.sh",
    ] {
        let (code, report) = told(home.path(), bot);
        assert_eq!(report["attempts"], json!([]), "{bot}: {report:#}");
        assert_eq!(
            (code, &report["attempts_left_out"]),
            (0, &json!(0)),
            "{bot}: {report:#}"
        );
    }
}

/// A script that may be executed is started as a program; until its interpreter opens it, what
/// is done is the interpreter's. Of a program of the bot's own nothing is.
#[test]
fn what_starts_a_script_is_not_the_bots() {
    let home = tempfile::tempdir().expect("a folder");
    let caller = here("tests/suite/foreign/caller.py");
    let caller = fs::read_to_string(caller).expect("a bot");
    copy("foreign/caller_helper.py", home.path());
    let write = |name: &str, text: &str| {
        let path = home.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, text).expect("a bot");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("its mode");
    };
    write("bot.sh", &format!("#!/bin/bash\n{SHELL}"));
    write("folder/any.sh", &format!("#!/bin/bash\n{SHELL}"));
    write("folder/bot.toml", "command = [\"any.sh\"]\n");
    write("py/bot", &format!("#!/usr/bin/env python3\n{caller}"));
    copy("foreign/caller_helper.py", &home.path().join("py"));
    write("py/bot.toml", "command = [\"bot\"]\n");
    let peeks = "#!/bin/bash\nread -r x < /etc/passwd\n";
    write("peeks.sh", &format!("{peeks}{SHELL}"));
    for (bot, expected) in [
        ("./bot.sh", &[][..]),
        ("./folder", &[]),
        ("./py", &[]),
        ("./peeks.sh", &[["read", "/etc/passwd", "openat", "hello"]]),
    ] {
        let (_, report) = told(home.path(), bot);
        assert!(report["played"]["decisions"].as_u64() > Some(0), "{bot}");
        assert_eq!(attempts(&report), expected, "{bot}: {report:#}");
    }
}
