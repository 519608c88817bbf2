//! What the seat that is asked may do.
//!
//! The one place where legality is decided: checking an action, listing the
//! legal ones and choosing among them all go through [`Options`].

use super::bid::{Bid, Ladder};
use super::choices::SpotOnWho;
use super::game::{LiarsDice, Public};
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
    pub fn of(view: View<'_, LiarsDice>) -> Self {
        let (game, public) = (view.rules(), view.public());
        if public.asked.is_some() {
            return Self {
                raises: Raises::NONE,
                challenge: game.rules().any_player,
                exact: may_call_exact(game, public, view.seat()),
                pass: true,
            };
        }
        Self {
            raises: Raises::of(view),
            challenge: public.standing.is_some(),
            exact: public.standing.is_some() && may_call_exact(game, public, view.seat()),
            pass: false,
        }
    }
}

/// Whether the rules let this seat call the standing bid exact now.
pub(super) fn may_call_exact(game: &LiarsDice, public: &Public, seat: Seat) -> bool {
    let rules = game.rules();
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
        first: 0,
        count: 0,
    };

    fn of(view: View<'_, LiarsDice>) -> Self {
        let public = view.public();
        let ladder = public.ladder;
        let Some(standing) = public.standing else {
            // C4.2: a normal round may not be opened on aces.
            let banned = !view.rules().rules().open_on_ones && !public.palifico;
            return Self::above(
                if banned {
                    ladder.without_ones()
                } else {
                    ladder
                },
                0,
            );
        };
        // C4.6: in a special round only the number may be raised, except by a
        // player who has one die himself where the rules let him.
        let may_change = view.rules().rules().palifico_may_change && view.own().dice() == 1;
        if public.palifico && !may_change {
            let Bid { quantity, face } = standing.bid;
            let first = u16::from(quantity) + 1;
            return Self {
                ladder,
                face,
                first,
                count: u16::from(ladder.height()) + 1 - first,
            };
        }
        Self::above(ladder, standing.rank + 1)
    }

    const fn above(ladder: Ladder, first: u16) -> Self {
        Self {
            ladder,
            face: 0,
            first,
            count: ladder.len() - first,
        }
    }

    /// How many there are.
    pub const fn len(self) -> u16 {
        self.count
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.count == 0
    }

    /// The one with this number, from the lowest (0) up.
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
    pub const fn has(self, bid: Bid) -> bool {
        if self.count == 0 || !self.ladder.has(bid) {
            return false;
        }
        if self.face == 0 {
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

/// Why a bid is not among the options.
pub(super) fn why_not(view: View<'_, LiarsDice>, bid: Bid) -> Illegal {
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
