//! The course of a round: rolls, bids, who is asked out of turn, words taken back.

use super::bid::Bid;
use super::dice_set::{DieId, MAX_DICE};
use super::game::LiarsBoggle;
use super::notation::Event;
use super::options::{may_object, may_start_timer};
use super::public::{Phase, Public, Standing, Votes};
use crate::dice::{Dice, Purpose};
use crate::game::State;
use crate::play::Say;
use crate::seat::Seat;
use alloc::vec::Vec;

impl LiarsBoggle {
    /// The next seat clockwise after `from`, up to `last`, that has something
    /// to claim out of turn.
    pub(super) fn next_asked(&self, public: &Public, from: Seat, last: Seat) -> Option<Seat> {
        let mut seat = from;
        loop {
            seat = public.survivors.alive().after(seat);
            if may_object(self, public, seat) || may_start_timer(self, public, seat) {
                return Some(seat);
            }
            if seat == last {
                return None;
            }
        }
    }

    /// Whose turn to be asked comes last: the bidder's, or the opener's.
    pub(super) fn last_asked(public: &Public) -> Seat {
        public
            .standing
            .map_or(public.turn, |standing| standing.bidder)
    }

    /// Asks the others clockwise after the bidder, or lets the player in turn act.
    pub(super) fn ask(&self, public: &mut Public, after: Seat) {
        public.phase = match self.next_asked(public, after, Self::last_asked(public)) {
            Some(asked) => Phase::Poll { asked },
            None => Phase::Turn,
        };
    }

    /// Goes on with the poll after a seat has had its say.
    pub(super) fn ask_on(&self, public: &mut Public, seat: Seat) {
        if seat == Self::last_asked(public) {
            public.phase = Phase::Turn;
        } else {
            self.ask(public, seat);
        }
    }

    pub(super) fn bid(&self, public: &mut Public, seat: Seat, bid: Bid) {
        // A bid that takes the place of a withdrawn one goes on the same turn.
        public.before = public.standing;
        public.standing = Some(Standing {
            bid,
            bidder: seat,
            approved: false,
        });
        public.bids += 1;
        public.turn = public.survivors.alive().after(seat);
        self.ask(public, seat);
        self.begin_turn(public);
    }

    /// The bid stands: whoever is in turn has not named a word yet.
    pub(super) const fn begin_turn(&self, public: &mut Public) {
        if matches!(public.phase, Phase::Turn) {
            public.refused = 0;
        }
    }

    /// A7: the word was invalid and nobody has acted on it; the bidder is in
    /// turn again.
    pub(super) fn withdraw(public: &mut Public, say: &mut Say<Self>) {
        let Some(standing) = public.standing else {
            return;
        };
        say.tell(standing.bidder, Event::Withdrawn);
        public.standing = public.before;
        public.before = None;
        public.bids -= 1;
        public.refused += 1;
        public.turn = standing.bidder;
        public.phase = Phase::Turn;
    }

    /// Everybody who has dice rolls them; `opener` is in turn.
    pub(super) fn start_round(
        &self,
        state: &mut State<Self>,
        opener: Seat,
        dice: &mut Dice,
        say: &mut Say<Self>,
    ) {
        let public = &mut state.public;
        public.round += 1;
        public.opener = opener;
        public.turn = opener;
        public.bids = 0;
        public.standing = None;
        public.before = None;
        public.refused = 0;
        public.timed = false;
        public.shown = None;
        state.hidden = Votes::default();
        say.next_round();
        let round = u64::from(public.round - 1) * MAX_DICE as u64;
        for (id, die) in self.dice().iter().enumerate() {
            let holder = state
                .private
                .values_mut()
                .iter_mut()
                .find(|hand| hand.dice.has(DieId::new(id)));
            if let Some(hand) = holder {
                dice.throw(
                    Purpose::Table,
                    round + id as u64,
                    1,
                    u32::from(die.sides()),
                    |side| {
                        hand.turn(DieId::new(id), die.faces()[side as usize]);
                    },
                );
            }
        }
        for seat in public.survivors.alive().iter() {
            say.note(seat, || Event::Roll(state.private[seat].shown()));
        }
        self.ask(public, opener);
    }

    /// A shuffle from the last place down, then each seat takes its share.
    pub(super) fn shuffled(&self, dice: &mut Dice) -> Vec<DieId> {
        let mut order: Vec<DieId> = (0..self.dice().len()).map(DieId::new).collect();
        for place in (1..order.len()).rev() {
            let address = (order.len() - 1 - place) as u64;
            let mut with = 0;
            dice.throw(Purpose::Deal, address, 1, place as u32 + 1, |drawn| {
                with = drawn as usize
            });
            order.swap(place, with);
        }
        order
    }
}
