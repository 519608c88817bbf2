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

mod imports;
mod instance;
#[cfg(test)]
mod tests;

use crate::diary::Diary;
use crate::foreign::{Foreign, Hello, Line, LoadError, Terms, Venue};
use instance::Instance;
use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use wasmi::{CompilationMode, Config, EnforcedLimits, Engine, Module};

/// The version of the calls.
const ABI: i32 = 1;

/// A module is at most so large, in bytes.
const LARGEST: usize = 1 << 20;

/// A module that was compiled.
pub(crate) struct Wasm {
    shared: Arc<Shared>,
    hello: Hello,
    content: String,
}

/// What instances share.
struct Shared {
    engine: Engine,
    module: Module,
    fuel: u64,
    memory: usize,
    log: Option<Diary>,
}

impl Wasm {
    /// Loads a module and asks what it plays.
    ///
    /// # Errors
    /// It cannot be read, is no module, is too large, imports what there is not,
    /// or lacks an export.
    pub(crate) fn open(path: &Path, terms: &Terms) -> Result<Self, LoadError> {
        let shown = path.display();
        let bytes = fs::read(path).map_err(|error| LoadError(format!("{shown}: {error}")))?;
        if bytes.len() > LARGEST {
            return Err(LoadError(format!(
                "{shown}: {} bytes; a module has at most {LARGEST}",
                bytes.len()
            )));
        }
        let engine = Engine::new(&config());
        let module = Module::new(&engine, &bytes)
            .map_err(|error| LoadError(format!("{shown}: no module that can be run: {error}")))?;
        imports::known(&module).map_err(|why| LoadError(format!("{shown}: {why}")))?;
        let shared = Arc::new(Shared {
            engine,
            module,
            fuel: terms.fuel,
            memory: usize::try_from(terms.memory_mb << 20).unwrap_or(usize::MAX),
            log: terms.log.as_deref().map(Diary::new),
        });
        let hello = Instance::new(&shared, None)
            .and_then(|mut instance| instance.hello())
            .map_err(|fault| LoadError(format!("{shown}: {}", fault.detail)))?;
        let hello = Hello::parse(&hello)
            .map_err(|why| LoadError(format!("{shown}: what it says of itself {why}")))?;
        Ok(Self {
            shared,
            hello,
            content: content(&bytes),
        })
    }
}

/// SHA-256, in hex digits.
fn content(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Everything off that could differ between machines or cost without being
/// charged for.
fn config() -> Config {
    let mut config = Config::default();
    config
        .consume_fuel(true)
        // Translation on first use would be charged to whoever calls first.
        .compilation_mode(CompilationMode::Eager)
        .enforced_limits(EnforcedLimits::strict())
        .ignore_custom_sections(true)
        .wasm_multi_memory(false)
        .wasm_custom_page_sizes(false);
    config
}

impl Foreign for Wasm {
    fn hello(&self) -> &Hello {
        &self.hello
    }

    fn kind(&self) -> &str {
        "wasm"
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
