//! A bot that is watched while it plays: how long each call took, and what it said.

use super::clock::timed;
use dudo_engine::{Fault, Key};
use dudo_plugin::{Ask, Foreign, Hello, Line, Venue};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// What was written down.
#[derive(Default)]
pub(super) struct Book {
    /// How long each decision took.
    pub(super) decisions: Vec<Duration>,
    /// How long it took to be ready for the first game of each session: the start of a
    /// process, where it has one.
    pub(super) starts: Vec<Duration>,
    /// The replies of each session, in the order in which sessions began.
    pub(super) said: Vec<Vec<String>>,
}

/// A foreign bot and the book about it.
pub(super) struct Watched {
    bot: Arc<dyn Foreign>,
    book: Arc<Mutex<Book>>,
}

impl Watched {
    pub(super) fn new(bot: Arc<dyn Foreign>) -> Self {
        Self {
            bot,
            book: Arc::default(),
        }
    }

    /// Takes the book so far, and begins a new one.
    pub(super) fn take(&self) -> Book {
        std::mem::take(&mut *self.book.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Foreign for Watched {
    fn hello(&self) -> &Hello {
        self.bot.hello()
    }

    fn kind(&self) -> &str {
        self.bot.kind()
    }

    fn content(&self) -> &str {
        self.bot.content()
    }

    fn memory(&self) -> Option<u64> {
        self.bot.memory()
    }

    fn seat(&self, venue: &Venue<'_>) -> Box<dyn Line> {
        let (line, time) = timed(|| self.bot.seat(venue));
        let book = Arc::clone(&self.book);
        write(&book, |book| book.said.push(Vec::new()));
        Box::new(WatchedLine {
            line,
            book,
            start: Some(time),
        })
    }
}

struct WatchedLine {
    line: Box<dyn Line>,
    book: Arc<Mutex<Book>>,
    /// How long its making took; nothing after the first game has begun.
    start: Option<Duration>,
}

fn write(book: &Mutex<Book>, entry: impl FnOnce(&mut Book)) {
    entry(&mut book.lock().unwrap_or_else(PoisonError::into_inner));
}

impl Line for WatchedLine {
    fn begin(&mut self, game: u64, key: &Key) -> Result<(), Fault> {
        let (begun, time) = timed(|| self.line.begin(game, key));
        if let Some(start) = self.start.take() {
            write(&self.book, |book| book.starts.push(start + time));
        }
        begun
    }

    fn act(&mut self, ask: &Ask<'_>, reply: &mut String) -> Result<(), Fault> {
        let (acted, time) = timed(|| self.line.act(ask, reply));
        let said = match &acted {
            Ok(()) => reply.clone(),
            Err(fault) => format!("({})", fault.kind),
        };
        write(&self.book, |book| {
            book.decisions.push(time);
            if let Some(session) = book.said.last_mut() {
                session.push(said);
            }
        });
        acted
    }

    fn end(&mut self, news: &str, places: &[u8]) -> Result<(), Fault> {
        self.line.end(news, places)
    }
}
