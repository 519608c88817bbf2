//! How many rows a chunk has: as many as are played in two milliseconds.
//!
//! Handing a chunk over costs a few microseconds, so it should not be shorter;
//! what is under way when somebody interrupts is played to its end, and at the
//! end of a run threads wait for the last chunk, so it should not be longer. A
//! row is the same bytes whichever chunk it is in.

use std::time::Duration;

/// A chunk's time, about.
const TIME: Duration = Duration::from_millis(2);

/// Rows in a first chunk: nothing is known of these bots yet, and they may be slow.
const FIRST: u64 = 1;

/// Rows in a chunk, at most.
const MOST: u64 = 8192;

/// Follows how fast rows are played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    rows: u64,
}

impl Pace {
    pub(crate) const fn new() -> Self {
        Self { rows: FIRST }
    }

    /// Rows for the next chunk, at least 1.
    pub(crate) const fn rows(self) -> u64 {
        self.rows
    }

    /// A chunk of so many rows took so long. The pace changes by a factor of two
    /// at most, so that one chunk that had to wait says little.
    pub(crate) fn took(&mut self, rows: u64, time: Duration) {
        let fitting = u128::from(rows) * TIME.as_nanos() / time.as_nanos().max(1);
        let fitting = u64::try_from(fitting).unwrap_or(u64::MAX);
        let (low, high) = (self.rows.div_ceil(2), (self.rows * 2).min(MOST));
        self.rows = fitting.clamp(low, high);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the pace comes to rest, for games that take so long.
    fn rest(game: Duration) -> u64 {
        let mut pace = Pace::new();
        for _ in 0..20 {
            let rows = pace.rows();
            pace.took(rows, game * u32::try_from(rows).expect("few rows"));
        }
        pace.rows()
    }

    #[test]
    fn a_chunk_takes_two_milliseconds() {
        for (game, rows) in [
            (Duration::ZERO, MOST),
            (Duration::from_nanos(100), MOST),
            (Duration::from_micros(1), 2000),
            (Duration::from_micros(150), 13),
            (Duration::from_millis(2), 1),
            (Duration::from_secs(3), 1),
        ] {
            assert_eq!(rest(game), rows, "{game:?}");
        }
    }

    #[test]
    fn one_slow_chunk_halves_it_at_most() {
        let mut pace = Pace { rows: 64 };
        pace.took(64, Duration::from_secs(60));
        assert_eq!(pace.rows(), 32);
        pace.took(64, Duration::ZERO);
        assert_eq!(pace.rows(), 64);
    }
}
