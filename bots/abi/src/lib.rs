//! The table between dudo and a bot in a shared library: C types, and nothing else.
//!
//! A library exports one function, [`ENTRY`]. It hands out a constant [`Api`]: who
//! it is and what it can be asked. All structs begin with their size and grow at
//! their end only, so either side may be the older one: whoever reads a field that was
//! not in version 1.0 looks at the size first. What cannot be said that way is a new
//! major version, and the two refuse each other.
//!
//! Who allocates frees. What is handed over by pointer is borrowed for the call.
//! An instance is used by one thread at a time, which may be another one the next
//! time; several instances may be used at once, unless [`ONE_THREAD`] is set.
//!
//! The same declarations for C are in `bots/sdk/c/dudo_bot.h`, which says the rules
//! at more length. A test holds the two against each other.

#![no_std]
#![forbid(unsafe_code)]

use core::ffi::{c_char, c_void};

/// The symbol that a library exports, of type [`Entry`].
pub const ENTRY: &str = "dudo_bot_entry";
/// How an [`Api`] begins: `DUDO` in memory.
pub const MAGIC: u32 = u32::from_le_bytes(*b"DUDO");
/// The major version: both sides must have the same.
pub const MAJOR: u16 = 1;
/// The minor version: fields that were added at the end.
pub const MINOR: u16 = 0;
/// The buffer for a reply, in bytes.
pub const ROOM: usize = 4096;
/// A flag of [`Api`]: no two threads may be inside the library at once.
pub const ONE_THREAD: u32 = 1;

/// How a call ended. 0 is well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Status(pub i32);

impl Status {
    /// All is well.
    pub const OK: Self = Self(0);
    /// The bot's code panicked, or threw. Only `last_error` and `destroy` may follow.
    pub const PANICKED: Self = Self(-1);
    /// What was handed over makes no sense: rules that the bot cannot read, say.
    pub const REFUSED: Self = Self(-2);
    /// The reply does not fit.
    pub const NO_ROOM: Self = Self(-3);
    /// The bot cannot go on, for a reason of its own.
    pub const FAILED: Self = Self(-4);
}

/// Bytes that belong to somebody else and last for the call. UTF-8 where they are text.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Bytes {
    /// The first; any pointer, null too, where there are none.
    pub ptr: *const u8,
    /// How many there are.
    pub len: usize,
}

/// What a bot may ask of its host. Lives until the instance is destroyed.
#[derive(Debug)]
#[repr(C)]
pub struct Host {
    /// The size of this struct.
    pub size: u32,
    /// Zero.
    pub reserved: u32,
    /// To be handed back in each call.
    pub context: *mut c_void,
    /// Writes a line to the bot's log. Any thread may.
    pub log: unsafe extern "C" fn(context: *mut c_void, text: Bytes),
    /// 1 when this is a word of the game's list, else 0. Lower case letters; Qu is
    /// two of them.
    pub word_valid: unsafe extern "C" fn(context: *mut c_void, word: Bytes) -> u32,
    /// Copies the first word of the list that stands behind this one in the alphabet,
    /// as far as there is room, and says how long it is; 0 when there is none. What is
    /// not in the list has its place there too: behind nothing at all comes the first.
    pub word_next:
        unsafe extern "C" fn(context: *mut c_void, word: Bytes, out: *mut u8, room: usize) -> usize,
}

/// Where an instance sits for a session.
#[derive(Debug)]
#[repr(C)]
pub struct Session {
    /// The size of this struct.
    pub size: u32,
    /// The version of the layout of views.
    pub schema: u32,
    /// Its seat in every game of the session, from 1.
    pub seat: u32,
    /// Seats at the table.
    pub seats: u32,
    /// Games in the session.
    pub games: u64,
    /// The game, such as `liars-dice`.
    pub game: Bytes,
    /// Its rules in canonical text.
    pub rules: Bytes,
}

/// A game of the session that begins.
#[derive(Debug)]
#[repr(C)]
pub struct Start {
    /// The size of this struct.
    pub size: u32,
    /// Zero.
    pub reserved: u32,
    /// Its number in the session, from 0.
    pub game: u64,
    /// All randomness of the bot in this game is to come from here.
    pub key: [u8; 32],
}

/// What a bot is asked with.
#[derive(Debug)]
#[repr(C)]
pub struct Ask {
    /// The size of this struct.
    pub size: u32,
    /// Zero.
    pub reserved: u32,
    /// What it sees: a view of the session's schema, aligned to 8 bytes. A copy:
    /// who writes to it changes nothing.
    pub view: Bytes,
    /// What was told since it was last told anything: lines `SEAT EVENT`, such as
    /// `2 bid 3x5`, each with a line feed at its end.
    pub news: Bytes,
}

/// What a library can be asked. A constant.
#[derive(Debug)]
#[repr(C)]
pub struct Api {
    /// [`MAGIC`].
    pub magic: u32,
    /// [`MAJOR`] as it was built.
    pub major: u16,
    /// [`MINOR`] as it was built.
    pub minor: u16,
    /// The size of this struct as it was built.
    pub size: u32,
    /// [`ONE_THREAD`], or nothing.
    pub flags: u32,
    /// What the bot says of itself: lines `key: value`, ended by a zero. The keys are
    /// `name`, `games`, `seats`, `refuses` and `concurrent`.
    pub hello: *const c_char,
    /// Makes an instance for a session. One that is handed out along with a failure
    /// is only asked for its error, and destroyed.
    pub create: unsafe extern "C" fn(*const Host, *const Session, *mut *mut c_void) -> Status,
    /// A game of the session begins.
    pub game: unsafe extern "C" fn(*mut c_void, *const Start) -> Status,
    /// Asks for a decision. The bot writes an action in notation to `reply` and its
    /// length to `len`; where it talks, a line feed and its talk follow.
    pub act: unsafe extern "C" fn(
        bot: *mut c_void,
        ask: *const Ask,
        reply: *mut u8,
        room: usize,
        len: *mut usize,
    ) -> Status,
    /// A game has ended: what was told since the last decision, and each seat's place.
    pub end: unsafe extern "C" fn(
        bot: *mut c_void,
        news: Bytes,
        places: *const u8,
        seats: usize,
    ) -> Status,
    /// Takes an instance away, whatever state it is in.
    pub destroy: unsafe extern "C" fn(*mut c_void),
    /// Copies why the last call failed, as far as there is room, and says how long
    /// that is. May be missing.
    pub last_error: Option<unsafe extern "C" fn(*mut c_void, out: *mut u8, room: usize) -> usize>,
}

/// The exported function. It is told the version of the host, and may refuse it
/// with a null pointer; it need not, since the host looks at the versions too.
pub type Entry = unsafe extern "C" fn(major: u16, minor: u16) -> *const Api;
