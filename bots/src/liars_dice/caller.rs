//! Level 1: never believes anybody.

use crate::Entry;
use dudo_engine::liars_dice::{Action, LiarsDice, Options};
use dudo_engine::{Bot, BotRng, View};

pub(super) const ENTRY: Entry<LiarsDice> = Entry {
    name: "caller",
    level: 1,
    about: "challenges every bid, opens with the lowest",
    args: &[],
    make: |_| Box::new(|_, _| Box::new(Caller)),
};

struct Caller;

impl Bot<LiarsDice> for Caller {
    fn act(&mut self, view: View<'_, LiarsDice>, _: &mut BotRng) -> Action {
        let options = Options::of(view);
        match options.raises.get(0) {
            _ if options.challenge => Action::Challenge,
            Some(bid) => Action::Bid(bid),
            None => Action::Pass,
        }
    }
}
