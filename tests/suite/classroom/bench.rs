//! A folder with a run file, and the program itself, which is also what jails and hosts.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

pub(super) struct Home(TempDir);

/// What a run has left that depends on nothing but its run file and its bots.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Log {
    pub(super) games: String,
    pub(super) actions: String,
    pub(super) faults: String,
}

impl Home {
    pub(super) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(super) fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    /// `dudo run` of a run file in here into a folder in here, with these words more.
    pub(super) fn run(&self, spec: &str, out: &str, words: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dudo"));
        command.arg("run").arg(self.path(spec));
        command.arg("--out").arg(self.path(out));
        command.args(["--threads", "2"]).args(words);
        command.output().unwrap()
    }

    /// The same; it has to succeed. Standard output.
    pub(super) fn ran(&self, spec: &str, out: &str, words: &[&str]) -> String {
        let output = self.run(spec, out, words);
        assert!(output.status.success(), "{}", errors(&output));
        String::from_utf8(output.stdout).unwrap()
    }

    pub(super) fn log(&self, out: &str) -> Log {
        let read = |name: &str| self.read(&format!("{out}/{name}"));
        Log {
            games: read("games.csv"),
            actions: read("actions.csv"),
            faults: read("faults.csv"),
        }
    }

    pub(super) fn read(&self, name: &str) -> String {
        let path = self.path(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }
}

pub(super) fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A file of this project.
pub(super) fn project(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// A run file of Liar's Dice with a seed that nobody can guess.
pub(super) fn spec(deals: u64, rest: &str) -> String {
    format!(
        "seed = \"{}\"\ngame = \"liars-dice\"\n[rules]\ndice = 3\n[schedule]\ndeals = {deals}\nsession = 3\n\
         [log]\nactions = \"all\"\n{rest}",
        "5e".repeat(32)
    )
}

pub(super) fn bot(name: &str, with: &str) -> String {
    format!("[[bot]]\nname = \"{name}\"\nuse = \"{with}\"\n")
}
