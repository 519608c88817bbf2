//! The jail of a run, and the cell of a bot in it.

use super::base::Base;
use super::order::Order;
use super::user::{Users, range};
use super::{Audit, Limits, Mechanism, Mechanisms, VERB, Watch, environment, wrap};
use crate::Isolation;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::sync::Arc;
use tempfile::TempDir;

/// What one bot may do.
#[derive(Clone, Debug)]
pub struct Cell {
    /// `None` and `Process` are for trusted bots, and give a fixed environment and a
    /// scratch folder. In the latter the process dies with us, inherits no
    /// descriptors, and is kept within the limits on memory and processor time.
    pub isolation: Isolation,
    /// What it can use.
    pub limits: Limits,
    /// The working folder: the snapshot of the bot.
    pub folder: Option<PathBuf>,
    /// Files and folders that it can read and execute besides the system's: its
    /// interpreter where that is elsewhere, a word list, the host program.
    pub read: Vec<PathBuf>,
    /// The folder of `dudo.py`.
    pub python: Option<PathBuf>,
    /// New processes are granted, and the scratch folder is the working folder:
    /// for building.
    pub build: bool,
    /// Where it is written down what it tries though it is refused; `None`: nowhere. Only
    /// in a jail with a filter on system calls, and not for building.
    pub audit: Option<Arc<Audit>>,
}

impl Cell {
    /// For a bot that lives in a folder.
    pub const fn new(isolation: Isolation, limits: Limits, folder: Option<PathBuf>) -> Self {
        Self {
            isolation,
            limits,
            folder,
            read: Vec::new(),
            python: None,
            build: false,
            audit: None,
        }
    }
}

/// The jail of a run: where it keeps its things, and what it is made of here.
#[derive(Debug)]
pub struct Jail {
    launcher: PathBuf,
    base: Base,
    by: Mechanisms,
    users: Option<Users>,
}

impl Jail {
    /// Opens it. `launcher` is a program that calls [`launcher_main`](super::launcher_main)
    /// under [`VERB`], this one as a rule. All mechanisms of this machine are used,
    /// but of the two that give a tree of its own only one: ours where we may, else
    /// `bwrap`, else neither.
    ///
    /// # Errors
    /// No folder for it can be made.
    pub fn open(launcher: &Path) -> io::Result<Self> {
        let here = Mechanisms::here();
        let own = here.without(Mechanism::Bwrap);
        let wrapped = here.without(Mechanism::Mounts);
        let neither = own.without(Mechanism::Mounts);
        let mut jail = Self::with(launcher, own)?;
        for by in [own, wrapped, neither] {
            jail.by = by;
            if jail.users.is_none() {
                jail.by = by.without(Mechanism::Uid);
            }
            if jail.works() {
                break;
            }
        }
        Ok(jail)
    }

    /// Opens one that is made of these mechanisms alone.
    ///
    /// # Errors
    /// No folder for it can be made.
    pub fn with(launcher: &Path, by: Mechanisms) -> io::Result<Self> {
        let base = Base::new()?;
        let mut by = by;
        let mut secret = [0; 8];
        rustix::rand::getrandom(&mut secret, rustix::rand::GetRandomFlags::empty())?;
        let [a, b, c, d, e, f, g, h] = secret;
        let secret = [[a, b, c, d], [e, f, g, h]].map(u32::from_le_bytes);
        let users = range().filter(|_| base.reachable() && by.has(Mechanism::Uid));
        if users.is_none() {
            by = by.without(Mechanism::Uid);
        }
        Ok(Self {
            launcher: launcher.to_path_buf(),
            base,
            by,
            users: users.map(|range| Users::new(range, secret)),
        })
    }

    /// What it is made of.
    pub const fn mechanisms(&self) -> Mechanisms {
        self.by
    }

    /// The program that jails.
    pub(super) fn launcher(&self) -> &Path {
        &self.launcher
    }

    /// A folder for what bots are shown, such as snapshots; it vanishes with the jail.
    pub fn folder(&self) -> &Path {
        self.base.path()
    }

    /// A program of ours under a path that a jailed process can execute.
    ///
    /// # Errors
    /// It cannot be copied.
    pub fn program(&self, program: &Path) -> io::Result<PathBuf> {
        self.base.program(program)
    }

    /// Makes the command for one process. Standard input, output and error are
    /// the caller's to set.
    ///
    /// The process dies with the *thread* that starts it: start all of them from
    /// one that lives as long as they.
    ///
    /// # Errors
    /// No scratch folder can be made.
    pub fn ready(&self, cell: &Cell, command: &[OsString]) -> io::Result<Ready> {
        let jail = cell.isolation == Isolation::Jail;
        let by = if jail { self.by } else { Mechanisms::NONE };
        let users = self.users.as_ref().filter(|_| by.has(Mechanism::Uid));
        let uid = users.map(Users::next);
        let scratch = self.base.private(uid)?;
        if cell.isolation == Isolation::None {
            return Ok(plain(cell, command, scratch));
        }
        let wrapped = by.has(Mechanism::Bwrap);
        let mut order = Order {
            parent: (!wrapped).then(process::id),
            by,
            limits: cell.limits,
            uid,
            folder: cell.folder.clone(),
            scratch: Some(scratch.path().to_path_buf()),
            room: by.has(Mechanism::Mounts).then(|| self.base.room()),
            read: cell.read.iter().chain(&cell.python).cloned().collect(),
            build: cell.build,
            audit: None,
        };
        let watch = cell.audit.as_ref().filter(|_| jail && !cell.build);
        let watch = watch.and_then(|audit| self.watch(audit, &mut order));
        let mut words = Vec::new();
        if wrapped {
            let launcher = self.program(&self.launcher)?;
            words = wrap::words(&order, &launcher);
            words.push(launcher.into());
        } else {
            words.push(self.launcher.clone().into());
        }
        words.push(VERB.into());
        words.extend(order.words());
        words.extend_from_slice(command);
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).env_clear();
        command.envs(environment(Some(scratch.path()), cell.python.as_deref()));
        Ok(Ready {
            command,
            scratch: Scratch {
                folder: scratch,
                owner: uid,
            },
            watch,
        })
    }

    /// Has a process watched, where that can be.
    fn watch(&self, audit: &Arc<Audit>, order: &mut Order) -> Option<Watch> {
        if !order.by.has(Mechanism::Seccomp) {
            audit.cannot_see("the jail has no filter on system calls here");
            return None;
        }
        // In the scratch folder's place there is another one inside.
        let mut post = order.scratch.clone()?.into_os_string();
        post.push(".audit");
        let post = PathBuf::from(post);
        match Watch::begin(audit, order, &post) {
            Ok(watch) => {
                order.audit = Some(post);
                Some(watch)
            }
            Err(error) => {
                audit.cannot_see(format!("there is no watch to be had: {error}"));
                None
            }
        }
    }

    /// Whether a process comes up in it.
    fn works(&self) -> bool {
        let cell = Cell::new(Isolation::Jail, Limits::bot(1024), None);
        let command = ["true".into()];
        self.ready(&cell, &command).is_ok_and(|mut ready| {
            let quiet = ready.command.stderr(process::Stdio::null()).status();
            quiet.is_ok_and(|status| status.success())
        })
    }
}

/// A child like any other, but for its environment.
fn plain(cell: &Cell, words: &[OsString], scratch: TempDir) -> Ready {
    let mut words = words.iter();
    let mut command = Command::new(words.next().map_or("false".as_ref(), OsString::as_os_str));
    command.args(words).env_clear();
    command.envs(environment(Some(scratch.path()), cell.python.as_deref()));
    if let Some(folder) = &cell.folder {
        command.current_dir(folder);
    }
    Ready {
        command,
        scratch: Scratch {
            folder: scratch,
            owner: None,
        },
        watch: None,
    }
}

/// A command that starts one process in its cell.
#[derive(Debug)]
pub struct Ready {
    /// The command.
    pub command: Command,
    /// Where the process may write. Keep it until the process is dead.
    pub scratch: Scratch,
    /// The watch over the process, where attempts are written down. Keep it as long.
    pub watch: Option<Watch>,
}

/// A scratch folder; dropping it deletes what is in it.
#[derive(Debug)]
pub struct Scratch {
    folder: TempDir,
    owner: Option<u32>,
}

impl Scratch {
    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The user who may write to it, where it is another than we are.
    pub(super) const fn owner(&self) -> Option<u32> {
        self.owner
    }
}
