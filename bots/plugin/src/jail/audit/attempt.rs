//! What was tried, and the book in which it stands.

use super::Stage;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Something that a process tried and that the jail refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// What it was about to do, such as `read`, `open a socket` or `start a process`.
    pub what: &'static str,
    /// To what: a path (`./` its folder, `~/` its scratch folder), a family of addresses, a
    /// process. Empty where there is nothing to name.
    pub on: String,
    /// The system call.
    pub call: &'static str,
    /// What it was last asked.
    pub during: Stage,
    /// How often, in all processes of the bot.
    pub times: u64,
}

/// What the processes of a bot tried. Shared by all of them.
#[derive(Debug, Default)]
pub struct Audit(Mutex<Book>);

#[derive(Debug, Default)]
struct Book {
    attempts: Vec<Attempt>,
    left_out: u64,
    blind: Option<String>,
}

impl Audit {
    /// Different attempts that are kept; one at another stage is another.
    pub const MOST: usize = 20;

    fn book(&self) -> MutexGuard<'_, Book> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was tried, in the order of the first time.
    pub fn attempts(&self) -> Vec<Attempt> {
        self.book().attempts.clone()
    }

    /// How often something was tried that was not kept, since there was too much.
    pub fn left_out(&self) -> u64 {
        self.book().left_out
    }

    /// Why attempts, or some kinds of them, cannot be seen on this machine; `None`: they can.
    pub fn blind(&self) -> Option<String> {
        self.book().blind.clone()
    }

    /// Writes an attempt down.
    pub(super) fn note(&self, what: &'static str, on: String, call: &'static str, during: Stage) {
        let mut book = self.book();
        let same = |known: &&mut Attempt| {
            known.what == what && known.on == on && known.call == call && known.during == during
        };
        if let Some(known) = book.attempts.iter_mut().find(same) {
            known.times += 1;
        } else if book.attempts.len() < Self::MOST {
            book.attempts.push(Attempt {
                what,
                on,
                call,
                during,
                times: 1,
            });
        } else {
            book.left_out += 1;
        }
    }

    /// Writes down why something cannot be seen; the first reason stays.
    pub(in crate::jail) fn cannot_see(&self, why: impl Into<String>) {
        self.book().blind.get_or_insert_with(|| why.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_is_counted_and_a_flood_is_bounded() {
        let audit = Audit::default();
        for round in 0..3 {
            for number in 0..100 {
                audit.note("read", format!("/{number}"), "openat", Stage::Act);
            }
            audit.note("read", "/0".into(), "openat", Stage::Hello);
            audit.cannot_see(format!("reason {round}"));
        }
        let attempts = audit.attempts();
        assert_eq!(attempts.len(), Audit::MOST);
        assert!(attempts.iter().all(|attempt| attempt.times == 3));
        assert_eq!(audit.left_out(), 3 * 81);
        assert_eq!(audit.blind().as_deref(), Some("reason 0"));
    }

    #[test]
    fn another_stage_is_another_attempt() {
        let audit = Audit::default();
        for stage in [Stage::Hello, Stage::Act, Stage::Hello] {
            audit.note("signal", "its parent".into(), "kill", stage);
        }
        let times: Vec<_> = audit
            .attempts()
            .iter()
            .map(|it| (it.during, it.times))
            .collect();
        assert_eq!(times, [(Stage::Hello, 2), (Stage::Act, 1)]);
    }
}
