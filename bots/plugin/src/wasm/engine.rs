//! What an engine has to do. Which calls there are and what they mean is the
//! same for all of them, and none of their business.

use super::host::Guest;
use dudo_engine::{Fault, FaultKind};
use std::fmt;

/// The version of the calls.
const ABI: i32 = 1;

/// What runs WebAssembly. Fuel is measured differently by each, so a bot's
/// results belong to its engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WasmEngine {
    /// An interpreter: compiles in no time whatever a stranger hands in.
    #[default]
    Wasmi,
    /// A compiler: several times faster; there with the cargo feature `wasmtime`. It
    /// works in this process for a bot that is trusted, else in a jailed one.
    Wasmtime,
}

impl WasmEngine {
    /// Those that this program was built with.
    pub const BUILT: &[Self] = if cfg!(feature = "wasmtime") {
        &[Self::Wasmi, Self::Wasmtime]
    } else {
        &[Self::Wasmi]
    };

    /// What to tell who asks for one that this program was built without.
    pub const ABSENT: &str = "this program was built without wasmtime; expected \"wasmi\", or a build with it: cargo build --release --features wasmtime";

    /// Its name and version: another version may charge other fuel.
    pub(super) const fn identity(self) -> &'static str {
        // No engine says its version; a test holds these against `Cargo.lock`.
        match self {
            Self::Wasmi => "wasmi 2.0.0",
            Self::Wasmtime => "wasmtime 48.0.8",
        }
    }
}

impl fmt::Display for WasmEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Wasmi => "wasmi",
            Self::Wasmtime => "wasmtime",
        })
    }
}

/// What an instance may use up.
#[derive(Clone, Copy)]
pub(super) struct Budget {
    /// Fuel for a call.
    pub(super) fuel: u64,
    /// Bytes of memory.
    pub(super) memory: usize,
}

/// Elements of a table.
pub(super) const TABLE: usize = 1 << 16;

/// A module that was compiled.
pub(super) trait Compiled: Send + Sync {
    /// A fresh instance, of which [`version`] was asked.
    ///
    /// # Errors
    /// It starts with a fault, lacks an export, or is made for other calls.
    fn instance(&self, budget: Budget, guest: Guest) -> Result<Box<dyn Machine>, Fault>;
}

/// An instance. Each call is one of the module's exports, on the fuel that is left.
pub(super) trait Machine: Send {
    /// Fills the tank with so much, whatever is left in it.
    fn refuel(&mut self, fuel: u64) -> Result<(), Fault>;

    /// All its memory.
    fn memory(&mut self) -> &mut [u8];

    /// Calls what returns a number.
    fn number(&mut self, call: Number) -> Result<i32, Fault>;

    /// `dudo_hello`, where it has that.
    fn hello(&mut self) -> Result<Option<i64>, Fault>;

    /// `dudo_act`.
    fn act(&mut self, image: i32, news: i32) -> Result<i64, Fault>;
}

/// A call that returns a number.
#[derive(Clone, Copy)]
pub(super) enum Number {
    /// `dudo_buffer`.
    Buffer(i32),
    /// `dudo_create`.
    Create(i32),
    /// `dudo_game`.
    Game(i32),
    /// `dudo_end`.
    End(i32, i32),
}

pub(super) fn fault(kind: FaultKind, detail: impl Into<String>) -> Fault {
    Fault {
        kind,
        detail: detail.into(),
    }
}

/// Whether an instance is made for these calls, by what its `dudo_abi` returned.
pub(super) fn version(theirs: i32) -> Result<(), Fault> {
    if theirs == ABI {
        return Ok(());
    }
    Err(fault(
        FaultKind::Refused,
        format!("it is made for version {theirs} of the calls, and this is version {ABI}"),
    ))
}

/// There is no memory.
pub(super) fn no_memory() -> Fault {
    fault(FaultKind::Refused, "it exports no memory")
}

/// There is no such export, or it is of another type.
pub(super) fn no_export(name: &str, error: impl fmt::Display) -> Fault {
    fault(
        FaultKind::Refused,
        format!("it exports no {name} of the right type: {error}"),
    )
}
