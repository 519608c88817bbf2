//! Panics of a bot, kept inside its library.
//!
//! They cannot be caught by the host: a shared library carries its own standard
//! library, and to the host its panics are foreign exceptions, which end the process.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    static IN_CALL: Cell<bool> = const { Cell::new(false) };
    /// Where this thread panicked last in a call.
    static PLACE: Cell<Option<String>> = const { Cell::new(None) };
}

/// Keeps panics of a bot's calls off standard error: [`guarded`] hands them to the host, with
/// their place, which only a hook is told. Those of its own threads are still printed.
pub(crate) fn hush() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |info| {
            if !IN_CALL.get() {
                before(info);
            } else if let Some(place) = info.location() {
                PLACE.set(Some(format!("{}:{}", place.file(), place.line())));
            }
        }));
    });
}

/// Runs a bot's code. What it broke by panicking is never looked at again, which is
/// why the closure may be asserted unwind safe.
///
/// # Errors
/// The place and the message of its panic.
pub(crate) fn guarded<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    let before = IN_CALL.replace(true);
    // That of a panic which the bot caught itself.
    PLACE.set(None);
    let outcome = catch_unwind(AssertUnwindSafe(call));
    let outcome = outcome.map_err(|panic| {
        let mut text = message(&*panic);
        if let Some(place) = PLACE.take() {
            text = format!("panicked at {place}: {text}");
        }
        // It may panic while it is dropped.
        if let Err(again) = catch_unwind(AssertUnwindSafe(move || drop(panic))) {
            std::mem::forget(again);
        }
        text
    });
    IN_CALL.set(before);
    outcome
}

/// The message of a panic, as far as it has one.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".into())
}
