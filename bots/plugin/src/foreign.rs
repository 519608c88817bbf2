//! What a foreign bot is, whatever carries its words.

use crate::jail::Audit;
use crate::process::Member;
use crate::wasm::WasmEngine;
use dudo_engine::knobs::Knobs;
use dudo_engine::{Fault, Imaged, Key, Lexicon, Schema, Seat, Session};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// A reply is at most so long, in bytes.
pub const MAX_REPLY: usize = 4096;

/// A foreign bot that was found, loaded and asked what it plays.
pub trait Foreign: Send + Sync {
    /// What it says of itself.
    fn hello(&self) -> &Hello;

    /// How it reaches the table, in a word for the manifest, such as `command`.
    fn kind(&self) -> &str;

    /// SHA-256 of what it is made of, 64 hex digits.
    fn content(&self) -> &str;

    /// The version of what runs it, such as `Python 3.11.2`, if that is known.
    fn interpreter(&self) -> Option<&str> {
        None
    }

    /// What else its results depend on, as its code does: the engine that runs it and
    /// the fuel for a decision, such as `wasmi 2.0.0, fuel 50000000`.
    fn engine(&self) -> Option<&str> {
        None
    }

    /// The most memory, in bytes, that a process of it has held; `None` where that is
    /// not known. Where `bwrap` makes the jail it is that of `bwrap`.
    fn memory(&self) -> Option<u64> {
        None
    }

    /// A line to a fresh instance, which has met no deal yet. One that cannot be
    /// made is found out at the first call.
    fn seat(&self, venue: &Venue<'_>) -> Box<dyn Line>;

    /// How many sessions one process of it plays at once; with 1 every session has
    /// a process of its own.
    fn at_once(&self) -> usize {
        1
    }

    /// A line to an instance in a process that other members of a gang use as
    /// well, where it plays several sessions at once.
    ///
    /// What fails on it says nothing yet: it may be another session's doing. The
    /// session is to be played again with lines [`afresh`](Foreign::seat_afresh).
    fn seat_among(&self, venue: &Venue<'_>, member: &Member) -> Box<dyn Line> {
        let _ = member;
        self.seat(venue)
    }

    /// A line to an instance in a process that was never used for anything.
    fn seat_afresh(&self, venue: &Venue<'_>) -> Box<dyn Line> {
        self.seat(venue)
    }
}

/// An open line to one instance of a foreign bot.
///
/// After a fault nothing more is asked of a line; dropping it takes the
/// instance away, whatever state it is in.
pub trait Line: Send {
    /// A game of the session begins; all randomness of the bot in it comes from
    /// this key.
    ///
    /// # Errors
    /// The bot failed.
    fn begin(&mut self, game: u64, key: &Key) -> Result<(), Fault>;

    /// Asks for a decision. `reply` is empty and takes the action in notation;
    /// where the bot talks as well, a newline and its talk in notation follow.
    ///
    /// # Errors
    /// There is no reply.
    fn act(&mut self, ask: &Ask<'_>, reply: &mut String) -> Result<(), Fault>;

    /// A game of the session has ended: what was told since the last decision,
    /// and each seat's place, seat by seat.
    ///
    /// # Errors
    /// The bot failed.
    fn end(&mut self, news: &str, places: &[u8]) -> Result<(), Fault>;

    /// The process that the instance has of its own; `None` where it runs in this one,
    /// shares one, or has none any more.
    fn process(&self) -> Option<u32> {
        None
    }
}

/// What a seat is asked with.
pub struct Ask<'a> {
    /// What it sees, as an image of the venue's schema.
    pub image: &'a [u8],
    /// What was told since it was last told anything: lines `SEAT NOTATION`, seats
    /// from 1, such as `2 bid 3x5`.
    pub news: &'a str,
    /// Appends the legal actions, a line each; a sample where there are very
    /// many. Costs something, so only who wants them asks.
    pub legal: &'a dyn Fn(&mut String),
    /// Whether the table's timer runs on this decision.
    pub timed: bool,
}

/// Where an instance sits for a session.
pub struct Venue<'a> {
    /// The game, as in `liars-dice`.
    pub game: &'a str,
    /// Its rules in canonical text.
    pub rules: &'a str,
    /// How views are written.
    pub schema: &'static Schema,
    /// The instance's seat, in every game of the session.
    pub seat: Seat,
    /// Seats at the table.
    pub seats: usize,
    /// Games in the session.
    pub games: u64,
    /// The word list, where the game has one.
    pub words: Option<&'a Arc<Lexicon>>,
}

impl<'a> Venue<'a> {
    /// A seat for a session of this game, whose rules print as `rules`.
    pub fn of<G: Imaged>(game: &'a G, rules: &'a str, session: &Session) -> Self {
        Self {
            game: G::Rules::GAME,
            rules,
            schema: G::SCHEMA,
            seat: session.seat,
            seats: session.seats,
            games: session.games,
            words: game.words(),
        }
    }
}

/// What a bot says of itself before it plays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hello {
    /// A name for people; may be empty.
    pub name: String,
    /// The games it plays; empty: any.
    pub games: Vec<String>,
    /// Fewest and most seats; `None`: any number.
    pub seats: Option<(usize, usize)>,
    /// Knobs it cannot play with, as `name` or `name=value`.
    pub refuses: Vec<String>,
    /// Games of different sessions that one process can play at once; 1 unless
    /// it offers more.
    pub concurrent: usize,
}

/// What stands between a foreign bot and the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Isolation {
    /// Nothing: native code runs inside this process.
    None,
    /// A process of its own.
    Process,
    /// A process of its own that can reach nothing else; the default, because a
    /// stranger's bot is the case where a forgotten key does harm.
    #[default]
    Jail,
}

impl Isolation {
    /// All of them.
    pub const EVERY: [Self; 3] = [Self::None, Self::Process, Self::Jail];

    /// Its name in run files.
    pub const fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Process => "process",
            Self::Jail => "jail",
        }
    }
}

/// On what terms a foreign bot is seated. Times in milliseconds.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Where relative paths start: the folder of the run file.
    pub base: PathBuf,
    /// The program that hosts and jails bots: this one, with hidden verbs.
    pub host: PathBuf,
    /// What stands between it and the machine.
    pub isolation: Isolation,
    /// Whether a jail will do that cannot keep all it promises here.
    pub allow_weaker: bool,
    /// Whether the run file vouches for it.
    pub trusted: bool,
    /// Whether one process may play session after session; only if trusted.
    pub outlives: bool,
    /// Games of different sessions that one process plays at once, if it offers
    /// to; more than one only if trusted.
    pub concurrent: usize,
    /// Whether it shares a core with the thread that plays it.
    pub pin: bool,
    /// Its own processor time for a decision.
    pub move_ms: u64,
    /// Wall time to start.
    pub start_ms: u64,
    /// Processor time for all decisions of a game, where that is limited.
    pub game_ms: Option<u64>,
    /// Processor time for a decision while the table's timer runs on it, where that is
    /// less than for any other.
    pub timer_ms: Option<u64>,
    /// Memory, in mebibytes.
    pub memory_mb: u64,
    /// Fuel for a decision of a WebAssembly bot.
    pub fuel: u64,
    /// What runs a WebAssembly bot.
    pub wasm: WasmEngine,
    /// Where its standard error goes, capped; `None`: nowhere.
    pub log: Option<PathBuf>,
    /// Where it is written down what a jailed process tries though it is refused; `None`:
    /// nowhere, and nothing of it is looked at.
    pub audit: Option<Arc<Audit>>,
}

impl Terms {
    /// Its own processor time for a decision in milliseconds, with the table's timer
    /// running or not.
    pub fn work_ms(&self, timed: bool) -> u64 {
        let timer = self.timer_ms.filter(|_| timed);
        timer.map_or(self.move_ms, |timer| timer.min(self.move_ms))
    }
}

/// Wall time in milliseconds after which a decision is given up that may take so much
/// of the bot's own processor time, whatever it has taken of that.
pub(crate) const fn hard_stop_ms(work_ms: u64) -> u64 {
    work_ms.saturating_mul(5).saturating_add(200)
}

/// Why a foreign bot cannot be seated: a sentence for whoever wrote the run
/// file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadError(pub String);

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LoadError {}
