//! What a seat can tell about a bid from its own dice alone, in chances and in
//! dice to be lost.

use super::chances::{Chances, Holding};
use dudo_engine::liars_dice::{Bid, ExactBid, Hand, LiarsDice, Loss, Public, Raises, Rules, Until};
use dudo_engine::{Seat, View};

/// The position as one seat sees it.
#[derive(Clone, Copy)]
pub(super) struct Outlook<'a> {
    pub(super) rules: &'a Rules,
    pub(super) public: &'a Public,
    pub(super) own: &'a Hand,
    pub(super) seat: Seat,
    pub(super) chances: &'static Chances,
}

impl<'a> Outlook<'a> {
    /// The position of the seat that looks.
    pub(super) fn new(view: View<'a, LiarsDice>) -> Self {
        let rules = view.rules().rules();
        Self {
            rules,
            public: view.public(),
            own: view.own(),
            seat: view.seat(),
            chances: Chances::of(rules.faces),
        }
    }

    /// Dice in other cups.
    pub(super) const fn unseen(&self) -> u8 {
        self.public.in_play - self.own.dice()
    }

    /// Who acts after this seat.
    pub(super) const fn next(&self) -> Seat {
        self.public.survivors.alive().after(self.seat)
    }

    /// What this seat holds for a bid on a face.
    pub(super) fn holding(&self, face: u8) -> Holding {
        let wild = self.public.wild.filter(|&wild| wild != face);
        Holding {
            showing: self.own.showing(face),
            wild: wild.map(|wild| self.own.showing(wild)),
            natural: self.rules.natural,
        }
    }

    /// P(at least `quantity` dice count for `face`).
    pub(super) fn at_least(&self, face: u8, quantity: i32) -> f64 {
        self.chances
            .at_least(self.holding(face), self.unseen(), quantity)
    }

    /// How many dice count for a face, on average.
    pub(super) fn expected(&self, face: u8) -> f64 {
        let holding = self.holding(face);
        f64::from(holding.counting()) + self.chances.expected(holding.wild.is_some(), self.unseen())
    }

    /// What is at stake if `challenger` challenges `bid` of `bidder`.
    pub(super) fn stakes(&self, bid: Bid, bidder: Seat, challenger: Seat) -> Stakes {
        self.settled(bid, bidder, challenger, |quantity| {
            self.at_least(bid.face, quantity)
        })
    }

    /// The same where `at_least` tells the chance of a count.
    pub(super) fn settled(
        &self,
        bid: Bid,
        bidder: Seat,
        challenger: Seat,
        at_least: impl Fn(i32) -> f64,
    ) -> Stakes {
        let held = |seat| i32::from(self.public.dice[seat]);
        Stakes::new(self.rules, bid, held(bidder), held(challenger), at_least)
    }

    /// What a die of one opponent is worth, in own dice: the opponents share
    /// what this seat gains by it.
    pub(super) fn worth(&self) -> f64 {
        let others = self.public.survivors.alive().len().max(2) - 1;
        1.0 / others as f64
    }

    /// What this seat can expect to win by calling the bid exact, in dice,
    /// when that is right with chance `right`.
    pub(super) fn exact_net(&self, right: f64) -> f64 {
        let held = self.public.dice[self.seat];
        let lost = self.rules.dice.of(self.seat).saturating_sub(held);
        let back = match self.rules.until {
            Until::Elimination => self.rules.spot_on_gain.min(lost),
            // A die more does not help after the only round.
            Until::OneRound => 0,
        };
        let hits = if self.rules.spot_on_hits_others {
            1.0
        } else if self.rules.spot_on_hits_bidder {
            self.worth()
        } else {
            0.0
        };
        let cost = f64::from(self.rules.spot_on_cost.min(held));
        right * (f64::from(back) + hits) - (1.0 - right) * cost
    }

    /// The bids worth a thought: on each face the lowest and, where that is
    /// less, as many as this seat holds itself.
    pub(super) fn candidates(&self, raises: Raises<'_>) -> impl Iterator<Item = Bid> {
        (1..=self.rules.faces).flat_map(move |face| {
            let lowest = raises.lowest_on(face);
            let held = Bid::new(self.holding(face).counting(), face);
            let higher = lowest.is_some_and(|lowest| lowest.quantity < held.quantity);
            let held = (higher && raises.has(held)).then_some(held);
            lowest.into_iter().chain(held)
        })
    }
}

/// Dice that a challenge is expected to cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stakes {
    /// The bidder.
    pub(super) bidder: f64,
    /// Who challenges.
    pub(super) challenger: f64,
    /// Each of the rest of the table.
    pub(super) rest: f64,
}

impl Stakes {
    /// What is at stake in a challenge of `bid`, where `at_least` gives the
    /// chance of a count and the two hold so many dice. A loss of the
    /// difference is summed over its tail, E(x) = P(x >= 1) + P(x >= 2) + ...,
    /// and nobody can lose more than he holds.
    pub(super) fn new(
        rules: &Rules,
        bid: Bid,
        bidder: i32,
        challenger: i32,
        at_least: impl Fn(i32) -> f64,
    ) -> Self {
        let quantity = i32::from(bid.quantity);
        let holds = at_least(quantity);
        let rest = match rules.exact_bid {
            ExactBid::Challenger => 0.0,
            ExactBid::Others => holds - at_least(quantity + 1),
        };
        if rules.loss == Loss::One {
            return Self {
                bidder: 1.0 - holds,
                challenger: holds,
                rest,
            };
        }
        let short = (1..=bidder.min(quantity)).map(|off| 1.0 - at_least(quantity - off + 1));
        // An exactly right bid costs one die, as if it were off by one.
        let right = holds - at_least(quantity + 1);
        let over = (1..=challenger).map(|off| at_least(quantity + off));
        Self {
            bidder: short.sum(),
            challenger: right + over.sum::<f64>(),
            rest,
        }
    }

    /// How well the bid stands, from 0 to 1: the challenger's share of the
    /// dice to be lost. Where one die is lost it is the chance that the bid is
    /// true.
    pub(super) fn strength(self) -> f64 {
        self.challenger / (self.challenger + self.bidder)
    }

    /// What the challenger can expect to win, in dice, with `worth` for each
    /// die of another.
    pub(super) fn challenger_net(self, worth: f64) -> f64 {
        // The rest are those who are neither bidder nor challenger.
        self.bidder * worth + self.rest * (1.0 - worth) - self.challenger
    }

    /// What the bidder can expect to win if he is challenged.
    pub(super) fn bidder_net(self, worth: f64) -> f64 {
        self.challenger * worth + self.rest * (1.0 - worth) - self.bidder
    }
}
