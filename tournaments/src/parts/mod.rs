//! A run in parts that any machines play in any order, and one log again.
//!
//! A folder holds the [plan](PartPlan): the run file, what it comes to, and the
//! number of parts. A part is a stretch of whole blocks, so it is a run of its
//! own, and a pure function of the plan and its number. It is played under
//! another name and gets its own only when it is whole, so it may be played
//! twice, at once, or be killed at any moment. Merging takes the parts' rows as
//! an extension takes those of an older log.
//!
//! | in the folder | what |
//! |---|---|
//! | `plan.toml` | the plan |
//! | `parts/00017/` | a whole part: `games.csv`, `actions.csv`, `faults.csv` and, written last, `part.toml` |
//! | `parts/00017.tmp-...` | a part that is being played, or that a killed process left |

mod digest;
mod merge;
mod missing;
mod part;
mod plan;
mod shard;

pub use merge::{Merged, merge};
pub use missing::{arrays, missing, ranges};
pub use plan::{PartPlan, plan};
pub use shard::{Played, shard};
