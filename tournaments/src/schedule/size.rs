//! How much a schedule is.

use super::Schedule;
use super::seating::Seating;

/// The numbers of a schedule: tables x rotations x deals = games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Sets of bots that meet in a block.
    pub tables: u64,
    /// Sets that do not meet because two of their bots are of one owner.
    pub left_out: u64,
    /// Seatings of each set per deal.
    pub rotations: u64,
    /// Deals each seating plays.
    pub deals: u64,
    /// All games.
    pub games: u128,
    /// Line-ups times blocks: how often bot instances are made.
    pub sessions: u64,
    /// Stretches of deals; the last may be shorter.
    pub blocks: u64,
    /// Whether place at the table favours nobody: each bot sits in each seat, and
    /// before each other bot, in equally many games. Never with
    /// [`Seating::None`], always with [`Seating::All`]; with [`Seating::Cyclic`]
    /// if the blocks are whole and a multiple of (seats - 1)!.
    pub balanced: bool,
}

impl Size {
    pub(super) fn of(schedule: &Schedule) -> Self {
        let period = schedule.seating().period(schedule.seats());
        // One circular order needs no second block, so a short one does no harm.
        let whole = period == 1
            || (schedule.blocks().is_multiple_of(period)
                && schedule.deals().is_multiple_of(schedule.session_length()));
        Self {
            tables: schedule.tables(),
            left_out: schedule.left_out(),
            rotations: schedule.rotations(),
            deals: schedule.deals(),
            games: schedule.games(),
            sessions: schedule.sessions(),
            blocks: schedule.blocks(),
            balanced: match schedule.seating() {
                // A drawn table does not come back in block after block.
                Seating::Cyclic => whole && (period == 1 || !schedule.varies()),
                Seating::All => true,
                Seating::None => false,
            },
        }
    }
}
