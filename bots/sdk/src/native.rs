//! A bot behind the table of [`dudo_abi`].
#![expect(unsafe_code, reason = "the other side of the table is C")]

use crate::export::Exported;
use crate::guard::{guarded, hush};
use crate::instance::{Instance, Seating};
use crate::words::Words;
use dudo_abi::{Api, Ask, Bytes, Host, MAGIC, MAJOR, MINOR, Session, Start, Status};
use std::ffi::{CString, c_void};
use std::sync::OnceLock;

/// The table of a library, once it was asked for.
pub struct Table(OnceLock<Kept>);

struct Kept {
    api: Api,
}

// SAFETY: a constant once it is made; its pointers lead to functions and to a text
// that is never freed.
unsafe impl Send for Kept {}
// SAFETY: as above.
unsafe impl Sync for Kept {}

impl Table {
    /// Not asked for yet.
    pub const fn new() -> Self {
        Self(OnceLock::new())
    }
}

impl Default for Table {
    fn default() -> Self {
        Self::new()
    }
}

/// The table of a bot.
pub fn entry<E: Exported>(table: &'static Table) -> *const Api {
    let kept = table.0.get_or_init(|| {
        hush();
        let hello = CString::new(E::TITLE.hello()).unwrap_or_default();
        Kept {
            api: Api {
                magic: MAGIC,
                major: MAJOR,
                minor: MINOR,
                size: size_of::<Api>() as u32,
                flags: 0,
                hello: hello.into_raw(),
                create: create::<E>,
                game,
                act,
                end,
                destroy,
                last_error: Some(last_error),
            },
        }
    });
    &raw const kept.api
}

/// An instance as the host holds it.
struct Handle {
    /// Nobody, once it has panicked or could not be made.
    bot: Option<Box<dyn Instance>>,
    reply: String,
    error: String,
}

impl Handle {
    /// Calls the bot; one that has panicked is not called again.
    fn call(
        &mut self,
        call: impl FnOnce(&mut dyn Instance, &mut String) -> Result<(), String>,
    ) -> Status {
        let Some(bot) = &mut self.bot else {
            return Status::PANICKED;
        };
        match guarded(|| call(&mut **bot, &mut self.reply)) {
            Ok(Ok(())) => Status::OK,
            Ok(Err(sentence)) => {
                self.error = sentence;
                Status::REFUSED
            }
            Err(message) => {
                self.error = message;
                self.discard();
                Status::PANICKED
            }
        }
    }

    /// Drops the bot, which may panic over it.
    fn discard(&mut self) {
        let bot = self.bot.take();
        let _ = guarded(move || drop(bot));
    }
}

/// What the host lent for the call.
///
/// # Safety
/// The bytes are readable for as long as the result is used.
unsafe fn lent<'a>(bytes: Bytes) -> &'a [u8] {
    if bytes.ptr.is_null() || bytes.len == 0 {
        return &[];
    }
    // SAFETY: by the caller's promise.
    unsafe { std::slice::from_raw_parts(bytes.ptr, bytes.len) }
}

/// A text that the host lent.
///
/// # Safety
/// As [`lent`], and the bytes are UTF-8, as the host's texts are by the rules of the table.
unsafe fn text<'a>(bytes: Bytes) -> &'a str {
    // SAFETY: by the caller's promise.
    unsafe { std::str::from_utf8_unchecked(lent(bytes)) }
}

/// The handle behind a pointer.
///
/// # Safety
/// It came from [`create`] and is used by this call alone.
unsafe fn handle<'a>(bot: *mut c_void) -> &'a mut Handle {
    // SAFETY: by the caller's promise.
    unsafe { &mut *bot.cast::<Handle>() }
}

struct HostWords<'a>(&'a Host);

impl Words for HostWords<'_> {
    fn next(&self, word: &[u8], out: &mut [u8]) -> usize {
        let word = Bytes {
            ptr: word.as_ptr(),
            len: word.len(),
        };
        // SAFETY: the host's function, with what it asks for.
        unsafe { (self.0.word_next)(self.0.context, word, out.as_mut_ptr(), out.len()) }
    }
}

unsafe extern "C" fn create<E: Exported>(
    host: *const Host,
    session: *const Session,
    out: *mut *mut c_void,
) -> Status {
    let made = guarded(|| {
        // SAFETY: the host lends both for the call.
        let (host, session) = unsafe { (&*host, &*session) };
        // SAFETY: texts that the host lends for the call.
        let (game, rules) = unsafe { (text(session.game), text(session.rules)) };
        E::create(&Seating {
            game,
            rules,
            seat: session.seat as usize,
            seats: session.seats as usize,
            games: session.games,
            words: &HostWords(host),
        })
    });
    let (status, bot, error) = match made {
        Ok(Ok(bot)) => (Status::OK, Some(bot), String::new()),
        Ok(Err(sentence)) => (Status::REFUSED, None, sentence),
        Err(message) => (Status::PANICKED, None, message),
    };
    let handle = Box::new(Handle {
        bot,
        reply: String::new(),
        error,
    });
    // SAFETY: the host lends a place for the pointer.
    unsafe { *out = Box::into_raw(handle).cast() };
    status
}

unsafe extern "C" fn game(bot: *mut c_void, start: *const Start) -> Status {
    // SAFETY: the instance is this call's, and the start is lent for it.
    let (handle, start) = unsafe { (handle(bot), &*start) };
    handle.call(|bot, _| {
        bot.begin(start.game, start.key);
        Ok(())
    })
}

unsafe extern "C" fn act(
    bot: *mut c_void,
    ask: *const Ask,
    reply: *mut u8,
    room: usize,
    len: *mut usize,
) -> Status {
    // SAFETY: the instance is this call's, and what is asked is lent for it.
    let (handle, ask) = unsafe { (handle(bot), &*ask) };
    // SAFETY: bytes that the host lends for the call.
    let (view, news) = unsafe { (lent(ask.view), text(ask.news)) };
    let status = handle.call(|bot, reply| {
        reply.clear();
        bot.act(view, news, reply)
    });
    let said = handle.reply.as_bytes();
    if status != Status::OK {
        return status;
    }
    if said.len() > room {
        handle.error = format!("a reply of {} bytes", said.len());
        return Status::NO_ROOM;
    }
    // SAFETY: the host lends so much room, and it is enough.
    unsafe {
        reply.copy_from_nonoverlapping(said.as_ptr(), said.len());
        *len = said.len();
    }
    Status::OK
}

unsafe extern "C" fn end(bot: *mut c_void, news: Bytes, places: *const u8, seats: usize) -> Status {
    let places = Bytes {
        ptr: places,
        len: seats,
    };
    // SAFETY: the instance is this call's, and the rest is lent for it.
    let (handle, news, places) = unsafe { (handle(bot), text(news), lent(places)) };
    handle.call(|bot, _| bot.end(news, places))
}

unsafe extern "C" fn destroy(bot: *mut c_void) {
    // SAFETY: it came from `create`, and nothing else will use it.
    let mut handle = unsafe { Box::from_raw(bot.cast::<Handle>()) };
    handle.discard();
}

unsafe extern "C" fn last_error(bot: *mut c_void, out: *mut u8, room: usize) -> usize {
    // SAFETY: the instance is this call's.
    let error = unsafe { handle(bot) }.error.as_bytes();
    // SAFETY: the host lends so much room.
    unsafe { out.copy_from_nonoverlapping(error.as_ptr(), error.len().min(room)) };
    error.len()
}
