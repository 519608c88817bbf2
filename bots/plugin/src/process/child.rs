//! A bot's process.

use super::body::{Body, Closed, Ending, How, Ready};
use super::pin;
use super::words::Words;
use crate::jail::{Stage, Watch};
use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_setfl};
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open, pidfd_send_signal};
use std::any::Any;
use std::io;
use std::os::fd::OwnedFd;
use std::process::{self, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Bytes that are read at once, as many as a pipe holds.
const CHUNK: usize = 64 * 1024;

/// A process with pipes on all three streams, none of which ever blocks us.
///
/// It leads a group of its own. Dropping it kills the group and takes the
/// process off the system's table.
pub(super) struct Child {
    pid: Pid,
    handle: OwnedFd,
    input: OwnedFd,
    output: Option<OwnedFd>,
    error: Option<OwnedFd>,
    words: Words,
    heard: Vec<u8>,
    ways: Ways,
    born: Instant,
    used: Duration,
    paused: bool,
    ended: bool,
    /// The most memory that a process of this bot was seen to hold, in bytes.
    peak: Arc<AtomicU64>,
    watch: Option<Watch>,
    /// What must live as long as the process, such as its scratch folder.
    _keep: Option<Box<dyn Any + Send>>,
    core: Option<usize>,
}

/// How a process is treated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ways {
    /// Between its turns it may not run.
    pub(super) pauses: bool,
    /// It runs on the core of the thread that waits for it.
    pub(super) pinned: bool,
    /// Memory that it may have, in bytes.
    pub(super) memory: u64,
}

/// A command, and what must live as long as its process.
pub struct Launch {
    /// The command; its standard streams are set here.
    pub command: Command,
    /// Dropped when the process is dead.
    pub keep: Option<Box<dyn Any + Send>>,
    /// Who watches what it tries, where that is to be known.
    pub watch: Option<Watch>,
}

impl Child {
    /// Starts a process.
    ///
    /// # Errors
    /// The system refuses, or there is no such program.
    pub(super) fn start(
        launch: Launch,
        ways: Ways,
        words: Words,
        peak: Arc<AtomicU64>,
    ) -> io::Result<Self> {
        use std::os::unix::process::CommandExt;
        let mut command = launch.command;
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0);
        let mut child = super::spawn::spawn(command)?;
        let pid = Pid::from_child(&child);
        // From here on it must not be left behind.
        let handle = pidfd_open(pid, PidfdFlags::empty()).inspect_err(|_| abandon(&mut child))?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(error)) = pipes else {
            unreachable!("all three were piped");
        };
        let started = Self {
            pid,
            handle,
            input: input.into(),
            output: Some(output.into()),
            error: Some(error.into()),
            words,
            heard: Vec::new(),
            ways,
            born: now(),
            used: Duration::ZERO,
            paused: false,
            ended: false,
            peak,
            watch: launch.watch,
            _keep: launch.keep,
            core: None,
        };
        for pipe in [
            Some(&started.input),
            started.output.as_ref(),
            started.error.as_ref(),
        ] {
            fcntl_setfl(pipe.expect("it is open"), OFlags::NONBLOCK)?;
        }
        Ok(started)
    }

    /// Its process id.
    pub(super) const fn id(&self) -> u32 {
        self.pid.as_raw_nonzero().get().unsigned_abs()
    }

    /// Brings the process to this thread's core, where that is wanted.
    pub(super) fn come(&mut self) {
        if self.ways.pinned {
            self.core = pin::bring(self.pid, self.core);
        }
    }

    /// It has more threads than one and gets more cores than one.
    pub(super) const fn roam(&mut self) {
        self.ways.pinned = false;
    }

    fn signal(&self, signal: Signal) {
        // Nobody else can get the number before it is waited for.
        let _ = kill_process_group(self.pid, signal);
    }

    /// Takes in one chunk of standard error, if there is one. Says whether there
    /// may be more.
    fn listen(&mut self) -> bool {
        let Some(error) = &self.error else {
            return false;
        };
        self.heard.clear();
        match read(error, &mut self.heard) {
            Ok(0) => false,
            Ok(_) => {
                self.words.hear(&self.heard);
                true
            }
            Err(Closed) => {
                self.error = None;
                false
            }
        }
    }
}

/// Appends what is there.
fn read(pipe: &OwnedFd, into: &mut Vec<u8>) -> Result<usize, Closed> {
    into.reserve(CHUNK);
    loop {
        return match rustix::io::read(pipe, spare_capacity(into)) {
            Ok(0) => Err(Closed),
            Ok(read) => Ok(read),
            Err(Errno::AGAIN) => Ok(0),
            Err(Errno::INTR) => continue,
            Err(_) => Err(Closed),
        };
    }
}

fn abandon(child: &mut process::Child) {
    let _ = child.kill();
    let _ = child.wait();
}

#[expect(
    clippy::disallowed_methods,
    reason = "whether a stranger answers in time is asked of the clock"
)]
fn now() -> Instant {
    Instant::now()
}

impl Body for Child {
    fn now(&mut self) -> Duration {
        self.born.elapsed()
    }

    fn used(&mut self) -> Duration {
        // One that has just ended keeps what it had.
        self.used = clock(self.pid).unwrap_or(self.used);
        self.used
    }

    fn asked(&mut self, stage: Stage) {
        self.words.asked();
        if let Some(watch) = &self.watch {
            watch.asked(stage);
        }
    }

    fn write(&mut self, bytes: &[u8]) -> Result<usize, Closed> {
        loop {
            return match rustix::io::write(&self.input, bytes) {
                Ok(written) => Ok(written),
                Err(Errno::AGAIN) => Ok(0),
                Err(Errno::INTR) => continue,
                Err(_) => Err(Closed),
            };
        }
    }

    fn read(&mut self, into: &mut Vec<u8>) -> Result<usize, Closed> {
        let Some(output) = &self.output else {
            return Err(Closed);
        };
        let read = read(output, into);
        if read.is_err() {
            self.output = None;
        }
        read
    }

    fn wait(&mut self, writing: bool, until: Duration) -> Ready {
        let left = until.saturating_sub(self.born.elapsed());
        let mut fds = Vec::with_capacity(4);
        fds.push(PollFd::new(&self.handle, PollFlags::IN));
        let input = Some(&self.input).filter(|_| writing);
        let pipes = [
            (self.output.as_ref(), PollFlags::IN),
            (self.error.as_ref(), PollFlags::IN),
            (input, PollFlags::OUT),
        ];
        let [output, error, input] = pipes.map(|(pipe, flags)| {
            let pipe = pipe?;
            fds.push(PollFd::new(pipe, flags));
            Some(fds.len() - 1)
        });
        let time = Timespec {
            tv_sec: left.as_secs().try_into().unwrap_or(i64::MAX),
            tv_nsec: left.subsec_nanos().into(),
        };
        // An interrupted wait is a short one: who waits looks at the clock.
        if !matches!(poll(&mut fds, Some(&time)), Ok(1..)) {
            return Ready::default();
        }
        let hot =
            |index: Option<usize>| index.is_some_and(|index| !fds[index].revents().is_empty());
        let (ready, talks) = (
            Ready {
                output: hot(output),
                input: hot(input),
                gone: hot(Some(0)),
            },
            hot(error),
        );
        if talks {
            self.listen();
        }
        ready
    }

    fn is_deaf(&mut self) -> bool {
        // Errors are told unasked.
        let mut input = [PollFd::new(&self.input, PollFlags::empty())];
        let told = poll(&mut input, Some(&Timespec::default()));
        matches!(told, Ok(1)) && input[0].revents().contains(PollFlags::ERR)
    }

    fn pause(&mut self) {
        if self.ways.pauses && !self.paused {
            self.signal(Signal::STOP);
            self.paused = true;
        }
    }

    fn wake(&mut self) {
        if self.paused {
            self.signal(Signal::CONT);
            self.paused = false;
        }
    }

    fn end(&mut self) -> Option<Ending> {
        if self.ended {
            return None;
        }
        let gone = poll(
            &mut [PollFd::new(&self.handle, PollFlags::IN)],
            Some(&Timespec::default()),
        );
        let gone = matches!(gone, Ok(1));
        if let Some(held) = held(self.pid) {
            self.peak.fetch_max(held, Ordering::Relaxed);
        }
        self.signal(Signal::KILL);
        let _ = pidfd_send_signal(&self.handle, Signal::KILL);
        let ending = reap(self.pid, self.ways.memory);
        self.ended = true;
        // A flood has an end: a pipe holds so much, and a grandchild that writes on
        // is not listened to for longer.
        for _ in 0..16 {
            if !self.listen() {
                break;
            }
        }
        self.words.finish();
        ending.filter(|_| gone)
    }

    fn last_words(&self) -> String {
        self.words.last()
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.end();
    }
}

/// The processor time of a process.
#[expect(unsafe_code, reason = "no crate offers the clock of another process")]
fn clock(pid: Pid) -> Option<Duration> {
    let mut clock = 0;
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: both write one value each to where they are told, which is ours.
    let failed = unsafe {
        libc::clock_getcpuclockid(pid.as_raw_nonzero().get(), &raw mut clock) != 0
            || libc::clock_gettime(clock, &raw mut time) != 0
    };
    let seconds = u64::try_from(time.tv_sec).ok()?;
    let nanos = u32::try_from(time.tv_nsec).ok()?;
    (!failed).then(|| Duration::new(seconds, nanos))
}

/// The most memory that a process has held since it became this program, in bytes; `None`
/// where it is gone. What `wait4` tells counts the program that it was forked from.
fn held(pid: Pid) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", pid.as_raw_nonzero())).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

/// The most memory that we have held, in bytes.
#[expect(unsafe_code, reason = "no crate tells how much memory a process had")]
fn ours() -> u64 {
    // SAFETY: all zeros are a value of this plain record, which is ours and written once.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_SELF, &raw mut usage);
        usage
    };
    u64::try_from(usage.ru_maxrss)
        .unwrap_or(0)
        .saturating_mul(1024)
}

/// Waits for a process that is dead or dying, and takes it off the table.
#[expect(unsafe_code, reason = "no crate tells how much memory a process had")]
fn reap(pid: Pid, memory: u64) -> Option<Ending> {
    let mut status = 0;
    // SAFETY: all zeros are a value of this plain record.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    loop {
        // SAFETY: both places are ours and are written once each.
        let done = unsafe {
            libc::wait4(
                pid.as_raw_nonzero().get(),
                &raw mut status,
                0,
                &raw mut usage,
            )
        };
        if done >= 0 {
            break;
        }
        if io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            return None;
        }
    }
    let peak = u64::try_from(usage.ru_maxrss)
        .unwrap_or(0)
        .saturating_mul(1024);
    let how = if libc::WIFSIGNALED(status) {
        How::Signal(libc::WTERMSIG(status))
    } else {
        How::Exit(libc::WEXITSTATUS(status))
    };
    // A part of what counts is never touched, and what was refused is not there. What we
    // hold counts as held by whom we started; where that is more, nothing is known.
    let full = peak >= memory / 4 * 3 && peak > ours();
    Some(Ending { how, full })
}
