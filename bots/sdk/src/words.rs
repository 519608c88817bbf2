//! The host's word list, brought into the library once.

use dudo_engine::{Lexicon, Shelf};
use std::sync::{Arc, Mutex, PoisonError};

/// A word list that is asked for word by word.
pub trait Words {
    /// Copies the first word behind this one in the alphabet, as far as there is
    /// room, and says how long it is; 0 when there is none.
    fn next(&self, word: &[u8], out: &mut [u8]) -> usize;
}

/// Longest word that is looked for.
const ROOM: usize = 256;

/// The lists that were brought in.
static KNOWN: Mutex<Vec<Arc<Lexicon>>> = Mutex::new(Vec::new());

/// The host's list as a shelf: it has the one list that the rules name.
pub(crate) struct Lists<'a>(pub(crate) &'a dyn Words);

impl Shelf for Lists<'_> {
    fn lexicon(&self, hash: u64) -> Option<Arc<Lexicon>> {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(list) = known.iter().find(|list| list.hash() == hash) {
            return Some(Arc::clone(list));
        }
        let list = Arc::new(fetch(self.0));
        if list.hash() != hash {
            return None;
        }
        known.push(Arc::clone(&list));
        Some(list)
    }
}

fn fetch(words: &dyn Words) -> Lexicon {
    let mut text = Vec::new();
    let mut word = Vec::new();
    let mut next = [0; ROOM];
    loop {
        let len = words.next(&word, &mut next);
        let Some(found) = next.get(..len).filter(|found| !found.is_empty()) else {
            break;
        };
        word.clear();
        word.extend_from_slice(found);
        text.extend_from_slice(found);
        text.push(b'\n');
    }
    Lexicon::read(&String::from_utf8_lossy(&text)).0
}
