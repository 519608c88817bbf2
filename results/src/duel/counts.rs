//! Counts as a person gives them: `W=550,L=450`, `LL=180,WL=640,WW=220`.

use super::tally::Tally;
use std::fmt;

/// Words for what came out of a unit, with its games and the first bot's half
/// points.
const WORDS: &[(&str, u64, u64)] = &[
    ("L", 1, 0),
    ("D", 1, 1),
    ("W", 1, 2),
    ("LL", 2, 0),
    ("LD", 2, 1),
    ("WL", 2, 2),
    ("DD", 2, 2),
    ("WD", 2, 3),
    ("WW", 2, 4),
];

/// Reads counts: of single games (`W`, `D`, `L`), or of pairs of games in
/// which the seats were swapped (`LL`, `LD`, `WL`, `DD`, `WD`, `WW`). What is
/// left out is 0; `WL` and `DD` are both a pair that was split.
///
/// # Errors
/// Text of another form, a word twice, games and pairs mixed, no units at all.
pub fn counts(text: &str) -> Result<Tally, CountsError> {
    let mut tally: Option<Tally> = None;
    let mut given = Vec::new();
    for part in text.split(',') {
        let form = || CountsError::Form(part.trim().to_owned());
        let (word, count) = part.split_once('=').ok_or_else(form)?;
        let upper = word.trim().to_ascii_uppercase();
        let word = WORDS.iter().find(|known| known.0 == upper);
        let &(word, games, half_points) = word.ok_or_else(form)?;
        let times: u64 = count.trim().parse().map_err(|_| form())?;
        if given.contains(&word) {
            return Err(CountsError::Twice(word));
        }
        given.push(word);
        let tally = tally.get_or_insert_with(|| Tally::new(games));
        if tally.games_per_unit() != games {
            return Err(CountsError::Mixed);
        }
        // More than any machine plays; sums stay far from overflow.
        if times > 1 << 50 {
            return Err(form());
        }
        tally.add_times(half_points, times);
    }
    tally
        .filter(|tally| tally.units() > 0)
        .ok_or(CountsError::Empty)
}

/// Counts that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CountsError {
    /// A part that is not of the form `word=count`.
    Form(String),
    /// A word that is given twice.
    Twice(&'static str),
    /// Counts of games and counts of pairs.
    Mixed,
    /// Nothing was counted.
    Empty,
}

impl fmt::Display for CountsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form(part) => write!(
                f,
                "\"{part}\" is no count: expected W=550,D=0,L=450 for games, or \
                 LL=180,LD=0,WL=640,DD=0,WD=0,WW=220 for pairs of games with the seats swapped"
            ),
            Self::Twice(word) => write!(f, "{word} is given twice"),
            Self::Mixed => {
                f.write_str("counts of games (W, D, L) and of pairs (LL to WW) do not mix")
            }
            Self::Empty => f.write_str("nothing was counted"),
        }
    }
}

impl std::error::Error for CountsError {}
