//! Run files that name commands: from the file to the log.

use super::table::folder;
use dudo::run::{Settings, Show, prepare, run};
use dudo::spec::RunFile;
use dudo::stop::Stop;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// The logs of a run that depend on nothing but the run file and the bots.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Log {
    pub(super) games: String,
    pub(super) actions: String,
    pub(super) faults: String,
}

/// A folder with our scripts.
pub(super) fn home() -> TempDir {
    let home = TempDir::new().unwrap();
    let scripts = fs::read_dir(folder("tests/suite/foreign")).unwrap();
    for script in scripts.flatten() {
        if script.path().extension().is_some_and(|end| end == "py") {
            fs::copy(script.path(), home.path().join(script.file_name())).unwrap();
        }
    }
    home
}

/// Plays a run file in a folder with our scripts.
pub(super) fn play(text: &str, threads: usize) -> (Log, TempDir) {
    let home = home();
    let path = home.path().join("test.toml");
    fs::write(&path, text).unwrap();
    let spec = RunFile::parse(&path, text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    let prepared = prepare(&spec).unwrap_or_else(|error| panic!("{error}"));
    let out = home.path().join("run");
    let settings = Settings {
        folder: out.clone(),
        threads,
        show: Show::Silent,
        die_after: None,
    };
    assert!(run(prepared, &settings, &Stop::new()).unwrap().complete);
    (Log::of(&out), home)
}

impl Log {
    /// The log in this folder.
    pub(super) fn of(out: &Path) -> Self {
        let read = |name: &str| fs::read_to_string(out.join(name)).unwrap();
        Self {
            games: read("games.csv"),
            actions: read("actions.csv"),
            faults: read("faults.csv"),
        }
    }
}

pub(super) fn spec(bots: &str, limits: &str) -> String {
    format!(
        "seed = \"{}\"\ngame = \"liars-dice\"\n[rules]\ndice = 3\n[schedule]\ndeals = 12\nsession = 3\n\
         [log]\nactions = \"all\"\n[limits]\nisolation = \"process\"\n{limits}\n{bots}",
        "5e".repeat(32)
    )
}

pub(super) fn bot(name: &str, with: &str) -> String {
    format!("[[bot]]\nname = \"{name}\"\nuse = \"{with}\"\n")
}

pub(super) const PATIENT: &str = "move_ms = 60000\nstart_ms = 60000";

/// The same strategy built in, in one process for all, and in a process per session,
/// on one thread and on two: the same bytes.
#[test]
fn the_same_log_wherever_a_bot_runs() {
    let with = |caller: &str| {
        let bots = bot("a", "odds") + &bot("b", caller) + &bot("c", "minraise");
        spec(&bots, PATIENT)
    };
    let (expected, _home) = play(&with("caller"), 1);
    assert_eq!(expected.faults.lines().count(), 1);
    let command = with("cmd:python3 caller.py");
    let trusted = command.replace(
        "caller.py\"",
        "caller.py\"\ntrusted = true\nrestart = \"never\"",
    );
    assert_ne!(command, trusted);
    for text in [command, trusted] {
        for threads in [1, 2] {
            assert_eq!(play(&text, threads).0, expected, "{text}");
        }
    }
}

/// Misfits at the same tables: the others' rows are what they would be without them,
/// and what is said does not hang on the threads.
#[test]
fn misfits_harm_only_themselves() {
    let good = bot("a", "odds") + &bot("b", "caller");
    // Few deals: there are many tables.
    let few = |text: String| text.replace("deals = 12", "deals = 3");
    let (alone, _home) = play(&few(spec(&good, PATIENT)), 1);
    let mut bots = good;
    for mode in [
        "illegal 2",
        "exit 9",
        "utf8 5",
        "twice 4",
        "refuse",
        "segfault 7",
        "long 3",
    ] {
        bots += &bot(mode, &format!("cmd:python3 misfit.py {mode}"));
    }
    let text = few(spec(&bots, &format!("{PATIENT}\nfaults = 5")));
    let (log, home) = play(&text, 1);
    let (again, _home) = play(&text, 2);
    assert_eq!(log, again);
    // Both good ones come first, so the number of their table is the same.
    let rows = |log: &Log| -> Vec<String> {
        let rows = log
            .games
            .lines()
            .filter(|row| row.contains(",a,b,") || row.contains(",b,a,"));
        rows.map(str::to_owned).collect()
    };
    assert_eq!(rows(&log), rows(&alone));
    assert_eq!(rows(&log).len(), 6);
    for (name, sentence) in [
        ("illegal 2", "illegal"),
        ("exit 9", "exited,exited with code 7"),
        ("utf8 5", "malformed,\"a reply that is not UTF-8"),
        ("twice 4", "early,a second reply to one question"),
        ("refuse", "refused,not with these rules"),
        (
            "segfault 7",
            "signalled,killed by signal 11 (segmentation fault)",
        ),
        ("long 3", "too-long,a reply of more than 65536 bytes"),
    ] {
        let found = log.faults.contains(&format!(",{name},{sentence}"));
        assert!(found, "{name}: {}", log.faults);
    }
    let manifest = fs::read_to_string(home.path().join("run").join("manifest.toml")).unwrap();
    assert!(manifest.contains("kind = \"command\""), "{manifest}");
}

/// What cannot be loaded is a mistake of the run file.
#[test]
fn a_command_that_does_not_load_is_refused() {
    for (command, sentence) in [
        ("cmd:python3 misfit.py exit-at-hello", "exited with code 3"),
        (
            "cmd:python3 misfit.py other-game",
            "it plays chess, not liars-dice",
        ),
        ("cmd:no-such-program", "cannot be started"),
        ("cmd:'x", "a quote that is not closed"),
    ] {
        let text = spec(&(bot("a", "odds") + &bot("b", command)), PATIENT);
        let path = folder("tests/suite/foreign").join("test.toml");
        let spec = RunFile::parse(Path::new(&path), text.as_bytes()).unwrap();
        let error = prepare(&spec).err().expect(command).to_string();
        assert!(error.contains(sentence), "{error}");
    }
}

/// Games that are timed to choose the number of deals leave no thread on one core.
#[test]
fn a_budget_costs_no_threads() {
    let home = home();
    let bots = bot("a", "odds") + &bot("b", "cmd:python3 caller.py");
    let text = spec(&bots, PATIENT);
    let path = home.path().join("test.toml");
    fs::write(&path, text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_dudo"));
    command
        .arg("run")
        .arg(&path)
        .arg("--out")
        .arg(home.path().join("run"));
    let output = command.args(["--budget", "1s"]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let timing = fs::read_to_string(home.path().join("run/timing.csv")).unwrap();
    let cores = std::thread::available_parallelism().unwrap();
    assert!(
        timing
            .lines()
            .last()
            .unwrap()
            .starts_with(&format!("{cores},")),
        "{timing}"
    );
}
