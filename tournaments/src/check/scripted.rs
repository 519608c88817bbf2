//! Opponents that lead a game to its edges.

use dudo_engine::{Bot, BotRng, Game, View};

/// What such an opponent plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Script {
    /// The first of the legal actions.
    First,
    /// The last: where actions are bids the highest that there is.
    Last,
    /// Any of them, the next time any other.
    Any,
}

impl Script {
    /// A script by its name.
    pub(super) fn named(name: &str) -> Option<Self> {
        match name {
            "first" => Some(Self::First),
            "last" => Some(Self::Last),
            "any" => Some(Self::Any),
            _ => None,
        }
    }
}

impl<G: Game> Bot<G> for Script {
    fn act(&mut self, view: View<'_, G>, rng: &mut BotRng) -> G::Action {
        let mut legal = Vec::new();
        view.rules().legal(view, &mut legal);
        let last = legal.len().saturating_sub(1);
        let index = match self {
            Self::First => 0,
            Self::Last => last,
            Self::Any => rng.below(u32::try_from(last).unwrap_or(u32::MAX - 1) + 1) as usize,
        };
        legal.swap_remove(index)
    }
}
