//! A line to an instance in a library.
#![expect(unsafe_code, reason = "the other side of the table is C")]

use super::loaded::Loaded;
use super::words::Desk;
use crate::diary::Diary;
use crate::foreign::{Ask, Line, MAX_REPLY, Venue};
use dudo_abi::{self as abi, Bytes, ROOM, Session, Start, Status};
use dudo_engine::{Fault, FaultKind, Key};
use std::ffi::c_void;
use std::ptr;
use std::sync::{Arc, MutexGuard, PoisonError};

const _: () = assert!(ROOM == MAX_REPLY);

/// Bytes behind the room for a reply that no bot may touch.
const FENCE: usize = 64;
const PLANK: u8 = 0xa5;

/// Longest message of a failure that is kept.
const MESSAGE: usize = 1024;

pub(super) struct NativeLine {
    /// Null when it was never made.
    bot: *mut c_void,
    loaded: &'static Loaded,
    /// What the bot may ask of us, for as long as it lives.
    desk: Arc<Desk>,
    /// Why it could not be made.
    refused: Option<Fault>,
    /// A copy of the view, aligned.
    view: Vec<u64>,
    reply: Box<[u8; ROOM + FENCE]>,
}

// SAFETY: an instance may be used by one thread after the other, by the rules of the
// table.
unsafe impl Send for NativeLine {}

impl NativeLine {
    /// Makes an instance.
    pub(super) fn create(
        loaded: &'static Loaded,
        diary: Option<&Diary>,
        venue: &Venue<'_>,
    ) -> Self {
        let mut line = Self {
            bot: ptr::null_mut(),
            loaded,
            desk: Desk::new(diary, venue.words),
            refused: None,
            view: Vec::new(),
            reply: Box::new([PLANK; ROOM + FENCE]),
        };
        let session = Session {
            size: size_of::<Session>() as u32,
            schema: venue.schema.version.into(),
            seat: venue.seat.index() as u32 + 1,
            seats: venue.seats as u32,
            games: venue.games,
            game: bytes(venue.game.as_bytes()),
            rules: bytes(venue.rules.as_bytes()),
        };
        let mut bot = ptr::null_mut();
        let status = {
            let _gate = line.enter();
            // SAFETY: the library's function, with what it asks for.
            unsafe { (loaded.api.create)(line.desk.host(), &raw const session, &raw mut bot) }
        };
        line.bot = bot;
        if status != Status::OK {
            line.refused = Some(line.fault(status));
        } else if bot.is_null() {
            line.refused = Some(Fault {
                kind: FaultKind::Refused,
                detail: "made no instance, and did not say why".into(),
            });
        }
        line
    }

    /// Waits where no two threads may be inside the library at once.
    fn enter(&self) -> Option<MutexGuard<'static, ()>> {
        let gate = self.loaded.gate.as_ref()?;
        Some(gate.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether there is an instance to be asked.
    fn ready(&self) -> Result<(), Fault> {
        self.refused.clone().map_or(Ok(()), Err)
    }

    fn outcome(&self, status: Status) -> Result<(), Fault> {
        if status == Status::OK {
            Ok(())
        } else {
            Err(self.fault(status))
        }
    }

    /// What a status says, with the bot's own words.
    #[cold]
    fn fault(&self, status: Status) -> Fault {
        let (kind, plain) = match status {
            Status::PANICKED => (FaultKind::Panicked, "panicked"),
            Status::REFUSED => (FaultKind::Refused, "refused"),
            Status::NO_ROOM => (FaultKind::TooLong, "has a reply of more than 4096 bytes"),
            Status::FAILED => (FaultKind::Exited, "cannot go on"),
            _ => (FaultKind::Malformed, ""),
        };
        let message = self.message();
        let detail = match (plain, message) {
            ("", message) => format!("ended a call with the status {}: {message}", status.0),
            (plain, message) if message.is_empty() => plain.into(),
            (_, message) => message,
        };
        Fault { kind, detail }
    }

    /// Why the last call failed, in the bot's words.
    fn message(&self) -> String {
        let Some(last_error) = self.loaded.api.last_error.filter(|_| !self.bot.is_null()) else {
            return String::new();
        };
        let mut text = vec![0; MESSAGE];
        let len = {
            let _gate = self.enter();
            // SAFETY: the library's function, with a place of this size.
            unsafe { last_error(self.bot, text.as_mut_ptr(), text.len()) }
        };
        text.truncate(len);
        String::from_utf8_lossy(&text).into_owned()
    }

    /// Copies the view to where it is aligned, and where the bot may write to it.
    fn lend(&mut self, image: &[u8]) -> Bytes {
        self.view.resize(image.len().div_ceil(8), 0);
        let ptr = self.view.as_mut_ptr().cast::<u8>();
        // SAFETY: there is room for so many bytes, and it is ours.
        unsafe { ptr.copy_from_nonoverlapping(image.as_ptr(), image.len()) };
        Bytes {
            ptr,
            len: image.len(),
        }
    }
}

fn bytes(text: &[u8]) -> Bytes {
    Bytes {
        ptr: text.as_ptr(),
        len: text.len(),
    }
}

fn malformed(detail: &str) -> Fault {
    Fault {
        kind: FaultKind::Malformed,
        detail: detail.into(),
    }
}

impl Line for NativeLine {
    fn begin(&mut self, game: u64, key: &Key) -> Result<(), Fault> {
        self.ready()?;
        let start = Start {
            size: size_of::<Start>() as u32,
            reserved: 0,
            game,
            key: key.bytes(),
        };
        let gate = self.enter();
        // SAFETY: the library's function, with its own instance.
        let status = unsafe { (self.loaded.api.game)(self.bot, &raw const start) };
        drop(gate);
        self.outcome(status)
    }

    fn act(&mut self, ask: &Ask<'_>, reply: &mut String) -> Result<(), Fault> {
        self.ready()?;
        let ask = abi::Ask {
            size: size_of::<abi::Ask>() as u32,
            reserved: 0,
            view: self.lend(ask.image),
            news: bytes(ask.news.as_bytes()),
        };
        let mut len = 0;
        let gate = self.enter();
        // SAFETY: the library's function, with its own instance and a place of the
        // size that is named.
        let status = unsafe {
            let (place, act) = (self.reply.as_mut_ptr(), self.loaded.api.act);
            act(self.bot, &raw const ask, place, ROOM, &raw mut len)
        };
        drop(gate);
        if self.reply[ROOM..] != [PLANK; FENCE] {
            self.reply[ROOM..].fill(PLANK);
            return Err(Fault {
                kind: FaultKind::TooLong,
                detail: "wrote behind the room for its reply, and may have broken this run".into(),
            });
        }
        self.outcome(status)?;
        let Some(said) = self.reply.get(..len).filter(|_| len <= ROOM) else {
            return Err(Fault {
                kind: FaultKind::TooLong,
                detail: format!("says that its reply has {len} bytes; there is room for {ROOM}"),
            });
        };
        if said.is_empty() {
            return Err(malformed("an empty reply"));
        }
        let said = str::from_utf8(said).map_err(|_| malformed("a reply that is not UTF-8"))?;
        reply.push_str(said);
        Ok(())
    }

    fn end(&mut self, news: &str, places: &[u8]) -> Result<(), Fault> {
        self.ready()?;
        let gate = self.enter();
        // SAFETY: the library's function, with its own instance.
        let status = unsafe {
            let news = bytes(news.as_bytes());
            (self.loaded.api.end)(self.bot, news, places.as_ptr(), places.len())
        };
        drop(gate);
        self.outcome(status)
    }
}

impl Drop for NativeLine {
    fn drop(&mut self) {
        if !self.bot.is_null() {
            let _gate = self.enter();
            // SAFETY: the library's function, with its own instance, which nothing will
            // use again.
            unsafe { (self.loaded.api.destroy)(self.bot) };
        }
    }
}
