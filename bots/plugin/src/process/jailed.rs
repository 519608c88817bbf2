//! A command in a jail.

use super::plain::PYTHON;
use super::{Launch, Program, interpreter};
use crate::foreign::{Isolation, LoadError, Terms};
use crate::jail::{Cell, Effect, Jail, Limits, Mechanisms};
use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::{fmt, io};

/// A jail, and what of its promises it was found not to keep, if it was tried.
type Open = (Weak<Jail>, Option<Vec<Effect>>);

// Without a jail to be kept in, all that is wanted of it is its folder.
static PLAIN: Mutex<Open> = Mutex::new((Weak::new(), None));
static JAIL: Mutex<Open> = Mutex::new((Weak::new(), None));

/// What the jail of this run promises and cannot keep on this machine; nothing where
/// nobody is jailed.
pub fn lacks() -> Vec<Effect> {
    let open = JAIL.lock().unwrap_or_else(PoisonError::into_inner);
    let here = (open.0.strong_count() > 0).then(|| open.1.clone());
    here.flatten().unwrap_or_default()
}

/// The jail of this run: opened by its first bot, gone with its last.
///
/// # Errors
/// No folder for it can be made; or a bot is to be jailed, and the jail cannot keep
/// what it promises here.
pub(crate) fn jail(terms: &Terms) -> Result<Arc<Jail>, LoadError> {
    let jailed = terms.isolation == Isolation::Jail;
    let open = if jailed { &JAIL } else { &PLAIN };
    let mut open = open.lock().unwrap_or_else(PoisonError::into_inner);
    let wrong = |error: &dyn fmt::Display| LoadError(format!("the jail: {error}"));
    let jail = match open.0.upgrade() {
        Some(jail) => jail,
        None => {
            let opened = if jailed {
                Jail::open(&terms.host)
            } else {
                Jail::with(&terms.host, Mechanisms::NONE)
            };
            let jail = Arc::new(opened.map_err(|error| wrong(&error))?);
            *open = (Arc::downgrade(&jail), None);
            jail
        }
    };
    if !jailed {
        return Ok(jail);
    }
    let missing = match &open.1 {
        Some(missing) => missing,
        None => {
            let report = jail.probe(&terms.host).map_err(|error| wrong(&error))?;
            open.1.insert(report.missing())
        }
    };
    if !missing.is_empty() && !terms.allow_weaker {
        let missing: Vec<&str> = missing.iter().map(|effect| effect.word()).collect();
        return Err(LoadError(format!(
            "this machine cannot keep all that the jail promises ({}); see `dudo jail-test`, or say allow-weaker = true in [limits]",
            missing.join(", ")
        )));
    }
    Ok(jail)
}

/// A program that is started in the snapshot of its files, and reaches nothing else.
///
/// # Errors
/// No folder for what it is shown can be made.
pub(super) fn jailed(
    name: &str,
    words: Vec<OsString>,
    content: &str,
    folder: &Path,
    jail: Arc<Jail>,
    terms: &Terms,
) -> io::Result<Program> {
    let shown = tempfile::Builder::new()
        .prefix("s")
        .permissions(Permissions::from_mode(0o755))
        .tempdir_in(jail.folder())?;
    // Whatever the mask of this process is.
    fs::set_permissions(shown.path(), Permissions::from_mode(0o755))?;
    let module = shown.path().join("dudo.py");
    fs::write(&module, PYTHON)?;
    fs::set_permissions(module, Permissions::from_mode(0o644))?;
    let limits = Limits::bot(terms.memory_mb);
    let mut cell = Cell::new(Isolation::Jail, limits, Some(PathBuf::from(folder)));
    cell.python = Some(shown.path().into());
    cell.audit.clone_from(&terms.audit);
    // A library is hosted by this program, at a path that a jailed process reaches.
    let mut words = interpreter::fitted(words, terms.memory_mb);
    if words.first().is_some_and(|first| *first == terms.host) {
        let host = jail.program(&terms.host)?;
        cell.read.push(host.clone());
        words[0] = host.into();
    }
    Ok(Program {
        name: name.into(),
        content: content.into(),
        interpreter: interpreter::version(&words),
        shown: Arc::new(shown),
        launch: Box::new(move || {
            let ready = jail.ready(&cell, &words)?;
            Ok(Launch {
                command: ready.command,
                keep: Some(Box::new((ready.scratch, Arc::clone(&jail)))),
                watch: ready.watch,
            })
        }),
    })
}
