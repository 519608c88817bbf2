//! The whole program, with bots in jails and libraries in processes of their own.

use super::examples::game;
use super::run::{Log, PATIENT, bot, home, play, spec};
use super::table::{self, Guest, snake, terms};
use crate::native::build::{example, misfit};
use dudo_engine::liars_dice::LiarsDice;
use dudo_plugin::Isolation;
use dudo_plugin::jail::Audit;
use std::fs;
use std::process::Command;
use std::sync::Arc;

/// Plays a run file with the program itself, which is also what jails and hosts.
fn dudo(text: &str, libraries: &[(&str, std::path::PathBuf)]) -> Log {
    let home = home();
    for (name, library) in libraries {
        fs::copy(library, home.path().join(name)).unwrap();
    }
    let (path, out) = (home.path().join("test.toml"), home.path().join("run"));
    fs::write(&path, text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_dudo"));
    command.arg("run").arg(&path).arg("--out").arg(&out);
    let output = command.args(["--threads", "2"]).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    Log::of(&out)
}

fn jailed(text: &str) -> String {
    text.replace(
        "isolation = \"process\"",
        "isolation = \"jail\"\nallow-weaker = true",
    )
}

/// In a jail, in a process, and built in: the same bytes.
#[test]
fn the_same_log_in_a_jail() {
    let with = |caller: &str| {
        let bots = bot("a", "odds") + &bot("b", caller) + &bot("c", "minraise");
        spec(&bots, PATIENT)
    };
    let (expected, _home) = play(&with("caller"), 2);
    for name in ["cmd:python3 caller.py", "cmd:python3 ./caller.py"] {
        assert_eq!(dudo(&jailed(&with(name)), &[]), expected, "{name}");
    }
}

/// A library in a process of its own, and in a jail: the bot that is built in.
#[test]
fn the_same_log_from_a_hosted_library() {
    let with = |odds: &str| spec(&(bot("a", odds) + &bot("b", "caller")), PATIENT);
    let (expected, _home) = play(&with("odds"), 1);
    let library = [("odds.so", example("odds_library"))];
    let hosted = with("./odds.so");
    for text in [jailed(&hosted), hosted] {
        assert_eq!(dudo(&text, &library), expected, "{text}");
    }
}

/// Whether its attempts are written down or not, a bot plays the same games.
#[test]
fn the_same_games_under_watch() {
    let game = game::<LiarsDice>(&[]);
    for (script, tries) in [("caller.py", false), ("tries.py", true)] {
        let played = |audit: Option<&Arc<Audit>>| {
            let mut terms = terms();
            terms.host = env!("CARGO_BIN_EXE_dudo").into();
            terms.isolation = Isolation::Jail;
            terms.allow_weaker = true;
            terms.audit = audit.cloned();
            let snake = snake(script, &terms, "liars-dice");
            let guests = [
                Guest::Local("odds"),
                Guest::Remote(&*snake),
                Guest::Remote(&*snake),
            ];
            format!("{:?}", table::play(&game, &guests, 2, 5))
        };
        let audit = Arc::new(Audit::default());
        assert_eq!(played(Some(&audit)), played(None), "{script}");
        assert_eq!(audit.blind(), None);
        assert_eq!(audit.attempts().len() > 10, tries, "{:?}", audit.attempts());
    }
}

/// What would end this program if it ran inside costs one game each.
#[test]
fn a_crash_of_a_library_costs_one_game() {
    let folder = tempfile::tempdir().unwrap();
    let bots = bot("a", "caller") + &bot("b", "./crash.so");
    let text = spec(&bots, &format!("{PATIENT}\nfaults = 0"));
    let library = [("crash.so", misfit("crashing", folder.path()))];
    let log = dudo(&text, &library);
    assert_eq!(log.games.lines().count(), 25, "{}", log.games);
    let crashes = log.faults.matches("signalled,killed by signal 11").count();
    assert_eq!(crashes, 24, "{}", log.faults);
}

/// What a jail refuses costs the bot its games and nobody else anything; its parent
/// lives on.
#[test]
fn what_a_jail_refuses() {
    let modes = ["files", "fork", "setsid", "patricide", "eat"];
    let mut bots = bot("a", "odds") + &bot("b", "caller");
    // Few deals: there are many tables.
    let few = |text: String| text.replace("deals = 12", "deals = 3");
    let (alone, _home) = play(&few(spec(&bots, PATIENT)), 1);
    for mode in modes {
        bots += &bot(mode, &format!("cmd:python3 misfit.py {mode} 3"));
    }
    let text = few(spec(&bots, &format!("{PATIENT}\nfaults = 2")));
    let log = dudo(&jailed(&text), &[]);
    let good = |log: &Log| -> Vec<String> {
        let rows = log.games.lines();
        let rows = rows.filter(|row| row.contains(",a,b,") || row.contains(",b,a,"));
        rows.map(str::to_owned).collect()
    };
    assert_eq!(good(&log), good(&alone));
    for mode in modes {
        assert!(
            log.faults.contains(&format!(",{mode},")),
            "{mode}: {}",
            log.faults
        );
    }
}

/// Parts of a run with a bot of a process: one log again.
#[test]
fn parts_make_the_same_log() {
    let home = home();
    let at = |name: &str| home.path().join(name);
    let text = spec(
        &(bot("a", "odds") + &bot("b", "cmd:python3 caller.py")),
        PATIENT,
    );
    fs::write(at("test.toml"), &text).unwrap();
    let ran = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dudo"));
        let output = command.args(words).current_dir(home.path()).output();
        let output = output.unwrap();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{words:?}: {errors}");
    };
    ran(&["run", "test.toml", "--out", "run"]);
    // Asked twice, it is the same plan.
    for _ in 0..2 {
        ran(&["plan", "test.toml", "--shards", "2", "--out", "plan"]);
    }
    for index in ["0", "1"] {
        ran(&["shard", "plan", "--index", index]);
    }
    ran(&["merge", "plan", "--out", "merged"]);
    assert_eq!(Log::of(&at("merged")), Log::of(&at("run")));
}
