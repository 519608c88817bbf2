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
        let question = &view.public().question;
        Self {
            raises: Raises(&question.raises),
            challenge: question.challenge,
            exact: question.exact,
            pass: question.pass,
        }
    }
}

/// What the table waits for. Kept in the state, because it is asked for by the
/// loop, the bot, the check and the transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Question {
    /// Who is asked.
    pub(super) seat: Seat,
    /// What he may bid.
    raises: Stretch,
    /// Whether he may challenge the standing bid.
    challenge: bool,
    /// Whether he may call it exact.
    exact: bool,
    /// Whether he may pass, which is so out of turn.
    pass: bool,
}

impl Question {
    /// How to open a round?
    #[inline]
    pub(super) const fn opening(seat: Seat, ladder: Ladder) -> Self {
        Self {
            seat,
            raises: Stretch::whole(ladder),
            challenge: false,
            exact: false,
            pass: false,
        }
    }

    /// What about the bid just made? Asked of the player in turn, in a round that
    /// is not special; he may bid what has the rank `first` or a higher one.
    // Field by field: a question that is made first and moved into its place
    // is stored in parts and loaded whole.
    #[inline(always)]
    pub(super) fn ask(&mut self, seat: Seat, exact: bool, ladder: Ladder, first: u32) {
        self.seat = seat;
        self.challenge = true;
        self.exact = exact;
        self.pass = false;
        self.raises.ladder = ladder;
        self.raises.first = first;
    }

    /// What about this bid, which stands? Asked of whoever is asked, in any round.
    #[cold]
    pub(super) fn about(bid: Bid, rules: &Rules, public: &Public) -> Self {
        let seat = public.asked.unwrap_or(public.turn);
        let in_turn = public.asked.is_none();
        Self {
            seat,
            raises: if in_turn {
                Stretch::above(bid, rules, public)
            } else {
                Stretch::NONE
            },
            challenge: in_turn || rules.any_player,
            exact: may_claim_exact(rules, public, seat),
            pass: !in_turn,
        }
    }

    /// Whether this is an answer.
    #[inline(always)]
    pub(super) const fn allows(&self, action: Action) -> bool {
        match action {
            Action::Bid(bid) => self.raises.has(bid),
            claim => self.allows_claim(claim),
        }
    }

    // A call, so that bids, which are most of what is checked, are one branch away.
    #[inline(never)]
    const fn allows_claim(&self, claim: Action) -> bool {
        match claim {
            Action::Bid(_) => false,
            Action::Challenge => self.challenge,
            Action::Exact => self.exact,
            Action::Pass => self.pass,
        }
    }
}

/// Whether the rules let this seat call a standing bid exact.
#[inline]
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

/// The upper part of a ladder: what may be bid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stretch {
    ladder: Ladder,
    /// Rank of the lowest bid in it. A word, although ranks are shorter: it is
    /// loaded as one.
    first: u32,
}

impl Stretch {
    /// No bid at all.
    const NONE: Self = Self::whole(Ladder::plain(1, 0));

    /// All bids of a ladder.
    #[inline]
    const fn whole(ladder: Ladder) -> Self {
        Self { ladder, first: 0 }
    }

    /// What the player in turn may bid above this. C4.6: in a special round
    /// only the number may be raised, except by a player who has one die himself
    /// where the rules let him.
    fn above(bid: Bid, rules: &Rules, public: &Public) -> Self {
        let free = rules.palifico_may_change && public.dice[public.turn] == 1;
        let ladder = if public.palifico && !free {
            public.ladder.on(bid.face)
        } else {
            public.ladder
        };
        Self {
            ladder,
            first: ladder.up_to(bid),
        }
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

impl Raises<'_> {
    // Always inline, here and below: a bot that asks for one of these numbers
    // should not pay for the others.
    /// How many there are.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.ladder.len() as u32 - self.0.first
    }

    /// Whether there are none.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The one with this number, from the lowest (0) up.
    #[inline(always)]
    pub const fn get(self, index: u32) -> Option<Bid> {
        if index >= self.len() {
            return None;
        }
        Some(self.0.ladder.bid((self.0.first + index) as u16))
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
