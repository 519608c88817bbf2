//! By what the system can be made to refuse.

use super::user;
use std::path::Path;

/// One of the system's ways to take rights away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mechanism {
    /// Rules on files, TCP, signals and abstract sockets (Linux 5.13 and later).
    Landlock,
    /// A filter on system calls.
    Seccomp,
    /// A user of its own; only for root.
    Uid,
    /// A tree of its own: what was granted and nothing else, read-only; the scratch
    /// folder a small memory file system that vanishes with the process.
    Mounts,
    /// All name spaces through `bwrap`, where that is installed.
    Bwrap,
}

impl Mechanism {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Landlock,
        Self::Seccomp,
        Self::Uid,
        Self::Mounts,
        Self::Bwrap,
    ];

    /// One word, for tables and the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Landlock => "landlock",
            Self::Seccomp => "seccomp",
            Self::Uid => "uid",
            Self::Mounts => "mounts",
            Self::Bwrap => "bwrap",
        }
    }
}

/// A set of mechanisms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mechanisms(u8);

impl Mechanisms {
    /// None at all: only limits, a fixed environment and closed descriptors.
    pub const NONE: Self = Self(0);

    /// This one alone.
    pub const fn only(mechanism: Mechanism) -> Self {
        Self(1 << mechanism as u8)
    }

    /// These and that one.
    #[must_use]
    pub const fn with(self, mechanism: Mechanism) -> Self {
        Self(self.0 | 1 << mechanism as u8)
    }

    /// These without that one.
    #[must_use]
    pub const fn without(self, mechanism: Mechanism) -> Self {
        Self(self.0 & !(1 << mechanism as u8))
    }

    /// Whether it is among them.
    pub const fn has(self, mechanism: Mechanism) -> bool {
        self.0 & 1 << mechanism as u8 != 0
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// They, in order.
    pub fn iter(self) -> impl Iterator<Item = Mechanism> {
        let all = Mechanism::ALL.into_iter();
        all.filter(move |mechanism| self.has(*mechanism))
    }

    /// What this machine offers at first sight. Whether it holds is for
    /// [`Jail::probe`](super::Jail::probe) to find out.
    pub(super) fn here() -> Self {
        let mut here = Self::NONE;
        if super::files::version() > 0 {
            here = here.with(Mechanism::Landlock);
        }
        if super::calls::supported() {
            here = here.with(Mechanism::Seccomp);
        }
        if user::range().is_some() {
            here = here.with(Mechanism::Uid);
        }
        if Path::new(super::wrap::PROGRAM).exists() {
            here = here.with(Mechanism::Bwrap);
        }
        here.with(Mechanism::Mounts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in() {
        let mut set = Mechanisms::NONE;
        for (count, mechanism) in Mechanism::ALL.into_iter().enumerate() {
            assert!(!set.has(mechanism));
            set = set.with(mechanism);
            assert_eq!(set.iter().count(), count + 1);
            assert_eq!(Mechanisms::only(mechanism).iter().next(), Some(mechanism));
        }
        for mechanism in Mechanism::ALL {
            assert!(!set.without(mechanism).has(mechanism));
        }
    }
}
