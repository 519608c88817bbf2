//! The folder in which everything lies that jailed processes see.

use rustix::fs::{StatVfsMountFlags, statvfs};
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use tempfile::TempDir;

/// A folder for a run, deleted with it. Other users can pass through it to
/// what is named to them, and cannot list it.
#[derive(Debug)]
pub(super) struct Base {
    folder: TempDir,
    /// Held by who looks whether the program has been copied.
    copying: Mutex<()>,
}

const ROOM: &str = "room";

impl Base {
    /// Makes one where every user can reach it and programs may be executed;
    /// failing that, in the usual place.
    ///
    /// # Errors
    /// No folder can be made.
    pub(super) fn new() -> io::Result<Self> {
        let usual = std::env::temp_dir();
        let others = ["/var/tmp", "/dev/shm", "/run"].map(PathBuf::from);
        let places = [usual.clone()].into_iter().chain(others);
        for place in places {
            if suits(&place)
                && let Ok(base) = Self::below(&place)
            {
                return Ok(base);
            }
        }
        Self::below(&usual)
    }

    fn below(place: &Path) -> io::Result<Self> {
        let place = fs::canonicalize(place)?;
        let mut builder = tempfile::Builder::new();
        let folder = builder.prefix("dudo-").rand_bytes(12).tempdir_in(place)?;
        fs::set_permissions(folder.path(), Permissions::from_mode(0o711))?;
        fs::create_dir(folder.path().join(ROOM))?;
        Ok(Self {
            folder,
            copying: Mutex::new(()),
        })
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// An empty folder, on which each process puts a tree of its own.
    pub(super) fn room(&self) -> PathBuf {
        self.path().join(ROOM)
    }

    /// Whether other users can get here.
    pub(super) fn reachable(&self) -> bool {
        reachable(self.path())
    }

    /// A new folder in it that belongs to this user.
    ///
    /// # Errors
    /// It cannot be made.
    pub(super) fn private(&self, owner: Option<u32>) -> io::Result<TempDir> {
        let mut builder = tempfile::Builder::new();
        let folder = builder.rand_bytes(12).prefix("s").tempdir_in(self.path())?;
        if let Some(id) = owner {
            std::os::unix::fs::chown(folder.path(), Some(id), Some(id))?;
        }
        Ok(folder)
    }

    /// The program under a path that every user can reach: itself, or a copy in
    /// this folder.
    ///
    /// # Errors
    /// It cannot be copied.
    pub(super) fn program(&self, program: &Path) -> io::Result<PathBuf> {
        let program = fs::canonicalize(program)?;
        let others = fs::metadata(&program)?.mode() & 0o005;
        if others == 0o005 && program.parent().is_some_and(reachable) {
            return Ok(program);
        }
        let copy = self.path().join("program");
        let _alone = self.copying.lock().unwrap_or_else(PoisonError::into_inner);
        if !copy.exists() {
            let part = self.path().join("program.part");
            // By another process. What this one has open for writing, its children have open
            // too until they are other programs, and a busy file is not started.
            let copied = Command::new("cp")
                .arg("--")
                .args([&program, &part])
                .status()?;
            if !copied.success() {
                return Err(io::Error::other(format!("cp {} failed", program.display())));
            }
            fs::set_permissions(&part, Permissions::from_mode(0o555))?;
            fs::rename(&part, &copy)?;
        }
        Ok(copy)
    }
}

fn suits(place: &Path) -> bool {
    let executes =
        statvfs(place).is_ok_and(|stat| !stat.f_flag.contains(StatVfsMountFlags::NOEXEC));
    executes && fs::canonicalize(place).is_ok_and(|place| reachable(&place))
}

/// Whether everybody can pass through this folder and all above it.
fn reachable(folder: &Path) -> bool {
    folder
        .ancestors()
        .all(|folder| fs::metadata(folder).is_ok_and(|folder| folder.mode() & 0o001 != 0))
}
