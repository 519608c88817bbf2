//! Packs what a bot in Rust is built from, so that `dudo new` can put it into a project on a
//! machine that has no copy of this repository: the engine, the table between dudo and bots,
//! and the crate for authors.

use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The crates, and what of them an author needs.
const PARTS: [&str; 7] = [
    "engine/Cargo.toml",
    "engine/src",
    "bots/abi/Cargo.toml",
    "bots/abi/src",
    "bots/sdk/Cargo.toml",
    "bots/sdk/src",
    "bots/sdk/examples/rust",
];

#[expect(
    clippy::disallowed_methods,
    reason = "cargo tells a build script in its environment where to write"
)]
fn main() -> io::Result<()> {
    // Seen from the crate's folder, where cargo runs this: what is built from two
    // copies of the repository may share a target folder.
    let mut files = Vec::new();
    for part in PARTS {
        println!("cargo::rerun-if-changed={part}");
        collect(Path::new(part), &mut files)?;
    }
    println!("cargo::rerun-if-changed=build.rs");
    // The order of a folder differs between machines.
    files.sort();
    let mut list = String::from("&[\n");
    for file in files {
        let parts: Vec<_> = file.iter().map(|part| part.to_string_lossy()).collect();
        let name = parts.join("/");
        let _ = writeln!(
            list,
            "({name:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/\", {name:?}))),"
        );
    }
    list += "]";
    let out = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("cargo runs this"))?;
    fs::write(Path::new(&out).join("vendored.rs"), list)
}

/// Files that are compiled when somebody else uses the crate: no tests.
fn collect(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !path.is_dir() {
        files.push(path.into());
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        let name = entry?.file_name();
        if name != "tests" && name != "tests.rs" {
            collect(&path.join(name), files)?;
        }
    }
    Ok(())
}
