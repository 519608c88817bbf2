//! From a claim to its price: cups up, who loses, who opens next.

use super::choices::{ExactBid, Loss, Opens, Until};
use super::game::{LiarsDice, Public, Standing};
use super::notation::Event;
use crate::dice::Dice;
use crate::game::State;
use crate::play::Say;
use crate::seat::{Seat, SeatSet};

/// What a settled claim costs and gains.
struct Verdict {
    losers: SeatSet,
    /// What each of them loses.
    price: u8,
    gains: Option<(Seat, u8)>,
    opener: Seat,
}

/// The bid that is doubted; `check` lets nobody doubt before there is one.
fn in_doubt(state: &State<LiarsDice>) -> Standing {
    state
        .public
        .standing
        .unwrap_or_else(|| unreachable!("no bid to doubt"))
}

impl LiarsDice {
    /// Cups up: the dice that count for the standing bid.
    fn show(&self, state: &State<Self>, standing: Standing, say: &mut Say<Self>) -> u8 {
        let count = self.counting(state, standing.bid.face);
        for seat in state.public.survivors.alive().iter() {
            say.tell(seat, Event::Reveal(*state.private[seat]));
        }
        say.tell(standing.bidder, Event::Count(count));
        count
    }

    /// The standing bid is challenged, or called exact.
    pub(super) fn claim(
        &self,
        state: &mut State<Self>,
        seat: Seat,
        exact: bool,
        dice: &mut Dice,
        say: &mut Say<Self>,
    ) {
        let standing = in_doubt(state);
        let count = self.show(state, standing, say);
        if exact {
            return self.settle_exact(state, standing, count, seat, dice, say);
        }
        let verdict = self.challenge(&state.public, standing, count, seat);
        self.settle(state, &verdict, dice, say);
    }

    // Apart, so that what only an exact call brings is no question in a challenge.
    #[cold]
    #[inline(never)]
    fn settle_exact(
        &self,
        state: &mut State<Self>,
        standing: Standing,
        count: u8,
        seat: Seat,
        dice: &mut Dice,
        say: &mut Say<Self>,
    ) {
        let verdict = self.exact(&mut state.public, standing, count, seat);
        self.settle(state, &verdict, dice, say);
    }

    #[inline(always)]
    fn challenge(
        &self,
        public: &Public,
        standing: Standing,
        count: u8,
        challenger: Seat,
    ) -> Verdict {
        let (quantity, bidder) = (standing.bid.quantity, standing.bidder);
        let (loser, winner) = if count < quantity {
            (bidder, challenger)
        } else {
            (challenger, bidder)
        };
        let mut losers = SeatSet::of(loser);
        let mut price = 1;
        // The rule is asked first: whether the bid was exact is a matter of chance,
        // and a branch on it would often be mispredicted.
        if self.rules.exact_bid == ExactBid::Others && count == quantity {
            losers = public.survivors.alive();
            losers.remove(bidder);
        } else if self.rules.loss == Loss::Difference {
            price = quantity.abs_diff(count).max(1);
        }
        let opener = if self.rules.opens == Opens::Winner {
            winner
        } else {
            loser
        };
        Verdict {
            losers,
            price,
            gains: None,
            opener,
        }
    }

    fn exact(&self, public: &mut Public, standing: Standing, count: u8, caller: Seat) -> Verdict {
        let rules = &self.rules;
        public.exact_calls[caller] = public.exact_calls[caller].saturating_add(1);
        let mut losers = SeatSet::of(caller);
        let mut price = rules.spot_on_cost;
        let mut gains = None;
        if count == standing.bid.quantity {
            // C3.13: only dice that he has lost come back.
            let lost = rules.dice.of(caller) - public.dice[caller];
            gains = Some((caller, rules.spot_on_gain.min(lost)));
            losers = SeatSet::EMPTY;
            price = 1;
            for seat in public.survivors.alive().iter() {
                if (rules.spot_on_hits_bidder && seat == standing.bidder)
                    || (rules.spot_on_hits_others && seat != caller)
                {
                    losers.insert(seat);
                }
            }
        }
        // C3.16: the caller opens, right or wrong.
        Verdict {
            losers,
            price,
            gains,
            opener: caller,
        }
    }

    /// Carries out a verdict and goes on to the next round or the end.
    // In line with either claim, and `challenge` with it: the verdict stays in
    // registers.
    #[inline(always)]
    fn settle(
        &self,
        state: &mut State<Self>,
        verdict: &Verdict,
        dice: &mut Dice,
        say: &mut Say<Self>,
    ) {
        let public = &mut state.public;
        let (mut losers, mut out) = (SeatSet::EMPTY, SeatSet::EMPTY);
        let mut palifico = false;
        for seat in verdict.losers.iter() {
            let loss = verdict.price.min(public.dice[seat]);
            if loss == 0 {
                continue;
            }
            losers.insert(seat);
            say.tell(seat, Event::Lose(loss));
            public.dice[seat] -= loss;
            public.in_play -= loss;
            if public.dice[seat] == 0 {
                out.insert(seat);
            } else if public.dice[seat] == 1 && !seat.is_in(public.fallen) {
                // C4.6: the first fall to one die; regaining does not count again.
                public.fallen.insert(seat);
                palifico = self.rules.palifico;
            }
        }
        if let Some((seat, gain @ 1..)) = verdict.gains {
            say.tell(seat, Event::Gain(gain));
            public.dice[seat] += gain;
            public.in_play += gain;
        }
        if self.rules.until == Until::OneRound {
            public.survivors.out(losers);
            public.over = true;
            return;
        }
        if !out.is_empty() {
            for seat in out.iter() {
                say.tell(seat, Event::Out);
            }
            public.survivors.out(out);
        }
        self.next_round(state, verdict.opener, palifico, dice, say);
    }

    /// Ends the game if it is over, else starts the next round with `opener`
    /// or, where he is out, the next player clockwise.
    pub(super) fn next_round(
        &self,
        state: &mut State<Self>,
        opener: Seat,
        palifico: bool,
        dice: &mut Dice,
        say: &mut Say<Self>,
    ) {
        let public = &mut state.public;
        let alive = public.survivors.alive();
        let played_out =
            self.rules.until == Until::Elimination && public.round >= self.rules.max_rounds;
        if alive.is_single() || played_out {
            public.over = true;
            return;
        }
        let palifico = palifico && (alive.len() > 2 || self.rules.palifico_two);
        self.start_round(state, alive.at_or_after(opener), palifico, dice, say);
    }
}
