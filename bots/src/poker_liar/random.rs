//! Level 0: any claim is as good as another.

use crate::Entry;
use dudo_engine::poker_liar::{Action, Options, Picks, PokerLiar};
use dudo_engine::{Bot, BotRng, View};

pub(super) const ENTRY: Entry<PokerLiar> = Entry {
    name: "random",
    level: 0,
    about: "a higher claim and a throw at random; doubts one claim in six",
    args: &[],
    make: |_| Box::new(|_, _| Box::new(Random)),
};

struct Random;

impl Bot<PokerLiar> for Random {
    fn listens(&self) -> bool {
        false
    }

    fn act(&mut self, view: View<'_, PokerLiar>, rng: &mut BotRng) -> Action {
        match Options::of(view) {
            Options::Answer { accept } if accept && rng.below(6) > 0 => Action::Accept,
            Options::Answer { .. } => Action::Doubt,
            Options::Throw(throws) => {
                let choice = rng.below(throws.iter().count() as u32);
                let picks = throws.iter().nth(choice as usize);
                Action::Roll(picks.unwrap_or(Picks::all(throws.hand.dice())))
            }
            Options::Claim(claims) => {
                let above = rng.below(u32::from(claims.len()));
                Action::Claim(claims.claim(claims.lowest() + above as u8))
            }
        }
    }
}
