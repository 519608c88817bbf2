//! Level 0: any legal action is as good as another.

use crate::Entry;
use dudo_engine::liars_dice::{Action, LiarsDice, Options};
use dudo_engine::{Bot, BotRng, View, scale};

pub(super) const ENTRY: Entry<LiarsDice> = Entry {
    name: "random",
    level: 0,
    about: "a legal action at random",
    args: &[],
    make: |_| Box::new(|_, _| Box::new(Random)),
};

struct Random;

impl Bot<LiarsDice> for Random {
    fn listens(&self) -> bool {
        false
    }

    fn act(&mut self, view: View<'_, LiarsDice>, rng: &mut BotRng) -> Action {
        // Drawn first, while there is nothing else to be kept in mind.
        let word = rng.word();
        let options = Options::of(view);
        let raises = options.raises.len();
        let claims = [options.challenge, options.exact, options.pass];
        let choices = raises + claims.into_iter().map(u32::from).sum::<u32>();
        let choice = scale(word, choices);
        if choice < raises
            && let Some(bid) = options.raises.get(choice)
        {
            return Action::Bid(bid);
        }
        match (choice - raises, options.challenge, options.exact) {
            (0, true, _) => Action::Challenge,
            (0, false, true) | (1, true, true) => Action::Exact,
            _ => Action::Pass,
        }
    }
}
