//! A user for each process, who owns nothing and whom nobody else is.

use rustix::process::{Gid, Uid, geteuid};
use rustix::thread::{CapabilitySets, capabilities, set_capabilities};
use rustix::thread::{set_thread_groups, set_thread_res_gid, set_thread_res_uid};
use std::fs;
use std::io;
use std::sync::atomic::{AtomicU32, Ordering};

/// Above everything that systemd and the usual subordinate ranges hand out.
const FAR: (u32, u32) = (0x7000_0000, 1 << 28);

/// For containers, in which only the first 65,536 users exist.
const NEAR: (u32, u32) = (30_000, 1 << 14);

/// The first and the number of users that can be taken here; `None`: we are not
/// root, or there are too few. The number is a power of two.
pub(super) fn range() -> Option<(u32, u32)> {
    if !geteuid().is_root() || !may_change_user() {
        return None;
    }
    let map = fs::read_to_string("/proc/self/uid_map").ok()?;
    [FAR, NEAR].into_iter().find(|(first, count)| {
        map.lines().any(|line| {
            let mut numbers = line.split_whitespace().map(str::parse::<u64>);
            let inside = numbers.next().and_then(Result::ok);
            let length = numbers.nth(1).and_then(Result::ok);
            let (Some(inside), Some(length)) = (inside, length) else {
                return false;
            };
            inside <= u64::from(*first)
                && inside.saturating_add(length) >= u64::from(*first) + u64::from(*count)
        })
    })
}

fn may_change_user() -> bool {
    use rustix::thread::CapabilitySet;
    let needed = CapabilitySet::SETUID | CapabilitySet::SETGID;
    capabilities(None).is_ok_and(|sets| sets.effective.contains(needed))
}

/// Users of a run: each once, in an order that says nothing of how many
/// came before.
#[derive(Debug)]
pub(super) struct Users {
    first: u32,
    count: u32,
    start: u32,
    /// Odd, so that steps of it visit every number before one comes again.
    step: u32,
    taken: AtomicU32,
}

impl Users {
    /// All of the range; `secret` picks the order.
    pub(super) fn new((first, count): (u32, u32), secret: [u32; 2]) -> Self {
        Self {
            first,
            count,
            start: secret[0],
            step: secret[1] | 1,
            taken: AtomicU32::new(0),
        }
    }

    /// The next one.
    pub(super) fn next(&self) -> u32 {
        let taken = self.taken.fetch_add(1, Ordering::Relaxed);
        let place = self.start.wrapping_add(taken.wrapping_mul(self.step));
        self.first + place % self.count
    }
}

/// Becomes that user and nobody else, without groups and capabilities.
///
/// # Errors
/// We are not root.
pub(super) fn become_user(id: u32) -> io::Result<()> {
    let (uid, gid) = (Uid::from_raw(id), Gid::from_raw(id));
    set_thread_groups(&[])?;
    set_thread_res_gid(gid, gid, gid)?;
    set_thread_res_uid(uid, uid, uid)?;
    Ok(())
}

/// Gives up what root may do beyond others, for whoever stays root.
///
/// # Errors
/// The system refuses.
pub(super) fn drop_capabilities() -> io::Result<()> {
    let none = CapabilitySets {
        effective: rustix::thread::CapabilitySet::empty(),
        permitted: rustix::thread::CapabilitySet::empty(),
        inheritable: rustix::thread::CapabilitySet::empty(),
    };
    Ok(set_capabilities(None, none)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_user_comes_twice() {
        let users = Users::new(NEAR, [12_345, 678]);
        let all: BTreeSet<u32> = (0..NEAR.1).map(|_| users.next()).collect();
        assert_eq!(all.len(), NEAR.1 as usize);
        assert!(all.iter().all(|id| (NEAR.0..NEAR.0 + NEAR.1).contains(id)));
    }
}
