//! From a claim to its price: cups up, who loses, who opens next.

use super::choices::{ExactBid, Loss, Opens, Until};
use super::game::{LiarsDice, Standing};
use super::notation::Event;
use crate::dice::Dice;
use crate::game::State;
use crate::play::Say;
use crate::seat::{MAX_SEATS, Seat, SeatSet};

/// What a settled claim costs and gains.
struct Verdict {
    loses: [u8; MAX_SEATS],
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
        let public = &state.public;
        let (mut count, mut natural) = (0, 0);
        for seat in public.survivors.alive().iter() {
            let hand = &state.private[seat];
            say.tell(seat, Event::Reveal(*hand));
            count += public.counting(hand, standing.bid.face);
            natural += hand.showing(standing.bid.face);
        }
        if self.rules.natural && natural == 0 {
            count = 0;
        }
        say.tell(standing.bidder, Event::Count(count));
        count
    }

    pub(super) fn challenge(
        &self,
        state: &mut State<Self>,
        challenger: Seat,
        dice: &mut Dice<'_>,
        say: &mut Say<Self>,
    ) {
        let standing = in_doubt(state);
        let count = self.show(state, standing, say);
        let (quantity, bidder) = (standing.bid.quantity, standing.bidder);
        let off = quantity.abs_diff(count);
        let price = if self.rules.loss == Loss::Difference {
            off.max(1)
        } else {
            1
        };
        let mut loses = [0; MAX_SEATS];
        let (loser, winner) = if count < quantity {
            (bidder, challenger)
        } else {
            (challenger, bidder)
        };
        if off == 0 && self.rules.exact_bid == ExactBid::Others {
            for seat in state
                .public
                .survivors
                .alive()
                .iter()
                .filter(|&seat| seat != bidder)
            {
                loses[seat.index()] = 1;
            }
        } else {
            loses[loser.index()] = price;
        }
        let opener = if self.rules.opens == Opens::Winner {
            winner
        } else {
            loser
        };
        self.settle(
            state,
            &Verdict {
                loses,
                gains: None,
                opener,
            },
            dice,
            say,
        );
    }

    pub(super) fn exact(
        &self,
        state: &mut State<Self>,
        caller: Seat,
        dice: &mut Dice<'_>,
        say: &mut Say<Self>,
    ) {
        let rules = &self.rules;
        let standing = in_doubt(state);
        state.public.exact_calls[caller] = state.public.exact_calls[caller].saturating_add(1);
        let mut loses = [0; MAX_SEATS];
        let mut gains = None;
        if self.show(state, standing, say) == standing.bid.quantity {
            // C3.13: only dice that he has lost come back.
            let lost = rules.dice.of(caller) - state.public.dice[caller];
            gains = Some((caller, rules.spot_on_gain.min(lost)));
            for seat in state.public.survivors.alive().iter() {
                let hit = (rules.spot_on_hits_bidder && seat == standing.bidder)
                    || (rules.spot_on_hits_others && seat != caller);
                loses[seat.index()] = u8::from(hit);
            }
        } else {
            loses[caller.index()] = rules.spot_on_cost;
        }
        // C3.16: the caller opens, right or wrong.
        self.settle(
            state,
            &Verdict {
                loses,
                gains,
                opener: caller,
            },
            dice,
            say,
        );
    }

    /// Carries out a verdict and goes on to the next round or the end.
    fn settle(
        &self,
        state: &mut State<Self>,
        verdict: &Verdict,
        dice: &mut Dice<'_>,
        say: &mut Say<Self>,
    ) {
        let public = &mut state.public;
        let (mut losers, mut out) = (SeatSet::EMPTY, SeatSet::EMPTY);
        let mut palifico = false;
        for seat in public.survivors.alive().iter() {
            let loss = verdict.loses[seat.index()].min(public.dice[seat]);
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
        for seat in out.iter() {
            say.tell(seat, Event::Out);
        }
        public.survivors.out(out);
        self.next_round(state, verdict.opener, palifico, dice, say);
    }

    /// Ends the game if it is over, else starts the next round with `opener`
    /// or, where he is out, the next player clockwise.
    pub(super) fn next_round(
        &self,
        state: &mut State<Self>,
        opener: Seat,
        palifico: bool,
        dice: &mut Dice<'_>,
        say: &mut Say<Self>,
    ) {
        let public = &mut state.public;
        let alive = public.survivors.alive();
        let played_out =
            self.rules.until == Until::Elimination && public.round >= self.rules.max_rounds;
        if alive.len() == 1 || played_out {
            public.over = true;
            return;
        }
        let palifico = palifico && (alive.len() > 2 || self.rules.palifico_two);
        self.start_round(state, alive.at_or_after(opener), palifico, dice, say);
    }
}
