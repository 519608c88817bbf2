//! Level 1: long words are lies.

use super::{habits, search};
use crate::Entry;
use dudo_engine::liars_boggle::{Action, LiarsBoggle, Options};
use dudo_engine::{Bot, BotRng, View};

pub(super) const ENTRY: Entry<LiarsBoggle> = Entry {
    name: "caller",
    level: 1,
    about: "calls every word of six or more letters; bids its own longest word or the next one of the list",
    args: &[],
    make: |_| Box::new(|_, _| Box::new(Caller)),
};

struct Caller;

/// Words of so many letters are called.
const LONG: usize = 6;

impl Bot<LiarsBoggle> for Caller {
    fn listens(&self) -> bool {
        false
    }

    fn act(&mut self, view: View<'_, LiarsBoggle>, _: &mut BotRng) -> Action {
        let options = Options::of(view);
        let lowest = || {
            options
                .drop
                .iter()
                .next()
                .unwrap_or_else(|| unreachable!("who drops a die has one"))
        };
        if let Some(action) = habits::routine(&options, lowest) {
            return action;
        }
        let long = |bid: &dudo_engine::liars_boggle::Bid| {
            view.rules().spelling().length(bid.letters()) >= LONG
        };
        let called = view
            .public()
            .standing
            .is_some_and(|standing| long(&standing.bid));
        if options.call && (called || !options.bid) {
            return habits::call(view);
        }
        let own = search::own_word(view, &view.own().counts(), options.words(view));
        habits::word_or_lowest(view, own)
    }
}
