//! What several of the bots do.

use super::round::above;
use super::stage::MIA;
use dudo_engine::View;
use dudo_engine::mia::{Action, Mia, Options, Public, Rules, Value};
use std::sync::{Arc, Mutex, PoisonError};

/// Announces the truth where it is high enough, else as little as possible.
pub(super) fn truth_or_least(view: View<'_, Mia>, options: &Options) -> Option<Action> {
    let truth = view.own().filter(|&rolled| options.announce.has(rolled));
    truth.or(options.announce.lowest()).map(Action::Announce)
}

/// Looks or believes as told, where that is allowed. Whoever would not look at
/// a Mia gives up.
pub(super) const fn answer(options: &Options, look: bool) -> Action {
    if look {
        Action::Look
    } else if options.believe {
        Action::Believe
    } else if options.give_up {
        Action::GiveUp
    } else {
        Action::Look
    }
}

/// Rank of what was announced last; that of Mia before anything was.
pub(super) fn standing(public: &Public) -> usize {
    public
        .standing
        .map_or(MIA, |standing| usize::from(standing.rank))
}

/// The lowest rank that whoever rolled the dice under the cup could announce.
pub(super) fn lowest_allowed(rules: &Rules, to_beat: Option<Value>) -> usize {
    to_beat.map_or(0, |value| {
        above(rules, usize::from(rules.order.rank(value)))
    })
}

/// Something worked out once for the rules in force, and shared by all
/// instances of a bot.
pub(super) struct Once<T>(Mutex<Option<(Rules, Arc<T>)>>);

impl<T> Once<T> {
    pub(super) const fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// It, for these rules.
    pub(super) fn of(&self, rules: &Rules, make: impl FnOnce(&Rules) -> T) -> Arc<T> {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &*held {
            Some((known, it)) if known == rules => it.clone(),
            _ => {
                let it = Arc::new(make(rules));
                *held = Some((rules.clone(), it.clone()));
                it
            }
        }
    }
}
