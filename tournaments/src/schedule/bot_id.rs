//! A bot's number in the roster, and bots placed at a table.

use arrayvec::ArrayVec;

/// The largest table there is.
pub const MAX_SEATS: usize = 8;

/// A bot, by its position in the roster, counted from 0.
///
/// The number means something only together with the roster it was made for. A
/// bot appended to the roster takes the next number and moves no other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BotId(u32);

impl BotId {
    /// The bot at this position of the roster.
    pub const fn new(position: u32) -> Self {
        Self(position)
    }

    /// Its position, as a number.
    pub const fn get(self) -> u32 {
        self.0
    }

    /// Its position, to index a list that stands in roster order.
    pub const fn index(self) -> usize {
        // Every platform that std is built for here has at least 32-bit indices.
        self.0 as usize
    }
}

/// Two to eight different bots. By seat where it is called a line-up, in roster
/// order where it is called a table.
pub type Lineup = ArrayVec<BotId, MAX_SEATS>;
