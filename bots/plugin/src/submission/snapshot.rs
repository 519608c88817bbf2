//! The copy of a submission.

use crate::LoadError;
use rustix::fs::{AtFlags, CWD, Timespec, Timestamps, utimensat};
use sha2::{Digest, Sha256};
use std::ffi::OsStr;
use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// A submission has at most so many bytes: 64 MiB.
pub const MAX_BYTES: u64 = 64 << 20;

/// A submission has at most so many files.
pub const MAX_FILES: usize = 2_000;

/// Folders that tools leave behind, and that are not part of a bot: what Python
/// compiled when its author tried it, and the history of its text.
const LEFT_BEHIND: [&str; 2] = ["__pycache__", ".git"];

/// Whether a folder has the name of one that tools leave behind, which is no part of a
/// bot and none itself.
pub fn is_left_behind(name: &OsStr) -> bool {
    LEFT_BEHIND.iter().any(|left| name == *left)
}

/// Folders in folders.
const MAX_DEPTH: usize = 32;

/// A file that was copied.
pub(super) struct File {
    /// From the folder of the submission.
    pub(super) path: PathBuf,
    pub(super) bytes: u64,
    pub(super) digest: [u8; 32],
    pub(super) executable: bool,
}

/// Opens a file that somebody may have handed in: no link, and nothing that lets one
/// wait. What it was a moment ago does not matter.
///
/// # Errors
/// It is something else, or cannot be opened.
pub(crate) fn open(path: &Path) -> io::Result<fs::File> {
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK;
    let mut options = OpenOptions::new();
    let file = match options.read(true).custom_flags(flags).open(path) {
        Err(error) if error.raw_os_error() == Some(libc::ELOOP) => {
            return Err(io::Error::other("a link, which is not followed"));
        }
        file => file?,
    };
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("no file"));
    }
    Ok(file)
}

/// A new folder below `into` whose name says nothing.
pub(super) fn folder(into: &Path) -> io::Result<PathBuf> {
    let mut builder = tempfile::Builder::new();
    let folder = builder.prefix("b").rand_bytes(12).tempdir_in(into)?.keep();
    fs::set_permissions(&folder, Permissions::from_mode(0o755))?;
    Ok(folder)
}

/// Copies a folder; the files come back in the order of their paths' bytes.
pub(super) fn copy_folder(from: &Path, to: &Path) -> Result<Vec<File>, LoadError> {
    let mut copy = Copy {
        from,
        to,
        files: Vec::new(),
        bytes: 0,
    };
    copy.folder(Path::new(""), 0)?;
    let mut files = copy.files;
    files.sort_by(|one, other| one.path.as_os_str().cmp(other.path.as_os_str()));
    Ok(files)
}

/// Copies these files of a folder, and the folders that they lie in.
pub(super) fn copy_files(
    from: &Path,
    to: &Path,
    files: &[PathBuf],
) -> Result<Vec<File>, LoadError> {
    let mut copy = Copy {
        from,
        to,
        files: Vec::new(),
        bytes: 0,
    };
    for file in files {
        let folders = file.parent().unwrap_or(Path::new(""));
        fs::create_dir_all(to.join(folders)).map_err(|error| copy.failed(folders, &error))?;
        copy.file(file)?;
    }
    for folder in files.iter().flat_map(|file| file.ancestors().skip(1)) {
        copy.quiet(folder)?;
    }
    Ok(copy.files)
}

/// Copies a submission that is one file.
pub(super) fn copy_file(from: &Path, to: &Path) -> Result<File, LoadError> {
    let (parent, name) = (from.parent(), from.file_name());
    let (Some(parent), Some(name)) = (parent, name) else {
        return Err(LoadError(format!("{}: no file", from.display())));
    };
    let mut copy = Copy {
        from: parent,
        to,
        files: Vec::new(),
        bytes: 0,
    };
    copy.file(Path::new(name))?;
    copy.quiet(Path::new(""))?;
    copy.files
        .pop()
        .ok_or_else(|| LoadError(format!("{}: no file", from.display())))
}

struct Copy<'a> {
    from: &'a Path,
    to: &'a Path,
    files: Vec<File>,
    bytes: u64,
}

impl Copy<'_> {
    fn folder(&mut self, path: &Path, depth: usize) -> Result<(), LoadError> {
        if depth > MAX_DEPTH {
            return Err(self.wrong(
                path,
                &format!("more than {MAX_DEPTH} folders in one another"),
            ));
        }
        let entries =
            fs::read_dir(self.from.join(path)).map_err(|error| self.failed(path, &error))?;
        for entry in entries {
            let entry = entry.map_err(|error| self.failed(path, &error))?;
            let inner = path.join(entry.file_name());
            // Of the entry itself: a link is not followed.
            let kind = entry
                .file_type()
                .map_err(|error| self.failed(&inner, &error))?;
            if kind.is_dir() {
                if is_left_behind(&entry.file_name()) {
                    continue;
                }
                fs::create_dir(self.to.join(&inner))
                    .map_err(|error| self.failed(&inner, &error))?;
                self.folder(&inner, depth + 1)?;
            } else if kind.is_file() {
                self.file(&inner)?;
            } else {
                let what = if kind.is_symlink() {
                    "a link"
                } else {
                    "neither a file nor a folder"
                };
                return Err(self.wrong(
                    &inner,
                    &format!("{what}; a bot is made of files and folders"),
                ));
            }
        }
        self.quiet(path)
    }

    fn file(&mut self, path: &Path) -> Result<(), LoadError> {
        if self.files.len() == MAX_FILES {
            return Err(self.wrong(Path::new(""), &format!("more than {MAX_FILES} files")));
        }
        let file = self.copy(path).map_err(|error| self.failed(path, &error))?;
        self.bytes += file.bytes;
        if self.bytes > MAX_BYTES {
            let most = MAX_BYTES >> 20;
            return Err(self.wrong(Path::new(""), &format!("more than {most} MiB of files")));
        }
        self.files.push(file);
        Ok(())
    }

    /// Copies, and takes the digest of what was copied.
    fn copy(&self, path: &Path) -> io::Result<File> {
        let from = open(&self.from.join(path))?;
        let meta = from.metadata()?;
        let executable = meta.permissions().mode() & 0o111 != 0;
        let mut to = fs::File::create_new(self.to.join(path))?;
        let mut from = from.take(MAX_BYTES - self.bytes + 1);
        let (mut digest, mut bytes) = (Sha256::new(), 0);
        let mut buffer = vec![0; 1 << 16];
        loop {
            let length = from.read(&mut buffer)?;
            if length == 0 {
                break;
            }
            to.write_all(&buffer[..length])?;
            digest.update(&buffer[..length]);
            bytes += length as u64;
        }
        to.set_permissions(Permissions::from_mode(if executable {
            0o555
        } else {
            0o444
        }))?;
        drop(to);
        silence(&self.to.join(path))?;
        Ok(File {
            path: path.to_path_buf(),
            bytes,
            digest: digest.finalize().into(),
            executable,
        })
    }

    fn quiet(&self, path: &Path) -> Result<(), LoadError> {
        let folder = self.to.join(path);
        let open = fs::set_permissions(&folder, Permissions::from_mode(0o755));
        open.and_then(|()| silence(&folder))
            .map_err(|error| self.failed(path, &error))
    }

    fn failed(&self, path: &Path, error: &io::Error) -> LoadError {
        self.wrong(path, &error.to_string())
    }

    fn wrong(&self, path: &Path, what: &str) -> LoadError {
        LoadError(format!("{}: {what}", self.from.join(path).display()))
    }
}

/// Fixed times. An access time far ahead is one that reading does not change
/// (where access times are kept at all, they are kept "relative" to that of
/// writing): so no process can tell a later one what it has read.
fn silence(path: &Path) -> io::Result<()> {
    let at = |seconds| Timespec {
        tv_sec: seconds,
        tv_nsec: 0,
    };
    let times = Timestamps {
        last_access: at(4_102_444_800),     // 2100-01-01
        last_modification: at(946_684_800), // 2000-01-01
    };
    Ok(utimensat(CWD, path, &times, AtFlags::SYMLINK_NOFOLLOW)?)
}
