//! Level 1: never believes anybody.

use crate::Entry;
use dudo_engine::liars_dice::{Action, Bid, LiarsDice, Options};
use dudo_engine::{Bot, BotRng, View};

pub(super) const ENTRY: Entry<LiarsDice> = Entry {
    name: "caller",
    level: 1,
    about: "challenges every bid, opens with what it holds of its best face",
    args: &[],
    make: |_| Box::new(|_, _| Box::new(Caller)),
};

struct Caller;

impl Bot<LiarsDice> for Caller {
    fn listens(&self) -> bool {
        false
    }

    fn act(&mut self, view: View<'_, LiarsDice>, _: &mut BotRng) -> Action {
        let options = Options::of(view);
        if options.challenge {
            return Action::Challenge;
        }
        let (public, own) = (view.public(), view.own());
        // Of faces that it holds equally often, the highest.
        let best = (1..=view.rules().rules().faces)
            .map(|face| Bid::new(public.counting(own, face), face))
            .filter(|&bid| options.raises.has(bid))
            .max_by_key(|bid| bid.quantity);
        match best.or(options.raises.get(0)) {
            Some(bid) => Action::Bid(bid),
            None => Action::Pass,
        }
    }
}
