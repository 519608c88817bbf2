//! Which words there are: the built-in list, and lists of the user's.
//!
//! The engine reads no files and unpacks nothing; it asks a [`Library`] for
//! the list that rules name by its hash.
//!
//! ```
//! use dudo_engine::liars_boggle::LiarsBoggle;
//! use dudo_words::{Library, equip};
//! let game: LiarsBoggle = equip(&Library::new(), "liars-boggle".parse().unwrap()).unwrap();
//! assert!(game.lexicon().has(b"whale") && !game.lexicon().has(b"whael"));
//! ```
#![forbid(unsafe_code)]

use dudo_engine::knobs::Knobs;
use dudo_engine::liars_boggle::Dictionary;
use dudo_engine::{Game, Lexicon, Shelf};
use std::sync::{Arc, OnceLock};

/// The list, as `rebuild.py` packs it; README.md says where it comes from.
static PACKED: &[u8] = include_bytes!("../words.bin");

/// Word lists by their hashes. The built-in one is there from the start and is
/// unpacked when it is first asked for.
#[derive(Default)]
pub struct Library {
    built_in: OnceLock<Arc<Lexicon>>,
    added: Vec<Arc<Lexicon>>,
}

/// What became of a text that was added to a [`Library`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Added {
    /// What to set `dictionary` to.
    pub knob: String,
    /// Words that were kept.
    pub words: usize,
    /// Lines that hold something else than lower case letters.
    pub dropped: usize,
}

impl Library {
    /// The library that holds the built-in list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the list of a text with a word per line.
    ///
    /// ```
    /// let mut library = dudo_words::Library::new();
    /// let added = library.add("tea\nzoo\nO'Hara\n");
    /// assert_eq!((added.words, added.dropped, added.knob.len()), (2, 1, 16));
    /// ```
    pub fn add(&mut self, text: &str) -> Added {
        let (lexicon, dropped) = Lexicon::read(text);
        let knob = match lexicon.hash() {
            Dictionary::DEFAULT => "default".into(),
            hash => format!("{hash:016x}"),
        };
        let words = lexicon.len();
        self.added.push(Arc::new(lexicon));
        Added {
            knob,
            words,
            dropped,
        }
    }
}

impl Shelf for Library {
    fn lexicon(&self, hash: u64) -> Option<Arc<Lexicon>> {
        if hash == Dictionary::DEFAULT {
            return Some(Arc::clone(self.built_in.get_or_init(unpack)));
        }
        self.added
            .iter()
            .find(|list| list.hash() == hash)
            .map(Arc::clone)
    }
}

/// The game with these rules, with what they name by its hash.
///
/// # Errors
/// What is not in the library, or a contradiction between knobs, as a sentence.
pub fn equip<G: Game>(library: &Library, mut rules: G::Rules) -> Result<G, String> {
    rules.supply(library)?;
    G::with(rules)
}

/// Unpacks the built-in list.
fn unpack() -> Arc<Lexicon> {
    // The list is part of the program: a test unpacks it and holds its hash
    // against the frozen one.
    let coded = miniz_oxide::inflate::decompress_to_vec(PACKED).unwrap_or_default();
    let mut text = String::with_capacity(3_000_000);
    let mut word = String::new();
    for byte in coded {
        if byte < b'A' {
            word.truncate(usize::from(byte));
        } else if byte.is_ascii_uppercase() {
            word.push(char::from(byte.to_ascii_lowercase()));
            text.push_str(&word);
            text.push('\n');
        } else {
            word.push(char::from(byte));
        }
    }
    Arc::new(Lexicon::read(&text).0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_list_is_the_frozen_one() {
        let lexicon = unpack();
        assert_eq!(lexicon.hash(), Dictionary::DEFAULT, "{:#x}", lexicon.hash());
        assert_eq!(lexicon.len(), 271_824);
        let faces = |word: &[u8]| word.len() - word.windows(2).filter(|pair| pair == b"qu").count();
        assert_eq!(lexicon.iter().map(faces).max(), Some(16));
        assert_eq!(lexicon.iter().map(<[u8]>::len).max(), Some(17));
        // Memberships measured on the published list.
        for word in "abacus whole whale whales wryly yummy quit loops spool yurt suq qi qat qoph za"
            .split(' ')
        {
            assert!(lexicon.has(word.as_bytes()), "{word}");
        }
        for word in ["zen", "ok", "a", "", "whael"] {
            assert!(!lexicon.has(word.as_bytes()), "{word}");
        }
    }

    #[test]
    fn lists_are_found_by_hash() {
        let mut library = Library::new();
        let added = library.add("tea\nzoo");
        let hash = u64::from_str_radix(&added.knob, 16).expect("a hash");
        assert_eq!(library.lexicon(hash).map(|list| list.len()), Some(2));
        assert_eq!(library.lexicon(1), None);
    }
}
