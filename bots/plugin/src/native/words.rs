//! What a bot in a library may ask of its host.
#![expect(unsafe_code, reason = "the other side of the table is C")]

use crate::diary::Diary;
use dudo_abi::{Bytes, Host};
use dudo_engine::Lexicon;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// The table for an instance, and what stands behind it. Both stay where they are
/// until this is dropped, which is after the instance was destroyed.
pub(super) struct Desk {
    host: Host,
    _services: Arc<Services>,
}

// SAFETY: the table is a constant, and what its context leads to may be used by all
// threads.
unsafe impl Send for Desk {}
// SAFETY: as above.
unsafe impl Sync for Desk {}

impl Desk {
    pub(super) fn new(diary: Option<&Diary>, words: Option<&Arc<Lexicon>>) -> Arc<Self> {
        let services = Arc::new(Services {
            diary: diary.cloned(),
            words: words.map(Arc::clone),
        });
        Arc::new(Self {
            host: Host {
                size: size_of::<Host>() as u32,
                reserved: 0,
                context: Arc::as_ptr(&services).cast_mut().cast(),
                log: self::log,
                word_valid,
                word_next,
            },
            _services: services,
        })
    }

    pub(super) const fn host(&self) -> *const Host {
        &raw const self.host
    }
}

struct Services {
    diary: Option<Diary>,
    words: Option<Arc<Lexicon>>,
}

impl Services {
    /// Keeps a line.
    fn log(&self, text: &[u8]) {
        if let Some(diary) = &self.diary {
            let mut line = text.to_vec();
            line.push(b'\n');
            diary.write(&line);
        }
    }

    /// The first word behind this one.
    fn next(&self, word: &[u8]) -> Option<&[u8]> {
        let words = self.words.as_ref()?;
        let number = match words.find(word) {
            Ok(number) => number + 1,
            Err(number) => number,
        };
        (number < words.len()).then(|| words.word(number))
    }
}

/// Runs a service. It may not unwind into a bot.
///
/// # Safety
/// `context` is that of a [`Services`] that lives, and `text` is readable.
unsafe fn serve<T>(
    context: *mut c_void,
    text: Bytes,
    service: impl FnOnce(&Services, &[u8]) -> T,
) -> Option<T> {
    // SAFETY: by the caller's promise; it is only ever read.
    let services = unsafe { &*context.cast::<Services>() };
    let text = if text.ptr.is_null() || text.len == 0 {
        &[]
    } else {
        // SAFETY: by the caller's promise.
        unsafe { std::slice::from_raw_parts(text.ptr, text.len) }
    };
    catch_unwind(AssertUnwindSafe(|| service(services, text))).ok()
}

unsafe extern "C" fn log(context: *mut c_void, text: Bytes) {
    // SAFETY: the bot hands back the context, and its text.
    unsafe { serve(context, text, Services::log) };
}

unsafe extern "C" fn word_valid(context: *mut c_void, word: Bytes) -> u32 {
    // SAFETY: the bot hands back the context, and its word.
    let valid = unsafe {
        serve(context, word, |services, word| {
            services.words.as_ref().is_some_and(|words| words.has(word))
        })
    };
    valid.unwrap_or(false).into()
}

unsafe extern "C" fn word_next(
    context: *mut c_void,
    word: Bytes,
    out: *mut u8,
    room: usize,
) -> usize {
    // SAFETY: the bot hands back the context, its word, and a place with so much room.
    let len = unsafe {
        serve(context, word, |services, word| {
            let Some(next) = services.next(word) else {
                return 0;
            };
            if !out.is_null() {
                out.copy_from_nonoverlapping(next.as_ptr(), next.len().min(room));
            }
            next.len()
        })
    };
    len.unwrap_or(0)
}
