//! What the seat that is asked may do.
//!
//! The one place where legality is decided: checking an action, listing the
//! legal ones and choosing among them all go through these functions.

use super::bid::{Bid, Ladder};
use super::choices::{MAX_FACES, SpotOnWho};
use super::game::{LiarsDice, Public};
use super::notation::Action;
use super::rules::Rules;
use crate::game::{Illegal, View};
use crate::seat::Seat;

/// Everything that the seat in turn may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options<'a> {
    /// The bids it may make; empty where it may not bid.
    pub raises: Raises<'a>,
    /// Whether it may challenge.
    pub challenge: bool,
    /// Whether it may call the bid exact.
    pub exact: bool,
    /// Whether it may pass, which is so when it is asked out of turn.
    pub pass: bool,
}

impl<'a> Options<'a> {
    /// The options of the seat that looks, if it is asked.
    #[inline(always)]
    pub fn of(view: View<'a, LiarsDice>) -> Self {
        let (rules, public) = (view.rules().rules(), view.public());
        Self {
            raises: Raises::of(public),
            challenge: may_challenge(rules, public),
            exact: may_call_exact(rules, public, view.seat()),
            pass: public.asked.is_some(),
        }
    }
}

/// Whether a seat that is asked may do this.
#[inline(always)]
pub(super) fn may(rules: &Rules, public: &Public, seat: Seat, action: Action) -> bool {
    match action {
        Action::Bid(bid) => public.asked.is_none() && public.raises.has(bid),
        claim => may_claim(rules, public, seat, claim),
    }
}

/// The same for what is not a bid. A call, so that bids, which are most of what
/// is checked, are one branch away.
#[inline(never)]
fn may_claim(rules: &Rules, public: &Public, seat: Seat, claim: Action) -> bool {
    match claim {
        Action::Bid(_) => false,
        Action::Challenge => may_challenge(rules, public),
        Action::Exact => may_call_exact(rules, public, seat),
        Action::Pass => public.asked.is_some(),
    }
}

#[inline(always)]
fn may_challenge(rules: &Rules, public: &Public) -> bool {
    public.standing.is_some() && (public.asked.is_none() || rules.any_player)
}

#[inline(always)]
fn may_call_exact(rules: &Rules, public: &Public, seat: Seat) -> bool {
    rules.spot_on && public.standing.is_some() && may_claim_exact(rules, public, seat)
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

/// The upper part of a ladder: what the player in turn may bid. Kept in the
/// state, because it is asked for twice a decision, by the bot and the check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stretch {
    pub(super) ladder: Ladder,
    /// Rank of the lowest bid in it. A word, although ranks are shorter: it is
    /// loaded as one.
    pub(super) first: u32,
}

impl Stretch {
    /// No bid at all.
    const NONE: Self = Self::from(Ladder::plain(1, 0), 0);

    /// The bids with this rank and all higher ones.
    #[inline]
    pub(super) const fn from(ladder: Ladder, first: u16) -> Self {
        Self {
            ladder,
            first: first as u32,
        }
    }

    /// C4.6: in a special round only the number may be raised, except by a
    /// player who has one die himself where the rules let him.
    #[cold]
    pub(super) fn palifico(rules: &Rules, public: &Public, standing: Bid) -> Self {
        let ladder = if rules.palifico_may_change && public.dice[public.turn] == 1 {
            public.ladder
        } else {
            public.ladder.on(standing.face)
        };
        Self::from(ladder, ladder.rank(standing) + 1)
    }

    /// Whether a bid is among them.
    #[inline(always)]
    const fn has(&self, bid: Bid) -> bool {
        matches!(self.ladder.find(bid), Some(rank) if self.first <= rank as u32)
    }
}

/// Bids that may be made now, from the lowest to the highest: the upper part of
/// a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Raises<'a>(&'a Stretch);

impl<'a> Raises<'a> {
    // Always inline, here and below: a bot that asks for one of these numbers
    // should not pay for the others.
    #[inline(always)]
    const fn of(public: &'a Public) -> Self {
        Self(if public.asked.is_some() {
            &Stretch::NONE
        } else {
            &public.raises
        })
    }

    /// How many there are.
    #[inline(always)]
    pub const fn len(self) -> u16 {
        self.0.ladder.len() - self.0.first as u16
    }

    /// Whether there are none.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The one with this number, from the lowest (0) up.
    #[inline(always)]
    pub const fn get(self, index: u16) -> Option<Bid> {
        if index >= self.len() {
            return None;
        }
        Some(self.0.ladder.bid(self.0.first as u16 + index))
    }

    /// Whether this bid is one of them.
    #[inline]
    pub const fn has(self, bid: Bid) -> bool {
        self.0.has(bid)
    }

    /// All of them, from the lowest up.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Bid> {
        (0..self.len()).filter_map(move |index| self.get(index))
    }

    /// The lowest quantity that may be bid on each face, by face from 1; 0 where
    /// there is none. Whatever is higher, up to the height of the ladder, may be
    /// bid as well.
    pub(super) fn lowest(self) -> [u8; MAX_FACES] {
        let mut lowest = [0; MAX_FACES];
        self.0.ladder.lowest(self.0.first as u16, &mut lowest);
        lowest
    }

    /// The lowest of them on a face.
    pub fn lowest_on(self, face: u8) -> Option<Bid> {
        (1..=self.0.ladder.height())
            .map(|quantity| Bid::new(quantity, face))
            .find(|&bid| self.has(bid))
    }
}

/// Why an action is not among the options.
#[cold]
pub(super) fn why_not(rules: &Rules, public: &Public, action: Action) -> Illegal {
    let no_bid_yet = public.standing.is_none();
    Illegal(match action {
        Action::Bid(bid) => return why_no_bid(rules, public, bid),
        Action::Challenge if no_bid_yet => "there is no bid to challenge",
        Action::Challenge => "only the player in turn may challenge",
        Action::Exact if no_bid_yet => "there is no bid to call exact",
        Action::Exact => "the rules do not let this seat call the bid exact now",
        Action::Pass => "the player in turn may not pass",
    })
}

fn why_no_bid(rules: &Rules, public: &Public, bid: Bid) -> Illegal {
    Illegal(if public.asked.is_some() {
        "out of turn there are only challenge, exact and pass, as the rules allow"
    } else if bid.face == 0 || bid.face > rules.faces {
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
