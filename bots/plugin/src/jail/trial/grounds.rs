//! What is attacked, and where from.

use super::{cell, verb};
use crate::Isolation;
use crate::jail::attack::Target;
use crate::jail::{Jail, Scratch};
use crate::submission::Submission;
use rustix::fs::{AtFlags, CWD, Timespec, Timestamps, utimensat};
use rustix::io::{FdFlags, fcntl_setfd};
use std::ffi::OsString;
use std::fs::{self, File, Permissions};
use std::io::{self, BufRead, BufReader};
use std::net::{Ipv4Addr, TcpListener, UdpSocket};
use std::os::fd::AsRawFd;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// Files and sockets outside, which both sides attack.
pub(super) struct Grounds<'a> {
    pub(super) jail: &'a Jail,
    /// The attackers' program, where every user can execute it.
    pub(super) program: PathBuf,
    pub(super) folder: TempDir,
    target: Target,
    /// Open, so that there is somebody to connect to.
    _open: (TcpListener, UdpSocket, UnixListener, UnixListener, File),
}

impl<'a> Grounds<'a> {
    pub(super) fn new(jail: &'a Jail, program: &Path) -> io::Result<Self> {
        let folder = tempfile::tempdir()?;
        open_to_all(folder.path(), 0o755)?;
        let path = |name: &str| folder.path().join(name);
        fs::write(path("secret"), "secret")?;
        open_to_all(&path("secret"), 0o644)?;
        let mut key = [0; 4];
        rustix::rand::getrandom(&mut key, rustix::rand::GetRandomFlags::empty())?;
        // Positive, and not the key that means "private".
        let key = (u32::from_le_bytes(key) >> 1).max(1);
        let tcp = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let udp = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
        let unix = UnixListener::bind(path("socket"))?;
        open_to_all(&path("socket"), 0o777)?;
        let left_open = File::open(path("secret"))?;
        fcntl_setfd(&left_open, FdFlags::empty())?;
        let target = Target {
            folder: folder.path().to_path_buf(),
            tcp: tcp.local_addr()?.port(),
            udp: udp.local_addr()?.port(),
            descriptor: left_open.as_raw_fd(),
            key,
            ..Target::default()
        };
        let nameless = SocketAddr::from_abstract_name(target.name())?;
        let nameless = UnixListener::bind_addr(&nameless)?;
        let grounds = Self {
            jail,
            program: jail.program(program)?,
            target,
            _open: (tcp, udp, unix, nameless, left_open),
            folder,
        };
        grounds.reset()?;
        Ok(grounds)
    }

    /// The key of the so-manieth pair, which no other has.
    pub(super) const fn key(&self, number: u32) -> u32 {
        (self.target.key.wrapping_add(number) & 0x7fff_ffff) | 1 << 30
    }

    /// Takes away what a pair with this key left where everybody may write.
    pub(super) fn sweep(&self, key: u32) {
        let name = Target {
            key,
            ..Target::default()
        }
        .name();
        for folder in ["/tmp", "/dev/shm"] {
            let _ = fs::remove_file(Path::new(folder).join(&name));
        }
    }

    /// Puts back what an attack has changed.
    pub(super) fn reset(&self) -> io::Result<()> {
        let free = self.target.free();
        if free.exists() {
            fs::remove_dir_all(&free)?;
        }
        fs::create_dir_all(free.join("b"))?;
        fs::write(free.join("a"), "x")?;
        fs::write(self.target.open(), "x")?;
        for (path, mode) in [
            ("free", 0o777),
            ("free/a", 0o666),
            ("free/b", 0o777),
            ("open", 0o666),
        ] {
            open_to_all(&self.folder.path().join(path), mode)?;
        }
        Ok(())
    }
}

fn open_to_all(path: &Path, mode: u32) -> io::Result<()> {
    fs::set_permissions(path, Permissions::from_mode(mode))
}

/// One side of the wall.
pub(super) struct Side<'a> {
    pub(super) grounds: &'a Grounds<'a>,
    isolation: Isolation,
    /// Where both of a pair live.
    snapshot: PathBuf,
    /// Another bot.
    victim: Running,
}

impl<'a> Side<'a> {
    /// Sets it up, and makes sure that a process which attacks nothing does well.
    pub(super) fn new(grounds: &'a Grounds<'a>, isolation: Isolation) -> io::Result<Self> {
        let snapshot = match isolation {
            Isolation::Jail => taken(grounds.jail)?,
            _ => careless(grounds.folder.path())?,
        };
        let mut side = Self {
            grounds,
            isolation,
            snapshot,
            victim: Running::default(),
        };
        let (mut command, scratch) = side.command(&["nothing"])?;
        let output = command.stdin(Stdio::null()).output()?;
        drop(scratch);
        super::verdict(&output)?;
        side.victim = side.start(&["victim"])?;
        Ok(side)
    }

    pub(super) const fn isolation_word(&self) -> &'static str {
        match self.isolation {
            Isolation::Jail => "inside",
            _ => "outside",
        }
    }

    /// The command of a process that does this, with the victim as its target.
    pub(super) fn command(&self, words: &[&str]) -> io::Result<(Command, Scratch)> {
        self.against(&self.victim, self.grounds.target.key, words)
    }

    /// The same with another target.
    pub(super) fn against(
        &self,
        victim: &Running,
        key: u32,
        words: &[&str],
    ) -> io::Result<(Command, Scratch)> {
        let mut target = self.grounds.target.clone();
        target.victim = victim.child.as_ref().map_or(0, Child::id);
        target.others_scratch.clone_from(&victim.scratch_path());
        target.snapshot.clone_from(&self.snapshot);
        target.key = key;
        let mut command: Vec<OsString> = vec![self.grounds.program.clone().into(), verb().into()];
        command.extend(words.iter().map(OsString::from));
        command.extend(target.words());
        let name = words.first().copied().unwrap_or_default();
        let cell = cell(self.isolation, &self.snapshot, &self.grounds.program, name);
        let mut ready = self.grounds.jail.ready(&cell, &command)?;
        ready.command.stderr(Stdio::piped()).stdout(Stdio::piped());
        Ok((ready.command, ready.scratch))
    }

    /// Starts a process that stays, and waits for its first line.
    pub(super) fn start(&self, words: &[&str]) -> io::Result<Running> {
        self.start_with(self.grounds.target.key, words)
    }

    /// The same with a key of its own.
    pub(super) fn start_with(&self, key: u32, words: &[&str]) -> io::Result<Running> {
        let (mut command, scratch) = self.against(&Running::default(), key, words)?;
        let mut child = command.stdin(Stdio::piped()).spawn()?;
        let mut said = String::new();
        if let Some(out) = child.stdout.as_mut() {
            BufReader::new(out).read_line(&mut said)?;
        }
        Ok(Running {
            child: Some(child),
            scratch: Some(scratch),
        })
    }

    /// Puts the snapshot back as it was where an attack could change it.
    pub(super) fn renew(&mut self) -> io::Result<()> {
        if self.isolation != Isolation::Jail {
            self.snapshot = careless(self.grounds.folder.path())?;
        }
        Ok(())
    }
}

/// A process that stays until it is dropped.
#[derive(Default)]
pub(super) struct Running {
    child: Option<Child>,
    scratch: Option<Scratch>,
}

impl Running {
    fn scratch_path(&self) -> PathBuf {
        let scratch = self.scratch.as_ref();
        scratch.map_or_else(PathBuf::new, |scratch| scratch.path().to_path_buf())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(child) = self.child.as_mut() {
            // It may have ended already.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// A snapshot as bots get it.
fn taken(jail: &Jail) -> io::Result<PathBuf> {
    let from = tempfile::tempdir()?;
    fs::write(from.path().join("bot"), "x")?;
    fs::write(from.path().join("bot.toml"), "command = \"./bot\"\n")?;
    let taken = Submission::take(from.path(), jail.folder());
    taken.map(|bot| bot.folder).map_err(io::Error::other)
}

/// A folder made without care, in which everything tells something: also
/// whether a file has been read.
fn careless(below: &Path) -> io::Result<PathBuf> {
    let folder = tempfile::Builder::new().tempdir_in(below)?.keep();
    open_to_all(&folder, 0o755)?;
    let bot = folder.join("bot");
    fs::write(&bot, "x")?;
    let at = |seconds| Timespec {
        tv_sec: seconds,
        tv_nsec: 0,
    };
    let times = Timestamps {
        last_access: at(1_000),
        last_modification: at(2_000),
    };
    utimensat(CWD, &bot, &times, AtFlags::empty())?;
    Ok(folder)
}
