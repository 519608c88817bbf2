//! Landlock: which files may be read, and which may be written.

use super::order::Order;
use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd,
    Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetStatus, Scope,
};
use std::fs;
use std::io;
use std::path::PathBuf;

/// What is asked of the kernel; an older one gives what it has.
const KNOWN: ABI = ABI::V7;

/// Programs and libraries of the system.
const PROGRAMS: [&str; 8] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/nix/store",
    "/gnu/store",
];

/// What programs need besides. No folder that anybody writes to.
const READ: [&str; 9] = [
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/ld.so.preload",
    "/etc/alternatives",
    "/etc/localtime",
    "/dev/random",
    "/dev/urandom",
    "/sys/devices/system/cpu/online",
];

/// What a process may read of itself: where its stacks lie, which run times look up, and
/// how much memory it has.
const ITSELF: [&str; 4] = [
    "/proc/self/maps",
    "/proc/self/stat",
    "/proc/self/statm",
    "/proc/self/status",
];

/// Settings of interpreters in `/etc`, which start so: the library of Debian's
/// Python links to a file there.
const SETTINGS: [&str; 2] = ["python", "java"];

/// Devices that swallow, and yield nothing.
const DEVICES: [&str; 3] = ["/dev/null", "/dev/zero", "/dev/full"];

/// All of the system that is shown: programs, what they need, and devices.
pub(super) fn shown() -> impl Iterator<Item = PathBuf> {
    let lists = PROGRAMS.iter().chain(&READ).chain(&DEVICES);
    lists.map(PathBuf::from).chain(settings())
}

/// Landlock's version here; 0: there is none.
#[expect(unsafe_code, reason = "no crate asks for the version alone")]
pub(super) fn version() -> i64 {
    const VERSION: u32 = 1;
    // SAFETY: with this flag the call reads no memory and makes nothing.
    unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, 0, 0, VERSION) }
}

/// Restricts this process, for good.
///
/// # Errors
/// There is no Landlock, or a folder that was granted cannot be opened.
pub(super) fn restrict(order: &Order) -> io::Result<()> {
    match rules(order)?.restrict_self().map_err(other)?.ruleset {
        RulesetStatus::NotEnforced => Err(io::Error::other("Landlock is not there")),
        _ => Ok(()),
    }
}

fn rules(order: &Order) -> io::Result<RulesetCreated> {
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(KNOWN))
        .and_then(|rules| rules.handle_access(AccessNet::from_all(KNOWN)))
        .and_then(|rules| rules.scope(Scope::from_all(KNOWN)))
        .and_then(Ruleset::create)
        .map_err(other)?;
    let itself = ITSELF.map(|path| Grant {
        path: path.into(),
        rights: AccessFs::ReadFile.into(),
        needed: false,
    });
    for grant in grants(order).into_iter().chain(itself) {
        if grant.needed || grant.path.exists() {
            rules = add(rules, &grant)?;
        }
    }
    Ok(rules)
}

/// Rights on a file, or a folder and all in it.
#[derive(Clone, Debug)]
pub(super) struct Grant {
    pub(super) path: PathBuf,
    pub(super) rights: BitFlags<AccessFs>,
    /// Whether it must be there.
    pub(super) needed: bool,
}

/// Everything that is granted to whichever process; nothing else is but what it may read
/// of itself.
pub(super) fn grants(order: &Order) -> Vec<Grant> {
    let read = AccessFs::ReadFile | AccessFs::ReadDir;
    let execute = read | AccessFs::Execute;
    let device = AccessFs::ReadFile | AccessFs::WriteFile;
    let system = |path: PathBuf, rights| Grant {
        path,
        rights,
        needed: false,
    };
    let own = |path: &PathBuf, rights| Grant {
        path: path.clone(),
        rights,
        needed: true,
    };
    let scratch = if order.build { all() } else { flat() };
    let mut grants: Vec<Grant> = Vec::new();
    grants.extend(PROGRAMS.map(|path| system(path.into(), execute)));
    let settings = READ.into_iter().map(PathBuf::from).chain(settings());
    grants.extend(settings.map(|path| system(path, read)));
    grants.extend(DEVICES.map(|path| system(path.into(), device)));
    let shown = order.folder.iter().chain(&order.read);
    grants.extend(shown.map(|path| own(path, execute)));
    grants.extend(order.scratch.iter().map(|path| own(path, scratch)));
    grants
}

/// Rights on the scratch folder of a bot: files, but no folders, links and pipes
/// in it, so that it is quickly deleted; and no execution.
fn flat() -> BitFlags<AccessFs> {
    AccessFs::ReadFile
        | AccessFs::ReadDir
        | AccessFs::WriteFile
        | AccessFs::Truncate
        | AccessFs::MakeReg
        | AccessFs::RemoveFile
}

/// Rights on a folder in which things are built: no devices.
fn all() -> BitFlags<AccessFs> {
    AccessFs::from_all(KNOWN) & !(AccessFs::MakeChar | AccessFs::MakeBlock | AccessFs::IoctlDev)
}

fn settings() -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir("/etc").into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        SETTINGS.iter().any(|start| name.starts_with(start))
    })
}

fn add(rules: RulesetCreated, grant: &Grant) -> io::Result<RulesetCreated> {
    let open = PathFd::new(&grant.path).map_err(other)?;
    // Some rights are for folders alone.
    let rights = if fs::metadata(&grant.path)?.is_dir() {
        grant.rights
    } else {
        grant.rights & AccessFs::from_file(KNOWN)
    };
    rules
        .add_rule(PathBeneath::new(open, rights))
        .map_err(other)
}

fn other(error: impl std::error::Error + Send + Sync + 'static) -> io::Error {
    io::Error::other(error)
}
