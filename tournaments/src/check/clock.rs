//! How long something took: the one place of the check that reads the clock.

use std::time::{Duration, Instant};

/// Does something, and says how long that took.
#[expect(
    clippy::disallowed_methods,
    reason = "how long a bot thinks is what is asked; no row of a log depends on it"
)]
pub(super) fn timed<T>(deed: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let done = deed();
    (done, start.elapsed())
}
