//! Level 4: reads the others by what they claimed, doubted and had to show.

use super::chances::{Shared, allowed, seen};
use super::habits::{Claimant, Doubter, Made, Question, median};
use super::odds::{last_claim, plan, taken_over};
use super::plan::{Plan, Table};
use crate::Entry;
use dudo_engine::poker_liar::{Action, Event, Options, PokerLiar, Ranking};
use dudo_engine::{Bot, BotRng, BySeat, Seat, Sitting, View};
use std::sync::Arc;

pub(super) const ENTRY: Entry<PokerLiar> = Entry {
    name: "reader",
    level: 4,
    about: "learns when each player doubts and how he lies, from answers, dice thrown and dice shown, and plays the plan of odds against that",
    args: &[],
    make: |_| {
        let shared = Shared::new(0.4_f32, |game, faith| Known {
            plan: plan(game, faith),
            ranking: game.ranking().clone(),
        });
        Box::new(move |game, session| {
            let known = shared.of(game);
            Box::new(Reader {
                median: median(&known.plan.chances),
                before: vec![0.0; known.plan.chances.hands()],
                after: vec![0.0; known.plan.chances.hands()],
                known,
                me: session.seat,
                alive: session.seats,
                doubters: BySeat::from_fn(session.seats, |_| Doubter::default()),
                claimants: BySeat::from_fn(session.seats, |_| Claimant::default()),
                heard: None,
                thrown: 0,
                handed: None,
            })
        })
    },
};

/// What is worked out once.
struct Known {
    plan: Plan,
    ranking: Ranking,
}

/// A claim as it was heard.
#[derive(Clone, Copy, Debug)]
struct Heard {
    claimant: Seat,
    rank: u8,
    beat: Option<u8>,
    thrown: u8,
}

struct Reader {
    known: Arc<Known>,
    median: usize,
    me: Seat,
    /// Players in the game, as far as heard.
    alive: usize,
    doubters: BySeat<Doubter>,
    claimants: BySeat<Claimant>,
    /// The last claim of the sequence.
    heard: Option<Heard>,
    /// Dice thrown since.
    thrown: u8,
    /// With two players: the dice that I took over, which the other knows.
    handed: Option<u8>,
    /// Room for the chance of each hand.
    before: Vec<f32>,
    after: Vec<f32>,
}

impl Reader {
    fn table(&self) -> &Table {
        self.known.plan.table(self.alive)
    }

    /// What was to be thought of a claim when it was answered.
    fn question(&self, beat: Option<u8>, thrown: u8, known: Option<u8>) -> Question<'_> {
        let chances = &self.known.plan.chances;
        Question {
            public: chances.reach(beat, thrown),
            known: known.map(|hand| chances.reach(Some(hand), thrown)),
            median: self.median,
        }
    }

    fn made(&self, heard: Heard) -> Made<'_> {
        let top = self.known.ranking.top();
        Made {
            lowest: heard.beat.map_or(0, |beat| beat.saturating_add(1).min(top)),
            claim: heard.rank,
            plan: self.table().claims(heard.beat, heard.thrown),
            reach: self.known.plan.chances.reach(heard.beat, heard.thrown),
        }
    }

    fn answered(&mut self, seat: Seat, believed: bool) {
        let Some(heard) = self.heard else { return };
        if heard.rank == self.known.ranking.top() {
            return;
        }
        let mine = heard.claimant == self.me && self.alive == 2;
        let mut doubter = self.doubters[seat].clone();
        let known = self.handed.filter(|_| mine);
        doubter.learn(
            self.question(heard.beat, heard.thrown, known),
            heard.rank,
            believed,
        );
        self.doubters[seat] = doubter;
    }

    /// Believe or not: what the claimant's dice may be after what he said.
    fn answer(&mut self, view: View<'_, PokerLiar>, heard: Heard) -> Action {
        let known = self.known.clone();
        let chances = &known.plan.chances;
        let reach = usize::from(heard.beat.map_or(0, |beat| beat.saturating_add(1)))
            .min(chances.hands() - 1);
        let throw = chances.plausible(taken_over(view), heard.thrown, reach);
        for (hand, chance) in self.before.iter_mut().enumerate() {
            let at_least = chances.after(throw);
            *chance = at_least[hand] - at_least[hand + 1];
        }
        let mut after = std::mem::take(&mut self.after);
        let each = self.claimants[heard.claimant].weigh(self.made(heard), &self.before, &mut after);
        self.claimants[heard.claimant].learn(each);
        let holds: f32 = after[usize::from(heard.rank)..].iter().sum();
        let worths = self.table().worths(heard.rank);
        let accepted: f32 = after
            .iter()
            .zip(worths)
            .map(|(chance, worth)| chance * worth)
            .sum();
        self.after = after;
        if accepted > 1.0 - holds {
            Action::Accept
        } else {
            Action::Doubt
        }
    }

    /// The best claim, given how the next player believes.
    fn claim(&mut self, view: View<'_, PokerLiar>, lowest: u8) -> u8 {
        let mut faith = std::mem::take(&mut self.before);
        let public = view.public();
        let beat = public.standing.map(|standing| standing.rank);
        let next = &self.doubters[public.left_of(self.me)];
        let known = self.handed.filter(|_| self.alive == 2);
        let question = self.question(beat, public.thrown, known);
        let top = self.known.ranking.top();
        next.faith(question, usize::from(lowest), &mut faith);
        if !self.known.plan.beyond() {
            faith[usize::from(top)] = 0.0;
        }
        let (_, best) = self.table().best_claim(seen(view), lowest, &faith);
        self.before = faith;
        best
    }
}

impl Bot<PokerLiar> for Reader {
    fn begin(&mut self, sitting: &Sitting) {
        self.alive = sitting.seats;
        self.heard = None;
        self.handed = None;
    }

    fn observe(&mut self, seat: Seat, event: &Event) {
        match *event {
            Event::Throws(dice) => self.thrown = dice,
            Event::Did(Action::Claim(claim)) => {
                let beat = self.heard.map(|heard| heard.rank);
                self.heard = Some(Heard {
                    claimant: seat,
                    rank: self.known.ranking.rank(&claim.0).unwrap_or(0),
                    thrown: beat.map_or(self.known.plan.chances.cup(), |_| self.thrown),
                    beat,
                });
            }
            Event::Did(Action::Accept) if seat != self.me => self.answered(seat, true),
            Event::Did(Action::Doubt) if seat != self.me => self.answered(seat, false),
            Event::Reveal(hand) => {
                if let (Some(heard), Some(rank)) = (self.heard, self.known.ranking.rank(&hand)) {
                    let mut claimant = self.claimants[heard.claimant].clone();
                    claimant.shown(self.made(heard), rank);
                    self.claimants[heard.claimant] = claimant;
                }
                self.heard = None;
                self.handed = None;
            }
            Event::Out => {
                self.alive -= 1;
                self.heard = None;
                self.handed = None;
            }
            _ => {}
        }
    }

    fn act(&mut self, view: View<'_, PokerLiar>, _: &mut BotRng) -> Action {
        let standing = view.public().standing;
        match (Options::of(view), self.heard) {
            (Options::Answer { accept: true }, Some(heard)) => self.answer(view, heard),
            (Options::Answer { .. }, _) => Action::Doubt,
            (Options::Throw(_), _) => {
                self.handed = Some(seen(view));
                let claim = standing.map_or(0, |standing| standing.rank);
                let throw = self
                    .table()
                    .throw(&self.known.plan.chances, claim, seen(view));
                Action::Roll(allowed(view, throw))
            }
            (Options::Claim(claims), _) => {
                let best = if last_claim(view) {
                    seen(view)
                } else {
                    self.claim(view, claims.lowest())
                };
                Action::Claim(claims.claim(best.max(claims.lowest())))
            }
        }
    }
}
