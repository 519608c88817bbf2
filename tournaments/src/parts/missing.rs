//! Which parts are left to play.

use super::part::{Depth, State, state};
use super::plan::PartPlan;
use crate::error::RunError;
use std::fmt::Write;

/// The numbers of the parts that are not there as a whole, ascending. `check`
/// reads every byte of those that are, instead of only their lengths.
///
/// # Errors
/// The disk refused.
pub fn missing(plan: &PartPlan, check: bool) -> Result<Vec<u32>, RunError> {
    let depth = if check { Depth::Bytes } else { Depth::Length };
    let mut left = Vec::new();
    for index in 0..plan.shards() {
        if state(plan, index, depth)? != State::Whole {
            left.push(index);
        }
    }
    Ok(left)
}

/// Ascending numbers as job arrays want them: `3,17,40-42`.
///
/// ```
/// assert_eq!(dudo::parts::ranges(&[3, 17, 40, 41, 42]), "3,17,40-42");
/// ```
pub fn ranges(numbers: &[u32]) -> String {
    let mut text = String::new();
    let mut rest = numbers;
    while let Some(&first) = rest.first() {
        let run = (first..).zip(rest).take_while(|(a, b)| a == *b).count();
        let comma = if text.is_empty() { "" } else { "," };
        let _ = match run {
            1 => write!(text, "{comma}{first}"),
            _ => write!(text, "{comma}{first}-{}", rest[run - 1]),
        };
        rest = &rest[run..];
    }
    text
}

/// Ascending numbers cut into arrays whose numbers are below `largest` each:
/// pairs of what to add and [`ranges`].
///
/// ```
/// let arrays = dudo::parts::arrays(&[3, 4, 1000, 2007], 1000);
/// assert_eq!(arrays, [(0, "3-4".into()), (1000, "0".into()), (2000, "7".into())]);
/// ```
pub fn arrays(numbers: &[u32], largest: u32) -> Vec<(u32, String)> {
    let largest = largest.max(1);
    let same = |a: &u32, b: &u32| a / largest == b / largest;
    let chunks = numbers.chunk_by(same).map(|chunk| {
        let offset = chunk[0] / largest * largest;
        let within: Vec<u32> = chunk.iter().map(|number| number - offset).collect();
        (offset, ranges(&within))
    });
    chunks.collect()
}
