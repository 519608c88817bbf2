//! What the jail promises.

/// A promise about a process in the jail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// It reaches nobody: no socket of any family.
    Network,
    /// It reads the system's programs and libraries, its own snapshot and its
    /// scratch folder, and writes only the last.
    Files,
    /// It neither signals nor looks into any other process.
    Others,
    /// It starts no process, and few threads.
    Processes,
    /// Memory, files and processor time are bounded.
    Bounds,
    /// Nothing that it does outlives it or can be seen by another.
    Traces,
}

impl Effect {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Network,
        Self::Files,
        Self::Others,
        Self::Processes,
        Self::Bounds,
        Self::Traces,
    ];

    /// One word, for tables.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Network => "network",
            Self::Files => "files",
            Self::Others => "others",
            Self::Processes => "processes",
            Self::Bounds => "bounds",
            Self::Traces => "traces",
        }
    }

    /// The promise, in a few words.
    pub const fn promise(self) -> &'static str {
        match self {
            Self::Network => "no network",
            Self::Files => "no other files",
            Self::Others => "no signals to or inspection of others",
            Self::Processes => "no new processes",
            Self::Bounds => "bounded memory, files and threads",
            Self::Traces => "nothing persistent",
        }
    }
}
