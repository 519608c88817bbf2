//! Level 1: goes along with everybody.

use super::outlook::Outlook;
use crate::Entry;
use dudo_engine::liars_dice::{Action, Bid, LiarsDice, Options};
use dudo_engine::{Bot, BotRng, View};

pub(super) const ENTRY: Entry<LiarsDice> = Entry {
    name: "minraise",
    level: 1,
    about: "makes the lowest bid there is, challenges where that would be an outright lie",
    args: &[],
    make: |_| Box::new(|_, _| Box::new(MinRaise)),
};

struct MinRaise;

impl Bot<LiarsDice> for MinRaise {
    fn listens(&self) -> bool {
        false
    }

    fn act(&mut self, view: View<'_, LiarsDice>, _: &mut BotRng) -> Action {
        let options = Options::of(view);
        let outlook = Outlook::new(view);
        // A bid that its own dice refute is no raise to it: without this it
        // climbs every ladder to the top, and loses to `random` at that.
        let possible = |bid: &Bid| outlook.at_least(bid.face, i32::from(bid.quantity)) > 0.0;
        match options.raises.get(0) {
            Some(bid) if !options.challenge || possible(&bid) => Action::Bid(bid),
            None if options.pass => Action::Pass,
            _ => Action::Challenge,
        }
    }
}
