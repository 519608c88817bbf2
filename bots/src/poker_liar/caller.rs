//! Level 1: believes what is no more than a middling throw.

use super::chances::{Chances, Shared, allowed, chances, seen};
use crate::Entry;
use dudo_engine::poker_liar::{Action, Options, PokerLiar};
use dudo_engine::{Bot, BotRng, View};
use std::sync::Arc;

pub(super) const ENTRY: Entry<PokerLiar> = Entry {
    name: "caller",
    level: 1,
    about: "doubts every claim above the median throw (a pair of aces), throws the dice outside its largest group, tells the truth when it can",
    args: &[],
    make: |_| {
        let shared = Shared::new((), chances);
        Box::new(move |game, _| {
            let chances = shared.of(game);
            Box::new(Caller {
                median: median(&chances),
                chances,
            })
        })
    },
};

struct Caller {
    chances: Arc<Chances>,
    /// The first hand that is thrown at least that well half the time or less.
    median: u8,
}

fn median(chances: &Chances) -> u8 {
    let thrown = chances.after(chances.all());
    thrown.iter().take_while(|&&chance| chance > 0.5).count() as u8
}

impl Bot<PokerLiar> for Caller {
    fn listens(&self) -> bool {
        false
    }

    fn act(&mut self, view: View<'_, PokerLiar>, _: &mut BotRng) -> Action {
        let standing = view.public().standing.map_or(0, |standing| standing.rank);
        match Options::of(view) {
            Options::Answer { accept } if accept && standing <= self.median => Action::Accept,
            Options::Answer { .. } => Action::Doubt,
            Options::Throw(throws) => {
                let most = (0..6).map(|worth| throws.hand.showing(worth)).max();
                // The highest of the largest groups stays.
                let stays = (0..6)
                    .rev()
                    .find(|&worth| Some(throws.hand.showing(worth)) == most);
                let stay = most.unwrap_or(0);
                let fits = self.chances.throws(seen(view)).iter().find(|throw| {
                    throw.count + stay == throws.hand.dice()
                        && stays.is_some_and(|worth| {
                            throw.picks.kept(&throws.hand).showing(worth) == stay
                        })
                });
                let throw = fits.copied().unwrap_or(self.chances.all());
                Action::Roll(allowed(view, throw))
            }
            Options::Claim(claims) => Action::Claim(claims.claim(claims.lowest().max(seen(view)))),
        }
    }
}
