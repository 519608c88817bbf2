//! Level 3: the exact chance of every word, others' bids ignored.

use super::unseen::Unseen;
use super::{habits, search};
use crate::{Arg, Entry};
use dudo_engine::liars_boggle::{Action, Counts, LiarsBoggle, Options};
use dudo_engine::{Bot, BotRng, View};

pub(super) const ENTRY: Entry<LiarsBoggle> = Entry {
    name: "odds",
    level: 3,
    about: "bids the likeliest word there is, calls where that is the better risk",
    args: &[Arg {
        name: "trust",
        about: "the share of bids that are made in knowledge",
        default: 0.75,
        low: 0.0,
        high: 1.0,
    }],
    make: |args| {
        let trust = args[0];
        Box::new(move |_, _| {
            Box::new(Odds {
                unseen: Unseen::new(),
                trust,
            })
        })
    },
};

struct Odds {
    unseen: Unseen,
    trust: f64,
}

impl Bot<LiarsBoggle> for Odds {
    fn listens(&self) -> bool {
        false
    }

    fn act(&mut self, view: View<'_, LiarsBoggle>, _: &mut BotRng) -> Action {
        let options = Options::of(view);
        if let Some(action) = habits::routine(&options, || habits::poorest(view)) {
            return action;
        }
        self.unseen.look(view);
        let own = view.own().counts();
        let false_bid = 1.0 - self.standing(view, &own);
        if options.call && (!options.bid || false_bid > 0.98) {
            return habits::call(view);
        }
        let best = search::likeliest(view, &own, &mut self.unseen, &options.words(view));
        let raise = best.map_or(0.0, |best| best.chance);
        if options.call && false_bid >= raise {
            return habits::call(view);
        }
        habits::word_or_lowest(view, best.map(|best| best.word))
    }
}

impl Odds {
    /// The chance that the standing bid holds when it is called.
    fn standing(&mut self, view: View<'_, LiarsBoggle>, own: &Counts) -> f64 {
        let Some(standing) = view.public().standing else {
            return 1.0;
        };
        if habits::is_no_word(view) || !view.rules().spelling().possible(standing.bid.letters()) {
            return 0.0;
        }
        let blind = self.unseen.chance(&standing.bid.counts().without(own));
        if blind == 0.0 {
            0.0
        } else {
            self.trust + (1.0 - self.trust) * blind
        }
    }
}
