//! A command in a jail.

use super::plain::PYTHON;
use super::{Launch, Program};
use crate::foreign::{Isolation, LoadError, Terms};
use crate::jail::{Cell, Jail, Limits};
use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::{fmt, io};

/// The jail of this run: opened by its first bot, gone with its last.
///
/// # Errors
/// No folder for it can be made; or a bot is to be jailed, and the jail cannot keep
/// what it promises here.
pub(crate) fn jail(terms: &Terms) -> Result<Arc<Jail>, LoadError> {
    static OPEN: Mutex<(Weak<Jail>, bool)> = Mutex::new((Weak::new(), false));
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    let wrong = |error: &dyn fmt::Display| LoadError(format!("the jail: {error}"));
    let jail = match open.0.upgrade() {
        Some(jail) => jail,
        None => {
            let jail = Arc::new(Jail::open(&terms.host).map_err(|error| wrong(&error))?);
            *open = (Arc::downgrade(&jail), false);
            jail
        }
    };
    if terms.isolation == Isolation::Jail && !terms.allow_weaker && !open.1 {
        let report = jail.probe(&terms.host).map_err(|error| wrong(&error))?;
        let missing = report.missing();
        let missing: Vec<&str> = missing.iter().map(|effect| effect.word()).collect();
        if !missing.is_empty() {
            return Err(LoadError(format!(
                "this machine cannot keep all that the jail promises ({}); see `dudo jail-test`, or say allow-weaker = true in [limits]",
                missing.join(", ")
            )));
        }
        open.1 = true;
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
    // A library is hosted by this program, at a path that a jailed process reaches.
    let mut words = words;
    if words.first().is_some_and(|first| *first == terms.host) {
        let host = jail.program(&terms.host)?;
        cell.read.push(host.clone());
        words[0] = host.into();
    }
    Ok(Program {
        name: name.into(),
        content: content.into(),
        shown: Arc::new(shown),
        launch: Box::new(move || {
            let ready = jail.ready(&cell, &words)?;
            Ok(Launch {
                command: ready.command,
                keep: Some(Box::new((ready.scratch, Arc::clone(&jail)))),
            })
        }),
    })
}
