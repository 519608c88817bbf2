//! Taking more than one's share.

use super::raw::call;
use super::{Attack, Target, Tried};
use crate::jail::Effect::Bounds;
use rustix::process::{Resource, Rlimit, setrlimit};
use std::fs::{self, File};
use std::io;
use std::os::fd::AsRawFd;

pub(super) const ATTACKS: &[Attack] = &[
    Attack::new(Bounds, "large-memory", "takes 4 GiB at once", |_| {
        reserve(4 << 30).into()
    }),
    Attack::new(Bounds, "creeping-memory", "takes 4 GiB by and by", |_| {
        (0..64).try_for_each(|_| reserve(64 << 20)).into()
    }),
    Attack::new(
        Bounds,
        "shared-memory",
        "takes 64 MiB that is shared",
        |_| {
            let made = call!(libc::SYS_memfd_create, c"x", 0);
            made.and_then(|file| call!(libc::SYS_ftruncate, file, 64 << 20))
                .into()
        },
    ),
    Attack::new(
        Bounds,
        "locked-memory",
        "keeps memory from being moved out",
        |_| {
            let mut page = vec![0_u8; 8192];
            call!(libc::SYS_mlock, &mut page[..], 4096).into()
        },
    ),
    Attack::new(Bounds, "large-file", "writes a file of 64 MiB", |target| {
        let file = File::create(target.scratch.join("large"));
        file.and_then(|file| file.set_len(64 << 20)).into()
    }),
    Attack::new(Bounds, "full-disk", "writes 64 files of 1 MiB", full_disk),
    Attack::new(Bounds, "many-files", "makes 3,000 files", |target| {
        let path = |number: u32| target.scratch.join(number.to_string());
        let made = (0..3_000).try_for_each(|number| File::create(path(number)).map(drop));
        (0..3_000).for_each(|number| drop(fs::remove_file(path(number))));
        made.into()
    }),
    Attack::new(Bounds, "many-descriptors", "holds 200 open files", |_| {
        let null = File::open("/dev/null");
        let many = null.and_then(|null| {
            (0..200)
                .map(|_| null.try_clone())
                .collect::<io::Result<Vec<_>>>()
        });
        many.into()
    }),
    Attack::new(Bounds, "raise-limits", "lifts the limit on memory", |_| {
        let none = Rlimit {
            current: None,
            maximum: None,
        };
        let lifted = setrlimit(Resource::As, none);
        lifted
            .or_else(|_| setrlimit(Resource::Data, none))
            .map_err(io::Error::from)
            .into()
    }),
    Attack::new(Bounds, "real-time", "runs before everybody else", |_| {
        let mut priority = 1_i32.to_ne_bytes();
        call!(
            libc::SYS_sched_setscheduler,
            0,
            libc::SCHED_FIFO,
            &mut priority[..]
        )
        .into()
    }),
    Attack::new(
        Bounds,
        "endless-loop",
        "computes for longer than its limit",
        endless,
    ),
];

/// Address space that is not used, so that it costs nothing where it is granted.
#[expect(unsafe_code, reason = "memory is asked of the kernel itself")]
fn reserve(bytes: usize) -> io::Result<()> {
    let (access, kind) = (
        libc::PROT_READ | libc::PROT_WRITE,
        libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
    );
    // SAFETY: a new mapping, at an address that the kernel picks, which nobody uses.
    let memory = unsafe {
        libc::mmap(
            std::ptr::null_mut(),
            bytes,
            access,
            kind | libc::MAP_NORESERVE,
            -1,
            0,
        )
    };
    if memory == libc::MAP_FAILED {
        Err(io::Error::last_os_error())
    } else {
        Ok(())
    }
}

fn full_disk(target: &Target) -> Tried {
    let path = |number: u32| target.scratch.join(number.to_string());
    let made = (0..64).try_for_each(|number| {
        let file = File::create(path(number))?;
        call!(libc::SYS_fallocate, file.as_raw_fd(), 0, 0, 1 << 20).map(drop)
    });
    (0..64).for_each(|number| drop(fs::remove_file(path(number))));
    made.into()
}

/// Where processor time is bounded to one second, this does not come back. The limit
/// counts the ticks of the system's clock that find the process at work, of which
/// a busy machine misses many: of three seconds, once, more than two.
fn endless(_: &Target) -> Tried {
    const TICKS: i64 = 800;
    let mut times = [0_u8; 32];
    loop {
        if let Err(error) = call!(libc::SYS_times, &mut times[..]) {
            return Tried::Refused(error.to_string());
        }
        let own: [u8; 8] = std::array::from_fn(|place| times[place]);
        let system: [u8; 8] = std::array::from_fn(|place| times[8 + place]);
        if i64::from_ne_bytes(own) + i64::from_ne_bytes(system) >= TICKS {
            return Tried::Done(String::new());
        }
    }
}
