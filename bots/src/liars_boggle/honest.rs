//! Level 2: says what it believes.

use super::unseen::Unseen;
use super::{habits, search};
use crate::Entry;
use dudo_engine::liars_boggle::{Action, Counts, FACES, LiarsBoggle, Options};
use dudo_engine::{Bot, BotRng, View};
use std::ops::Range;

pub(super) const ENTRY: Entry<LiarsBoggle> = Entry {
    name: "honest",
    level: 2,
    about: "bids what its own letters and those likelier than even spell; calls when it expects more than one letter and a half to be missing",
    args: &[],
    make: |_| {
        Box::new(|_, _| {
            Box::new(Honest {
                unseen: Unseen::new(),
            })
        })
    },
};

/// It calls when it expects more letters to be missing. With one letter, as
/// one might think, it loses to who simply calls long words.
const DOUBT: f64 = 1.5;
/// It bids words of which it expects fewer letters to be missing.
const DARE: f64 = 0.5;

struct Honest {
    unseen: Unseen,
}

impl Bot<LiarsBoggle> for Honest {
    fn listens(&self) -> bool {
        false
    }

    fn act(&mut self, view: View<'_, LiarsBoggle>, _: &mut BotRng) -> Action {
        let options = Options::of(view);
        if options.object && habits::is_no_word(view) {
            return Action::Object;
        }
        if let Some(action) = habits::routine(&options, || habits::poorest(view)) {
            return action;
        }
        self.unseen.look(view);
        let own = view.own().counts();
        if options.call && (!options.bid || habits::is_no_word(view) || self.doubts(view, &own)) {
            return habits::call(view);
        }
        match self.word(view, &own, options.words(view)) {
            Some(word) => habits::word_or_lowest(view, Some(word)),
            None if options.call => habits::call(view),
            // An opener has to say something.
            None => habits::word_or_lowest(view, None),
        }
    }
}

impl Honest {
    /// Whether too much of the standing bid is likely to be missing.
    fn doubts(&self, view: View<'_, LiarsBoggle>, own: &Counts) -> bool {
        let Some(standing) = view.public().standing else {
            return false;
        };
        let game = view.rules();
        !game.spelling().possible(standing.bid.letters())
            || self.expected_missing(&standing.bid.counts().without(own)) > DOUBT
    }

    /// Letters that will be missing, each judged alone.
    fn expected_missing(&self, missing: &Counts) -> f64 {
        let by_face = missing.by_face().iter().enumerate();
        // The second of a letter is taken to be as likely as the first.
        by_face
            .map(|(face, &count)| f64::from(count) * (1.0 - self.unseen.one(face)))
            .sum()
    }

    /// The word of its own letters and likely ones that lacks the fewest, of
    /// several the last.
    fn word(
        &self,
        view: View<'_, LiarsBoggle>,
        own: &Counts,
        words: Range<usize>,
    ) -> Option<usize> {
        if let Some(word) = search::own_word(view, own, words.clone()) {
            return Some(word);
        }
        let mut letters = *own;
        for face in (0..FACES).filter(|&face| self.unseen.one(face) > 0.5) {
            letters.add_face(face);
        }
        let index = view.rules().index();
        let longest = index
            .of_length(view.public().in_play())
            .end
            .clamp(words.start, words.end);
        let mut best = None;
        let mut fewest = DARE;
        for word in index.made_of(&letters, words.start..longest) {
            let missing = self.expected_missing(&search::missing(view, own, word));
            if missing < fewest {
                (best, fewest) = (Some(word), missing);
            }
        }
        best
    }
}
