//! What a module may ask of the host: to log, and which words there are.

use crate::diary::Diary;
use dudo_engine::Lexicon;
use std::sync::Arc;

/// The only module that can be imported from.
pub(super) const NAME: &str = "dudo";

/// What it has.
const FUNCTIONS: [&str; 3] = ["log", "word_valid", "word_next"];

/// Fuel for a question about words, which the host answers in no time that the
/// module would pay for otherwise.
pub(super) const WORD: u64 = 200;

/// Fuel to log so many bytes.
pub(super) fn to_log(length: i32) -> u64 {
    u64::from(length as u32)
}

/// Whether a module that imports these (from where, which) imports nothing else.
///
/// # Errors
/// A sentence that names the first import which is not there.
pub(super) fn known<'a>(imports: impl Iterator<Item = (&'a str, &'a str)>) -> Result<(), String> {
    for (from, name) in imports {
        if from != NAME || !FUNCTIONS.contains(&name) {
            let offered = FUNCTIONS.map(|name| format!("{NAME}.{name}")).join(", ");
            return Err(format!(
                "it imports {from}.{name}, and there is only {offered}"
            ));
        }
    }
    Ok(())
}

/// What the host keeps beside an instance, and answers its questions with. The
/// engine has taken the fuel for an answer before.
pub(super) struct Guest {
    pub(super) words: Option<Arc<Lexicon>>,
    pub(super) log: Option<Diary>,
}

impl Guest {
    /// `log`.
    ///
    /// # Errors
    /// What it names is outside of its memory.
    pub(super) fn log(&self, memory: &[u8], at: i32, length: i32) -> Result<(), &'static str> {
        let text = part(memory, at, length).ok_or("log: outside of memory")?;
        if let Some(log) = &self.log {
            log.write(text);
        }
        Ok(())
    }

    /// `word_valid`.
    ///
    /// # Errors
    /// What it names is outside of its memory.
    pub(super) fn word_valid(
        &self,
        memory: &[u8],
        at: i32,
        length: i32,
    ) -> Result<i32, &'static str> {
        let word = part(memory, at, length.clamp(0, 64)).ok_or("word_valid: outside of memory")?;
        let words = self.words.as_ref();
        Ok(i32::from(words.is_some_and(|words| words.has(word))))
    }

    /// `word_next`: the length of the word that was written; negative where that is
    /// longer than the most; 0 where no word follows.
    ///
    /// # Errors
    /// What it names is outside of its memory.
    pub(super) fn word_next(
        &self,
        memory: &mut [u8],
        (at, length): (i32, i32),
        (to, most): (i32, i32),
    ) -> Result<i32, &'static str> {
        const OUTSIDE: &str = "word_next: outside of memory";
        let word = part(memory, at, length.clamp(0, 64)).ok_or(OUTSIDE)?;
        let Some(words) = &self.words else {
            return Ok(0);
        };
        let next = match words.find(word) {
            Ok(found) => found + 1,
            Err(later) => later,
        };
        if next >= words.len() {
            return Ok(0);
        }
        let next = words.word(next);
        if next.len() > most.max(0) as usize {
            return Ok(-(next.len() as i32));
        }
        let place = memory.get_mut(to as u32 as usize..);
        let place = place.and_then(|rest| rest.get_mut(..next.len()));
        place.ok_or(OUTSIDE)?.copy_from_slice(next);
        Ok(next.len() as i32)
    }
}

fn part(memory: &[u8], at: i32, length: i32) -> Option<&[u8]> {
    memory
        .get(at as u32 as usize..)?
        .get(..length as u32 as usize)
}
