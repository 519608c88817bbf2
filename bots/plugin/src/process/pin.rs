//! One core for a worker and the bot that it waits for.
//!
//! Only one of the two runs at any time, and to wake somebody on another core
//! costs several times what a whole exchange costs on one.

use rustix::process::Pid;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use std::cell::OnceCell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The cores that this program may use, as they were before anybody was pinned.
fn allowed() -> Option<&'static CpuSet> {
    static ALLOWED: OnceLock<Option<CpuSet>> = OnceLock::new();
    ALLOWED
        .get_or_init(|| sched_getaffinity(None).ok())
        .as_ref()
}

thread_local! {
    static CORE: OnceCell<Option<usize>> = const { OnceCell::new() };
}

/// The core of this thread, which stays on it from now on. Threads take
/// cores in turn. `None`: the system has no say in this.
fn core() -> Option<usize> {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    CORE.with(|core| {
        *core.get_or_init(|| {
            let allowed = allowed()?;
            let cores: Vec<usize> = (0..CpuSet::MAX_CPU)
                .filter(|&core| allowed.is_set(core))
                .collect();
            let turn = NEXT.fetch_add(1, Ordering::Relaxed);
            let core = *cores.get(turn.checked_rem(cores.len())?)?;
            sched_setaffinity(None, &only(core)).ok()?;
            Some(core)
        })
    })
}

/// The core that this thread stays on, if it has one.
pub(super) fn held() -> Option<usize> {
    CORE.with(|core| core.get().copied().flatten())
}

/// This thread stays on that core, unless it has one.
pub(super) fn share(core: usize) {
    CORE.with(|own| {
        own.get_or_init(|| sched_setaffinity(None, &only(core)).ok().map(|()| core));
    });
}

fn only(core: usize) -> CpuSet {
    let mut set = CpuSet::new();
    set.set(core);
    set
}

/// Brings a process to the core of this thread, unless it was brought there
/// before. Says where it is now.
pub(super) fn bring(pid: Pid, at: Option<usize>) -> Option<usize> {
    let core = core()?;
    if at != Some(core) {
        // One that is about to die cannot be moved; that is no failure.
        let _ = sched_setaffinity(Some(pid), &only(core));
    }
    Some(core)
}

/// This thread may run anywhere again.
pub(super) fn unpin() {
    if let Some(allowed) = allowed() {
        let _ = sched_setaffinity(None, allowed);
    }
}
