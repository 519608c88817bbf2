//! `dudo new`: every language, every game: it builds with the language's own command, its
//! test passes, `dudo check` has nothing to say against it, and it beats who plays by rote.

use super::bench::{check, dudo, duel, findings, good, here, won};
use dudo::starter::LANGS;
use std::fs;
use std::path::Path;
use std::process::Command;

const GAMES: [&str; 4] = ["liars-dice", "mia", "poker-liar", "liars-boggle"];

/// Who is to be beaten over 200 deals. Mia has no `caller`; `random` is there in all games.
fn weak(game: &str) -> &'static str {
    if game == "mia" { "random" } else { "caller" }
}

fn new(folder: &Path, lang: &str, game: &str) {
    let text = good(
        dudo()
            .current_dir(folder)
            .args(["new", "grace", "--lang", lang, "--game", game]),
    );
    assert!(text.contains("dudo check"), "{text}");
}

/// A line of a shell without its expansions.
fn shell(folder: &Path, line: &str) -> String {
    let mut words = line.split(' ');
    let mut command = Command::new(words.next().expect("a word"));
    good(command.args(words).current_dir(folder))
}

/// The bot of a built project passes, and wins more than it would by luck: of n games half,
/// give or take three times the square root of n by two.
fn stands(folder: &Path, bot: &str, game: &str, deals: u64) {
    let (code, report) = check(
        folder,
        bot,
        &["--quick", "--sessions", "2", "--move-ms", "60000"],
    );
    let found = findings(&report);
    assert!(
        code == 0 && found.is_empty(),
        "{bot} for {game}: {report:#}"
    );
    assert_eq!(report["verdict"], "pass");
    assert_eq!(report["attempts"], serde_json::json!([]), "{bot}");
    assert_eq!(report["name"], "grace", "the bot has the project's name");
    assert_eq!(report["games"], serde_json::json!([game]));
    if deals == 0 {
        return;
    }
    let (games, _) = duel(folder, game, &format!("./{bot}"), weak(game), deals);
    let (won, all) = won(&games);
    let least = all as f64 / 2.0 + 1.5 * (all as f64).sqrt();
    assert!(won as f64 > least, "{bot}: {won} of {all} games of {game}");
}

fn lang(name: &str) -> &'static dudo::starter::Lang {
    LANGS
        .iter()
        .find(|lang| lang.name == name)
        .expect("a language")
}

fn projects(name: &str, deals: impl Fn(&str) -> u64) {
    let lang = lang(name);
    for game in GAMES {
        let home = tempfile::tempdir().expect("a folder");
        new(home.path(), name, game);
        let folder = home.path().join("grace");
        if !lang.build.is_empty() {
            shell(&folder, lang.build);
        }
        shell(&folder, lang.test);
        stands(&folder, lang.bot, game, deals(game));
        // As a folder it can be handed in: what bot.toml says is true.
        let handed = check(home.path(), "grace", &["--quick", "--sessions", "0"]).1;
        assert_eq!(handed["games"], serde_json::json!([game]));
        // What the project says about itself speaks of files that are there.
        let readme = fs::read_to_string(folder.join("README.md")).expect("a text");
        assert!(!readme.contains("{{"), "{readme}");
    }
}

#[test]
fn python() {
    projects("python", |_| 200);
}

#[test]
fn c() {
    projects("c", |_| 200);
}

/// With a word list each decision takes a tenth of a second here. That it wins there follows
/// from `c`, and from the module's playing the same, which another test holds.
#[test]
fn wasm() {
    projects("wasm", |game| if game == "liars-boggle" { 0 } else { 200 });
}

/// The four projects differ in their bot alone, so one is built with each bot in turn.
#[test]
fn rust() {
    let home = tempfile::tempdir().expect("a folder");
    new(home.path(), "rust", "liars-dice");
    let first = home.path().join("grace");
    let cargo = |verb: &[&str]| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo
            .current_dir(&first)
            .args(verb)
            .args(["--offline", "--quiet"]);
        cargo.env("CARGO_TARGET_DIR", first.join("target"));
        good(&mut cargo)
    };
    for game in GAMES {
        let other = tempfile::tempdir().expect("a folder");
        new(other.path(), "rust", game);
        let other = other.path().join("grace");
        for file in [
            "Cargo.toml",
            "Cargo.lock",
            ".gitignore",
            "dudo/bots/sdk/src/lib.rs",
        ] {
            let text = |folder: &Path| fs::read_to_string(folder.join(file)).expect("a file");
            assert!(
                file == "Cargo.lock" || text(&first) == text(&other),
                "{file}"
            );
        }
        for file in ["src/lib.rs", "src/tests.rs"] {
            fs::copy(other.join(file), first.join(file)).expect("a copy");
        }
        cargo(&["build", "--release"]);
        // With the same profile, so that the engine is compiled once.
        cargo(&["test", "--release"]);
        stands(&first, "target/release/libgrace.so", game, 200);
    }
}

#[test]
fn what_cannot_be_made_is_said() {
    let home = tempfile::tempdir().expect("a folder");
    fs::create_dir(home.path().join("there")).expect("a folder");
    for (words, part) in [
        (
            ["grace", "--lang", "pyton", "mia"],
            "did you mean \"python\"?",
        ),
        (["grace", "--lang", "c", "mja"], "did you mean \"mia\"?"),
        (["9lives", "--lang", "c", "mia"], "no name for a project"),
        (["../up", "--lang", "c", "mia"], "no name for a project"),
        (
            ["dudo-sdk", "--lang", "rust", "mia"],
            "\"dudo-sdk\" is no name for a project in rust",
        ),
        (
            ["dudo-engine", "--lang", "rust", "mia"],
            "depends on a package of that name",
        ),
        (
            ["there", "--lang", "c", "mia"],
            "something of that name already",
        ),
    ] {
        let [name, option, lang, game] = words;
        let output = dudo()
            .current_dir(home.path())
            .args(["new", name, option, lang, "--game", game])
            .output()
            .expect("dudo can be run");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains(part), "{errors}");
    }
    assert_eq!(fs::read_dir(home.path()).expect("a folder").count(), 1);
}

/// A crate's name is taken for who depends on it, and for nobody else.
#[test]
fn names_of_what_a_project_depends_on_are_taken() {
    for (name, lang, taken) in [
        ("dudo-abi", "rust", true),
        ("dudo-abi", "c", false),
        // An example of that crate, and a crate of the registry: another place, another crate.
        ("liars_dice", "rust", false),
        ("libm", "rust", false),
    ] {
        let made = dudo::starter::Starter::new(name, lang, "mia");
        assert_eq!(made.is_err(), taken, "{name} in {lang}");
    }
}

/// No text of a project is left with a hole, or with the name of an example.
#[test]
fn projects_are_filled_in() {
    for lang in LANGS {
        for game in GAMES {
            let starter = dudo::starter::Starter::new("grace", lang.name, game).expect("a project");
            for (path, text) in starter.files() {
                if path.starts_with("dudo/") {
                    continue;
                }
                for stale in [
                    "{{",
                    "}}",
                    "bots/sdk/examples",
                    "--example",
                    "c-odds",
                    "rust-odds",
                ] {
                    let braces = stale.len() == 2 && path.ends_with(['c', 'h', 's', 'y']);
                    assert!(
                        braces || !text.contains(stale),
                        "{}, {game}, {path}: {stale}",
                        lang.name
                    );
                }
            }
        }
    }
    // A project in Python has the fields of its own game's views, and of no other's.
    for game in GAMES {
        let starter = dudo::starter::Starter::new("grace", "python", game).expect("a project");
        let files = starter.files();
        let views = files.iter().find(|(path, _)| path == "VIEWS.md");
        let views = &views.expect("the fields").1;
        let chapters = GAMES.map(|other| views.contains(&format!("\n## {other}\n")));
        assert_eq!(chapters, GAMES.map(|other| other == game), "{game}");
        assert!(
            views.contains("| `seats` | number | Seats at the table |\n"),
            "{game}"
        );
    }
    // What a project in Rust brings along is what is here.
    let starter = dudo::starter::Starter::new("grace", "rust", "mia").expect("a project");
    let files = starter.files();
    for file in [
        "engine/src/lib.rs",
        "bots/abi/src/lib.rs",
        "bots/sdk/src/lib.rs",
    ] {
        let packed = files
            .iter()
            .find(|(path, _)| *path == format!("dudo/{file}"));
        let text = fs::read_to_string(here(file)).expect("a file");
        assert!(packed.is_some_and(|(_, packed)| *packed == text), "{file}");
    }
}
