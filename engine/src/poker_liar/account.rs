//! What somebody who sees under the cup can tell: who lies, and what settles a sequence.

use super::game::{Phase, PokerLiar, Public};
use super::notation::{Action, Event};
use crate::account::{Account, Assertion, Tells, cost};
use crate::game::State;
use crate::play::{Happening, Line};
use crate::seat::{Seat, SeatSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

impl Account for PokerLiar {
    fn tells(event: &Event) -> Tells<Action> {
        match event {
            Event::Roll(_) => Tells::Dice,
            Event::Did(action) => Tells::Answer(*action),
            Event::Throw(_) | Event::Throws(_) | Event::Reveal(_) | Event::Lose(_) | Event::Out => {
                Tells::Rest
            }
        }
    }

    fn alive(&self, public: &Public) -> SeatSet {
        public.survivors.alive()
    }

    /// The dice lie before whoever saw them last.
    fn dice(&self, state: &State<Self>, seat: Seat) -> String {
        let public = &state.public;
        let holder = match (public.phase, public.standing) {
            (Phase::Answer, Some(standing)) => standing.claimant,
            _ => public.turn,
        };
        if seat == holder {
            state.hidden.to_string()
        } else {
            String::new()
        }
    }

    fn assertion(&self, state: &State<Self>, action: &Action) -> Option<Assertion> {
        let there = self.ranking().rank_of(&state.hidden);
        match action {
            Action::Claim(claim) => Some(Assertion::bid(there >= self.ranking().rank_of(&claim.0))),
            Action::Doubt => {
                let standing = state.public.standing?;
                Some(Assertion::doubt(standing.claimant, there < standing.rank))
            }
            Action::Accept | Action::Roll(_) => None,
        }
    }

    fn ruling(
        &self,
        before: &State<Self>,
        action: &Action,
        lines: &[Line<Self>],
    ) -> Option<String> {
        let standing = before.public.standing?;
        if *action != Action::Doubt {
            return None;
        }
        let (mut lost, mut out) = (Vec::new(), Vec::new());
        for line in lines {
            match line.what {
                Happening::Event(Event::Lose(chips)) => lost.push((line.seat, chips)),
                Happening::Event(Event::Out) => out.push(line.seat),
                _ => {}
            }
        }
        let (claim, claimant, shown) = (standing.claim, standing.claimant, before.hidden);
        let verdict = if self.ranking().rank_of(&shown) < standing.rank {
            format!("lower than the claimed {claim}, so the claimant, seat {claimant}, pays")
        } else {
            format!("no lower than the claimed {claim}, so who doubted it pays")
        };
        let lost = cost(&lost, &out, "chip", "chips");
        Some(format!("The dice show {shown}, {verdict}: {lost}."))
    }
}
