//! What of a run is in its folder already, without changing anything there.

use super::logs::Paths;
use super::prepare::Prepared;
use super::scan::scan;
use super::{games_in, proof};
use crate::error::RunError;
use dudo_results::log::{Manifest, Plain};
use std::io::{BufRead, BufReader};
use std::path::Path;

/// How far a run has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Present {
    /// Games in the log.
    pub games: u128,
    /// Whether they decide a duel, so that none is left to play.
    pub decided: bool,
    /// Deals of the run that the folder holds.
    pub deals: Option<u64>,
}

/// Reads a folder against a run.
///
/// # Errors
/// As for playing it: the folder holds another run, or its log is damaged.
pub fn present(prepared: &Prepared<'_>, folder: &Path) -> Result<Present, RunError> {
    let manifest =
        Manifest::beside(&folder.join("games.csv")).map_err(|error| RunError::manifest(&error))?;
    let Some(manifest) = manifest else {
        return Ok(Present::default());
    };
    let ready = prepared.against(Some(&manifest), folder)?;
    let paths = Paths::of(folder, ready.plan.packing);
    proof::well_formed(&paths.games)?;
    let log = scan(&paths, &ready.plan, &ready.stale)?;
    let games = if log.prefix {
        games_in(&ready.plan, log.sessions)
    } else {
        rows(&paths.games)?
    };
    Ok(Present {
        games,
        decided: log.fold.is_decided(),
        deals: Some(manifest.schedule.deals),
    })
}

/// Whole rows below the header.
fn rows(path: &Path) -> Result<u128, RunError> {
    let file = Plain::open(path).map_err(|error| RunError::io("read", path, &error))?;
    let mut reader = BufReader::with_capacity(1 << 18, file);
    let mut rows = 0u128;
    loop {
        let bytes = reader
            .fill_buf()
            .map_err(|error| RunError::io("read", path, &error))?;
        if bytes.is_empty() {
            return Ok(rows.saturating_sub(1));
        }
        rows += bytes.iter().filter(|&&byte| byte == b'\n').count() as u128;
        let length = bytes.len();
        reader.consume(length);
    }
}
