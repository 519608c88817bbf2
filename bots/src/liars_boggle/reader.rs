//! Level 4: a bid says something about the bidder's dice.

use super::posterior::Posterior;
use super::search::Found;
use super::{habits, search};
use crate::{Arg, Entry};
use dudo_engine::liars_boggle::{Action, Counts, Event, LiarsBoggle, Options};
use dudo_engine::{Bot, BotRng, Seat, Sitting, View};
use std::ops::Range;

pub(super) const ENTRY: Entry<LiarsBoggle> = Entry {
    name: "reader",
    level: 4,
    about: "reads letters from others' bids, by how often each of them really had them",
    args: &[
        Arg {
            name: "patience",
            about: "how much likelier than a true raise a false bid must be before it is called",
            default: 0.3,
            low: -1.0,
            high: 1.0,
        },
        Arg {
            name: "press",
            about: "how much chance a letter more is worth, because the next player must go higher still",
            default: 0.03,
            low: 0.0,
            high: 1.0,
        },
    ],
    make: |args| {
        let (patience, press) = (args[0], args[1]);
        Box::new(move |_, _| {
            Box::new(Reader {
                posterior: Posterior::new(),
                patience,
                press,
            })
        })
    },
};

struct Reader {
    posterior: Posterior,
    patience: f64,
    press: f64,
}

impl Bot<LiarsBoggle> for Reader {
    fn begin(&mut self, _: &Sitting) {
        self.posterior.clear();
    }

    fn observe(&mut self, seat: Seat, event: &Event) {
        match event {
            Event::Did(Action::Bid(bid)) => self.posterior.bid(seat, *bid),
            Event::Withdrawn => self.posterior.withdrawn(),
            Event::Reveal(hand) => self.posterior.shown(seat, hand),
            // Either ends the round.
            Event::Lose | Event::Out => self.posterior.clear(),
            _ => {}
        }
    }

    fn act(&mut self, view: View<'_, LiarsBoggle>, rng: &mut BotRng) -> Action {
        let options = Options::of(view);
        if let Some(action) = habits::routine(&options, || habits::poorest(view)) {
            return action;
        }
        if options.call && (!options.bid || habits::is_no_word(view)) {
            return habits::call(view);
        }
        self.posterior.draw(view, rng);
        let own = view.own().counts();
        let false_bid = 1.0 - self.standing(view, &own);
        let best = self.best(view, &own, options.words(view));
        let raise = best.map_or(0.0, |best| best.chance);
        if options.call && false_bid >= raise + self.patience {
            return habits::call(view);
        }
        habits::word_or_lowest(view, best.map(|best| best.word))
    }
}

impl Reader {
    /// The chance that the standing bid holds when it is called.
    fn standing(&self, view: View<'_, LiarsBoggle>, own: &Counts) -> f64 {
        let Some(standing) = view.public().standing else {
            return 1.0;
        };
        if !view.rules().spelling().possible(standing.bid.letters()) {
            return 0.0;
        }
        self.posterior.chance(&standing.bid.counts().without(own))
    }

    /// The word to bid: the likelier and the longer the better.
    fn best(
        &self,
        view: View<'_, LiarsBoggle>,
        own: &Counts,
        words: Range<usize>,
    ) -> Option<Found> {
        let index = view.rules().index();
        let (posterior, press) = (&self.posterior, self.press);
        let mut best = None;
        let mut highest = f64::NEG_INFINITY;
        if let Some(word) = search::own_word(view, own, words.clone()) {
            let length = view.rules().spelling().length(index.letters(word));
            highest = 1.0 + press * length as f64;
            best = Some(Found { word, chance: 1.0 });
        }
        let longest = press * search::longest(view, own, &words) as f64;
        for lacking in 0..=search::MOST_LACKING {
            if posterior.ceiling(own.mask(), lacking) + longest < highest {
                break;
            }
            for near in search::near(view, own, &words, lacking) {
                let more = press * near.length as f64;
                if posterior.bound(near.lacks) + more < highest {
                    continue;
                }
                let chance = posterior.chance(&search::missing(view, own, near.word));
                if chance + more >= highest {
                    highest = chance + more;
                    best = Some(Found {
                        word: near.word,
                        chance,
                    });
                }
            }
        }
        best
    }
}
