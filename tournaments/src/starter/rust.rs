//! Rust: a crate, with the sources that it is built from.
//!
//! The crate for authors is on no registry, and a student's machine has no copy of this
//! repository; so a project brings the three crates along. What they use themselves comes from
//! the registry, in the versions that dudo is built with.

use super::{Entry, Game, Lang, entries};

/// The engine, the table between dudo and bots, and the crate for authors, with their
/// paths.
const VENDORED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/vendored.rs"));

/// They are members of this workspace here, and of one like it in a project.
const WORKSPACE: &str = include_str!("../../../Cargo.toml");

pub(super) const LANG: Lang = Lang {
    name: "rust",
    bot: "target/release/lib{{library}}.so",
    build: "cargo build --release",
    test: "cargo test",
    depends_on: |name| {
        let head = format!("[package]\nname = \"{name}\"\n");
        VENDORED.iter().any(|(_, text)| text.starts_with(&head))
    },
    files: |game| {
        let bot = match game {
            Game::LiarsDice => include_str!("../../../bots/sdk/examples/rust/liars_dice.rs"),
            Game::LiarsBoggle => include_str!("../../../bots/sdk/examples/rust/liars_boggle.rs"),
            Game::Mia => include_str!("../../../bots/sdk/examples/rust/mia.rs"),
            Game::PokerLiar => include_str!("../../../bots/sdk/examples/rust/poker_liar.rs"),
        };
        let bot = format!("{bot}\n#[cfg(test)]\nmod tests;\n");
        let mut files = entries([
            ("src/lib.rs", &bot),
            (
                "src/tests.rs",
                include_str!("../../../bots/sdk/starters/rust/tests.rs"),
            ),
            (
                "Cargo.toml",
                include_str!("../../../bots/sdk/starters/rust/Cargo.toml.in"),
            ),
            ("Cargo.lock", include_str!("../../../Cargo.lock")),
            (
                "README.md",
                include_str!("../../../bots/sdk/starters/rust/README.md"),
            ),
            (".gitignore", "target/\n"),
            ("dudo/Cargo.toml", &workspace()),
        ]);
        let vendored = VENDORED.iter();
        let vendored = vendored.map(|(path, text)| (format!("dudo/{path}"), (*text).to_owned()));
        files.extend(vendored.collect::<Vec<Entry>>());
        files
    },
};

/// The workspace of this project with the vendored crates alone.
fn workspace() -> String {
    let end = WORKSPACE.find("\n[package]\n").unwrap_or(WORKSPACE.len());
    let lines = WORKSPACE[..end].lines().map(|line| {
        if line.starts_with("members = ") {
            "members = [\"engine\", \"bots/abi\", \"bots/sdk\"]"
        } else {
            line
        }
    });
    lines.map(|line| format!("{line}\n")).collect()
}
