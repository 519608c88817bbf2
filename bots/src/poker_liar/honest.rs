//! Level 2: tells the truth when it can, and expects it.

use super::chances::{Chances, Shared, allowed, chances, seen};
use crate::{Arg, Entry};
use dudo_engine::poker_liar::{Action, Options, PokerLiar, Standing};
use dudo_engine::{Bot, BotRng, View};
use std::sync::Arc;

pub(super) const ENTRY: Entry<PokerLiar> = Entry {
    name: "honest",
    level: 2,
    about: "claims what it has when that is higher, else the next hand up; doubts what was unlikely to be thrown from the claim before",
    args: &[Arg {
        name: "threshold",
        about: "doubts a claim that is less likely than this",
        default: 1.0 / 3.0,
        low: 0.0,
        high: 1.0,
    }],
    make: |args| {
        let shared = Shared::new((), chances);
        let threshold = args[0] as f32;
        Box::new(move |game, _| {
            Box::new(Honest {
                chances: shared.of(game),
                threshold,
            })
        })
    },
};

struct Honest {
    chances: Arc<Chances>,
    threshold: f32,
}

impl Bot<PokerLiar> for Honest {
    fn listens(&self) -> bool {
        false
    }

    fn act(&mut self, view: View<'_, PokerLiar>, _: &mut BotRng) -> Action {
        let public = view.public();
        match (Options::of(view), public.standing) {
            (Options::Answer { accept: true }, Some(standing))
                if plausibility(&self.chances, public.previous, standing) >= self.threshold =>
            {
                Action::Accept
            }
            (Options::Answer { .. }, _) => Action::Doubt,
            (Options::Throw(_), standing) => {
                let beat = standing.map_or(0, |standing| usize::from(standing.rank) + 1);
                let throw = self.chances.best(seen(view), None, beat);
                Action::Roll(allowed(view, throw))
            }
            (Options::Claim(claims), _) => {
                Action::Claim(claims.claim(claims.lowest().max(seen(view))))
            }
        }
    }
}

/// The chance that a claim is true if the claim before it was exactly true and
/// the claimant kept the best dice for it.
pub(super) fn plausibility(
    chances: &Chances,
    previous: Option<Standing>,
    standing: Standing,
) -> f32 {
    let previous = previous.map(|previous| previous.rank);
    chances.reach(previous, standing.thrown)[usize::from(standing.rank)]
}
