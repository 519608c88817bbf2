//! A WebAssembly module: untrusted code in this process, without a clock, a
//! file or chance of its own, on a budget of fuel that reproduces exactly.
//!
//! A core module, no WASI. It exports
//!
//! | export | does |
//! |---|---|
//! | `memory` | its memory |
//! | `dudo_abi() -> i32` | the version of these calls: 1 |
//! | `dudo_buffer(length: i32) -> i32` | where the host may write so many bytes until the next call |
//! | `dudo_hello() -> i64` | optional: what it plays, as text |
//! | `dudo_create(length: i32) -> i32` | a session begins; text in the buffer |
//! | `dudo_game(length: i32) -> i32` | a game begins; its number (8 bytes) and its key (32) |
//! | `dudo_act(image: i32, news: i32) -> i64` | a decision; image and news one after the other; the reply, as text |
//! | `dudo_end(news: i32, places: i32) -> i32` | a game has ended; news, then a byte per seat |
//!
//! and may import, from `dudo`: `log(at, length)`, `word_valid(at, length) -> i32`,
//! `word_next(at, length, to, most) -> i32`. Text is returned as its address in the
//! upper half and its length in the lower. A status that is not 0 is a failure.

#[cfg(feature = "wasmtime")]
mod compile_apart;
mod engine;
mod engine_wasmi;
#[cfg(feature = "wasmtime")]
mod engine_wasmtime;
mod host;
mod instance;
#[cfg(test)]
mod tests;

use crate::diary::Diary;
use crate::foreign::{Foreign, Hello, Line, LoadError, Terms, Venue};
#[cfg(feature = "wasmtime")]
pub use compile_apart::{COMPILE_VERB, compiler_main};
pub use engine::WasmEngine;
use engine::{Budget, Compiled};
use engine_wasmi::Translated;
use instance::Instance;
use sha2::{Digest, Sha256};
use std::fmt;
use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

/// A module is at most so large, in bytes.
const LARGEST: usize = 1 << 20;

/// A module that was compiled.
pub(crate) struct Wasm {
    shared: Arc<Shared>,
    hello: Hello,
    engine: String,
    content: String,
}

/// What instances share.
struct Shared {
    module: Box<dyn Compiled>,
    budget: Budget,
    log: Option<Diary>,
}

/// The bytes of a module, of which no more are looked at than one can have.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = LARGEST as u64;
    let file = crate::submission::open(&fs::canonicalize(path)?)?;
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() > LARGEST {
        return Err(io::Error::other(format!(
            "a module has at most {LARGEST} bytes"
        )));
    }
    Ok(bytes)
}

impl Wasm {
    /// Loads a module and asks what it plays.
    ///
    /// # Errors
    /// It cannot be read, is no module, is too large, imports what there is not,
    /// or lacks an export; or there is no such engine for it.
    pub(crate) fn open(path: &Path, terms: &Terms) -> Result<Self, LoadError> {
        let shown = path.display();
        let bytes = read(path).map_err(|error| LoadError(format!("{shown}: {error}")))?;
        let module = compile(&bytes, terms).map_err(|why| LoadError(format!("{shown}: {why}")))?;
        let shared = Arc::new(Shared {
            module,
            budget: Budget {
                fuel: terms.fuel,
                memory: usize::try_from(terms.memory_mb << 20).unwrap_or(usize::MAX),
            },
            log: terms.log.as_deref().map(Diary::new),
        });
        let hello = Instance::new(&shared, None)
            .and_then(|mut instance| instance.hello())
            .map_err(|fault| LoadError(format!("{shown}: {}", one_line(&fault.detail))))?;
        let hello = Hello::parse(&hello)
            .map_err(|why| LoadError(format!("{shown}: what it says of itself {why}")))?;
        Ok(Self {
            shared,
            hello,
            engine: format!("{}, fuel {}", terms.wasm.identity(), terms.fuel),
            content: content(&bytes),
        })
    }
}

/// SHA-256, in hex digits.
fn content(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Compiles a module for the engine that is asked for. wasmi reads it first
/// whichever that is: then all engines take the same modules.
fn compile(bytes: &[u8], terms: &Terms) -> Result<Box<dyn Compiled>, String> {
    if !bytes.starts_with(b"\0asm") {
        return Err("it is no WebAssembly module".into());
    }
    let unfit = |why: &dyn fmt::Display| one_line(&format!("no module that can be run: {why}"));
    let module = Translated::new(bytes).map_err(|error| unfit(&error))?;
    host::known(module.imports())?;
    match terms.wasm {
        WasmEngine::Wasmi => Ok(Box::new(module)),
        #[cfg(feature = "wasmtime")]
        WasmEngine::Wasmtime if !terms.trusted => {
            stranger(&compile_apart::compile_apart(bytes, terms)?)
        }
        #[cfg(feature = "wasmtime")]
        WasmEngine::Wasmtime => match engine_wasmtime::compile(bytes) {
            Ok(module) => Ok(Box::new(module)),
            Err(why) => Err(unfit(&why)),
        },
        #[cfg(not(feature = "wasmtime"))]
        WasmEngine::Wasmtime => Err(WasmEngine::ABSENT.into()),
    }
}

/// What an engine says, which may be a list with a line each.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What this program has compiled in another process.
#[cfg(feature = "wasmtime")]
#[expect(unsafe_code, reason = "machine code from a pipe is run")]
fn stranger(code: &[u8]) -> Result<Box<dyn Compiled>, String> {
    // SAFETY: this program has just written it, in a process that it started to compile this
    // module and nothing else; it was never in a file.
    let module = unsafe { engine_wasmtime::load(code) };
    Ok(Box::new(module?))
}

impl Foreign for Wasm {
    fn hello(&self) -> &Hello {
        &self.hello
    }

    fn kind(&self) -> &str {
        "wasm"
    }

    fn engine(&self) -> Option<&str> {
        Some(&self.engine)
    }

    fn content(&self) -> &str {
        &self.content
    }

    fn seat(&self, venue: &Venue<'_>) -> Box<dyn Line> {
        let made = Instance::new(&self.shared, venue.words.map(Arc::clone))
            .and_then(|mut instance| instance.create(venue).map(|()| instance));
        Box::new(instance::Seated(made))
    }
}
