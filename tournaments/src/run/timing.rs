//! `timing.csv`: everything that depends on the clock.

use super::disk::Disk;
use crate::error::RunError;
use std::path::Path;

const HEADER: &str = "threads,games,seconds,games_per_second\n";

/// Appends a line about a stretch of play.
pub(crate) fn note(
    disk: &mut Disk,
    path: &Path,
    threads: usize,
    games: u64,
    seconds: f64,
) -> Result<(), RunError> {
    // A line that a kill cut short is dropped.
    let held = std::fs::read(path).unwrap_or_default();
    let whole = held.iter().rposition(|&byte| byte == b'\n');
    let length = whole.map_or(0, |end| end as u64 + 1);
    let mut file = disk.append(path, length)?;
    let header = if length == 0 { HEADER } else { "" };
    let speed = games as f64 / seconds.max(1e-9);
    let line = format!("{header}{threads},{games},{seconds:.3},{speed:.0}\n");
    disk.write(&mut file, path, line.as_bytes())
}
