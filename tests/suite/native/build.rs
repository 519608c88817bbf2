//! Libraries to be tested with, built now.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use tempfile::TempDir;

/// A library of this package's examples, as cargo has built it for this profile.
pub(crate) fn example(name: &str) -> PathBuf {
    static BUILT: OnceLock<Vec<PathBuf>> = OnceLock::new();
    let wanted = ["--example", "odds_library", "--example", "misfit_library"];
    one_of(BUILT.get_or_init(|| build(&wanted)), name)
}

/// A library of the examples for authors in Rust.
pub(super) fn tutorial(name: &str) -> PathBuf {
    static BUILT: OnceLock<Vec<PathBuf>> = OnceLock::new();
    one_of(
        BUILT.get_or_init(|| build(&["-p", "dudo-sdk", "--examples"])),
        name,
    )
}

/// Lets cargo build this, and returns the libraries.
fn build(what: &[&str]) -> Vec<PathBuf> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["build", "--locked", "--offline", "--message-format=json"])
        .args(what);
    if !cfg!(debug_assertions) {
        cargo.arg("--release");
    }
    let text = ok(cargo.output().expect("cargo can be run"), "cargo build");
    let files = text.lines().filter_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        let file = message["filenames"][0].as_str()?;
        let library = message["target"]["crate_types"][0] == "cdylib";
        library.then(|| file.into())
    });
    files.collect()
}

fn one_of(built: &[PathBuf], name: &str) -> PathBuf {
    let file = built.iter().find(|file| {
        let stem = file.file_stem().and_then(OsStr::to_str).unwrap_or_default();
        stem.trim_start_matches("lib") == name
    });
    file.unwrap_or_else(|| panic!("no {name} in {built:?}"))
        .clone()
}

/// A folder for a test's libraries. What was loaded from it stays loaded, and the
/// file may go.
pub(super) fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Compiles a bot in C, with these flags on top.
pub(super) fn compile(source: &Path, to: &Path, flags: &[&str]) {
    let headers = Path::new(env!("CARGO_MANIFEST_DIR")).join("bots/sdk/c");
    let mut cc = Command::new("cc");
    cc.args([
        "-std=c11",
        "-O1",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-pedantic",
    ])
    .args(["-shared", "-fPIC", "-fvisibility=hidden", "-I"])
    .arg(headers)
    .args(flags)
    .arg(source)
    .arg("-o")
    .arg(to);
    let output = cc.output().unwrap_or_else(|error| {
        panic!("cc cannot be run ({error}); these tests need a C compiler, such as the package gcc")
    });
    ok(output, "cc");
}

/// The example for authors in C for a game.
pub(super) fn c_tutorial(game: &str, folder: &Path) -> PathBuf {
    let source = format!("bots/sdk/examples/c/{game}.c");
    let to = folder.join(format!("{game}.so"));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(source);
    compile(&source, &to, &[]);
    to
}

/// The misfit in C with this vice.
pub(crate) fn misfit(vice: &str, folder: &Path) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/native/c/misfit.c");
    let to = folder.join(format!("{vice}.so"));
    compile(&source, &to, &[&format!("-D{}", vice.to_uppercase())]);
    to
}

fn ok(output: Output, what: &str) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{what}: {errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}
