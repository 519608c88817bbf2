//! What the seat that is asked may do.
//!
//! The one place where legality is decided: checking an action, listing the
//! legal ones and choosing among them all go through these functions.

use super::bid::{Bid, Ladder};
use super::choices::SpotOnWho;
use super::game::{LiarsDice, Public, Standing};
use super::notation::Action;
use super::rules::Rules;
use crate::game::{Illegal, View};
use crate::seat::Seat;

/// Everything that the seat in turn may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The bids it may make; empty where it may not bid.
    pub raises: Raises,
    /// Whether it may challenge.
    pub challenge: bool,
    /// Whether it may call the bid exact.
    pub exact: bool,
    /// Whether it may pass, which is so when it is asked out of turn.
    pub pass: bool,
}

impl Options {
    /// The options of the seat that looks, if it is asked.
    #[inline(always)]
    pub fn of(view: View<'_, LiarsDice>) -> Self {
        Self {
            raises: raises(view),
            challenge: may_challenge(view),
            exact: may_call_exact(view),
            pass: may_pass(view),
        }
    }
}

#[inline(always)]
pub(super) fn raises(view: View<'_, LiarsDice>) -> Raises {
    if view.public().asked.is_some() {
        return Raises::NONE;
    }
    Raises::of(view)
}

#[inline(always)]
pub(super) fn may_challenge(view: View<'_, LiarsDice>) -> bool {
    let public = view.public();
    public.standing.is_some() && (public.asked.is_none() || view.rules().rules().any_player)
}

#[inline(always)]
pub(super) fn may_call_exact(view: View<'_, LiarsDice>) -> bool {
    let (rules, public) = (view.rules().rules(), view.public());
    rules.spot_on && public.standing.is_some() && may_claim_exact(rules, public, view.seat())
}

#[inline(always)]
pub(super) const fn may_pass(view: View<'_, LiarsDice>) -> bool {
    view.public().asked.is_some()
}

/// Whether the rules let this seat call a standing bid exact.
pub(super) fn may_claim_exact(rules: &Rules, public: &Public, seat: Seat) -> bool {
    rules.spot_on
        && match rules.spot_on_who {
            SpotOnWho::Turn => seat == public.turn,
            SpotOnWho::AnyButBidder => true,
            SpotOnWho::OutOfTurn => seat != public.turn,
        }
        && (!public.palifico || rules.palifico_spot_on)
        && (rules.spot_on_limit == 0 || public.exact_calls[seat] < rules.spot_on_limit)
}

/// Bids that may be made now, from the lowest to the highest. They are a
/// stretch of a ladder or, in a special round, of one face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Raises {
    ladder: Ladder,
    /// The face all of them are on, or 0.
    face: u8,
    /// Rank of the first on the ladder, or its quantity on the one face.
    first: u16,
    count: u16,
}

impl Raises {
    const NONE: Self = Self {
        ladder: Ladder::plain(1, 1),
        face: 0,
        first: u16::MAX,
        count: 0,
    };

    // Always inline, here and below: a bot that asks for one of these numbers
    // should not pay for the others, nor for a struct in memory.
    #[inline(always)]
    fn of(view: View<'_, LiarsDice>) -> Self {
        let public = view.public();
        match &public.standing {
            // C4.2: a normal round may not be opened on aces.
            None if !view.rules().rules().open_on_ones && !public.palifico => {
                Self::above(public.ladder.without_ones(), 0)
            }
            None => Self::above(public.ladder, 0),
            Some(standing) if public.palifico => Self::in_palifico(view, standing),
            Some(standing) => Self::above(public.ladder, standing.rank + 1),
        }
    }

    /// C4.6: in a special round only the number may be raised, except by a
    /// player who has one die himself where the rules let him.
    #[cold]
    fn in_palifico(view: View<'_, LiarsDice>, standing: &Standing) -> Self {
        let ladder = view.public().ladder;
        if view.rules().rules().palifico_may_change && view.own().dice() == 1 {
            return Self::above(ladder, standing.rank + 1);
        }
        let first = u16::from(standing.bid.quantity) + 1;
        Self {
            ladder,
            face: standing.bid.face,
            first,
            count: u16::from(ladder.height()) + 1 - first,
        }
    }

    #[inline(always)]
    const fn above(ladder: Ladder, first: u16) -> Self {
        Self {
            ladder,
            face: 0,
            first,
            count: ladder.len() - first,
        }
    }

    /// How many there are.
    #[inline]
    pub const fn len(self) -> u16 {
        self.count
    }

    /// Whether there are none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.count == 0
    }

    /// The one with this number, from the lowest (0) up.
    #[inline(always)]
    pub fn get(self, index: u16) -> Option<Bid> {
        (index < self.count).then(|| {
            if self.face == 0 {
                self.ladder.bid(self.first + index)
            } else {
                Bid::new((self.first + index) as u8, self.face)
            }
        })
    }

    /// Whether this bid is one of them.
    #[inline(always)]
    pub const fn has(self, bid: Bid) -> bool {
        self.ladder.has(bid)
            && if self.face == 0 {
                self.ladder.rank(bid) >= self.first
            } else {
                bid.face == self.face && bid.quantity as u16 >= self.first
            }
    }

    /// All of them, from the lowest up.
    pub fn iter(self) -> impl Iterator<Item = Bid> {
        (0..self.count).filter_map(move |index| self.get(index))
    }

    /// The lowest of them on a face.
    pub fn lowest_on(self, face: u8) -> Option<Bid> {
        (1..=self.ladder.height())
            .map(|quantity| Bid::new(quantity, face))
            .find(|&bid| self.has(bid))
    }
}

/// Why an action is not among the options.
#[cold]
pub(super) fn why_not(view: View<'_, LiarsDice>, action: Action) -> Illegal {
    let no_bid_yet = view.public().standing.is_none();
    Illegal(match action {
        Action::Bid(bid) => return why_no_bid(view, bid),
        Action::Challenge if no_bid_yet => "there is no bid to challenge",
        Action::Challenge => "only the player in turn may challenge",
        Action::Exact if no_bid_yet => "there is no bid to call exact",
        Action::Exact => "the rules do not let this seat call the bid exact now",
        Action::Pass => "the player in turn may not pass",
    })
}

fn why_no_bid(view: View<'_, LiarsDice>, bid: Bid) -> Illegal {
    let public = view.public();
    Illegal(if public.asked.is_some() {
        "out of turn there are only challenge, exact and pass, as the rules allow"
    } else if bid.face == 0 || bid.face > view.rules().rules().faces {
        "no die has that face"
    } else if bid.quantity == 0 || bid.quantity > public.ladder.height() {
        "a bid is on one die at least and on no more dice than can count"
    } else if !public.ladder.has(bid) {
        "ones may not be bid"
    } else if public.standing.is_none() {
        "a round may not be opened on ones"
    } else if public.palifico {
        "in a palifico round only the quantity may be raised"
    } else {
        "the bid is not higher than the standing one"
    })
}
