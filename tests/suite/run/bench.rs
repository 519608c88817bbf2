//! What the attacks share: run files, folders, processes, comparisons.

use dudo::run::{Report, Settings, Show, prepare, run};
use dudo::spec::RunFile;
use dudo::stop::Stop;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// A run file, value by value.
#[derive(Clone)]
pub(super) struct Spec {
    pub(super) seed: u64,
    pub(super) rules: &'static str,
    pub(super) format: &'static str,
    pub(super) seats: usize,
    pub(super) deals: u64,
    pub(super) seating: &'static str,
    pub(super) dice: &'static str,
    pub(super) session: u64,
    pub(super) log: &'static str,
    pub(super) faults: u64,
    /// Name and use of each.
    pub(super) bots: Vec<(String, String)>,
}

impl Spec {
    /// Small games at tables of two; bots called `a`, `b`, ... in turn
    /// `random` and `caller`.
    pub(super) fn of(bots: usize, deals: u64) -> Self {
        let bot = |index: usize| {
            let name = char::from(b'a' + index as u8).to_string();
            (name, ["random", "caller"][index % 2].to_owned())
        };
        Self {
            seed: 7,
            rules: "dice = 2",
            format: "format = \"round-robin\"",
            seats: 2,
            deals,
            seating: "cyclic",
            dice: "duplicate",
            session: 1,
            log: "actions = \"all\"",
            faults: 20,
            bots: (0..bots).map(bot).collect(),
        }
    }

    pub(super) fn text(&self) -> String {
        let bots: Vec<String> = self
            .bots
            .iter()
            .map(|(name, bot)| {
                let name = name.replace('\\', "\\\\").replace('"', "\\\"");
                format!("[[bot]]\nname = \"{name}\"\nuse = \"{bot}\"\n")
            })
            .collect();
        format!(
            "seed = {}\ngame = \"liars-dice\"\n[rules]\n{}\n[schedule]\n{}\nseats = {}\n\
             deals = {}\nseating = \"{}\"\ndice = \"{}\"\nsession = {}\n[log]\n{}\n\
             [limits]\nfaults = {}\n{}",
            self.seed,
            self.rules,
            self.format,
            self.seats,
            self.deals,
            self.seating,
            self.dice,
            self.session,
            self.log,
            self.faults,
            bots.concat()
        )
    }

    pub(super) fn parsed(&self) -> RunFile {
        let text = self.text();
        RunFile::parse(Path::new("test.toml"), text.as_bytes()).unwrap_or_else(|e| panic!("{e}"))
    }

    /// Plays it in this process.
    pub(super) fn play(&self, folder: &Path, threads: usize) -> Report {
        self.play_until(folder, threads, &Stop::new())
    }

    pub(super) fn play_until(&self, folder: &Path, threads: usize, stop: &Stop) -> Report {
        let spec = self.parsed();
        let prepared = prepare(&spec).unwrap_or_else(|error| panic!("{error}"));
        run(prepared, &settings(folder, threads), stop)
            .unwrap_or_else(|error| panic!("{error}\n{}", self.text()))
    }

    /// The log of a run that was left alone.
    pub(super) fn fresh(&self) -> Log {
        let home = TempDir::new().unwrap();
        let folder = home.path().join("fresh");
        assert!(self.play(&folder, 1).complete);
        Log::of(&folder)
    }
}

pub(super) fn settings(folder: &Path, threads: usize) -> Settings {
    Settings {
        folder: folder.into(),
        threads,
        show: Show::Silent,
        die_after: None,
    }
}

/// A folder for one test, gone when it is over.
pub(super) struct Home(TempDir);

impl Home {
    pub(super) fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(super) fn write(&self, name: &str, spec: &Spec) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, spec.text()).unwrap();
        path
    }
}

/// The three files that are a function of the run file.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Log {
    pub(super) games: String,
    pub(super) actions: String,
    pub(super) faults: String,
}

impl Log {
    pub(super) fn of(folder: &Path) -> Self {
        let text = |name: &str| {
            let bytes = fs::read(folder.join(name)).unwrap_or_default();
            String::from_utf8(bytes).unwrap()
        };
        Self {
            games: text("games.csv"),
            actions: text("actions.csv"),
            faults: text("faults.csv"),
        }
    }

    /// Panics at the first line that differs.
    #[track_caller]
    pub(super) fn expect(&self, expected: &Self, when: &str) {
        for (name, found, expected) in [
            ("games.csv", &self.games, &expected.games),
            ("actions.csv", &self.actions, &expected.actions),
            ("faults.csv", &self.faults, &expected.faults),
        ] {
            if found == expected {
                continue;
            }
            let (mut found, mut expected) = (found.lines(), expected.lines());
            let mut line = 1;
            loop {
                let (a, b) = (found.next(), expected.next());
                assert!(
                    a == b && a.is_some(),
                    "{when}: {name} line {line}:\n found    {a:?}\n expected {b:?}"
                );
                line += 1;
            }
        }
    }
}

/// The real binary.
pub(super) fn dudo() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dudo"));
    command.stdin(Stdio::null()).env_remove("NO_COLOR");
    command
}

/// `dudo run` with nothing shown.
pub(super) fn dudo_run(spec: &Path, folder: &Path) -> Command {
    let mut command = dudo();
    command.arg("run").arg(spec).arg("--out").arg(folder);
    command.args(["--threads", "2", "--progress", "none"]);
    command
}

/// Waits until something is so, or the process has ended; whether it had not. A process that
/// still ran then can be sent signals, even if it has ended since: nobody has waited for it.
pub(super) fn until(child: &mut Child, mut so: impl FnMut() -> bool) -> bool {
    while child.try_wait().unwrap().is_none() {
        if so() {
            return true;
        }
        // However long it is, nothing else comes out: it only leaves the core to others.
        std::thread::sleep(Duration::from_millis(1));
    }
    false
}

pub(super) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The process ended with this code and one line that says why.
#[track_caller]
pub(super) fn expect_error(output: &Output, code: i32, says: &str) {
    let said = stderr(output);
    assert_eq!(output.status.code(), Some(code), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(
        said.starts_with("error: ") && said.contains(says),
        "{said:?} lacks {says:?}"
    );
    assert!(output.stdout.is_empty());
}

/// Everything in a folder, with the time of each change.
pub(super) fn snapshot(folder: &Path) -> Vec<(PathBuf, Vec<u8>, i64, i64)> {
    use std::os::unix::fs::MetadataExt;
    let mut all = Vec::new();
    let mut left = vec![folder.to_path_buf()];
    while let Some(path) = left.pop() {
        let data = fs::symlink_metadata(&path).unwrap();
        let mut bytes = Vec::new();
        if data.is_dir() {
            left.extend(
                fs::read_dir(&path)
                    .unwrap()
                    .map(|entry| entry.unwrap().path()),
            );
        } else if data.is_file() {
            bytes = fs::read(&path).unwrap();
        }
        all.push((path, bytes, data.mtime(), data.mtime_nsec()));
    }
    all.sort();
    all
}

pub(super) fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

pub(super) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for name in names(from) {
        let (from, to) = (from.join(&name), to.join(&name));
        if from.is_dir() {
            copy(&from, &to);
        } else {
            fs::copy(from, to).unwrap();
        }
    }
}

/// Numbers that look random and are the same in every run of a test.
pub(super) struct Numbers(pub(super) u64);

impl Numbers {
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % bound
    }
}
