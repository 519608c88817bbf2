//! Reading, changing and executing what was not granted.

use super::raw::{call, text};
use super::{Attack, Target, Tried};
use crate::jail::Effect::{Bounds, Files, Traces};
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

pub(super) const ATTACKS: &[Attack] = &[
    Attack::new(
        Files,
        "read-file",
        "reads a file of another bot",
        |target| fs::read(target.secret()).into(),
    ),
    Attack::new(
        Files,
        "read-scratch",
        "reads another bot's scratch folder",
        |target| fs::read(target.others_scratch.join("kept")).into(),
    ),
    Attack::new(
        Files,
        "read-through-process",
        "reads it by way of that bot's process",
        |target| {
            let kept = target.others_scratch.join("kept");
            let path = kept.strip_prefix("/").unwrap_or(&kept);
            fs::read(Path::new(&format!("/proc/{}/root", target.victim)).join(path)).into()
        },
    ),
    Attack::new(Files, "read-passwords", "reads the shadow file", |_| {
        fs::read("/etc/shadow").into()
    }),
    Attack::new(Files, "read-users", "reads who has an account", |_| {
        fs::read("/etc/passwd").into()
    }),
    Attack::new(Files, "list-folder", "lists a folder", |target| {
        fs::read_dir(&target.folder).into()
    }),
    Attack::new(Files, "list-root", "lists the root of the tree", |_| {
        fs::read_dir("/")
            .and_then(|mut root| more(&mut root))
            .into()
    }),
    Attack::new(
        Files,
        "see-file",
        "asks whether a known path is there",
        |target| fs::metadata(target.secret()).into(),
    ),
    Attack::new(
        Files,
        "inherited-descriptor",
        "reads a file that we left open",
        inherited,
    ),
    Attack::new(
        Files,
        "write-file",
        "writes to a file that is open to all",
        |target| OpenOptions::new().write(true).open(target.open()).into(),
    ),
    Attack::new(Files, "append-file", "appends to it", |target| {
        let file = OpenOptions::new().append(true).open(target.open());
        file.and_then(|mut file| file.write_all(b"x")).into()
    }),
    Attack::new(Files, "truncate-file", "truncates it", |target| {
        call!(libc::SYS_truncate, text(&target.open()).as_c_str(), 0).into()
    }),
    Attack::new(
        Files,
        "create-file",
        "makes a file in a folder that is open to all",
        |target| File::create(target.free().join("new")).into(),
    ),
    Attack::new(Files, "create-folder", "makes a folder there", |target| {
        fs::create_dir(target.free().join("new")).into()
    }),
    Attack::new(Files, "create-pipe", "makes a pipe there", |target| {
        let path = text(&target.free().join("new"));
        call!(
            libc::SYS_mknodat,
            libc::AT_FDCWD,
            path.as_c_str(),
            libc::S_IFIFO | 0o600,
            0
        )
        .into()
    }),
    Attack::new(
        Files,
        "create-link",
        "makes a symbolic link there",
        |target| symlink("a", target.free().join("new")).into(),
    ),
    Attack::new(Files, "remove-file", "removes a file", |target| {
        fs::remove_file(target.free().join("a")).into()
    }),
    Attack::new(Files, "remove-folder", "removes a folder", |target| {
        fs::remove_dir(target.free().join("b")).into()
    }),
    Attack::new(Files, "rename-file", "renames a file", |target| {
        fs::rename(target.free().join("a"), target.free().join("new")).into()
    }),
    Attack::new(
        Files,
        "copy-out",
        "renames a file of its own out of the scratch folder",
        |target| {
            let own = target.scratch.join("own");
            let made = fs::write(&own, "x");
            let moved = made.and_then(|()| fs::rename(&own, target.free().join("new")));
            // Another file system is no refusal: a copy would do.
            if moved
                .as_ref()
                .is_err_and(|error| error.kind() == io::ErrorKind::CrossesDevices)
            {
                return fs::copy(&own, target.free().join("new")).into();
            }
            moved.into()
        },
    ),
    Attack::new(
        Files,
        "hard-link",
        "takes a second name of a secret",
        |target| {
            let (from, to) = (text(&target.secret()), text(&target.free().join("new")));
            let here = libc::AT_FDCWD;
            call!(
                libc::SYS_linkat,
                here,
                from.as_c_str(),
                here,
                to.as_c_str(),
                0
            )
            .into()
        },
    ),
    Attack::new(
        Files,
        "change-mode",
        "changes who may read a file",
        |target| fs::set_permissions(target.open(), Permissions::from_mode(0o600)).into(),
    ),
    Attack::new(Files, "change-owner", "gives a file away", |target| {
        let path = text(&target.open());
        let (user, group) = (rustix::process::geteuid(), rustix::process::getegid());
        let (user, group) = (user.as_raw(), group.as_raw());
        call!(
            libc::SYS_fchownat,
            libc::AT_FDCWD,
            path.as_c_str(),
            user,
            group,
            0
        )
        .into()
    }),
    Attack::new(
        Files,
        "change-times",
        "changes when a file was written",
        |target| {
            let path = text(&target.open());
            call!(libc::SYS_utimensat, libc::AT_FDCWD, path.as_c_str(), 0, 0).into()
        },
    ),
    Attack::new(
        Files,
        "change-attribute",
        "hangs a note on a file",
        |target| set_attribute(&target.open()).into(),
    ),
    Attack::new(
        Files,
        "change-itself",
        "changes its own snapshot",
        |target| {
            let path = target.snapshot.join("bot");
            // The owner may.
            let _ = fs::set_permissions(&path, Permissions::from_mode(0o644));
            fs::write(path, "x").into()
        },
    ),
    Attack::new(
        Files,
        "add-to-itself",
        "adds a file to its own snapshot",
        |target| fs::write(target.snapshot.join("new"), "x").into(),
    ),
    Attack::new(
        Files,
        "execute-scratch",
        "executes a program that it has written",
        |target| {
            let path = target.scratch.join("program");
            execute(copy_of_true(&path).map(|()| path))
        },
    ),
    Attack::new(
        Files,
        "execute-memory",
        "executes a program without a file",
        execute_memory,
    ),
    Attack::new(Files, "mount", "mounts a file system", |target| {
        let (kind, at) = (c"tmpfs", text(&target.free().join("b")));
        let name_space = call!(libc::SYS_unshare, libc::CLONE_NEWNS);
        let mounted =
            name_space.and_then(|_| call!(libc::SYS_mount, kind, at.as_c_str(), kind, 0, 0));
        mounted.into()
    }),
    Attack::new(
        Files,
        "change-root",
        "changes the root of its tree",
        |target| call!(libc::SYS_chroot, text(&target.scratch).as_c_str()).into(),
    ),
    Attack::new(Files, "device", "makes a device", |target| {
        let path = text(&target.scratch.join("device"));
        let null = libc::makedev(1, 3) as i64;
        call!(
            libc::SYS_mknodat,
            libc::AT_FDCWD,
            path.as_c_str(),
            libc::S_IFCHR | 0o600,
            null
        )
        .into()
    }),
    Attack::new(
        Files,
        "file-handle",
        "takes a handle of a file around its path",
        |target| {
            let path = text(&target.secret());
            let (mut handle, mut mount) = ([0_u8; 136], [0_u8; 4]);
            handle[0] = 128;
            let here = libc::AT_FDCWD;
            call!(
                libc::SYS_name_to_handle_at,
                here,
                path.as_c_str(),
                &mut handle[..],
                &mut mount[..],
                0
            )
            .into()
        },
    ),
    Attack::new(
        Bounds,
        "nested-folders",
        "nests folders that are hard to delete",
        |target| {
            let path = target.scratch.join("d/".repeat(500));
            fs::create_dir_all(path).into()
        },
    ),
    Attack::new(
        Traces,
        "watch-folder",
        "watches what others do with files",
        |target| {
            let made = call!(libc::SYS_inotify_init1, 0);
            let path = text(&target.snapshot);
            made.and_then(|watch| {
                call!(
                    libc::SYS_inotify_add_watch,
                    watch,
                    path.as_c_str(),
                    libc::IN_OPEN
                )
            })
            .into()
        },
    ),
];

/// Fails on a tree that holds no more than was granted.
fn more(root: &mut fs::ReadDir) -> io::Result<()> {
    let private = ["home", "root", "var", "srv", "boot", "run"];
    let found = root.any(|entry| {
        entry.is_ok_and(|entry| private.iter().any(|name| entry.file_name() == *name))
    });
    if found {
        Ok(())
    } else {
        Err(io::Error::other("nothing is there"))
    }
}

fn inherited(target: &Target) -> Tried {
    let path = format!("/proc/self/fd/{}", target.descriptor);
    let by_path = File::open(path);
    let mut text = [0_u8; 6];
    let by_number = call!(libc::SYS_pread64, target.descriptor, &mut text[..], 6, 0);
    match by_number {
        Ok(_) if &text == b"secret" => Tried::Done(String::new()),
        Ok(_) => by_path
            .and_then(|mut file| file.read_exact(&mut text))
            .into(),
        Err(error) => Tried::Refused(error.to_string()),
    }
}

pub(super) fn set_attribute(path: &Path) -> io::Result<i64> {
    let (path, mut value) = (text(path), *b"1");
    call!(
        libc::SYS_setxattr,
        path.as_c_str(),
        c"user.dudo",
        &mut value[..],
        1,
        0
    )
}

/// A program that does nothing and ends well.
const TRUE: &str = "/bin/true";

fn copy_of_true(path: &Path) -> io::Result<()> {
    let text = fs::read(TRUE)?;
    let mut to = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o755)
        .open(path)?;
    to.write_all(&text)
}

/// Becomes the program, so that only failure comes back.
fn execute(path: io::Result<std::path::PathBuf>) -> Tried {
    match path {
        Ok(path) => Tried::Refused(Command::new(path).exec().to_string()),
        Err(error) => Tried::Refused(error.to_string()),
    }
}

fn execute_memory(_: &Target) -> Tried {
    let run = || -> io::Result<i64> {
        let mut text = fs::read(TRUE)?;
        let memory = call!(libc::SYS_memfd_create, c"x", 0)?;
        let length = text.len() as i64;
        call!(libc::SYS_write, memory, &mut text[..], length)?;
        call!(libc::SYS_execveat, memory, c"", 0, 0, libc::AT_EMPTY_PATH)
    };
    run().into()
}
