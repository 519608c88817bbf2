//! Level 0: any word will do.

use crate::Entry;
use dudo_engine::liars_boggle::{Action, DieId, LiarsBoggle, Options};
use dudo_engine::{Bot, BotRng, View};

pub(super) const ENTRY: Entry<LiarsBoggle> = Entry {
    name: "random",
    level: 0,
    about: "a random word of the list that is higher; calls one bid in six",
    args: &[],
    make: |_| Box::new(|_, _| Box::new(Random)),
};

struct Random;

impl Bot<LiarsBoggle> for Random {
    fn listens(&self) -> bool {
        false
    }

    fn act(&mut self, view: View<'_, LiarsBoggle>, rng: &mut BotRng) -> Action {
        let options = Options::of(view);
        let mut coin = || rng.below(2) == 0;
        if options.vote {
            return if coin() {
                Action::Valid
            } else {
                Action::Invalid
            };
        }
        if options.pass {
            let claim = match coin() {
                true if options.object => Action::Object,
                true if options.start_timer => Action::StartTimer,
                _ => Action::Pass,
            };
            return claim;
        }
        if !options.drop.is_empty() {
            let dice: Vec<DieId> = options.drop.iter().collect();
            return Action::Drop(dice[rng.below(dice.len() as u32) as usize]);
        }
        let words = options.words(view);
        let calls = options.call && (!options.bid || words.is_empty() || rng.below(6) == 0);
        if calls {
            return if rng.below(2) == 0 {
                Action::Call
            } else {
                Action::CallWord
            };
        }
        let choice = words.start + rng.below(words.len() as u32) as usize;
        super::habits::word_or_lowest(view, (!words.is_empty()).then_some(choice))
    }
}
