//! A stranger's module is compiled in a process of its own.
//!
//! What the compiler may use up for a module has no bound, and nothing can stop it within
//! this process. So this program is started again with a hidden verb, in a jail as far as
//! this machine has one, under limits of memory and processor time, and is killed when the
//! time that a bot has to start is over. It is handed the module, and hands back machine code.

use super::engine_wasmtime;
use crate::foreign::{Isolation, Terms};
use crate::jail::{Cell, Jail, Limits};
use crate::process::{Launch, Mute, filter};
use std::io::{self, ErrorKind, Read, Write};
use std::sync::Arc;
use std::time::Duration;

/// The hidden verb.
pub const COMPILE_VERB: &str = "compile";

/// Address space of the compiler, in mebibytes; this program takes some of it.
const MEMORY_MB: u64 = 1024;

/// Machine code is at most so long, in bytes.
const MOST_CODE: usize = 64 << 20;

/// The machine code of a module, as [`compiler_main`] writes it.
///
/// # Errors
/// A sentence: the compiler does not take it, or wants more time or memory than it gets.
pub(super) fn compile_apart(bytes: &[u8], terms: &Terms) -> Result<Vec<u8>, String> {
    let wrong = |error: io::Error| format!("it cannot be compiled apart: {error}");
    // Its own, since what this machine lacks of a jail is no matter where no bot is run.
    let jail = Arc::new(Jail::open(&terms.host).map_err(wrong)?);
    let program = jail.program(&terms.host).map_err(wrong)?;
    let mut limits = Limits::bot(MEMORY_MB);
    limits.cpu = Some(terms.start_ms.div_ceil(1000));
    let mut cell = Cell::new(Isolation::Jail, limits, None);
    cell.read.push(program.clone());
    let ready = jail.ready(&cell, &[program.into(), COMPILE_VERB.into()]);
    let ready = ready.map_err(wrong)?;
    let launch = Launch {
        command: ready.command,
        keep: Some(Box::new((ready.scratch, jail))),
        watch: None,
    };
    let patience = Duration::from_millis(terms.start_ms);
    filter(launch, bytes, MOST_CODE, patience).map_err(|mute| match mute {
        Mute::Late => format!(
            "to compile it takes longer than the {} ms that a bot has to start; expected a larger limits.start_ms, a module with smaller functions, or limits.wasm = \"wasmi\"",
            terms.start_ms
        ),
        mute => format!("the compiler: {mute}"),
    })
}

/// What the hidden verb does: reads a module, writes its machine code, each behind its length.
///
/// # Errors
/// The compiler does not take it, or a pipe is closed.
pub fn compiler_main(input: &mut dyn Read, output: &mut dyn Write) -> io::Result<()> {
    let mut length = [0; 8];
    input.read_exact(&mut length)?;
    let length = u64::from_le_bytes(length);
    let mut module = Vec::new();
    input.take(length).read_to_end(&mut module)?;
    let code = engine_wasmtime::precompile(&module);
    let code = code.map_err(|why| io::Error::new(ErrorKind::InvalidData, why))?;
    output.write_all(&(code.len() as u64).to_le_bytes())?;
    output.write_all(&code)?;
    output.flush()
}
