//! Why a schedule cannot be played.

use std::fmt;

use super::bot_id::{BotId, MAX_SEATS};

/// A schedule that is refused. [`Display`](fmt::Display) gives the reason as one
/// sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScheduleError {
    /// The table size is outside 2 to 8.
    Seats {
        /// The size asked for.
        seats: usize,
    },
    /// There are not enough bots to fill one table.
    SmallRoster {
        /// Bots there are.
        roster: usize,
        /// Bots a table needs.
        seats: usize,
    },
    /// The roster is longer than bots can be numbered.
    LargeRoster {
        /// Bots there are.
        roster: usize,
    },
    /// No deal is asked for.
    NoDeals,
    /// A session of no deal is asked for.
    EmptySession,
    /// A gauntlet without a focus bot.
    NoFocus,
    /// A focus bot that is not in the roster.
    UnknownFocus {
        /// Its number.
        bot: BotId,
        /// Bots there are.
        roster: u32,
    },
    /// A focus bot given twice.
    RepeatedFocus {
        /// Its number.
        bot: BotId,
    },
    /// A gauntlet whose field cannot fill a table around one focus bot.
    SmallField {
        /// Bots outside the focus.
        field: usize,
        /// Bots a table needs.
        seats: usize,
    },
    /// A duel at a table of another size than two.
    DuelSeats {
        /// The size asked for.
        seats: usize,
    },
    /// A duel of another number of bots than two.
    DuelRoster {
        /// Bots there are.
        roster: u32,
    },
    /// Tables drawn for another format than a round robin.
    DrawnFormat,
    /// So many tables cannot be drawn without playing nearly all of them.
    TooManyDrawn {
        /// How many are asked for.
        drawn: u64,
        /// All there are.
        sets: u64,
    },
    /// An owner, or one among some, has so many bots that they cannot sit at drawn
    /// tables as often as others do without meeting.
    CrowdedOwner {
        /// The first bot of that owner, which has most of them.
        first: BotId,
        /// Bots of that owner.
        bots: u64,
        /// Owners besides whose bots share the seats with these.
        others: usize,
        /// Seats that all these bots would take.
        seats: u64,
        /// How many tables are asked for.
        tables: u64,
    },
    /// No draw was found in which owners are apart, bots appear equally often and
    /// no table comes twice.
    NoDraw {
        /// How many tables are asked for.
        drawn: u64,
        /// All there are that keep owners apart.
        sets: u64,
    },
    /// Every table would seat two bots of one owner.
    NoneApart {
        /// Bots a table needs.
        seats: usize,
    },
    /// Tables cannot be numbered in 64 bits.
    TooManyTables {
        /// Bots there are.
        roster: usize,
        /// Bots a table needs.
        seats: usize,
    },
    /// Sessions cannot be numbered in 64 bits.
    TooManySessions {
        /// Tables of the schedule.
        tables: u64,
        /// Seatings of each.
        rotations: u64,
        /// Blocks of deals.
        blocks: u64,
    },
}

impl fmt::Display for ScheduleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seats { seats } => {
                write!(f, "a table has 2 to {MAX_SEATS} seats, not {seats}")
            }
            Self::SmallRoster { roster: 0, seats } => {
                write!(
                    f,
                    "a table of {seats} needs {seats} bots, and there are none"
                )
            }
            Self::SmallRoster { roster: 1, seats } => {
                write!(f, "a table of {seats} needs {seats} bots, and there is 1")
            }
            Self::SmallRoster { roster, seats } => write!(
                f,
                "a table of {seats} needs {seats} bots, and there are {roster}"
            ),
            Self::LargeRoster { roster } => write!(
                f,
                "a roster of {roster} bots is longer than the {} that can be numbered",
                u32::MAX
            ),
            Self::NoDeals => write!(f, "at least one deal has to be played"),
            Self::EmptySession => write!(f, "a session is at least one deal long"),
            Self::NoFocus => write!(f, "a gauntlet needs at least one focus bot"),
            Self::UnknownFocus { bot, roster } => write!(
                f,
                "focus bot number {} is not one of the {roster} bots of the roster",
                bot.get()
            ),
            Self::RepeatedFocus { bot } => {
                write!(f, "focus bot number {} is given twice", bot.get())
            }
            Self::SmallField { field, seats } => write!(
                f,
                "a gauntlet at tables of {seats} needs {} outside the focus, and has {field}",
                count(*seats as u64 - 1, "bot")
            ),
            Self::DuelSeats { seats } => {
                write!(f, "a duel is played at tables of 2, not of {seats}")
            }
            Self::DuelRoster { roster } => {
                write!(
                    f,
                    "a duel is between exactly 2 bots, and there are {roster}"
                )
            }
            Self::DrawnFormat => write!(f, "tables are drawn in a round robin only"),
            Self::TooManyDrawn { drawn, sets } => write!(
                f,
                "{} of {sets} cannot be drawn, at most half of them; play \"all\"",
                count(*drawn, "table")
            ),
            Self::CrowdedOwner {
                bots,
                others,
                seats,
                tables,
                ..
            } => {
                let more = match others {
                    0 => String::new(),
                    others => format!(" and those of {others} more"),
                };
                write!(
                    f,
                    "the {bots} bots of one owner{more} would take {seats} seats at {tables} drawn tables, \
                     since all bots sit equally often, and may take {}",
                    tables * (*others as u64 + 1)
                )
            }
            Self::NoDraw { drawn, sets } => write!(
                f,
                "no draw of {} out of {sets} was found that keeps owners apart and seats all bots equally often; expected fewer, or \"all\"",
                count(*drawn, "table")
            ),
            Self::NoneApart { seats } => {
                write!(f, "every table of {seats} would seat two bots of one owner")
            }
            Self::TooManyTables { roster, seats } => write!(
                f,
                "{roster} bots form more tables of {seats} than the {} that can be numbered",
                u64::MAX
            ),
            Self::TooManySessions {
                tables,
                rotations,
                blocks,
            } => write!(
                f,
                "{} x {} x {} are more sessions than the {} that can be numbered",
                count(*tables, "table"),
                count(*rotations, "rotation"),
                count(*blocks, "block of deals"),
                u64::MAX
            ),
        }
    }
}

impl std::error::Error for ScheduleError {}

/// A number of things, in words.
fn count(number: u64, noun: &str) -> String {
    match (number, noun.split_once(' ')) {
        (1, _) => format!("1 {noun}"),
        (_, None) => format!("{number} {noun}s"),
        (_, Some((noun, rest))) => format!("{number} {noun}s {rest}"),
    }
}
