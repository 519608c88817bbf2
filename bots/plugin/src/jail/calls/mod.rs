//! The filter on system calls.
//!
//! Three filters in a row. The last knows every call that is let through and
//! answers all others as an old kernel would ("no such call"), so that what a
//! newer kernel adds is closed and programs fall back. The first answers "not
//! permitted" to what is refused on purpose, some of it depending on arguments:
//! a bot may signal itself and nobody else. The one between is for a call that
//! is known for oneself only.

mod listener;
mod lists;
mod watched;

pub(super) use watched::{NAMED, Named, Wants};

use super::audit::Answer;
use lists::{BUILD, KNOWN, REFUSED};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch,
};
use std::collections::BTreeMap;
use std::io;
use std::os::fd::OwnedFd;

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// Whether the kernel filters calls, and we know this processor's numbers.
pub(super) fn supported() -> bool {
    TargetArch::try_from(std::env::consts::ARCH).is_ok()
        && std::path::Path::new("/proc/sys/kernel/seccomp").exists()
}

/// Restricts this process, for good. `pid` is its own; `build` grants what a
/// compiler and `make` need.
///
/// `tell`, where attempts are to be seen, is handed the listener on which whatever the
/// first filter refuses is told, and what Landlock decides; or why there is none.
///
/// # Errors
/// The kernel has no filters, or nobody takes the listener.
pub(super) fn restrict(
    pid: u32,
    build: bool,
    tell: Option<&dyn Fn(io::Result<OwnedFd>) -> io::Result<()>>,
) -> io::Result<()> {
    let refuse = SeccompAction::Errno(libc::EPERM as u32);
    let unknown = SeccompAction::Errno(libc::ENOSYS as u32);
    // All are made before the first holds.
    let filters = [
        program(refused(pid, build), SeccompAction::Allow, refuse.clone())?,
        program(absent(pid), SeccompAction::Allow, unknown.clone())?,
        program(known(), unknown.clone(), SeccompAction::Allow)?,
    ];
    if let Some(tell) = tell {
        let all = program(told(pid), SeccompAction::Allow, refuse)?;
        // Of two filters the one that is stricter counts, and an error is stricter than a notice.
        let mut seen = known();
        seen.insert(libc::SYS_clone3, Vec::new());
        let seen = program(seen, unknown, SeccompAction::Allow)?;
        match listener::install(&listener::notifying(all)) {
            Ok(listener) => {
                tell(Ok(listener))?;
                return seccompiler::apply_filter(&seen).map_err(io::Error::other);
            }
            Err(error) => tell(Err(error))?,
        }
    }
    for filter in filters {
        seccompiler::apply_filter(&filter).map_err(io::Error::other)?;
    }
    Ok(())
}

/// What the plain filters do with a call that is told.
pub(super) fn answer(call: i64) -> Answer {
    if watched::decided_elsewhere().any(|other| other == call) {
        Answer::GoesOn
    } else if [libc::SYS_clone3, libc::SYS_sched_getaffinity].contains(&call) {
        Answer::Fails(libc::ENOSYS)
    } else {
        Answer::Fails(libc::EPERM)
    }
}

/// The name of a call that is told.
pub(super) fn name(call: i64) -> &'static str {
    let mut all = KNOWN.iter().chain(REFUSED).chain(BUILD);
    let known = all.find(|(number, _)| *number == call);
    known.map_or("clone3", |(_, name)| {
        name.strip_prefix("SYS_").unwrap_or(name)
    })
}

/// Whether a command of `fcntl` locks, or looks for locks.
pub(super) fn is_lock(command: u64) -> bool {
    LOCKS.iter().any(|lock| *lock as u64 == command)
}

fn program(
    rules: Rules,
    otherwise: SeccompAction,
    on_match: SeccompAction,
) -> io::Result<BpfProgram> {
    let arch = TargetArch::try_from(std::env::consts::ARCH).map_err(io::Error::other)?;
    SeccompFilter::new(rules, otherwise, on_match, arch)
        .and_then(BpfProgram::try_from)
        .map_err(io::Error::other)
}

/// Every call that is not answered as unknown.
fn known() -> Rules {
    let all = KNOWN.iter().chain(REFUSED).chain(BUILD);
    all.map(|(call, _)| (*call, Vec::new())).collect()
}

/// Every call of a bot that is told, with the arguments for which it is.
fn told(pid: u32) -> Rules {
    let mut rules = refused(pid, false);
    rules.extend(absent(pid));
    let more = watched::decided_elsewhere().chain([libc::SYS_clone3]);
    rules.extend(more.map(|call| (call, Vec::new())));
    rules
}

/// The call that C libraries ask for the cores of a thread, for any other than the first. No
/// filter can tell one's own threads from others; where there is no such call a library
/// goes on without, and where it is refused it does not: no thread of Java's would start.
fn absent(pid: u32) -> Rules {
    let other = [When::Not(0, 0), When::Not(0, pid.into())].map(When::condition);
    let rule = SeccompRule::new(other.into()).ok();
    Rules::from([(libc::SYS_sched_getaffinity, rule.into_iter().collect())])
}

/// Every call that is refused, with the arguments for which it is.
fn refused(pid: u32, build: bool) -> Rules {
    let mut rules: Rules = REFUSED
        .iter()
        .map(|(call, _)| (*call, Vec::new()))
        .collect();
    let mut refuse = |call: i64, when: &[When]| {
        let conditions = when.iter().map(|when| when.condition()).collect();
        if let Ok(rule) = SeccompRule::new(conditions) {
            rules.entry(call).or_default().push(rule);
        }
    };
    let pid = u64::from(pid);
    // New name spaces by the back door.
    for space in SPACES {
        refuse(libc::SYS_clone, &[When::Has(0, space)]);
    }
    // Input for the terminal, and signals by way of a descriptor.
    for request in [
        libc::TIOCSTI,
        libc::TIOCLINUX,
        libc::TIOCSPGRP,
        FIOSETOWN,
        SIOCSPGRP,
    ] {
        refuse(libc::SYS_ioctl, &[When::Is(1, request)]);
    }
    for command in [libc::F_SETOWN, F_SETOWN_EX, F_SETSIG, libc::F_NOTIFY] {
        refuse(libc::SYS_fcntl, &[When::Is(1, command as u64)]);
    }
    // Outliving us, and sharing a core's secrets with another.
    for option in [libc::PR_SET_PDEATHSIG, libc::PR_SCHED_CORE] {
        refuse(libc::SYS_prctl, &[When::Is(0, option as u64)]);
    }
    // Processor time of others is read through clocks with negative numbers.
    for call in CLOCKS {
        refuse(call, &[When::AtLeast(0, 1 << 31)]);
    }
    for (call, argument) in ABOUT_A_PROCESS {
        refuse(call, &[When::Not(argument, 0), When::Not(argument, pid)]);
    }
    if build {
        return rules;
    }
    refuse(
        libc::SYS_clone,
        &[When::Lacks(0, libc::CLONE_THREAD as u64)],
    );
    for call in SIGNALS {
        refuse(call, &[When::Not(0, pid)]);
    }
    // Locks on files that others can open too are messages.
    for command in LOCKS {
        refuse(libc::SYS_fcntl, &[When::Is(1, command as u64)]);
    }
    for (call, _) in BUILD {
        rules.insert(*call, Vec::new());
    }
    rules
}

const FIOSETOWN: libc::Ioctl = 0x8901;
const SIOCSPGRP: libc::Ioctl = 0x8902;
const F_SETSIG: i32 = 10;
const F_SETOWN_EX: i32 = 15;

const SPACES: [u64; 8] = [
    libc::CLONE_NEWNS as u64,
    libc::CLONE_NEWCGROUP as u64,
    libc::CLONE_NEWUTS as u64,
    libc::CLONE_NEWIPC as u64,
    libc::CLONE_NEWUSER as u64,
    libc::CLONE_NEWPID as u64,
    libc::CLONE_NEWNET as u64,
    libc::CLONE_PTRACE as u64,
];

/// Calls whose first argument is a clock.
const CLOCKS: [i64; 4] = [
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_clock_nanosleep,
    libc::SYS_timer_create,
];

/// Calls whose first argument is whom to signal.
const SIGNALS: [i64; 5] = [
    libc::SYS_kill,
    libc::SYS_tkill,
    libc::SYS_tgkill,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
];

/// Calls with an argument that names a process; 0 is oneself.
const ABOUT_A_PROCESS: [(i64, u8); 7] = [
    (libc::SYS_prlimit64, 0),
    (libc::SYS_sched_setaffinity, 0),
    (libc::SYS_sched_getscheduler, 0),
    (libc::SYS_sched_getparam, 0),
    (libc::SYS_getpgid, 0),
    (libc::SYS_getsid, 0),
    (libc::SYS_getpriority, 1),
];

/// Commands of `fcntl` that lock, or look for locks.
const LOCKS: [i32; 7] = [
    libc::F_GETLK,
    libc::F_SETLK,
    libc::F_SETLKW,
    libc::F_OFD_GETLK,
    libc::F_OFD_SETLK,
    libc::F_OFD_SETLKW,
    libc::F_SETLEASE,
];

/// A condition on an argument, of which the low 32 bits count.
#[derive(Clone, Copy)]
enum When {
    Is(u8, u64),
    Not(u8, u64),
    Has(u8, u64),
    Lacks(u8, u64),
    AtLeast(u8, u64),
}

impl When {
    fn condition(self) -> SeccompCondition {
        let (argument, compare, value) = match self {
            Self::Is(argument, value) => (argument, SeccompCmpOp::Eq, value),
            Self::Not(argument, value) => (argument, SeccompCmpOp::Ne, value),
            Self::Has(argument, bit) => (argument, SeccompCmpOp::MaskedEq(bit), bit),
            Self::Lacks(argument, bit) => (argument, SeccompCmpOp::MaskedEq(bit), 0),
            Self::AtLeast(argument, value) => (argument, SeccompCmpOp::Ge, value),
        };
        SeccompCondition::new(argument, SeccompCmpArgLen::Dword, compare, value)
            .expect("a call has six arguments")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_call_stands_in_two_lists() {
        for call in REFUSED {
            assert!(!KNOWN.contains(call) && !BUILD.contains(call), "{call:?}");
        }
        for call in BUILD {
            assert!(!KNOWN.contains(call), "{call:?}");
        }
    }

    #[test]
    fn what_is_told_is_answered_as_without() {
        for (call, _) in REFUSED.iter().chain(BUILD) {
            assert_eq!(answer(*call), Answer::Fails(libc::EPERM), "{}", name(*call));
        }
        let known = known();
        for call in watched::decided_elsewhere() {
            assert_eq!(answer(call), Answer::GoesOn, "{}", name(call));
            assert!(known.contains_key(&call) && !refused(1, false).contains_key(&call));
        }
        assert_eq!(answer(libc::SYS_clone3), Answer::Fails(libc::ENOSYS));
        assert!(!known.contains_key(&libc::SYS_clone3));
    }

    #[test]
    fn a_filter_that_notifies_refuses_nothing_itself() {
        let plain = program(told(1), SeccompAction::Allow, SeccompAction::Errno(1)).unwrap();
        let returns = |filter: &BpfProgram, action: u32| {
            let is = |at: &&seccompiler::sock_filter| {
                at.code == 0x06 && at.k & libc::SECCOMP_RET_ACTION_FULL == action
            };
            filter.iter().filter(is).count()
        };
        let [errno, notice] = [libc::SECCOMP_RET_ERRNO, libc::SECCOMP_RET_USER_NOTIF];
        let refusals = returns(&plain, errno);
        assert!(refusals > 100);
        assert_eq!(returns(&plain, notice), 0);
        let told = listener::notifying(plain);
        assert_eq!(
            (returns(&told, errno), returns(&told, notice)),
            (0, refusals)
        );
        assert!(told.len() < 4096);
    }

    #[test]
    fn both_filters_fit_into_the_kernel() {
        for build in [false, true] {
            let refuse = SeccompAction::Errno(1);
            let first = program(refused(1, build), SeccompAction::Allow, refuse.clone()).unwrap();
            let second = program(known(), refuse, SeccompAction::Allow).unwrap();
            assert!(first.len() < 4096 && second.len() < 4096);
        }
    }
}
