//! What the seat that is asked may do.
//!
//! The one place where legality is decided: checking an action, listing the
//! legal ones and choosing among them all go through [`Options`].

use super::game::{Mia, Phase, Public};
use super::notation::Action;
use super::rules::{Order, Raise, Rules};
use super::value::{VALUES, Value};
use crate::game::{Illegal, View};

/// Everything that the seat in turn may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// What it may announce, having rolled.
    pub announce: Claims,
    /// What it may announce while passing the cup on unseen.
    pub pass: Claims,
    /// Whether it may believe, and roll.
    pub believe: bool,
    /// Whether it may look.
    pub look: bool,
    /// Whether it may give up.
    pub give_up: bool,
}

impl Options {
    /// The options of the seat in turn.
    pub fn of(view: View<'_, Mia>) -> Self {
        Self::at(view.rules().rules(), view.public())
    }

    /// The options in a position. They depend on nothing that is hidden.
    pub fn at(rules: &Rules, public: &Public) -> Self {
        let none = Claims {
            order: rules.order,
            first: VALUES as u8,
        };
        let raises = Claims {
            first: match (public.standing, rules.raise) {
                (None, _) => 0,
                (Some(standing), Raise::Higher) => standing.rank + 1,
                (Some(standing), Raise::Equal) => standing.rank,
            },
            ..none
        };
        let mia = public
            .standing
            .is_some_and(|standing| standing.value == Value::MIA);
        let holds = public.phase == Phase::Announce;
        let goes_on = !holds && !mia && public.claims < u32::from(rules.max_claims);
        Self {
            announce: if holds { raises } else { none },
            pass: if goes_on && rules.pass_unseen {
                raises
            } else {
                none
            },
            believe: goes_on,
            look: !holds,
            give_up: !holds && mia && rules.mia_give_up,
        }
    }

    /// Whether an action is one of them.
    pub const fn has(&self, action: Action) -> bool {
        match action {
            Action::Believe => self.believe,
            Action::Look => self.look,
            Action::GiveUp => self.give_up,
            Action::Pass(value) => self.pass.has(value),
            Action::Announce(value) => self.announce.has(value),
        }
    }

    /// All of them.
    pub fn iter(self) -> impl Iterator<Item = Action> {
        let plain = [
            (self.believe, Action::Believe),
            (self.look, Action::Look),
            (self.give_up, Action::GiveUp),
        ];
        plain
            .into_iter()
            .filter_map(|(allowed, action)| allowed.then_some(action))
            .chain(self.pass.iter().map(Action::Pass))
            .chain(self.announce.iter().map(Action::Announce))
    }
}

/// The values from a rank of their order up to Mia, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claims {
    order: Order,
    first: u8,
}

impl Claims {
    /// How many there are.
    pub const fn len(self) -> u8 {
        VALUES as u8 - self.first
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The rank of the lowest; [`VALUES`] when there are none.
    pub const fn first(self) -> u8 {
        self.first
    }

    /// The one with this number, from the lowest (0) up.
    pub fn get(self, index: u8) -> Option<Value> {
        (index < self.len()).then(|| self.order.value(self.first + index))
    }

    /// The lowest.
    pub fn lowest(self) -> Option<Value> {
        self.get(0)
    }

    /// Whether a value is one of them.
    pub const fn has(self, value: Value) -> bool {
        self.order.rank(value) >= self.first
    }

    /// All of them, from the lowest up.
    pub fn iter(self) -> impl Iterator<Item = Value> {
        (self.first..VALUES as u8).map(move |rank| self.order.value(rank))
    }
}

/// Why an action is not among the options.
pub(super) fn why_not(rules: &Rules, public: &Public, action: Action) -> Illegal {
    let too_low = match rules.raise {
        Raise::Higher => "the announcement is not higher than the last one",
        Raise::Equal => "the announcement is lower than the last one",
    };
    let mia = public
        .standing
        .is_some_and(|standing| standing.value == Value::MIA);
    Illegal(match (action, public.phase) {
        (Action::Announce(_), Phase::Announce) => too_low,
        (Action::Announce(_), Phase::Decide) => {
            "only who has rolled announces; believe comes first"
        }
        (_, Phase::Announce) if public.standing.is_none() => {
            "there is no announcement yet: the opener announces"
        }
        (_, Phase::Announce) => "who has rolled must announce",
        (Action::GiveUp, _) if !mia => "only an announced Mia can be given up",
        (Action::GiveUp, _) => "the rules do not let a player give up: he must look",
        (Action::Pass(_), _) if !rules.pass_unseen => {
            "the rules do not let the cup be passed on unseen"
        }
        (Action::Believe | Action::Pass(_), _) if mia => "nothing is higher than an announced Mia",
        (Action::Pass(value), _)
            if public
                .standing
                .is_some_and(|standing| rules.order.rank(value) <= standing.rank)
                && public.claims < u32::from(rules.max_claims) =>
        {
            too_low
        }
        (Action::Believe | Action::Pass(_), _) => {
            "the round has as many announcements as it can have"
        }
        (Action::Look, Phase::Decide) => "there is nothing to look at",
    })
}
