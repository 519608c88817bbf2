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
        let (rules, public) = (view.rules().rules(), view.public());
        Self {
            raises: Raises::of(public),
            challenge: may_challenge(rules, public),
            exact: may_call_exact(rules, public, view.seat()),
            pass: public.asked.is_some(),
        }
    }
}

/// Whether the player in turn may make this bid.
#[inline(always)]
pub(super) const fn may_bid(public: &Public, bid: Bid) -> bool {
    public.asked.is_none() && public.ladder.has(bid) && public.stretch.has(&public.ladder, bid)
}

/// Whether a seat that is asked may do what is not a bid. A call, so that bids,
/// which are most of what is checked, are checked in line.
#[inline(never)]
pub(super) fn may_claim(rules: &Rules, public: &Public, seat: Seat, claim: Action) -> bool {
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

/// A part of a round's ladder: what the player in turn may bid. Kept in the
/// state, because it is asked for twice a decision, by the bot and the check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stretch {
    among: Among,
    /// Rank of the first among them, or its quantity on the one face.
    first: u16,
    /// One past the last.
    end: u16,
}

/// Which bids of the ladder are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Among {
    All,
    NotOnes,
    Face(u8),
}

impl Stretch {
    /// All bids with this rank or a higher one.
    #[inline]
    pub(super) const fn from(ladder: &Ladder, first: u16) -> Self {
        Self {
            among: Among::All,
            first,
            end: ladder.len(),
        }
    }

    /// C4.2: all bids but those on aces, where a normal round may not be
    /// opened on them.
    #[cold]
    pub(super) const fn without_ones(ladder: &Ladder) -> Self {
        Self {
            among: Among::NotOnes,
            first: 0,
            end: ladder.without_ones().len(),
        }
    }

    /// C4.6: in a special round only the number may be raised, except by a
    /// player who has one die himself where the rules let him.
    #[cold]
    pub(super) fn palifico(rules: &Rules, public: &Public, standing: Bid) -> Self {
        let ladder = &public.ladder;
        if rules.palifico_may_change && public.dice[public.turn] == 1 {
            return Self::from(ladder, ladder.rank(standing) + 1);
        }
        Self {
            among: Among::Face(standing.face),
            first: u16::from(standing.quantity) + 1,
            end: u16::from(ladder.height()) + 1,
        }
    }

    /// Whether a bid of the ladder is one of them.
    #[inline(always)]
    const fn has(&self, ladder: &Ladder, bid: Bid) -> bool {
        match self.among {
            Among::All => self.first <= ladder.rank(bid),
            Among::NotOnes => bid.face != 1,
            Among::Face(face) => bid.face == face && self.first <= bid.quantity as u16,
        }
    }
}

/// Bids that may be made now, from the lowest to the highest. They are a
/// stretch of a ladder or, in a special round, of one face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Raises {
    ladder: Ladder,
    stretch: Stretch,
}

impl Raises {
    // Always inline, here and below: a bot that asks for one of these numbers
    // should not pay for the others, nor for a struct in memory.
    #[inline(always)]
    const fn of(public: &Public) -> Self {
        let mut stretch = public.stretch;
        if public.asked.is_some() {
            stretch.end = stretch.first;
        }
        Self {
            ladder: public.ladder,
            stretch,
        }
    }

    /// How many there are.
    #[inline(always)]
    pub const fn len(&self) -> u16 {
        self.stretch.end - self.stretch.first
    }

    /// Whether there are none.
    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The one with this number, from the lowest (0) up.
    #[inline(always)]
    pub const fn get(&self, index: u16) -> Option<Bid> {
        if index >= self.len() {
            return None;
        }
        let index = self.stretch.first + index;
        Some(match self.stretch.among {
            Among::All => self.ladder.bid(index),
            Among::NotOnes => self.ladder.without_ones().bid(index),
            Among::Face(face) => Bid::new(index as u8, face),
        })
    }

    /// Whether this bid is one of them.
    #[inline]
    pub const fn has(&self, bid: Bid) -> bool {
        !self.is_empty() && self.ladder.has(bid) && self.stretch.has(&self.ladder, bid)
    }

    /// All of them, from the lowest up.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Bid> {
        (0..self.len()).filter_map(move |index| self.get(index))
    }

    /// The lowest quantity that may be bid on each face, by face from 1; 0 where
    /// there is none. Whatever is higher, up to the height of the ladder, may be
    /// bid as well.
    pub(super) fn lowest(&self) -> [u8; MAX_FACES] {
        let mut lowest = [0; MAX_FACES];
        match self.stretch.among {
            _ if self.is_empty() => {}
            Among::All => self.ladder.lowest(self.stretch.first, &mut lowest),
            Among::NotOnes => lowest[1..usize::from(self.ladder.faces())].fill(1),
            Among::Face(face) => lowest[usize::from(face) - 1] = self.stretch.first as u8,
        }
        lowest
    }

    /// The lowest of them on a face.
    pub fn lowest_on(&self, face: u8) -> Option<Bid> {
        (1..=self.ladder.height())
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
