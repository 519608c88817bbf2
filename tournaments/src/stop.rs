//! Ctrl-C once: finish running games. Twice: now.

use crate::error::RunError;
use signal_hook::consts::{SIGINT, SIGTERM, SIGXFSZ};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Exit code of an interrupted run.
pub const EXIT_CODE: u8 = 130;

/// Set by the first SIGINT or SIGTERM; the second ends the process at once.
/// The log is resumable after either.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A stop that only its owner sets.
    pub fn new() -> Self {
        Self::default()
    }

    /// Listens to the signals of this process. Also keeps a file size limit
    /// from killing it, so that the write fails with an error instead.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn listen() -> Result<Self, RunError> {
        let stop = Self::default();
        let register = || {
            for signal in [SIGINT, SIGTERM] {
                // In this order: the first signal finds the flag unset.
                signal_hook::flag::register_conditional_shutdown(
                    signal,
                    EXIT_CODE.into(),
                    Arc::clone(&stop.0),
                )?;
                signal_hook::flag::register(signal, Arc::clone(&stop.0))?;
            }
            signal_hook::flag::register(SIGXFSZ, Arc::default()).map(|_| ())
        };
        register().map_err(|error: std::io::Error| RunError::Threads(error.to_string()))?;
        Ok(stop)
    }

    /// Asks the run to end after the games under way.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked to.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
