//! Calls that name a path, and what they want of it.

use landlock::AccessFs;

/// A path among the arguments of a call.
#[derive(Debug)]
pub(in crate::jail) struct Named {
    pub(in crate::jail) call: i64,
    /// The argument with the folder that the path starts at; `None`: the working folder.
    pub(in crate::jail) at: Option<usize>,
    /// The argument that points to the path.
    pub(in crate::jail) path: usize,
    pub(in crate::jail) wants: Wants,
}

/// What a call wants of a path.
#[derive(Clone, Copy, Debug)]
pub(in crate::jail) enum Wants {
    /// What the flags in this argument say.
    Flags(usize),
    /// What the flags say that this argument points to.
    How(usize),
    /// Its end; of a folder, where the flag in this argument says so.
    Unlink(usize),
    /// These rights, for this deed.
    Rights(&'static str, AccessFs),
    /// What no path grants.
    Never(&'static str),
}

const fn named(call: i64, at: Option<usize>, path: usize, wants: Wants) -> Named {
    Named {
        call,
        at,
        path,
        wants,
    }
}

use Wants::{Flags, How, Never, Rights, Unlink};

const RENAME: (Wants, Wants) = (
    Rights("rename", AccessFs::RemoveFile),
    Rights("rename", AccessFs::MakeReg),
);
const MODE: Wants = Never("change rights of");
const OWNER: Wants = Never("change the owner of");
const TIMES: Wants = Never("change times of");
const ATTRIBUTES: Wants = Never("change attributes of");
const LINK: Wants = Never("link");
const NODE: Wants = Never("make a device");

/// A call with two paths stands here twice.
pub(in crate::jail) const NAMED: &[Named] = &[
    named(libc::SYS_openat, Some(0), 1, Flags(2)),
    named(libc::SYS_openat2, Some(0), 1, How(2)),
    named(
        libc::SYS_truncate,
        None,
        0,
        Rights("write", AccessFs::Truncate),
    ),
    named(
        libc::SYS_execve,
        None,
        0,
        Rights("execute", AccessFs::Execute),
    ),
    named(libc::SYS_unlinkat, Some(0), 1, Unlink(2)),
    named(libc::SYS_renameat, Some(0), 1, RENAME.0),
    named(libc::SYS_renameat, Some(2), 3, RENAME.1),
    named(libc::SYS_renameat2, Some(0), 1, RENAME.0),
    named(libc::SYS_renameat2, Some(2), 3, RENAME.1),
    named(
        libc::SYS_mkdirat,
        Some(0),
        1,
        Rights("make a folder", AccessFs::MakeDir),
    ),
    #[cfg(target_arch = "x86_64")]
    named(libc::SYS_open, None, 0, Flags(1)),
    #[cfg(target_arch = "x86_64")]
    named(
        libc::SYS_creat,
        None,
        0,
        Rights("write", AccessFs::WriteFile),
    ),
    #[cfg(target_arch = "x86_64")]
    named(
        libc::SYS_unlink,
        None,
        0,
        Rights("remove", AccessFs::RemoveFile),
    ),
    #[cfg(target_arch = "x86_64")]
    named(
        libc::SYS_rmdir,
        None,
        0,
        Rights("remove", AccessFs::RemoveDir),
    ),
    #[cfg(target_arch = "x86_64")]
    named(libc::SYS_rename, None, 0, RENAME.0),
    #[cfg(target_arch = "x86_64")]
    named(libc::SYS_rename, None, 1, RENAME.1),
    #[cfg(target_arch = "x86_64")]
    named(
        libc::SYS_mkdir,
        None,
        0,
        Rights("make a folder", AccessFs::MakeDir),
    ),
    // From here on: refused by the filter.
    named(libc::SYS_execveat, Some(0), 1, Never("execute")),
    named(libc::SYS_fchmodat, Some(0), 1, MODE),
    named(libc::SYS_fchmodat2, Some(0), 1, MODE),
    named(libc::SYS_fchownat, Some(0), 1, OWNER),
    named(libc::SYS_utimensat, Some(0), 1, TIMES),
    named(libc::SYS_setxattr, None, 0, ATTRIBUTES),
    named(libc::SYS_lsetxattr, None, 0, ATTRIBUTES),
    named(libc::SYS_removexattr, None, 0, ATTRIBUTES),
    named(libc::SYS_lremovexattr, None, 0, ATTRIBUTES),
    named(libc::SYS_linkat, Some(2), 3, LINK),
    named(libc::SYS_symlinkat, Some(1), 2, LINK),
    named(libc::SYS_mknodat, Some(0), 1, NODE),
    named(libc::SYS_mount, None, 1, Never("mount")),
    named(libc::SYS_umount2, None, 0, Never("unmount")),
    named(libc::SYS_chroot, None, 0, Never("change the root to")),
    named(libc::SYS_inotify_add_watch, None, 1, Never("watch")),
    named(libc::SYS_mq_open, None, 0, Never("open a message queue")),
    #[cfg(target_arch = "x86_64")]
    named(libc::SYS_chmod, None, 0, MODE),
    #[cfg(target_arch = "x86_64")]
    named(libc::SYS_chown, None, 0, OWNER),
    #[cfg(target_arch = "x86_64")]
    named(libc::SYS_lchown, None, 0, OWNER),
    #[cfg(target_arch = "x86_64")]
    named(libc::SYS_utime, None, 0, TIMES),
    #[cfg(target_arch = "x86_64")]
    named(libc::SYS_utimes, None, 0, TIMES),
    #[cfg(target_arch = "x86_64")]
    named(libc::SYS_futimesat, Some(0), 1, TIMES),
    #[cfg(target_arch = "x86_64")]
    named(libc::SYS_link, None, 1, LINK),
    #[cfg(target_arch = "x86_64")]
    named(libc::SYS_symlink, None, 1, LINK),
    #[cfg(target_arch = "x86_64")]
    named(libc::SYS_mknod, None, 0, NODE),
];

/// Calls that the filter lets through, and Landlock and the tree decide.
pub(super) fn decided_elsewhere() -> impl Iterator<Item = i64> {
    let open = NAMED
        .iter()
        .filter(|named| !matches!(named.wants, Wants::Never(_)));
    open.map(|named| named.call)
}
