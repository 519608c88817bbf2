//! What a module may ask of the host: to log, and which words there are.

use super::instance::Guest;
use wasmi::{Caller, Error, Extern, Linker, Memory, Module};

/// The only module that can be imported from.
const NAME: &str = "dudo";

/// What it has.
const FUNCTIONS: [&str; 3] = ["log", "word_valid", "word_next"];

/// Fuel for a question about words, which the host answers in no time that the
/// module would pay for otherwise.
const WORD: u64 = 200;

/// Whether a module imports nothing else.
///
/// # Errors
/// A sentence that names the first import which is not there.
pub(super) fn known(module: &Module) -> Result<(), String> {
    for import in module.imports() {
        let (from, name) = (import.module(), import.name());
        if from != NAME || !FUNCTIONS.contains(&name) {
            let offered = FUNCTIONS.map(|name| format!("{NAME}.{name}")).join(", ");
            return Err(format!(
                "it imports {from}.{name}, and there is only {offered}"
            ));
        }
    }
    Ok(())
}

/// Links them.
///
/// # Errors
/// Never, unless a name is linked twice.
pub(super) fn link(linker: &mut Linker<Guest>) -> Result<(), Error> {
    linker.func_wrap(
        NAME,
        "log",
        |mut caller: Caller<'_, Guest>, at: i32, length: i32| {
            pay(&mut caller, length as u32 as u64)?;
            let Some(text) = read(&caller, at, length) else {
                return Err(Error::new("log: outside of memory"));
            };
            if let Some(log) = &caller.data().log {
                log.write(&text);
            }
            Ok(())
        },
    )?;
    linker.func_wrap(
        NAME,
        "word_valid",
        |mut caller: Caller<'_, Guest>, at: i32, length: i32| -> Result<i32, Error> {
            pay(&mut caller, WORD)?;
            let Some(word) = read(&caller, at, length.clamp(0, 64)) else {
                return Err(Error::new("word_valid: outside of memory"));
            };
            let words = caller.data().words.as_ref();
            Ok(i32::from(words.is_some_and(|words| words.has(&word))))
        },
    )?;
    linker.func_wrap(
        NAME,
        "word_next",
        |mut caller: Caller<'_, Guest>,
         at: i32,
         length: i32,
         to: i32,
         most: i32|
         -> Result<i32, Error> {
            pay(&mut caller, WORD)?;
            let Some(word) = read(&caller, at, length.clamp(0, 64)) else {
                return Err(Error::new("word_next: outside of memory"));
            };
            let Some(words) = caller.data().words.clone() else {
                return Ok(0);
            };
            let next = match words.find(&word) {
                Ok(found) => found + 1,
                Err(later) => later,
            };
            if next >= words.len() {
                return Ok(0);
            }
            let next = words.word(next);
            if next.len() > most.max(0) as usize {
                return Ok(-(next.len() as i32));
            }
            let memory = memory(&caller);
            let written = memory.map(|memory| memory.write(&mut caller, to as u32 as usize, next));
            match written {
                Some(Ok(())) => Ok(next.len() as i32),
                _ => Err(Error::new("word_next: outside of memory")),
            }
        },
    )?;
    Ok(())
}

/// The host works for fuel as well.
fn pay(caller: &mut Caller<'_, Guest>, price: u64) -> Result<(), Error> {
    let left = caller.get_fuel()?;
    match left.checked_sub(price) {
        Some(rest) => caller.set_fuel(rest),
        None => {
            caller.set_fuel(0)?;
            Err(wasmi::TrapCode::OutOfFuel.into())
        }
    }
}

fn memory(caller: &Caller<'_, Guest>) -> Option<Memory> {
    caller.get_export("memory").and_then(Extern::into_memory)
}

fn read(caller: &Caller<'_, Guest>, at: i32, length: i32) -> Option<Vec<u8>> {
    let start = at as u32 as usize;
    let end = start.checked_add(length as u32 as usize)?;
    memory(caller)?
        .data(caller)
        .get(start..end)
        .map(<[u8]>::to_vec)
}
