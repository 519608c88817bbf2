//! Level 3: the exact table of 21 values.

use super::common::{Once, lowest_allowed, standing};
use super::outlook::Outlook;
use crate::Entry;
use dudo_engine::mia::{Action, Mia, Phase, Rules};
use dudo_engine::{Bot, BotRng, MAX_SEATS, View};
use std::sync::Arc;

pub(super) const ENTRY: Entry<Mia> = Entry {
    name: "odds",
    level: 3,
    about: "weighs looking against rolling by the exact chances, announces what pays if others do the same",
    args: &[],
    make: |_| {
        let known = Arc::new(Once::new());
        Box::new(move |game, _| Box::new(Odds(known.of(game.rules(), tables))))
    },
};

/// One table per number of players.
pub(super) type Tables = [Outlook; MAX_SEATS + 1];

/// Makes them.
pub(super) fn tables(rules: &Rules) -> Tables {
    core::array::from_fn(|players| Outlook::new(rules, players.max(2)))
}

struct Odds(Arc<Tables>);

impl Bot<Mia> for Odds {
    fn listens(&self) -> bool {
        false
    }

    fn act(&mut self, view: View<'_, Mia>, _: &mut BotRng) -> Action {
        let (rules, public) = (view.rules().rules(), view.public());
        let outlook = &self.0[public.survivors.alive().len()];
        let lowest = lowest_allowed(rules, public.cup.to_beat);
        if public.phase == Phase::Announce {
            return outlook.announce(view, |claim| outlook.looks[claim]);
        }
        let under = outlook.under(lowest, standing(public), 1.0);
        outlook.answer(view, &under)
    }
}
