//! The plan of a run: which bots meet, in which seats, over which deals.
//!
//! Everything here is arithmetic. A game has coordinates before it is played: its
//! **deal**, its **table** (a set of bots, by number) and its **rotation** (a
//! seating of that set). Games of one line-up over consecutive deals form a
//! [`Session`]; the sessions with the same deals form a block. Sessions stand in
//! the order (block, table, rotation), and the games of each in the order of their
//! deals, so the first half of a run is a balanced run of half the deals.
//!
//! No list of games, tables or sessions exists: any session is found from its
//! number, and any number from its coordinates, in time that does not grow with
//! the number of games. A bot appended to the roster and a raised number of deals
//! leave all coordinates as they were.
//!
//! ```
//! use dudo::schedule::{Format, Schedule, Seating, Settings};
//!
//! let schedule = Schedule::new(&Settings {
//!     format: Format::RoundRobin,
//!     drawn: None,
//!     roster: 500,
//!     owners: Vec::new(),
//!     seats: 6,
//!     deals: 100,
//!     seating: Seating::All,
//!     session: 1,
//! })?;
//! assert_eq!(schedule.tables(), 21_057_686_727_000);
//! assert_eq!(schedule.rotations(), 720);
//!
//! let session = schedule.session(1_000_000_000_000_000);
//! let found = schedule.index_of(session.deals.start, session.table, session.rotation);
//! assert_eq!(found, Some(session.index));
//! # Ok::<(), dudo::schedule::ScheduleError>(())
//! ```

mod apart;
mod bot_id;
mod colex;
mod dice_mode;
mod drawn;
mod drawn_apart;
mod duel;
mod error;
mod format;
mod gauntlet;
mod round_robin;
mod seating;
mod session;
mod size;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::Arc;

pub use bot_id::{BotId, Lineup, MAX_SEATS};
pub use dice_mode::DiceMode;
pub use error::ScheduleError;
pub use format::Format;
use format::Tables;
pub use seating::Seating;
pub use session::{Session, Sessions};
pub use size::Size;

/// What a schedule is made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Which sets of bots meet.
    pub format: Format,
    /// How many of these sets are drawn for each block, if not all are played.
    pub drawn: Option<u64>,
    /// Bots there are, at least `seats`.
    pub roster: usize,
    /// By bot, the number of its owner, where no two bots of one owner may meet;
    /// empty where any may.
    pub owners: Vec<u32>,
    /// Bots at a table, 2 to 8.
    pub seats: usize,
    /// Deals each line-up plays, at least 1.
    pub deals: u64,
    /// How the bots of a table take turns in its seats.
    pub seating: Seating,
    /// Deals a bot instance lives through, at least 1.
    pub session: u64,
}

/// All sessions of a run, numbered. Cheap to clone and to share.
#[derive(Clone, Debug)]
pub struct Schedule {
    tables: Arc<dyn Tables>,
    roster: u32,
    seats: usize,
    deals: u64,
    seating: Seating,
    session: u64,
    sessions: u64,
    left_out: u64,
}

impl Schedule {
    /// Checks the settings.
    ///
    /// # Errors
    /// A value out of range, a format that the roster cannot play, or more tables
    /// or sessions than 64 bits can number.
    pub fn new(settings: &Settings) -> Result<Self, ScheduleError> {
        let Settings {
            ref format,
            drawn,
            roster,
            ref owners,
            seats,
            deals,
            seating,
            session,
        } = *settings;
        if !(2..=MAX_SEATS).contains(&seats) {
            return Err(ScheduleError::Seats { seats });
        }
        if roster < seats {
            return Err(ScheduleError::SmallRoster { roster, seats });
        }
        if deals == 0 {
            return Err(ScheduleError::NoDeals);
        }
        if session == 0 {
            return Err(ScheduleError::EmptySession);
        }
        let bots = u32::try_from(roster).map_err(|_| ScheduleError::LargeRoster { roster })?;
        let sets = colex::binomial(u64::from(bots), seats as u64)
            .ok_or(ScheduleError::TooManyTables { roster, seats })?;
        let mut tables = format.tables(bots, seats, sets, drawn)?;
        let mut left_out = 0;
        if !owners.is_empty() {
            let all = drawn.map_or(tables.count(), |_| sets);
            if let Some((apart, kept)) = format.apart(owners, seats, drawn)? {
                tables = apart;
                left_out = all - kept;
            }
        }
        let rotations = seating.rotations(seats);
        let blocks = deals.div_ceil(session);
        let sessions = u128::from(tables.count())
            .checked_mul(u128::from(rotations))
            .and_then(|line_ups| line_ups.checked_mul(u128::from(blocks)))
            .and_then(|sessions| u64::try_from(sessions).ok())
            .ok_or(ScheduleError::TooManySessions {
                tables: tables.count(),
                rotations,
                blocks,
            })?;
        Ok(Self {
            tables: tables.into(),
            roster: bots,
            seats,
            deals,
            seating,
            session,
            sessions,
            left_out,
        })
    }

    /// How many sessions there are.
    pub fn sessions(&self) -> u64 {
        self.sessions
    }

    /// How many games there are.
    pub fn games(&self) -> u128 {
        // At most sessions x session length, both of which have 64 bits.
        u128::from(self.tables()) * u128::from(self.rotations()) * u128::from(self.deals)
    }

    /// How many sets of bots meet in a block.
    pub fn tables(&self) -> u64 {
        self.tables.count()
    }

    /// How many sets of bots do not meet because two of them are of one owner.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// How many seatings each set gets per block.
    pub fn rotations(&self) -> u64 {
        self.seating.rotations(self.seats)
    }

    /// How many stretches of deals there are.
    pub fn blocks(&self) -> u64 {
        self.deals.div_ceil(self.session)
    }

    /// How many bots the roster has.
    pub fn roster(&self) -> u32 {
        self.roster
    }

    /// How many bots sit at a table.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// How many deals each line-up plays.
    pub fn deals(&self) -> u64 {
        self.deals
    }

    /// How the bots of a table take turns in its seats.
    pub fn seating(&self) -> Seating {
        self.seating
    }

    /// How many deals a bot instance lives through, the last of a run aside.
    pub fn session_length(&self) -> u64 {
        self.session
    }

    /// Its numbers, for a person to look at before it is played.
    pub fn size(&self) -> Size {
        Size::of(self)
    }

    /// The session with this number.
    ///
    /// # Panics
    /// If there is none, which is a mistake of the caller:
    /// `index` has to be less than [`sessions`](Self::sessions).
    pub fn session(&self, index: u64) -> Session {
        match self.from(index).next() {
            Some(session) => session,
            None => panic!("session {index} of a schedule of {}", self.sessions),
        }
    }

    /// All sessions from this number on, in order; none if it is past the end.
    pub fn from(&self, index: u64) -> Sessions<'_> {
        Sessions::new(self, index)
    }

    /// The number of the session that plays this game, if the schedule does.
    pub fn index_of(&self, deal: u64, table: u64, rotation: u64) -> Option<u64> {
        if deal >= self.deals || rotation >= self.rotations() {
            return None;
        }
        let block = deal / self.session;
        let ordinal = self.tables.ordinal(block, table)?;
        // No more than `sessions`, so nothing here overflows.
        Some((block * self.tables() + ordinal) * self.rotations() + rotation)
    }

    /// The bots by seat of this table, if the schedule holds it and this rotation.
    /// Blocks past the end are answered as if there were more deals.
    pub fn lineup(&self, table: u64, rotation: u64, block: u64) -> Option<Lineup> {
        if rotation >= self.rotations() {
            return None;
        }
        let ordinal = self.tables.ordinal(block, table)?;
        let bots = self.tables.nth(block, ordinal)?;
        Some(self.seat(&bots, block, rotation))
    }

    /// The deals of a block, fewer in the last if it is cut short, none past the end.
    pub fn deals_of(&self, block: u64) -> Range<u64> {
        let start = block.saturating_mul(self.session).min(self.deals);
        start..start.saturating_add(self.session).min(self.deals)
    }

    /// The numbers of the sessions of a block, none past the end. A run is cut into
    /// parts between blocks.
    pub fn sessions_of(&self, block: u64) -> Range<u64> {
        let block = block.min(self.blocks());
        let sessions = self.tables() * self.rotations();
        let start = block * sessions;
        start..start.saturating_add(sessions).min(self.sessions)
    }

    fn seat(&self, table: &Lineup, block: u64, rotation: u64) -> Lineup {
        self.seating.seat(table, block, rotation)
    }

    /// Whether blocks have different tables.
    fn varies(&self) -> bool {
        self.tables.varies()
    }

    /// The table at this place of a block, and its number in the roster.
    fn nth_table(&self, block: u64, ordinal: u64) -> (Lineup, u64) {
        let table = self.tables.nth(block, ordinal).unwrap_or_default();
        let rank = Self::rank(&table);
        (table, rank)
    }

    fn advance(&self, table: &mut Lineup, block: u64, ordinal: u64) -> u64 {
        self.tables.advance(table, block, ordinal);
        Self::rank(table)
    }

    /// A table's number; the constructor saw to it that all have one.
    fn rank(table: &Lineup) -> u64 {
        colex::rank(table).unwrap_or(u64::MAX)
    }
}
