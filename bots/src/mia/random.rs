//! Level 0: any higher announcement, and a look one time in six.

use crate::Entry;
use dudo_engine::mia::{Action, Mia, Options};
use dudo_engine::{Bot, BotRng, View};

pub(super) const ENTRY: Entry<Mia> = Entry {
    name: "random",
    level: 0,
    about: "announces anything that is allowed, looks one time in six",
    args: &[],
    make: |_| Box::new(|_, _| Box::new(Random)),
};

struct Random;

impl Bot<Mia> for Random {
    fn listens(&self) -> bool {
        false
    }

    fn act(&mut self, view: View<'_, Mia>, rng: &mut BotRng) -> Action {
        let options = Options::of(view);
        let announce = u32::from(options.announce.len());
        if let Some(value) = options.announce.get(rng.below(announce) as u8) {
            return Action::Announce(value);
        }
        if rng.below(6) > 0 {
            // Where the cup may be passed on unseen, as often as not.
            let pass = u32::from(options.pass.len());
            let passes = pass > 0 && rng.below(2) == 0;
            match options.pass.get(rng.below(pass) as u8) {
                Some(value) if passes => return Action::Pass(value),
                _ if options.believe => return Action::Believe,
                _ if options.give_up => return Action::GiveUp,
                _ => {}
            }
        }
        Action::Look
    }
}
