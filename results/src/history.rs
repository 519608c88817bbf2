//! Ratings as they were after each part of a run.

use crate::log::{LogReader, Names};
use crate::rank::RankError;
use crate::rating::{Counts, Faults, Game, How, Rating, Standings, Ties};
use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::path::Path;

/// Ratings against games played.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// Games of the log, at each point.
    pub games: Vec<u64>,
    /// By bot: the rating and the half-width of its margin, at each point;
    /// `None` where there was no estimate.
    pub bots: BTreeMap<String, Vec<Option<(f64, f64)>>>,
}

/// Rates the first parts of a log, `points` of them, the last of which is all
/// of its first `games` games. `session` is the length of a block in deals; where
/// a test chose the end of the log there are no margins.
///
/// # Errors
/// See [`RankError`].
pub fn history(
    log: &Path,
    session: NonZeroU64,
    games: u64,
    points: u64,
    stopped: bool,
) -> Result<History, RankError> {
    let mut counts = Counts::new(Names::new(), Ties::Half, Faults::Keep);
    let mut history = History::default();
    // A log that is being written may have rows by now that were not counted.
    if games == 0 {
        return Ok(history);
    }
    let mut reader = LogReader::open(log)?;
    let (mut read, mut point) = (0_u64, 1_u64);
    while point <= points
        && let Some(row) = reader.next(counts.names_mut())?
    {
        if row.withdrawn() {
            continue;
        }
        let cluster = row.deal / session;
        counts.add(&Game::of(row, cluster))?;
        read += 1;
        // The end of part `point` of `points`, in whole games.
        if u128::from(read) * u128::from(points) >= u128::from(point) * u128::from(games) {
            history.add(read, &counts, stopped);
            while u128::from(read) * u128::from(points) >= u128::from(point) * u128::from(games) {
                point += 1;
            }
        }
    }
    Ok(history)
}

impl History {
    fn add(&mut self, games: u64, counts: &Counts, stopped: bool) {
        // Without an anchor there is none that could be unknown.
        let how = How {
            stopped,
            ..How::default()
        };
        let Ok(standings) = Standings::with(counts, &how) else {
            return;
        };
        for line in standings.fields.iter().flat_map(|field| &field.lines) {
            let before = self.games.len();
            let ratings = self.bots.entry(line.bot.clone()).or_default();
            ratings.resize(before, None);
            ratings.push(match line.rating {
                Rating::Estimate { elo, margin } => Some((elo, margin.half_width().unwrap_or(0.0))),
                _ => None,
            });
        }
        self.games.push(games);
        for ratings in self.bots.values_mut() {
            ratings.resize(self.games.len(), None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::RowWriter;
    use std::fs;

    /// A run goes on between the count of its games and this.
    #[test]
    fn a_log_that_grows_ends_where_it_was_counted() {
        let folder = std::env::temp_dir().join(format!("dudo-history-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("games.csv");
        let rows = (0..6).map(|deal| format!("a1b2c3d4,{deal},0,0,a,b,1,2,a,5,20,\n"));
        let text = RowWriter::games_header(2) + &rows.collect::<String>();
        fs::write(&file, text).unwrap();
        for (games, points, expected) in [
            (0, 3, &[][..]),
            (2, 2, &[1, 2]),
            (4, 2, &[2, 4]),
            (6, 3, &[2, 4, 6]),
            (2, 12, &[1, 2]),
            (9, 3, &[3, 6]),
        ] {
            let found = history(&file, NonZeroU64::MIN, games, points, false).unwrap();
            assert_eq!(found.games, expected, "{games} games, {points} points");
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
