//! A bot in a process of its own.
//!
//! Requests and replies are lines of JSON, or frames of the same fields, over the
//! process's standard input and output (`FORMATS.md`). Nothing here ever blocks
//! for longer than it was told to: one poll loop (`driver.rs`) over
//! what the process writes, its standard error included, and its end.

mod batch;
mod binary;
mod body;
mod child;
mod driver;
#[cfg(feature = "wasmtime")]
mod filter;
mod gang;
mod host;
mod interpreter;
mod jailed;
mod json;
mod line;
mod message;
mod pin;
mod plain;
mod sharing;
pub mod shell;
mod spawn;
mod words;

pub use child::Launch;
pub use driver::QUOTES;
#[cfg(feature = "wasmtime")]
pub(crate) use filter::{Mute, filter};
pub use gang::{Gang, Member};
pub use host::serve;
pub(crate) use jailed::jail;
pub use jailed::lacks;
pub use plain::plain;
pub(crate) use plain::{command, submitted};

use crate::diary::Diary;
use crate::foreign::{Foreign, Hello, Line, LoadError, Terms, Venue};
use child::{Child, Ways};
use driver::Driver;
use dudo_engine::{Fault, FaultKind, Lexicon};
use line::{Failed, Seated, State};
use message::{Form, Greeting, Place, Request};
use sharing::Sharing;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use tempfile::TempDir;
use words::Words;

/// A program that can be started again and again.
pub struct Program {
    /// Its name for people, as in `cmd:python3 mine.py`.
    pub name: String,
    /// SHA-256 of what it is made of, 64 hex digits.
    pub content: String,
    /// The version of what runs it, if that is known.
    pub interpreter: Option<String>,
    /// A folder of ours that the process can read; the word list is put there.
    pub shown: Arc<TempDir>,
    /// Makes the command for one process.
    pub launch: Box<dyn Fn() -> io::Result<Launch> + Send + Sync>,
}

/// A program that was started once and has said what it is.
struct Process {
    program: Program,
    terms: Terms,
    greeting: Greeting,
    log: Option<Diary>,
    cores: u32,
    /// Processes that have met no deal yet, or may meet one twice.
    #[expect(clippy::vec_box, reason = "a line takes the box as it is")]
    spare: Mutex<Vec<Box<Driver<Child>>>>,
    words: OnceLock<Result<String, String>>,
    peak: Arc<AtomicU64>,
    own: Weak<Process>,
}

/// Starts a program, asks it who it is and what it plays.
///
/// # Errors
/// It cannot be started, or fails over the question; and terms that only a trusted
/// bot may have.
pub fn open(program: Program, terms: &Terms, game: &str) -> Result<Arc<dyn Foreign>, LoadError> {
    let say = |what: String| LoadError(format!("{}: {what}", program.name));
    if terms.outlives && !terms.trusted {
        return Err(say(
            "only a bot with `trusted = true` may live on after a session".into(),
        ));
    }
    if terms.concurrent > 1 && !terms.trusted {
        return Err(say(
            "only a bot with `trusted = true` may play several sessions at once".into(),
        ));
    }
    let log = terms.log.as_deref().map(Diary::new);
    let cores = std::thread::available_parallelism();
    let cores = cores.map_or(1, |cores| u32::try_from(cores.get()).unwrap_or(1));
    let mut process = Process {
        terms: terms.clone(),
        greeting: Greeting::default(),
        log,
        cores,
        spare: Mutex::default(),
        words: OnceLock::new(),
        peak: Arc::default(),
        own: Weak::new(),
        program,
    };
    let asked = process.start(game);
    let said = asked.and_then(|mut driver| {
        let reply = driver.collect(process.patience(), false)?;
        Ok((driver, reply.greeting()))
    });
    let say = |what: String| LoadError(format!("{}: {what}", process.program.name));
    let (mut driver, greeting) =
        said.map_err(|fault| say(format!("{}: {}", fault.kind, fault.detail)))?;
    process.greeting = greeting;
    process.settle(&mut driver);
    process.keep(driver);
    Ok(Arc::new_cyclic(|own| {
        process.own = Weak::clone(own);
        process
    }))
}

impl Process {
    /// Starts a process and asks it who it is.
    fn start(&self, game: &str) -> Result<Box<Driver<Child>>, Fault> {
        let ways = Ways {
            pauses: !self.terms.trusted,
            pinned: self.terms.pin,
            memory: self.terms.memory_mb.saturating_mul(1 << 20),
        };
        let words = Words::new(self.log.clone());
        let child = (self.program.launch)()
            .and_then(|launch| Child::start(launch, ways, words, Arc::clone(&self.peak)));
        let child = child.map_err(|error| Fault {
            kind: FaultKind::Refused,
            detail: format!("cannot be started: {error}"),
        })?;
        let mut driver = Box::new(Driver::new(child, self.cores));
        driver.post(&Request::Hello { game });
        Ok(driver)
    }

    /// Keeps a process for another session.
    fn keep(&self, driver: Box<Driver<Child>>) {
        let mut spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner);
        spare.push(driver);
    }

    /// A process for a session: one that is kept, or a new one.
    fn come(&self, game: &str) -> State {
        let spare = self
            .spare
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        spare.map_or_else(|| self.fresh(game), State::Greeted)
    }

    /// A new process.
    fn fresh(&self, game: &str) -> State {
        match self.start(game) {
            Ok(driver) => State::Asked(driver),
            Err(fault) => State::Failed(fault),
        }
    }

    fn owned(&self) -> Arc<Self> {
        let own = self.own.upgrade();
        own.unwrap_or_else(|| unreachable!("who seats is there"))
    }

    /// What the bot is told of where it sits.
    fn place(&self, venue: &Venue<'_>) -> Result<Place, Fault> {
        let words = venue.words.map(|lexicon| self.word_list(lexicon));
        Ok(Place {
            game: venue.game.into(),
            rules: venue.rules.into(),
            schema: venue.schema,
            seat: venue.seat.index() + 1,
            seats: venue.seats,
            games: venue.games,
            words: words.transpose()?,
        })
    }

    /// A line to one process, for one session.
    fn line(&self, venue: &Venue<'_>, state: impl FnOnce(&Self) -> State) -> Box<dyn Line> {
        match self.place(venue) {
            Ok(place) => Box::new(Seated::new(self.owned(), place, state(self))),
            Err(fault) => Box::new(Failed(fault)),
        }
    }

    /// The file with the word list, written when it is first wanted.
    fn word_list(&self, lexicon: &Lexicon) -> Result<String, Fault> {
        let write = || {
            let path = self.program.shown.path().join("words.txt");
            let mut file = BufWriter::new(File::create(&path)?);
            for word in lexicon.iter() {
                file.write_all(word)?;
                file.write_all(b"\n")?;
            }
            file.flush()?;
            Ok(path.to_string_lossy().into_owned())
        };
        let file = self
            .words
            .get_or_init(|| write().map_err(|error: io::Error| error.to_string()));
        file.clone().map_err(|error| Fault {
            kind: FaultKind::Refused,
            detail: format!("cannot be shown the word list: {error}"),
        })
    }
}

impl Foreign for Process {
    fn hello(&self) -> &Hello {
        &self.greeting.hello
    }

    fn kind(&self) -> &str {
        "command"
    }

    fn content(&self) -> &str {
        &self.program.content
    }

    fn interpreter(&self) -> Option<&str> {
        self.program.interpreter.as_deref()
    }

    fn memory(&self) -> Option<u64> {
        Some(self.peak.load(Ordering::Relaxed)).filter(|&held| held > 0)
    }

    fn seat(&self, venue: &Venue<'_>) -> Box<dyn Line> {
        self.line(venue, |process| process.come(venue.game))
    }

    fn at_once(&self) -> usize {
        let terms = &self.terms;
        // The time of one game cannot be told from that of the others in its batch.
        let may = terms.trusted && terms.game_ms.is_none() && self.greeting.form == Form::Json;
        let offered = self.greeting.hello.concurrent;
        if may {
            terms.concurrent.min(offered).max(1)
        } else {
            1
        }
    }

    fn seat_among(&self, venue: &Venue<'_>, member: &Member) -> Box<dyn Line> {
        match self.place(venue) {
            Ok(place) => Box::new(Sharing::new(self.owned(), place, member)),
            Err(fault) => Box::new(Failed(fault)),
        }
    }

    fn seat_afresh(&self, venue: &Venue<'_>) -> Box<dyn Line> {
        self.line(venue, |process| {
            if process.terms.outlives {
                process.fresh(venue.game)
            } else {
                process.come(venue.game)
            }
        })
    }
}

#[cfg(test)]
mod tests;
