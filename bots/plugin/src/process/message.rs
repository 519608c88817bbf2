//! What is asked of a bot in another process, and what comes back.

use super::driver::{Allowance, Wrong};
use super::words::tame;
use super::{binary, json};
use crate::foreign::{Ask, Hello};
use crate::jail::Stage;
use dudo_engine::{FaultKind, Key, Schema};
use serde::Deserialize;

/// The version of the protocol. A bot may see it in `hello`.
pub(super) const PROTOCOL: u32 = 1;

/// Bytes of one reply, at most.
pub(super) const MOST_BYTES: usize = 64 * 1024;

/// One request.
pub(super) enum Request<'a> {
    /// Who are you, and what do you play?
    Hello {
        /// The game that it would play.
        game: &'a str,
    },
    /// A session begins.
    Session(&'a Place),
    /// A game of the session begins.
    Game {
        /// Its number in the session, from 0.
        game: u64,
        /// The private key of the bot's chance.
        key: &'a Key,
    },
    /// What do you do?
    Act {
        /// What is seen, and how it is written.
        ask: &'a Ask<'a>,
        schema: &'static Schema,
        /// Whether the legal actions are shown.
        legal: bool,
    },
    /// The game has ended.
    End {
        /// What was told since the last decision.
        news: &'a str,
        /// Seat by seat.
        places: &'a [u8],
    },
    /// Several requests of different sessions, each as [`part`](json::part) wrote it.
    Batch(&'a [Call]),
}

impl Request<'_> {
    /// What is asked for; a batch is mostly decisions.
    pub(super) const fn stage(&self) -> Stage {
        match self {
            Self::Hello { .. } => Stage::Hello,
            Self::Session(_) => Stage::Session,
            Self::Game { .. } => Stage::Game,
            Self::Act { .. } | Self::Batch(_) => Stage::Act,
            Self::End { .. } => Stage::End,
        }
    }
}

/// A request within a batch.
#[derive(Debug)]
pub(super) struct Call {
    /// The number of its session.
    pub(super) session: usize,
    /// All of it.
    pub(super) text: String,
    /// The time that it would have alone.
    pub(super) allowance: Allowance,
}

/// A [`Venue`](crate::Venue) that is kept.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) game: String,
    pub(super) rules: String,
    pub(super) schema: &'static Schema,
    /// From 1, as people and notation count.
    pub(super) seat: usize,
    pub(super) seats: usize,
    pub(super) games: u64,
    /// The file with the word list, where the game has one.
    pub(super) words: Option<String>,
}

/// One reply, of any kind. What does not belong to its kind is not looked at.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Reply {
    /// The number of the request.
    pub(super) id: u64,
    /// An action in notation.
    #[serde(default)]
    pub(super) action: Option<String>,
    /// What is said with it, as plain text.
    #[serde(default)]
    pub(super) say: Option<String>,
    /// What is said with it in a form that a program can read.
    #[serde(default)]
    pub(super) claims: Vec<String>,
    /// The bot gives up, for this reason.
    #[serde(default)]
    pub(super) error: Option<String>,
    /// More about it.
    #[serde(default)]
    pub(super) detail: Option<String>,
    /// To a batch: the replies to its requests.
    #[serde(default)]
    pub(super) replies: Vec<Part>,
    // From here on: what it says of itself, in reply to hello.
    #[serde(default)]
    name: String,
    #[serde(default)]
    games: Vec<String>,
    #[serde(default)]
    seats: Option<(usize, usize)>,
    #[serde(default)]
    refuses: Vec<String>,
    #[serde(default)]
    concurrent: Option<usize>,
    #[serde(default)]
    legal: Option<bool>,
    #[serde(default)]
    threads: Option<usize>,
    #[serde(default)]
    form: Form,
}

/// The reply to one request of a batch; the fields are those of a [`Reply`].
#[derive(Debug, Deserialize)]
pub(super) struct Part {
    /// Which session it is about.
    pub(super) session: usize,
    #[serde(default)]
    action: Option<String>,
    #[serde(default)]
    say: Option<String>,
    #[serde(default)]
    claims: Vec<String>,
    #[serde(default)]
    error: Option<String>,
    #[serde(default)]
    detail: Option<String>,
}

impl Part {
    /// The same as if it had come alone.
    pub(super) fn alone(self) -> Reply {
        Reply {
            action: self.action,
            say: self.say,
            claims: self.claims,
            error: self.error,
            detail: self.detail,
            ..Reply::default()
        }
    }
}

impl Reply {
    /// What it says of itself.
    pub(super) fn greeting(self) -> Greeting {
        Greeting {
            hello: Hello {
                name: tame(&self.name),
                games: self.games,
                seats: self.seats,
                refuses: self.refuses,
                concurrent: self.concurrent.unwrap_or(1).max(1),
            },
            legal: self.legal.unwrap_or(true),
            threads: self.threads.unwrap_or(1),
            form: self.form,
        }
    }
}

/// What a bot in another process says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Greeting {
    /// What everybody may know.
    pub(super) hello: Hello,
    /// Whether it wants to be shown the legal actions; yes unless it says no.
    pub(super) legal: bool,
    /// Threads that it runs; one with several is not pinned to a core.
    pub(super) threads: usize,
    /// How it wants to go on.
    pub(super) form: Form,
}

/// How requests and replies are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Form {
    /// A line of JSON each.
    #[default]
    Json,
    /// A frame each: its length, then its fields.
    Binary,
}

impl Form {
    /// Appends a request.
    pub(super) fn write(self, id: u64, request: &Request<'_>, out: &mut Vec<u8>) {
        match self {
            Self::Json => json::write(id, request, out),
            Self::Binary => binary::write(id, request, out),
        }
    }

    /// Takes the first reply out of what was read. `None`: it is not there yet.
    ///
    /// # Errors
    /// What stands there is no reply.
    pub(super) fn take(self, from: &mut Vec<u8>) -> Result<Option<Reply>, Wrong> {
        match self {
            Self::Json => json::take(from),
            Self::Binary => binary::take(from),
        }
    }
}

/// Why a bot may say that it gives up.
pub(super) fn reason(word: &str) -> Option<FaultKind> {
    let may = [
        FaultKind::Panicked,
        FaultKind::OutOfMemory,
        FaultKind::OutOfFuel,
        FaultKind::Refused,
        // Of a library, by whoever hosts it.
        FaultKind::Malformed,
        FaultKind::TooLong,
        FaultKind::Exited,
    ];
    may.into_iter().find(|kind| kind.word() == word)
}
