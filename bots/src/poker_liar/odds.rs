//! Level 3: exact chances, and claims that are true or believed.

use super::chances::{Shared, allowed, seen};
use super::plan::{Faith, Plan};
use crate::{Arg, Entry};
use dudo_engine::poker_liar::{Action, Options, PokerLiar, Standing};
use dudo_engine::{Bot, BotRng, View};
use std::sync::Arc;

pub(super) const ENTRY: Entry<PokerLiar> = Entry {
    name: "odds",
    level: 3,
    about: "exact chances over all throws; claims what is most likely to be true or believed, weighing what the next player can make of the dice",
    args: &[Arg {
        name: "faith",
        about: "expects a claim that is this likely to be believed half the time",
        default: 0.4,
        low: 0.05,
        high: 0.95,
    }],
    make: |args| {
        let shared = Shared::new(args[0] as f32, plan);
        Box::new(move |game, _| {
            Box::new(Odds {
                plan: shared.of(game),
            })
        })
    },
};

/// The plan against a table that believes at about this chance.
pub(super) fn plan(game: &PokerLiar, faith: f32) -> Plan {
    let faith = Faith {
        doubted: faith * 0.625,
        believed: faith * 1.375,
    };
    Plan::new(game, faith)
}

struct Odds {
    plan: Arc<Plan>,
}

/// How much likelier a claimant is to lie who could not tell the truth than one
/// who could.
const NEED: f32 = 4.0;

impl Odds {
    /// The chance that a claim is true, and the worth of accepting it.
    ///
    /// Exact over the throws that the claimant may have made. A hand that beat
    /// the claim before but not this one had no need of a lie, so it counts
    /// for less.
    fn weigh(&self, view: View<'_, PokerLiar>, standing: Standing) -> (f32, f32) {
        let public = view.public();
        let chances = &self.plan.chances;
        let rank = usize::from(standing.rank);
        let beaten = public
            .previous
            .map_or(0, |previous| usize::from(previous.rank) + 1);
        let throw = chances.plausible(taken_over(view), standing.thrown, rank);
        let at_least = chances.after(throw);
        let worths = self
            .plan
            .table(public.survivors.alive().len())
            .worths(standing.rank);
        let (mut holds, mut all, mut accepted) = (0.0, 0.0, 0.0);
        for (hand, &worth) in worths.iter().enumerate() {
            let mut weight = at_least[hand] - at_least[hand + 1];
            if hand >= rank {
                holds += weight;
            } else if hand >= beaten {
                weight /= NEED;
            }
            all += weight;
            accepted += weight * worth;
        }
        (holds / all, accepted / all)
    }
}

impl Bot<PokerLiar> for Odds {
    fn listens(&self) -> bool {
        false
    }

    fn act(&mut self, view: View<'_, PokerLiar>, _: &mut BotRng) -> Action {
        let public = view.public();
        let chances = &self.plan.chances;
        let table = self.plan.table(public.survivors.alive().len());
        match (Options::of(view), public.standing) {
            (Options::Answer { accept: true }, Some(standing)) => {
                let (holds, accepted) = self.weigh(view, standing);
                if accepted > 1.0 - holds {
                    Action::Accept
                } else {
                    Action::Doubt
                }
            }
            (Options::Answer { .. }, _) => Action::Doubt,
            (Options::Throw(_), standing) => {
                let claim = standing.map_or(0, |standing| standing.rank);
                Action::Roll(allowed(view, table.throw(chances, claim, seen(view))))
            }
            (Options::Claim(claims), standing) => {
                let hand = seen(view);
                let beat = standing.map(|standing| standing.rank);
                let best = if last_claim(view) {
                    // It will be doubted, so only the truth helps.
                    hand
                } else {
                    table.claims(beat, public.thrown)[usize::from(hand)]
                };
                Action::Claim(claims.claim(best.max(claims.lowest())))
            }
        }
    }
}

/// Whether the claim that is due must be doubted.
pub(super) fn last_claim(view: View<'_, PokerLiar>) -> bool {
    view.public().claims + 1 >= view.rules().rules().max_claims
}

/// The dice that the last claimant took over: known to who handed them to
/// him, else taken to be what was claimed. `None` when he opened.
pub(super) fn taken_over(view: View<'_, PokerLiar>) -> Option<u8> {
    let previous = view.public().previous?;
    Some(if previous.claimant == view.seat() {
        seen(view)
    } else {
        previous.rank
    })
}
