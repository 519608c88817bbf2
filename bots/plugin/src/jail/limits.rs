//! Numbers that a process cannot go beyond.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::io;

/// Address space in bytes beside the memory that can be written. Run times reserve far more
/// than they use, Go and Node over half a gibibyte before they begin; only addresses are
/// bounded whatever a process does with them, so these are as well.
const RESERVED: u64 = 1 << 30;

/// Limits of one process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Memory of its own that can be written, in bytes.
    pub memory: u64,
    /// Processor time in seconds, of all decisions and the start together.
    pub cpu: Option<u64>,
    /// Bytes of the largest file that can be written, and of all files in the
    /// scratch folder where that is a file system of its own, 16 times that.
    pub file: u64,
    /// Threads, where the process has a user of its own to count them by.
    pub threads: u64,
    /// Open descriptors.
    pub descriptors: u64,
}

impl Limits {
    /// For a bot with so many mebibytes.
    pub const fn bot(memory_mb: u64) -> Self {
        Self {
            memory: memory_mb.saturating_mul(1 << 20),
            cpu: None,
            file: 1 << 20,
            threads: 64,
            descriptors: 64,
        }
    }

    /// For a compiler and its helpers.
    pub const fn build() -> Self {
        Self {
            memory: 8 << 30,
            cpu: None,
            file: 1 << 30,
            threads: 1024,
            descriptors: 1024,
        }
    }

    /// The scratch folder as a whole, in bytes.
    pub(super) const fn scratch(&self) -> u64 {
        self.file.saturating_mul(16)
    }

    /// Puts them on this process, for good: what every foreign process lives
    /// under.
    ///
    /// # Errors
    /// The system refuses.
    pub(super) fn apply(&self) -> io::Result<()> {
        everybody(self.memory)?;
        self.cpu.map_or(Ok(()), |cpu| cap(Resource::Cpu, cpu))
    }

    /// Puts on this process what a jailed one lives under besides. `counted`: the
    /// threads of its user are its own, so that they can be counted.
    ///
    /// # Errors
    /// The system refuses.
    pub(super) fn apply_jail(&self, counted: bool) -> io::Result<()> {
        cap(Resource::Fsize, self.file)?;
        cap(Resource::Nofile, self.descriptors)?;
        cap(Resource::Memlock, 0)?;
        cap(Resource::Msgqueue, 0)?;
        // Thread stacks are as large as this; without a bound they would be
        // as large as the address space.
        cap(Resource::Stack, 8 << 20)?;
        // A user who is shared has processes outside the jail, which count too.
        let threads = if counted { self.threads } else { 4096 };
        cap(Resource::Nproc, threads)
    }
}

/// What a foreign process lives under in a jail or out of it: no images of it, and so many
/// bytes of memory.
///
/// # Errors
/// The system refuses.
pub(crate) fn everybody(memory: u64) -> io::Result<()> {
    cap(Resource::Core, 0)?;
    cap(Resource::Data, memory)?;
    cap(Resource::As, memory.saturating_add(RESERVED))
}

/// Limits this process for good; what it lives under itself may be tighter.
fn cap(resource: Resource, most: u64) -> io::Result<()> {
    let now = getrlimit(resource).maximum;
    let most = Some(now.map_or(most, |now| now.min(most)));
    let limit = Rlimit {
        current: most,
        maximum: most,
    };
    Ok(setrlimit(resource, limit)?)
}
