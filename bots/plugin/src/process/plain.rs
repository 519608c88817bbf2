//! A command, with a jail or without: without for bots that are trusted, and for tests.

use super::jailed::{jail, jailed};
use super::{Launch, Program, interpreter, shell};
use crate::foreign::{Foreign, Isolation, LoadError, Terms};
use crate::jail::{Jail, environment, limits_of_everybody};
use crate::submission::Submission;
use rustix::process::{Signal, set_parent_process_death_signal};
use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::{fs, io};
use tempfile::TempDir;

/// The module for bots in Python.
pub(super) const PYTHON: &str = include_str!("../../../sdk/python/dudo.py");

/// Loads a bot that is a command, with the files that its words name.
///
/// # Errors
/// One of its files cannot be read, it cannot be started, or fails over the first
/// question; or there is no jail for it.
pub(crate) fn command(
    name: &str,
    words: Vec<OsString>,
    terms: &Terms,
    game: &str,
) -> Result<Arc<dyn Foreign>, LoadError> {
    let jail = jail(terms)?;
    let files = shell::files(&words, &terms.base);
    let taken = Submission::of_command(&words, &files, &terms.base, jail.folder())?;
    start(name, words, &taken, jail, terms, game, &terms.base)
}

/// Loads a bot that was handed in, started by these words from within its copy.
///
/// # Errors
/// As [`command`].
pub(crate) fn submitted(
    name: &str,
    words: Vec<OsString>,
    taken: &Submission,
    jail: Arc<Jail>,
    terms: &Terms,
    game: &str,
) -> Result<Arc<dyn Foreign>, LoadError> {
    start(name, words, taken, jail, terms, game, &taken.folder)
}

/// In a jail it sees the copy; without one it runs where it is.
fn start(
    name: &str,
    words: Vec<OsString>,
    taken: &Submission,
    jail: Arc<Jail>,
    terms: &Terms,
    game: &str,
    place: &Path,
) -> Result<Arc<dyn Foreign>, LoadError> {
    let content = &taken.identity;
    let program = if terms.isolation == Isolation::Jail {
        jailed(name, words, content, &taken.folder, jail, terms)
    } else {
        let mut here = terms.clone();
        here.base = place.into();
        plain(name, words, content, &here).map(|mut program| {
            // The copy lies in the jail's folder, which goes with the jail.
            let launch = program.launch;
            program.launch = Box::new(move || {
                let _open = &jail;
                launch()
            });
            program
        })
    };
    let program = program.map_err(|error| LoadError(format!("{name}: {error}")))?;
    // Where the copy lies is another place each time, and nobody's business.
    super::open(program, terms, game)
        .map_err(|LoadError(why)| LoadError(why.replace(&*taken.folder.to_string_lossy(), ".")))
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
    let words = interpreter::fitted(words, terms.memory_mb);
    Ok(Program {
        name: name.into(),
        content: content.into(),
        interpreter: interpreter::version(&words),
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
    command.args(rest).env_clear();
    command.envs(environment(None, Some(shown.path())));
    if !terms.base.as_os_str().is_empty() {
        command.current_dir(&terms.base);
    }
    let memory = terms.memory_mb.saturating_mul(1 << 20);
    // SAFETY: three system calls; nothing is allocated and no lock is taken.
    unsafe {
        command.pre_exec(move || {
            set_parent_process_death_signal(Some(Signal::KILL))?;
            limits_of_everybody(memory)
        });
    }
    Ok(Launch {
        command,
        keep: None,
        watch: None,
    })
}
