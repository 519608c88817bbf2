//! Level 5: an equilibrium between two, and reading where there are more.

use super::common::{Once, answer, lowest_allowed, standing};
use super::duel::Duel;
use super::reader::Reader;
use crate::Entry;
use dudo_engine::mia::{Action, Event, Mia, Options, Phase};
use dudo_engine::{Bot, BotRng, Seat, Sitting, View};
use std::sync::Arc;

pub(super) const ENTRY: Entry<Mia> = Entry {
    name: "solver",
    level: 5,
    about: "an exact equilibrium between two players; with more, as reader",
    args: &[],
    make: |_| {
        let (duels, known) = (Arc::new(Once::new()), Arc::new(Once::new()));
        Box::new(move |game, _| {
            Box::new(Solver {
                duels: duels.clone(),
                duel: None,
                reader: Reader::new(game.rules(), &known),
            })
        })
    },
};

struct Solver {
    duels: Arc<Once<Duel>>,
    /// Solved when two are left for the first time.
    duel: Option<Arc<Duel>>,
    /// Plays while there are more.
    reader: Reader,
}

impl Bot<Mia> for Solver {
    fn act(&mut self, view: View<'_, Mia>, rng: &mut BotRng) -> Action {
        if view.public().survivors.alive().len() > 2 {
            return self.reader.act(view, rng);
        }
        let rules = view.rules().rules();
        let duel = self
            .duel
            .get_or_insert_with(|| self.duels.of(rules, Duel::solve));
        play(duel, view, rng)
    }

    fn begin(&mut self, sitting: &Sitting) {
        self.reader.begin(sitting);
    }

    fn observe(&mut self, seat: Seat, event: &Event) {
        self.reader.observe(seat, event);
    }
}

/// What the equilibrium does for the seat that is asked, one of two left.
fn play(duel: &Duel, view: View<'_, Mia>, rng: &mut BotRng) -> Action {
    let (rules, public) = (view.rules().rules(), view.public());
    let options = Options::of(view);
    let other = public.survivors.alive().after(view.seat());
    let (round, me) = duel.round(rules, public, view.seat(), other);
    // Announcements that may still be made.
    let left = u32::from(rules.max_claims).saturating_sub(public.claims);
    let lowest = lowest_allowed(rules, public.cup.to_beat);
    let own = view.own().map(|value| usize::from(rules.order.rank(value)));
    match (public.phase, own) {
        (Phase::Announce, _) => {
            let stage = round.stage(me, left, lowest);
            let claim = draw(stage.announcing(own.unwrap_or(0)), rng) + lowest;
            Action::Announce(rules.order.value(claim as u8))
        }
        (Phase::Decide, None) => {
            let stage = round.stage(1 - me, left + 1, lowest);
            answer(&options, rng.chance(stage.look[standing(public)]))
        }
        // He passed on unseen the dice that this seat knows. The equilibrium
        // is that of the game without passing, so this is only good sense:
        // catch him, else pass on or roll, whichever pays.
        (Phase::Decide, Some(roll)) if roll < standing(public) || options.pass.is_empty() => {
            answer(&options, roll < standing(public))
        }
        (Phase::Decide, Some(roll)) => {
            let stage = round.stage(me, left, usize::from(options.pass.first()));
            let (claim, pays) = stage.best(roll);
            if pays > stage.value {
                Action::Pass(rules.order.value(claim as u8))
            } else {
                Action::Believe
            }
        }
    }
}

/// An index, as often as its weight says; the weights add up to one.
fn draw(weights: &[f64], rng: &mut BotRng) -> usize {
    // 32 bits of chance, in the middle of their step, so never beyond the sum
    // but for rounding.
    let mut left = (f64::from(rng.below(u32::MAX)) + 0.5) / 4_294_967_295.0;
    let mut last = 0;
    for (index, &weight) in weights.iter().enumerate() {
        if weight > 0.0 {
            last = index;
            if left < weight {
                break;
            }
            left -= weight;
        }
    }
    last
}
