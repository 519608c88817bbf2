//! What somebody who sees under the cup can tell: who lies, and what settles a round.

use super::game::{Mia, Public};
use super::notation::{Action, Event};
use super::value::Value;
use crate::account::{Account, Assertion, Tells, cost};
use crate::game::State;
use crate::play::{Happening, Line};
use crate::seat::{Seat, SeatSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

impl Account for Mia {
    fn tells(event: &Event) -> Tells<Action> {
        match event {
            Event::Roll(_) => Tells::Dice,
            Event::Did(action) => Tells::Answer(*action),
            Event::Reveal(_) | Event::Lose(_) | Event::Out => Tells::Rest,
        }
    }

    fn alive(&self, public: &Public) -> SeatSet {
        public.survivors.alive()
    }

    /// The dice lie before whoever rolled them, wherever the cup is.
    fn dice(&self, state: &State<Self>, seat: Seat) -> String {
        if state.public.cup.roller == seat && seat.is_in(state.public.survivors.alive()) {
            let [high, low] = state.hidden.dice();
            format!("{high} {low}")
        } else {
            String::new()
        }
    }

    fn assertion(&self, state: &State<Self>, action: &Action) -> Option<Assertion> {
        let order = self.rules().order;
        let there = order.rank(state.hidden);
        match *action {
            Action::Announce(value) | Action::Pass(value) => {
                Some(Assertion::bid(there >= order.rank(value)))
            }
            Action::Look => {
                let standing = state.public.standing?;
                Some(Assertion::doubt(standing.announcer, there < standing.rank))
            }
            Action::Believe | Action::GiveUp => None,
        }
    }

    fn ruling(
        &self,
        before: &State<Self>,
        action: &Action,
        lines: &[Line<Self>],
    ) -> Option<String> {
        let (mut under, mut lost, mut out) = (None, Vec::new(), Vec::new());
        for line in lines {
            match line.what {
                Happening::Event(Event::Reveal(value)) => under = Some((line.seat, value)),
                Happening::Event(Event::Lose(lives)) => lost.push((line.seat, lives)),
                Happening::Event(Event::Out) => out.push(line.seat),
                _ => {}
            }
        }
        let lost = cost(&lost, &out, "life", "lives");
        if *action == Action::GiveUp {
            return Some(format!(
                "Who gives up rather than look at a Mia loses one life, and nobody sees the dice: {lost}."
            ));
        }
        let (announcer, under) = under?;
        let announced = match *action {
            Action::Announce(value) | Action::Pass(value) => value,
            _ => before.public.standing?.value,
        };
        let ends = if *action != Action::Look {
            "An announced Mia ends the round (mia-ends-round). "
        } else {
            ""
        };
        let order = self.rules().order;
        let verdict = if order.rank(under) < order.rank(announced) {
            format!(
                "{under} is under the cup, lower than the announced {announced}, so who announced it, seat {announcer}, pays"
            )
        } else if ends.is_empty() {
            format!(
                "{under} is under the cup, no lower than the announced {announced}, so who looked pays"
            )
        } else {
            format!("{under} is under the cup, so all the others pay")
        };
        let price = if announced == Value::MIA {
            format!(
                " (a Mia costs {} if it is one and {} if not)",
                self.rules().mia_real,
                self.rules().mia_false
            )
        } else {
            String::new()
        };
        Some(format!("{ends}{verdict}{price}: {lost}."))
    }
}
