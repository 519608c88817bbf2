//! A command without a jail: for bots that are trusted, and for tests.

use super::{Launch, Program, identity, shell};
use crate::foreign::{Foreign, Isolation, LoadError, Terms};
use rustix::process::{Resource, Rlimit, Signal, set_parent_process_death_signal, setrlimit};
use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::sync::Arc;
use std::{fs, io};
use tempfile::TempDir;

/// The module for bots in Python.
const PYTHON: &str = include_str!("../../../sdk/python/dudo.py");

/// What never changes, whoever starts the run: words in the C locale, time in UTC,
/// Python's hashes from a fixed seed, and one thread for libraries of linear algebra.
const ENVIRONMENT: [(&str, &str); 10] = [
    ("PATH", "/usr/local/bin:/usr/bin:/bin"),
    ("LANG", "C.UTF-8"),
    ("LC_ALL", "C.UTF-8"),
    ("TZ", "UTC"),
    ("PYTHONHASHSEED", "0"),
    ("PYTHONDONTWRITEBYTECODE", "1"),
    ("OMP_NUM_THREADS", "1"),
    ("OPENBLAS_NUM_THREADS", "1"),
    ("MKL_NUM_THREADS", "1"),
    ("NUMEXPR_NUM_THREADS", "1"),
];

/// Loads a bot that is a command, here and now.
///
/// # Errors
/// One of its files cannot be read, it cannot be started, or fails over the first
/// question.
pub fn command(
    name: &str,
    words: Vec<OsString>,
    terms: &Terms,
    game: &str,
) -> Result<Arc<dyn Foreign>, LoadError> {
    if terms.isolation == Isolation::Jail {
        return Err(LoadError(format!(
            "{name}: there is no jail for commands yet; a bot that you trust can do with \
             isolation = \"process\""
        )));
    }
    let files = shell::files(&words, &terms.base);
    let content = identity::of(&words, &files, &terms.base);
    let program = content.and_then(|content| plain(name, words, &content, terms));
    let program = program.map_err(|error| LoadError(format!("{name}: {error}")))?;
    super::open(program, terms, game)
}

/// A program that is a command line, started in the folder of the run file with
/// a fixed environment, the limits of its terms, and nothing else between it and the
/// machine.
///
/// # Errors
/// No folder for what it is shown can be made.
pub fn plain(
    name: &str,
    words: Vec<OsString>,
    content: &str,
    terms: &Terms,
) -> io::Result<Program> {
    let shown = Arc::new(TempDir::with_prefix("dudo-")?);
    fs::write(shown.path().join("dudo.py"), PYTHON)?;
    let (terms, folder) = (terms.clone(), Arc::clone(&shown));
    Ok(Program {
        name: name.into(),
        content: content.into(),
        shown,
        launch: Box::new(move || launch(&words, &terms, &folder)),
    })
}

#[expect(unsafe_code, reason = "limits are put on between fork and exec")]
fn launch(words: &[OsString], terms: &Terms, shown: &TempDir) -> io::Result<Launch> {
    let (program, rest) = words
        .split_first()
        .ok_or_else(|| io::Error::other("there is no command"))?;
    let mut command = Command::new(program);
    command.args(rest).env_clear().envs(ENVIRONMENT);
    command.env("PYTHONPATH", shown.path());
    if !terms.base.as_os_str().is_empty() {
        command.current_dir(&terms.base);
    }
    let memory = terms.memory_mb.saturating_mul(1 << 20);
    // SAFETY: three system calls; nothing is allocated and no lock is taken.
    unsafe {
        command.pre_exec(move || {
            set_parent_process_death_signal(Some(Signal::KILL))?;
            cap(Resource::Core, 0)?;
            cap(Resource::As, memory)
        });
    }
    Ok(Launch {
        command,
        keep: None,
    })
}

fn cap(resource: Resource, most: u64) -> io::Result<()> {
    let limit = Rlimit {
        current: Some(most),
        maximum: Some(most),
    };
    Ok(setrlimit(resource, limit)?)
}
