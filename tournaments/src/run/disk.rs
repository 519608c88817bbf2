//! Everything that a run changes on disk goes through here, step by step.

use crate::error::RunError;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;

/// Carries out changes in the order they are asked for, unbuffered: what was
/// written before a kill is there after it, and nothing that came later.
///
/// For tests it can be told to die after so many steps, a step being a byte
/// written or another change (a folder, a file, a rename, a cut).
#[derive(Debug, Default)]
pub(crate) struct Disk {
    die_after: Option<u64>,
}

impl Disk {
    pub(crate) const fn new(die_after: Option<u64>) -> Self {
        Self { die_after }
    }

    pub(crate) fn folder(&mut self, path: &Path) -> Result<(), RunError> {
        self.step();
        fs::create_dir_all(path)
            .map_err(|error| RunError::io("create the folder", path, &error))?;
        sync_names(parent(path))
    }

    /// An empty file, in place of what was there.
    pub(crate) fn create(&mut self, path: &Path) -> Result<File, RunError> {
        self.step();
        File::create(path).map_err(|error| RunError::io("create", path, &error))
    }

    /// A file to append to, cut to `length` first.
    pub(crate) fn append(&mut self, path: &Path, length: u64) -> Result<File, RunError> {
        self.step();
        let file = OpenOptions::new().append(true).create(true).open(path);
        let file = file.map_err(|error| RunError::io("open", path, &error))?;
        self.cut(&file, path, length)?;
        Ok(file)
    }

    /// Cuts an open file.
    pub(crate) fn cut(&mut self, file: &File, path: &Path, length: u64) -> Result<(), RunError> {
        self.step();
        file.set_len(length)
            .map_err(|error| RunError::io("cut", path, &error))
    }

    pub(crate) fn write(
        &mut self,
        file: &mut File,
        path: &Path,
        bytes: &[u8],
    ) -> Result<(), RunError> {
        if let Some(left) = &mut self.die_after {
            if bytes.len() as u64 >= *left {
                let _ = file.write_all(&bytes[..*left as usize]);
                die();
            }
            *left -= bytes.len() as u64;
        }
        file.write_all(bytes)
            .map_err(|error| RunError::io("write", path, &error))
    }

    pub(crate) fn sync(&mut self, file: &File, path: &Path) -> Result<(), RunError> {
        self.step();
        file.sync_all()
            .map_err(|error| RunError::io("write", path, &error))
    }

    /// The new name is on the disk when this returns.
    pub(crate) fn rename(&mut self, from: &Path, to: &Path) -> Result<(), RunError> {
        self.step();
        fs::rename(from, to).map_err(|error| RunError::io("rename", from, &error))?;
        sync_names(parent(to))
    }

    pub(crate) fn remove(&mut self, path: &Path) -> Result<(), RunError> {
        self.step();
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(RunError::io("remove", path, &error))
            }
            _ => Ok(()),
        }
    }

    /// A whole small file, there at once or not at all.
    pub(crate) fn replace(&mut self, path: &Path, text: &str) -> Result<(), RunError> {
        self.replace_bytes(path, text.as_bytes())
    }

    /// The same for what is no text.
    pub(crate) fn replace_bytes(&mut self, path: &Path, bytes: &[u8]) -> Result<(), RunError> {
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let part = Path::new(&part);
        let mut file = self.create(part)?;
        let replaced = self
            .write(&mut file, part, bytes)
            .and_then(|()| self.sync(&file, part))
            .and_then(|()| self.rename(part, path));
        if replaced.is_err() {
            let _ = fs::remove_file(part);
        }
        replaced
    }

    /// The same, for its owner's eyes unless one that is there already is not.
    pub(crate) fn replace_secret(&mut self, path: &Path, text: &str) -> Result<(), RunError> {
        let there = fs::metadata(path).map(|data| data.permissions().mode());
        if there.is_ok_and(|mode| mode & 0o077 != 0) {
            return self.replace(path, text);
        }
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let part = Path::new(&part);
        // What a killed process left may be open to others.
        self.remove(part)?;
        self.step();
        let file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(part);
        let mut file = file.map_err(|error| RunError::io("create", part, &error))?;
        self.write(&mut file, part, text.as_bytes())?;
        self.sync(&file, part)?;
        self.rename(part, path)
    }

    fn step(&mut self) {
        match &mut self.die_after {
            Some(0 | 1) => die(),
            Some(left) => *left -= 1,
            None => {}
        }
    }
}

/// The folder that holds the name of this file.
pub(crate) fn parent(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        Some(_) => Path::new("."),
        None => path,
    }
}

/// What a folder says is in it survives a power cut after this: a file that is
/// synced has its bytes on the disk, but its name is the folder's.
pub(crate) fn sync_names(folder: &Path) -> Result<(), RunError> {
    let synced = File::open(folder).and_then(|folder| folder.sync_all());
    match synced {
        // Some network file systems know nothing of the kind.
        Err(error)
            if !matches!(
                error.kind(),
                io::ErrorKind::InvalidInput
                    | io::ErrorKind::Unsupported
                    | io::ErrorKind::PermissionDenied
            ) =>
        {
            Err(RunError::io("write the folder", folder, &error))
        }
        _ => Ok(()),
    }
}

/// The real thing: no destructor runs, no buffer is flushed.
fn die() -> ! {
    let _ = signal_hook::low_level::raise(signal_hook::consts::SIGKILL);
    unreachable!("a killed process goes no further")
}
