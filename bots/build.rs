//! Gives each built-in bot a fingerprint of its source, so that an edited bot
//! is not taken for the one that played before.
//!
//! A bot is a file with a roster `ENTRY`. Its fingerprint covers that file and
//! the files of its folder that are no bots (what they share), but not `mod.rs`,
//! since a bot that joins changes no other, nor `weigh.rs`, which uses the bots'
//! mathematics and is used by none of them.

#![expect(
    clippy::disallowed_methods,
    reason = "cargo talks to build scripts through standard output and the environment"
)]

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=src");
    let mut table = String::from("const CONTENTS: &[(&str, &str, &str)] = &[\n");
    for folder in sorted(Path::new("src"))?
        .iter()
        .filter(|path| path.is_dir())
    {
        let files = sorted(folder)?;
        let texts: Vec<String> = files
            .iter()
            .map(fs::read_to_string)
            .collect::<io::Result<_>>()?;
        let is_bot = |text: &str| text.contains("const ENTRY: Entry<");
        let is_apart = |file: &Path| file.ends_with("mod.rs") || file.ends_with("weigh.rs");
        let shared: String = files
            .iter()
            .zip(&texts)
            .filter(|(file, text)| !is_bot(text) && !is_apart(file))
            .map(|(_, text)| text.as_str())
            .collect();
        for (file, text) in files.iter().zip(&texts).filter(|(_, text)| is_bot(text)) {
            let hash = fnv(text.bytes().chain(shared.bytes()));
            table += &format!(
                "    ({:?}, {:?}, \"{hash:016x}\"),\n",
                name(folder),
                name(file)
            );
        }
    }
    let out = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("cargo sets OUT_DIR"))?;
    fs::write(PathBuf::from(out).join("contents.rs"), table + "];\n")
}

/// The entries of a folder in an order that no file system decides.
fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<_>>()?;
    paths.retain(|path| {
        path.is_dir() || path.extension().is_some_and(|extension| extension == "rs")
    });
    paths.sort();
    Ok(paths)
}

/// A file or folder as it is called in run files.
fn name(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .replace('_', "-")
}

/// FNV-1a, 64 bits.
fn fnv(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
