//! Level 1: doubts what needs more than a third of the hidden dice, else raises on its best face.

use crate::Entry;
use dudo_engine::liars_dice::{Action, LiarsDice, Options};
use dudo_engine::{Bot, BotRng, View};

pub(super) const ENTRY: Entry<LiarsDice> = Entry {
    name: "mine",
    level: 1,
    about: "doubts what needs a third of the hidden dice, else raises on its best face",
    args: &[],
    make: |_| Box::new(|_, _| Box::new(Mine)),
};

struct Mine;

impl Bot<LiarsDice> for Mine {
    fn act(&mut self, view: View<'_, LiarsDice>, _rng: &mut BotRng) -> Action {
        let (public, own, options) = (view.public(), view.own(), Options::of(view));
        let hidden = public.in_play - own.dice();
        let doubtful = public.standing.is_some_and(|standing| {
            standing.bid.quantity > public.counting(own, standing.bid.face) + hidden / 3
        });
        // Of the legal raises, one on the face I hold most of, and the lowest of these.
        let raise = options
            .raises
            .iter()
            .rev()
            .max_by_key(|bid| public.counting(own, bid.face));
        match raise {
            Some(bid) if !(doubtful && options.challenge) => Action::Bid(bid),
            _ if options.challenge => Action::Challenge,
            _ => Action::Pass,
        }
    }
}
