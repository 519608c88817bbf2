//! `--budget 2h`: as many deals as fit into a time.

use super::CmdError;
use super::dry_run::about;
use crate::run::{prepare, present};
use crate::spec::RunFile;
use dudo_results::report::grouped;
use std::path::Path;
use std::thread::available_parallelism;

/// A number of deals, and how it came about.
pub(super) struct Chosen {
    pub(super) deals: u64,
    pub(super) said: String,
}

/// Chooses the number of deals. A run that has begun keeps its number: it was
/// measured once, and a run file that asks for fewer would be refused.
pub(super) fn deals(
    spec: &RunFile,
    seconds: f64,
    threads: usize,
    folder: &Path,
) -> Result<Chosen, CmdError> {
    // Whatever the run file says, the folder may hold more.
    let mut most = spec.clone();
    most.schedule.deals = 1;
    let one = prepare(&most)?.size().games as f64;
    if let Some(deals) = held(&most, folder)? {
        return Ok(Chosen {
            deals,
            said: format!(
                "{} deals, as was chosen when this run began; --budget changes nothing",
                grouped(deals.into())
            ),
        });
    }
    // The pilot draws from all over the plan, so it gets a plan of some size.
    most.schedule.deals = spec.schedule.session.max(1000);
    let pilot = prepare(&most)?.pilot()?;
    let cores = available_parallelism().map_or(1, usize::from);
    let per_deal = one * pilot.seconds_per_game / threads.min(cores) as f64;
    let fit = (seconds / per_deal).min(1e15) as u64;
    // Whole sessions, and all circular orders equally often.
    let period = spec.schedule.seating.period(spec.schedule.seats);
    let step = spec.schedule.session.saturating_mul(period);
    let deals = match fit {
        fit if fit >= step => fit / step * step,
        fit if fit >= spec.schedule.session => fit / spec.schedule.session * spec.schedule.session,
        _ => spec.schedule.session,
    };
    most.schedule.deals = deals;
    let games = prepare(&most)?.size().games;
    Ok(Chosen {
        deals,
        said: format!(
            "{} deals ({} games) take {}",
            grouped(deals.into()),
            grouped(games),
            about(deals as f64 * per_deal)
        ),
    })
}

/// The number of deals of the run that a folder holds.
fn held(spec: &RunFile, folder: &Path) -> Result<Option<u64>, CmdError> {
    let manifest = dudo_results::log::Manifest::beside(&folder.join("games.csv"));
    // One that cannot be read is refused with its reason when it is played.
    let Ok(Some(manifest)) = manifest else {
        return Ok(None);
    };
    let mut spec = spec.clone();
    spec.schedule.deals = manifest.schedule.deals;
    Ok(present(&prepare(&spec)?, folder)?.deals)
}

/// A time in seconds: a number and `s`, `min`, `h` or `d`.
pub(super) fn time(text: &str) -> Result<f64, String> {
    let text = text.trim();
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let unit = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        "d" => 86_400.0,
        _ => return Err("a time looks like 90s, 30min, 2h or 1d".into()),
    };
    match digits.trim().parse::<f64>() {
        Ok(number) if number > 0.0 && number * unit <= 1e8 => Ok(number * unit),
        _ => Err("a time looks like 90s, 30min, 2h or 1d, at most 1000 days".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_or_refused() {
        for (text, seconds) in [
            ("90s", 90.0),
            ("1.5h", 5400.0),
            ("30 min", 1800.0),
            ("2m", 120.0),
            ("1D", 86_400.0),
        ] {
            assert_eq!(time(text), Ok(seconds), "{text}");
        }
        for text in ["", "2", "h", "-1h", "0s", "2 weeks", "1e9d", "nans", "2hh"] {
            assert!(time(text).is_err(), "{text}");
        }
    }
}
