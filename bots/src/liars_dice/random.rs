//! Level 0: any legal action is as good as another.

use crate::Entry;
use dudo_engine::liars_dice::{Action, LiarsDice, Options};
use dudo_engine::{Bot, BotRng, View};

pub(super) const ENTRY: Entry<LiarsDice> = Entry {
    name: "random",
    level: 0,
    about: "a legal action at random",
    args: &[],
    make: |_| Box::new(|_, _| Box::new(Random)),
};

struct Random;

impl Bot<LiarsDice> for Random {
    fn act(&mut self, view: View<'_, LiarsDice>, rng: &mut BotRng) -> Action {
        let options = Options::of(view);
        let claims = [
            (options.challenge, Action::Challenge),
            (options.exact, Action::Exact),
            (options.pass, Action::Pass),
        ];
        let mut claims = claims
            .into_iter()
            .filter(|(allowed, _)| *allowed)
            .map(|(_, action)| action);
        let raises = options.raises.len();
        let choices = u32::from(raises) + claims.clone().count() as u32;
        let choice = rng.below(choices);
        match options.raises.get(choice.min(u32::from(u16::MAX)) as u16) {
            Some(bid) => Action::Bid(bid),
            None => claims
                .nth((choice - u32::from(raises)) as usize)
                .unwrap_or(Action::Challenge),
        }
    }
}
