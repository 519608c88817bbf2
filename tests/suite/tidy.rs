//! House rules. What is not checked here does not stay true.

use dudo_engine::knobs::Knobs;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A text file of the project: its path from the root, with `/`, and its text.
struct File {
    path: String,
    text: String,
}

impl File {
    fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// Whether all of it is tests.
    fn is_test(&self) -> bool {
        self.path
            .split('/')
            .any(|part| part == "tests" || part == "tests.rs")
    }

    /// The lines with their numbers.
    fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        (1..).zip(self.text.lines())
    }
}

/// All text files, without what cargo and runs leave behind.
fn files() -> Vec<File> {
    let mut files = Vec::new();
    let mut folders = vec![root().to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder can be read") {
            let path = entry.expect("an entry can be read").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name == ".git" || name == "target" || name == "runs" {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = fs::read_to_string(&path) {
                let path = path.strip_prefix(root()).expect("below the root");
                let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
                files.push(File {
                    path: parts.join("/"),
                    text,
                });
            }
        }
    }
    assert!(files.len() > 100, "only {} files were found", files.len());
    files
}

/// Fails with all findings at once.
fn none(what: &str, findings: Vec<String>) {
    assert!(findings.is_empty(), "{what}:\n{}", findings.join("\n"));
}

/// Places in Rust code where one of these stands, outside comments.
fn places(files: &[File], needles: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for file in files.iter().filter(|file| file.is_rust()) {
        for (number, line) in file.lines() {
            let code = line.trim_start();
            if !code.starts_with("//") && needles.iter().any(|needle| code.contains(needle)) {
                found.push(format!("{}:{number}: {code}", file.path));
            }
        }
    }
    found
}

#[test]
fn files_are_short() {
    let long = files().into_iter().filter_map(|file| {
        let lines = file.text.lines();
        let code = lines.take_while(|line| *line != "#[cfg(test)]").count();
        let counts = file.is_rust() && !file.is_test() && code > 500;
        counts.then(|| format!("{}: {code} lines", file.path))
    });
    none("more than 500 lines without tests", long.collect());
}

#[test]
fn no_path_of_any_machine() {
    // Put together here, so that this file does not name them either.
    let places = ["home", "Users", "root", "work", "tmp", "mnt", "scratch"];
    let needles: Vec<String> = places.map(|place| format!("/{place}/")).into();
    let mut found = Vec::new();
    for file in files() {
        for (number, line) in file.lines() {
            for needle in &needles {
                // A path on a machine begins there; within a longer path it is a folder's name.
                let begins = line.match_indices(needle.as_str()).any(|(at, _)| {
                    let before = line[..at].chars().next_back();
                    !before.is_some_and(|c| c.is_alphanumeric() || "._-}/".contains(c))
                });
                if begins {
                    found.push(format!("{}:{number}: {line}", file.path));
                }
            }
        }
    }
    none("absolute paths", found);
}

#[test]
fn nothing_is_ignored_or_allowed() {
    let files = files();
    let attributes = [
        concat!("#[", "ignore"),
        concat!("#[", "allow("),
        concat!("#![", "allow("),
    ];
    let hidden = [concat!("cfg_attr(", "any(), "), concat!(", ", "allow(")];
    none("ignored tests", places(&files, &attributes[..1]));
    none(
        "expect a lint with its reason instead",
        places(&files, &attributes[1..]),
    );
    none("hidden attributes", places(&files, &hidden));
}

/// The engine is a pure function: it cannot name a clock, a file or a thread.
#[test]
fn the_engine_is_no_std() {
    let mut files = files();
    files.retain(|file| file.path.starts_with("engine/"));
    let lib = files.iter().find(|file| file.path == "engine/src/lib.rs");
    let lib = &lib.expect("the engine has a root").text;
    for attribute in ["#![no_std]", "#![forbid(unsafe_code)]"] {
        assert!(
            lib.lines().any(|line| line == attribute),
            "{attribute} is gone"
        );
    }
    none("std is named", places(&files, &["std::", "crate std"]));

    let (engine, workspace) = (manifest("engine/Cargo.toml"), manifest("Cargo.toml"));
    let all = &workspace["workspace"]["dependencies"];
    for name in names(&engine, "dependencies") {
        let bare = all[name.as_str()].get("default-features");
        let bare = bare.and_then(toml::Value::as_bool) == Some(false);
        assert!(
            bare,
            "{name} may bring std along: switch its default features off"
        );
        let features = all[name.as_str()].get("features").map(ToString::to_string);
        assert!(
            !features.unwrap_or_default().contains("std"),
            "{name} with std"
        );
    }
}

fn manifest(path: &str) -> toml::Table {
    let text = fs::read_to_string(root().join(path)).expect("a manifest");
    text.parse()
        .unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn names(manifest: &toml::Table, section: &str) -> Vec<String> {
    let table = manifest.get(section).and_then(toml::Value::as_table);
    table
        .into_iter()
        .flat_map(toml::Table::keys)
        .cloned()
        .collect()
}

/// Who may use whom. `results` does not know the runner, so any log can be
/// rated; `bots` does not know `results`, so a strategy cannot read past games.
const ARROWS: &[(&str, &[&str])] = &[
    ("dudo-engine", &[]),
    ("dudo-words", &["dudo-engine"]),
    ("dudo-bots", &["dudo-engine"]),
    ("dudo-results", &["dudo-engine"]),
    ("dudo-abi", &[]),
    ("dudo-sdk", &["dudo-engine", "dudo-abi"]),
    ("dudo-plugin", &["dudo-engine", "dudo-abi"]),
    (
        "dudo",
        &[
            "dudo-engine",
            "dudo-words",
            "dudo-bots",
            "dudo-results",
            "dudo-plugin",
            "dudo-sdk",
        ],
    ),
];

#[test]
fn crates_use_each_other_as_drawn() {
    let arrows: BTreeMap<&str, &[&str]> = ARROWS.iter().copied().collect();
    let mut found = Vec::new();
    for member in members() {
        let manifest = manifest(&format!("{member}Cargo.toml"));
        let name = manifest["package"]["name"].as_str().expect("a name");
        let Some(allowed) = arrows.get(name) else {
            found.push(format!("{name} is not drawn"));
            continue;
        };
        for section in ["dependencies", "build-dependencies", "dev-dependencies"] {
            for used in names(&manifest, section) {
                if used.starts_with("dudo") && !allowed.contains(&used.as_str()) {
                    found.push(format!("{name} uses {used} ({section})"));
                }
            }
        }
    }
    none("arrows between crates", found);
}

/// The folders of the workspace's packages, each with a slash at its end.
fn members() -> Vec<String> {
    let workspace = manifest("Cargo.toml");
    let members = workspace["workspace"]["members"].as_array();
    let members = members
        .expect("members")
        .iter()
        .filter_map(toml::Value::as_str);
    members
        .map(|member| format!("{member}/"))
        .chain([String::new()])
        .collect()
}

/// A file that no `mod` names is not compiled, and its tests do not run.
#[test]
fn every_file_is_a_module() {
    let files = files();
    let texts: BTreeMap<&str, &str> = files
        .iter()
        .map(|file| (file.path.as_str(), file.text.as_str()))
        .collect();
    let roots = ["lib.rs", "main.rs", "mod.rs", "build.rs"];
    let mut orphans = Vec::new();
    for file in files.iter().filter(|file| file.is_rust()) {
        let (folder, name) = file.path.rsplit_once('/').unwrap_or(("", &file.path));
        let inside = file.path.contains("src/") || file.path.contains("tests/suite/");
        if !inside || roots.contains(&name) || folder.ends_with("src/bin") {
            continue;
        }
        let parents = [
            format!("{folder}.rs"),
            format!("{folder}/mod.rs"),
            format!("{folder}/lib.rs"),
            format!("{folder}/main.rs"),
        ];
        let module = format!("mod {};", name.trim_end_matches(".rs"));
        let named = parents
            .iter()
            .filter_map(|parent| texts.get(parent.as_str()))
            .any(|text| {
                text.lines()
                    .any(|line| line.trim_start().ends_with(&module))
            });
        if !named {
            orphans.push(file.path.clone());
        }
    }
    none("files that no module names", orphans);
}

/// A bot's file is named after it and stands in its game's roster.
#[test]
fn rosters_match_their_folders() {
    let files = files();
    let mut found = Vec::new();
    let mut bots = 0;
    for file in files
        .iter()
        .filter(|file| file.path.starts_with("bots/src/"))
    {
        let path = Path::new(&file.path);
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let Some(entry) = file.text.split("const ENTRY: Entry<").nth(1) else {
            continue;
        };
        bots += 1;
        let name = entry
            .split("name: \"")
            .nth(1)
            .and_then(|rest| rest.split('"').next());
        if name.map(|name| name.replace('-', "_")).as_deref() != Some(&*stem) {
            found.push(format!("{}: the bot is called {name:?}", file.path));
        }
        let roster: PathBuf = path.with_file_name("mod.rs");
        let roster = fs::read_to_string(root().join(roster)).expect("a roster");
        if !roster.contains(&format!("{stem}::ENTRY")) {
            found.push(format!("{}: not in the roster", file.path));
        }
    }
    let listed = dudo_bots::liars_dice::ROSTER.len();
    assert!(bots >= listed, "{bots} files for {listed} bots");
    none("bots and rosters", found);
}

/// Every knob is turned in a perft row or a story. (That a story goes otherwise
/// with the knob turned back is tested with the stories.)
#[test]
fn every_knob_is_turned_somewhere() {
    let files = files();
    let rows: Vec<&str> = files
        .iter()
        .filter(|file| {
            ["tests/perft/", "tests/golden/"]
                .iter()
                .any(|at| file.path.starts_with(at))
        })
        .filter(|file| file.path.ends_with(".txt"))
        .flat_map(|file| file.text.lines())
        .collect();
    none(
        "knobs that no row turns",
        unturned::<dudo_engine::liars_dice::Rules>(&rows),
    );
}

fn unturned<R: Knobs>(rows: &[&str]) -> Vec<String> {
    let game = format!("{}(", R::GAME);
    let turned = |name: &str| {
        let settings = [format!("({name}="), format!(",{name}=")];
        rows.iter()
            .filter(|row| row.starts_with(&game))
            .any(|row| settings.iter().any(|setting| row.contains(setting)))
    };
    let knobs = R::KNOBS.iter().map(|knob| knob.name);
    knobs
        .filter(|name| !turned(name))
        .map(|name| format!("{}: {name}", R::GAME))
        .collect()
}
