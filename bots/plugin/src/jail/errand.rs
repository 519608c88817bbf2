//! A command that works on a copy of a folder, in the jail: how a stranger's
//! submission is built.
//!
//! It may start processes, and is given what a compiler needs; all other promises
//! hold. What it wrote is copied back: regular files, never through a link.

use super::{Cell, Jail, Limits};
use crate::Isolation;
use rustix::process::{
    Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpid,
};
use std::ffi::OsString;
use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, Read};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

/// Folders in folders.
const MAX_DEPTH: usize = 64;
/// Files there and back.
const MAX_FILES: usize = 100_000;
/// The largest file that comes back, in bytes.
const MAX_FILE: u64 = 1 << 30;

/// How it went.
#[derive(Debug)]
pub struct Errand {
    /// How the command ended.
    pub status: ExitStatus,
    /// Files that it wrote, copied back; from the folder.
    pub written: Vec<PathBuf>,
    /// What was left out, there or back: links, and what is neither a file nor a
    /// folder.
    pub left_out: Vec<PathBuf>,
}

impl Jail {
    /// Runs a command on a copy of `folder` with our standard input and output, ends
    /// whatever it leaves running, and copies back what it wrote. Nothing that it
    /// removes is removed here. `read` is what it may read besides.
    ///
    /// Makes this process the one that orphans fall to, so that none is missed:
    /// the caller has no other children meanwhile.
    ///
    /// # Errors
    /// The folder cannot be copied, or the command not started.
    pub fn errand(
        &self,
        folder: &Path,
        read: &[PathBuf],
        command: &[OsString],
    ) -> io::Result<Errand> {
        let mut cell = Cell::new(Isolation::Jail, Limits::build(), None);
        cell.build = true;
        cell.read = read.to_vec();
        let mut ready = self.ready(&cell, command)?;
        let there = ready.scratch.path().to_path_buf();
        let mut walk = Walk::default();
        walk.run(folder, Path::new(""), 0, &mut |path, kind| {
            let (from, to) = (folder.join(path), there.join(path));
            match kind {
                Kind::Folder => fs::create_dir(&to)?,
                Kind::File => drop(fs::copy(from, &to)?),
            }
            ready
                .scratch
                .owner()
                .map_or(Ok(()), |id| chown(to, Some(id), Some(id)))
        })?;
        set_child_subreaper(Some(getpid()))?;
        let status = ready.command.status()?;
        end_orphans()?;
        let mut written = Vec::new();
        walk.files = 0;
        walk.run(&there, Path::new(""), 0, &mut |path, kind| {
            if matches!(kind, Kind::File) && bring_back(&there.join(path), folder, path)? {
                written.push(path.to_path_buf());
            }
            Ok(())
        })?;
        Ok(Errand {
            status,
            written,
            left_out: walk.left_out,
        })
    }
}

enum Kind {
    Folder,
    File,
}

#[derive(Default)]
struct Walk {
    files: usize,
    left_out: Vec<PathBuf>,
}

impl Walk {
    /// Calls for each folder, before what is in it, and each file.
    fn run(
        &mut self,
        root: &Path,
        path: &Path,
        depth: usize,
        each: &mut dyn FnMut(&Path, Kind) -> io::Result<()>,
    ) -> io::Result<()> {
        if depth > MAX_DEPTH {
            let what = format!("more than {MAX_DEPTH} folders in one another");
            return Err(io::Error::other(what));
        }
        for entry in fs::read_dir(root.join(path))? {
            let entry = entry?;
            let inner = path.join(entry.file_name());
            self.files += 1;
            if self.files > MAX_FILES {
                return Err(io::Error::other(format!("more than {MAX_FILES} files")));
            }
            // Of the entry itself: a link is not followed.
            let kind = entry.file_type()?;
            if kind.is_dir() {
                each(&inner, Kind::Folder)?;
                self.run(root, &inner, depth + 1, each)?;
            } else if kind.is_file() {
                each(&inner, Kind::File)?;
            } else {
                self.left_out.push(inner);
            }
        }
        Ok(())
    }
}

/// Copies a file to its place in the folder, unless what is there is the same.
fn bring_back(from: &Path, folder: &Path, path: &Path) -> io::Result<bool> {
    let mut file = OpenOptions::new()
        .read(true)
        .custom_flags(libc::O_NOFOLLOW)
        .open(from)?;
    let meta = file.metadata()?;
    if meta.len() > MAX_FILE {
        return Err(io::Error::other(format!("{}: too large", path.display())));
    }
    let executable = meta.permissions().mode() & 0o111 != 0;
    let to = folder.join(path);
    let mut at = folder.to_path_buf();
    for part in path.parent().unwrap_or(Path::new("")) {
        at.push(part);
        // A link that we did not show would lead out of the folder.
        match fs::symlink_metadata(&at) {
            Ok(there) if there.is_dir() => {}
            Ok(_) => return Err(io::Error::other(format!("{}: no folder", at.display()))),
            Err(_) => fs::create_dir(&at)?,
        }
    }
    let mut text = Vec::new();
    file.read_to_end(&mut text)?;
    let there = fs::symlink_metadata(&to);
    let file_there = there.as_ref().is_ok_and(fs::Metadata::is_file);
    let same_mode =
        there.is_ok_and(|there| (there.permissions().mode() & 0o111 != 0) == executable);
    if file_there && same_mode && fs::read(&to)? == text {
        return Ok(false);
    }
    // Renamed into place, so that a link there is replaced and not followed.
    let new = tempfile::NamedTempFile::new_in(&at)?;
    fs::write(new.path(), text)?;
    let mode = if executable { 0o755 } else { 0o644 };
    fs::set_permissions(new.path(), Permissions::from_mode(mode))?;
    new.persist(to)?;
    Ok(true)
}

/// Ends everything that the command left running: it has fallen to us.
fn end_orphans() -> io::Result<()> {
    let own = getpid().as_raw_nonzero();
    loop {
        let children = fs::read_to_string(format!("/proc/{own}/task/{own}/children"))?;
        for child in children
            .split_whitespace()
            .filter_map(|word| word.parse().ok())
        {
            if let Some(child) = Pid::from_raw(child) {
                // It may have ended by itself.
                let _ = kill_process(child, Signal::KILL);
            }
        }
        match waitpid(None, WaitOptions::empty()) {
            Ok(_) => {}
            Err(rustix::io::Errno::CHILD) => return Ok(()),
            Err(error) => return Err(error.into()),
        }
    }
}
