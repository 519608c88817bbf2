//! What somebody who sees all dice can tell: who bluffs, and what settles a round.

use super::game::LiarsBoggle;
use super::letters::Counts;
use super::notation::{Action, Event};
use super::public::Public;
use crate::account::{Account, Assertion, Tells, cost};
use crate::game::State;
use crate::play::{Happening, Line};
use crate::seat::{Seat, SeatSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

impl Account for LiarsBoggle {
    fn tells(event: &Event) -> Tells<Action> {
        match event {
            Event::Deal(_) | Event::Aside(_) | Event::Roll(_) => Tells::Dice,
            Event::Did(action) => Tells::Answer(*action),
            Event::Voted(true) => Tells::Answer(Action::Valid),
            Event::Voted(false) => Tells::Answer(Action::Invalid),
            Event::Said(_) => Tells::Talk,
            Event::Opens
            | Event::Word(_)
            | Event::Withdrawn
            | Event::Reveal(_)
            | Event::Spelled(_)
            | Event::Lose
            | Event::Out => Tells::Rest,
        }
    }

    fn alive(&self, public: &Public) -> SeatSet {
        public.survivors.alive()
    }

    fn dice(&self, state: &State<Self>, seat: Seat) -> String {
        if seat.is_in(state.public.survivors.alive()) {
            state.private[seat].shown().to_string()
        } else {
            String::new()
        }
    }

    /// A bid holds when the letters are there. A call that challenges the word
    /// as well is right when they are not, or when the dictionary lacks it;
    /// what a vote makes of it is another matter.
    fn assertion(&self, state: &State<Self>, action: &Action) -> Option<Assertion> {
        let mut faces = Counts::default();
        for seat in state.public.survivors.alive().iter() {
            let shown = state.private[seat].shown();
            shown.letters().iter().for_each(|&letter| faces.add(letter));
        }
        let spells = |bid| self.spelling().spells(&faces, bid);
        let standing = state.public.standing.as_ref();
        match action {
            Action::Bid(bid) => Some(Assertion::bid(spells(bid))),
            Action::Call => standing.map(|it| Assertion::doubt(it.bidder, !spells(&it.bid))),
            Action::CallWord => standing.map(|it| {
                let word = it.approved || self.is_word(&it.bid);
                Assertion::doubt(it.bidder, !(word && spells(&it.bid)))
            }),
            Action::Drop(_)
            | Action::Object
            | Action::StartTimer
            | Action::Pass
            | Action::Valid
            | Action::Invalid => None,
        }
    }

    fn ruling(
        &self,
        before: &State<Self>,
        _action: &Action,
        lines: &[Line<Self>],
    ) -> Option<String> {
        let (bid, bidder) = before.public.standing.map(|it| (it.bid, it.bidder))?;
        let (mut word, mut spelled, mut back) = (None, None, false);
        let (mut lost, mut out) = (Vec::new(), Vec::new());
        for line in lines {
            match &line.what {
                Happening::Event(Event::Word(valid)) => word = Some(*valid),
                Happening::Event(Event::Spelled(there)) => spelled = Some(*there),
                Happening::Event(Event::Withdrawn) => back = true,
                Happening::Event(Event::Lose) => lost.push((line.seat, 1)),
                Happening::Event(Event::Out) => out.push(line.seat),
                _ => {}
            }
        }
        let Some(spelled) = spelled else {
            return word.map(|valid| match (valid, back) {
                (true, _) => {
                    format!("{bid} is a valid word: it stands and cannot be questioned again.")
                }
                (false, _) => format!(
                    "{bid} is no valid word: the bid is taken back, and seat {bidder} goes on."
                ),
            });
        };
        let lost = cost(&lost, &out, "die", "dice");
        Some(match (spelled, word) {
            (_, Some(false)) => format!(
                "{bid} is no valid word, so the bidder, seat {bidder}, pays, whatever the dice show: {lost}."
            ),
            (true, _) => format!("The letters of {bid} are there, so who called pays: {lost}."),
            (false, _) => format!(
                "The letters of {bid} are not all there, so the bidder, seat {bidder}, pays: {lost}."
            ),
        })
    }
}
