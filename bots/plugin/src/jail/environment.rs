//! The environment and the first words of a command that a foreign process gets.

use std::ffi::OsString;
use std::path::Path;

/// How Python is started: `-s` leaves out the user's own packages, `-B` writes no
/// byte code, `-u` holds back no output. (`-I` would also drop the fixed hash
/// seed and the folder of the script, where its helper files lie.)
pub const PYTHON: [&str; 4] = ["python3", "-s", "-B", "-u"];

/// Folders in which commands are looked for.
pub(super) const PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// What never changes, whoever starts the run: words in the C locale, time in UTC,
/// Python's hashes from a fixed seed, one thread for libraries of linear
/// algebra (they would start one per core and reserve memory for each), and few arenas (the
/// C library would reserve 64 MiB for every thread).
const FIXED: [(&str, &str); 12] = [
    ("PATH", PATH),
    ("LANG", "C.UTF-8"),
    ("LC_ALL", "C.UTF-8"),
    ("TZ", "UTC"),
    ("MALLOC_ARENA_MAX", "2"),
    ("PYTHONHASHSEED", "0"),
    ("PYTHONDONTWRITEBYTECODE", "1"),
    ("OMP_NUM_THREADS", "1"),
    ("OPENBLAS_NUM_THREADS", "1"),
    ("MKL_NUM_THREADS", "1"),
    ("NUMEXPR_NUM_THREADS", "1"),
    ("VECLIB_MAXIMUM_THREADS", "1"),
];

/// The whole environment of a foreign process. `python` is the folder of `dudo.py`.
pub fn environment(home: Option<&Path>, python: Option<&Path>) -> Vec<(OsString, OsString)> {
    let fixed = FIXED
        .iter()
        .map(|(name, value)| (name.into(), value.into()));
    let mut all: Vec<(OsString, OsString)> = fixed.collect();
    if let Some(home) = home {
        all.push(("HOME".into(), home.into()));
        all.push(("TMPDIR".into(), home.into()));
    }
    if let Some(python) = python {
        all.push(("PYTHONPATH".into(), python.into()));
    }
    all
}
