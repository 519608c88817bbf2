//! Ctrl-C once, and twice.

use super::bench::{Home, Log, Spec, dudo, stderr, until};
use dudo::stop::Stop;
use rustix::process::{Pid, Signal, kill_process};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Stdio};

/// A run that is playing: it has said that it found games, which it does when
/// it listens to signals already.
fn playing(spec: &Path, folder: &Path) -> (Child, BufReader<std::process::ChildStderr>) {
    let mut command = dudo();
    command.arg("run").arg(spec).arg("--out").arg(folder);
    command.args(["--threads", "2", "--progress", "plain"]);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    said.read_line(&mut line).unwrap();
    assert!(line.ends_with("games are there already\n"), "{line}");
    (child, said)
}

fn send(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

/// Once: the games under way are finished, and the next run ends at the bytes
/// of one that was never interrupted. The plan is long enough that no machine
/// plays it between two lines of this test.
#[test]
fn once_is_a_pause() {
    for signal in [Signal::INT, Signal::TERM] {
        let home = Home::new();
        let mut spec = Spec::of(3, 2000);
        spec.session = 3;
        let folder = home.path("run");
        Spec {
            deals: 3,
            ..spec.clone()
        }
        .play(&folder, 1);
        let endless = home.write(
            "endless.toml",
            &Spec {
                deals: 100_000_000,
                ..spec.clone()
            },
        );
        let (mut child, mut said) = playing(&endless, &folder);
        send(&child, signal);
        let mut rest = String::new();
        said.read_to_string(&mut rest).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{rest}");
        assert!(
            rest.contains("interrupted; the same command goes on"),
            "{rest}"
        );
        let mut out = String::new();
        child.stdout.unwrap().read_to_string(&mut out).unwrap();
        assert!(out.is_empty(), "no standings of half a run: {out}");

        let log = Log::of(&folder);
        assert!(log.games.ends_with('\n') && log.actions.ends_with('\n'));
        let rows = log.games.lines().count();
        assert!(rest.contains(" games in "), "{rest}");
        // Every row that is there is one of the run.
        let deals = rows as u64 / 6 + 3;
        let whole = Spec {
            deals: deals.next_multiple_of(3),
            ..spec
        }
        .fresh();
        assert!(whole.games.starts_with(&log.games) && whole.actions.starts_with(&log.actions));
        let rank = dudo().arg("rank").arg(&folder).output().unwrap();
        assert!(rank.status.success(), "{}", stderr(&rank));
    }
}

/// Twice: at once, whatever is under way; here sessions that take minutes.
#[test]
fn twice_is_the_end() {
    for signals in [[Signal::INT, Signal::TERM], [Signal::TERM, Signal::INT]] {
        let home = Home::new();
        let mut spec = Spec::of(3, 3);
        (spec.session, spec.rules, spec.log) =
            (1_000_000, "preset = \"perudo\"", "actions = \"none\"");
        let folder = home.path("run");
        spec.play(&folder, 1);
        // Each session is torn now, so nothing can be kept: it begins anew.
        let mut games = std::fs::read_to_string(folder.join("games.csv")).unwrap();
        let third = games.match_indices('\n').nth(3).unwrap().0;
        games.truncate(third + 1);
        std::fs::write(folder.join("games.csv"), &games).unwrap();
        let long = home.write(
            "long.toml",
            &Spec {
                deals: 1_000_000,
                ..spec
            },
        );
        let mut command = dudo();
        command.arg("run").arg(&long).arg("--out").arg(&folder);
        command.args(["--threads", "2", "--progress", "plain"]);
        let mut child = command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // It listens before it makes the manifest of a longer run.
        let manifest = || std::fs::read_to_string(folder.join("manifest.toml")).unwrap();
        let listens = until(&mut child, || manifest().contains("deals = 1000000"));
        assert!(listens, "it has ended");
        for signal in signals {
            send(&child, signal);
        }
        assert_eq!(child.wait().unwrap().code(), Some(130));
        let log = Log::of(&folder);
        assert!(
            log.games.is_empty() || log.games.starts_with("rules,"),
            "{}",
            log.games
        );
    }
}

/// Who interrupts before there is anything plays nothing; after the last game nothing is
/// interrupted.
#[test]
fn too_early_and_too_late() {
    let home = Home::new();
    let spec = Spec::of(2, 30);
    let stop = Stop::new();
    stop.set();
    for threads in [1, 2, 7] {
        let folder = home.path(&format!("run-{threads}"));
        let report = spec.play_until(&folder, threads, &stop);
        assert_eq!((report.complete, report.played), (false, 0));
        assert!(spec.play(&folder, threads).complete);
        let report = spec.play_until(&folder, threads, &stop);
        assert_eq!((report.complete, report.played), (true, 0));
        Log::of(&folder).expect(&spec.fresh(), "after both");
    }
}
