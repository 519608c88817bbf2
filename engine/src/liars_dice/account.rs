//! What somebody who sees all cups can tell: who bluffs, and what settles a round.

use super::choices::{ExactBid, Loss};
use super::game::{LiarsDice, Public};
use super::notation::{Action, Event};
use crate::account::{Account, Assertion, Asserts, Tells, cost, many};
use crate::game::State;
use crate::play::{Happening, Line};
use crate::seat::{Seat, SeatSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

impl Account for LiarsDice {
    fn tells(event: &Event) -> Tells<Action> {
        match event {
            Event::Roll(_) => Tells::Dice,
            Event::Did(action) => Tells::Answer(*action),
            Event::Throw(_)
            | Event::Palifico
            | Event::Reveal(_)
            | Event::Count(_)
            | Event::Lose(_)
            | Event::Gain(_)
            | Event::Out => Tells::Rest,
        }
    }

    fn alive(&self, public: &Public) -> SeatSet {
        public.survivors.alive()
    }

    fn dice(&self, state: &State<Self>, seat: Seat) -> String {
        if seat.is_in(state.public.survivors.alive()) {
            state.private[seat].to_string()
        } else {
            String::new()
        }
    }

    fn assertion(&self, state: &State<Self>, action: &Action) -> Option<Assertion> {
        let claim = |kind, holds: fn(u8, u8) -> bool| {
            let standing = state.public.standing?;
            let count = self.counting(state, standing.bid.face);
            Some(Assertion {
                kind,
                against: Some(standing.bidder),
                holds: holds(count, standing.bid.quantity),
            })
        };
        match *action {
            Action::Bid(bid) => Some(Assertion::bid(
                self.counting(state, bid.face) >= bid.quantity,
            )),
            Action::Challenge => claim(Asserts::Doubt, |count, quantity| count < quantity),
            Action::Exact => claim(Asserts::Exact, |count, quantity| count == quantity),
            Action::Pass => None,
        }
    }

    fn ruling(
        &self,
        before: &State<Self>,
        action: &Action,
        lines: &[Line<Self>],
    ) -> Option<String> {
        let (standing, rules) = (before.public.standing?, &self.rules);
        let (bid, bidder) = (standing.bid, standing.bidder);
        let (mut count, mut lost, mut out, mut back) = (0, Vec::new(), Vec::new(), None);
        let mut claimant = bidder;
        for line in lines {
            match line.what {
                Happening::Event(Event::Did(_)) => claimant = line.seat,
                Happening::Event(Event::Count(dice)) => count = dice,
                Happening::Event(Event::Lose(dice)) => lost.push((line.seat, dice)),
                Happening::Event(Event::Gain(dice)) => back = Some(dice),
                Happening::Event(Event::Out) => out.push(line.seat),
                _ => {}
            }
        }
        let counted = format!(
            "{} {} for {bid}",
            many(count, "die", "dice"),
            if count == 1 { "counts" } else { "count" }
        );
        let lost = cost(&lost, &out, "die", "dice");
        let by_difference = if rules.loss == Loss::Difference {
            ", as many as the bid was off, but one at least and no more than he has"
        } else {
            ""
        };
        match action {
            Action::Challenge if count == bid.quantity && rules.exact_bid == ExactBid::Others => {
                Some(format!(
                    "{counted}, exactly as many as it says; that costs everybody but the bidder one (exact-bid = others): {lost}."
                ))
            }
            Action::Challenge if count < bid.quantity => Some(format!(
                "{counted}, fewer than it says, so the bidder, seat {bidder}, pays{by_difference}: {lost}."
            )),
            Action::Challenge => Some(format!(
                "{counted}, so the bid holds and who challenged it, seat {claimant}, pays{by_difference}: {lost}."
            )),
            Action::Exact if count == bid.quantity => {
                let back = match back {
                    Some(dice) => format!("gets {} back", many(dice, "die", "dice")),
                    None => "has no lost die to get back".into(),
                };
                Some(format!(
                    "{counted}, exactly as many as it says, so who called it exact, seat {claimant}, {back}; {lost}."
                ))
            }
            Action::Exact => Some(format!(
                "{counted}, not exactly as many as it says, so who called it exact, seat {claimant}, pays: {lost}."
            )),
            Action::Bid(_) | Action::Pass => None,
        }
    }
}

impl LiarsDice {
    /// How many dice of all cups count for a face now.
    pub(super) fn counting(&self, state: &State<Self>, face: u8) -> u8 {
        let alive = state.public.survivors.alive();
        let showing = |face: u8| -> u8 {
            let each = alive.iter().map(|seat| state.private[seat].showing(face));
            each.sum()
        };
        let shown = showing(face);
        match state.public.wild {
            Some(wild) if wild != face && (shown > 0 || !self.rules.natural) => {
                shown + showing(wild)
            }
            _ => shown,
        }
    }
}
