//! Libraries in this process: each is loaded once and stays.
#![expect(
    unsafe_code,
    reason = "running a library's code is what loading it means"
)]

use dudo_abi::{Api, ENTRY, Entry, MAGIC, MAJOR, MINOR, ONE_THREAD};
use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
use std::ffi::CStr;
use std::fs;
use std::mem::offset_of;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// A library that was loaded, and shook hands.
pub(super) struct Loaded {
    pub(super) api: &'static Api,
    pub(super) hello: String,
    /// Held during calls, where no two threads may be inside at once.
    pub(super) gate: Option<Mutex<()>>,
}

// SAFETY: the table is a constant of the library, and its functions may be called from
// any thread: from one at a time where it says so, which the gate sees to.
unsafe impl Send for Loaded {}
// SAFETY: as above.
unsafe impl Sync for Loaded {}

/// Which file a library is. The system's loader goes by device and inode, so two names
/// of a file are one library.
#[derive(PartialEq, Eq)]
struct Identity {
    device: u64,
    inode: u64,
}

/// What was loaded, and what was in the file then.
static LOADED: Mutex<Vec<(Identity, String, &'static Loaded)>> = Mutex::new(Vec::new());

/// Loads a library, unless that was done before.
///
/// `path` is canonical; `content` is the hash of what the file holds.
///
/// # Errors
/// A phrase.
pub(super) fn load(path: &Path, content: &str) -> Result<&'static Loaded, String> {
    let found = fs::metadata(path).map_err(|error| format!("cannot be read: {error}"))?;
    let identity = Identity {
        device: found.dev(),
        inode: found.ino(),
    };
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    let known = loaded.iter().find(|(other, _, _)| *other == identity);
    if let Some((_, before, known)) = known {
        if before == content {
            return Ok(known);
        }
        return Err(
            "was written to since it was loaded, and what was loaded stays; start again".into(),
        );
    }
    let fresh: &'static Loaded = Box::leak(Box::new(open(path)?));
    loaded.push((identity, content.into(), fresh));
    Ok(fresh)
}

fn open(path: &Path) -> Result<Loaded, String> {
    // SAFETY: the library's own start-up code runs here. Who seats a library in this
    // process trusts it.
    let library = unsafe { Library::open(Some(path), RTLD_NOW | RTLD_LOCAL) };
    let library = library.map_err(|error| format!("cannot be loaded: {}", cause(&error)))?;
    // SAFETY: the symbol has this type in every version of the table.
    let entry = unsafe { library.get::<Entry>(ENTRY.as_bytes()) };
    let entry = *entry.map_err(|_| format!("does not export {ENTRY}, so it is no bot of dudo"))?;
    // Never unloaded: what it left behind in threads would lead nowhere.
    std::mem::forget(library);
    // SAFETY: as above.
    let api = unsafe { entry(MAJOR, MINOR) };
    // SAFETY: what the entry returned, and the library is not unloaded.
    let api = unsafe { shake(api) }?;
    // SAFETY: a text that ends with a zero, by the library's promise.
    let hello = unsafe { CStr::from_ptr(api.hello) };
    let hello = hello.to_str().map_err(|_| "says hello in no UTF-8")?;
    Ok(Loaded {
        api,
        hello: hello.into(),
        gate: (api.flags & ONE_THREAD != 0).then(|| Mutex::new(())),
    })
}

/// Everything before this was in version 1.0.
const FIRST_SIZE: usize = size_of::<Api>();

/// Looks at a table before it is used.
///
/// # Safety
/// It is null, or begins as every table does and stays where it is.
unsafe fn shake(api: *const Api) -> Result<&'static Api, String> {
    if api.is_null() {
        return Err(format!(
            "refuses version {MAJOR}.{MINOR} of the table between dudo and bots"
        ));
    }
    if !api.is_aligned() {
        return Err("hands out a table that is none".into());
    }
    // SAFETY: the first fields are in every version.
    let (magic, major, minor, size) = unsafe {
        (
            (&raw const (*api).magic).read(),
            (&raw const (*api).major).read(),
            (&raw const (*api).minor).read(),
            (&raw const (*api).size).read(),
        )
    };
    if magic != MAGIC {
        return Err("hands out a table that is none".into());
    }
    if major != MAJOR {
        return Err(format!(
            "speaks version {major}.{minor} of the table between dudo and bots, and this dudo \
             speaks {MAJOR}.{MINOR}; build it again with the header or the crate that came with \
             this dudo"
        ));
    }
    if (size as usize) < FIRST_SIZE {
        return Err(format!(
            "hands out a table of {size} bytes; version {MAJOR}.0 has {FIRST_SIZE}"
        ));
    }
    // Pointers to functions are never null in Rust, so they are looked at as numbers.
    for (name, offset) in [
        ("hello", offset_of!(Api, hello)),
        ("create", offset_of!(Api, create)),
        ("game", offset_of!(Api, game)),
        ("act", offset_of!(Api, act)),
        ("end", offset_of!(Api, end)),
        ("destroy", offset_of!(Api, destroy)),
    ] {
        // SAFETY: within the table, whose size was looked at, and all of these are
        // pointers.
        let value = unsafe { api.byte_add(offset).cast::<usize>().read() };
        if value == 0 {
            return Err(format!("hands out a table without {name}"));
        }
    }
    // SAFETY: of the right version and size, without nulls, and never unloaded.
    Ok(unsafe { &*api })
}

/// What the system says, without the words around it.
fn cause(error: &libloading::Error) -> String {
    match std::error::Error::source(error) {
        Some(source) => source.to_string(),
        None => error.to_string(),
    }
}
