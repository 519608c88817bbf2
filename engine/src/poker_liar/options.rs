//! What the seat that is asked may do.
//!
//! The one place where legality is decided: checking an action, listing the
//! legal ones and choosing among them all go through [`Options`].

use super::game::{Phase, PokerLiar};
use super::hand::{Claim, Hand};
use super::notation::{Action, Picks};
use super::ranking::Ranking;
use super::rules::TopClaim;
use crate::game::{Illegal, View};

/// Everything that the seat in turn may do.
#[derive(Clone, Copy, Debug)]
pub enum Options<'a> {
    /// It hears a claim: it may doubt, and accept unless nothing could follow.
    Answer {
        /// Whether it may accept.
        accept: bool,
    },
    /// It has seen the dice that it took over.
    Throw(Throws),
    /// It knows what is under the cup.
    Claim(Claims<'a>),
}

impl<'a> Options<'a> {
    /// The options of the seat that looks, if it is in turn.
    pub fn of(view: View<'a, PokerLiar>) -> Self {
        let (game, public) = (view.rules(), view.public());
        let ranking = game.ranking();
        let standing = public.standing.map(|standing| standing.rank);
        let top = standing == Some(ranking.top());
        match public.phase {
            Phase::Answer => Self::Answer {
                // B4.4: nothing is higher than five aces.
                accept: public.claims < game.rules().max_claims
                    && (!top || game.rules().top_claim == TopClaim::RerollAll),
            },
            Phase::Throw => Self::Throw(Throws {
                hand: view.own().seen.unwrap_or(Hand::empty(game.rules().dice)),
                all: top,
            }),
            Phase::Claim => Self::Claim(Claims {
                ranking,
                first: match standing {
                    None => 0,
                    // After the highest claim it is made again.
                    Some(_) if top => u16::from(ranking.top()),
                    Some(rank) => u16::from(rank) + 1,
                },
            }),
        }
    }

    /// Whether an action is one of them.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check(&self, action: &Action) -> Result<(), Illegal> {
        Err(Illegal(match (self, action) {
            (Self::Answer { .. }, Action::Doubt) => return Ok(()),
            (Self::Answer { accept: true }, Action::Accept) => return Ok(()),
            (Self::Answer { accept: false }, Action::Accept) => {
                "no claim could follow: this one can only be doubted"
            }
            (Self::Answer { .. }, _) => "the claim is to be accepted or doubted first",
            (Self::Throw(throws), &Action::Roll(picks)) => {
                if throws.has(picks) {
                    return Ok(());
                } else if throws.all {
                    "after the highest claim all dice are thrown"
                } else {
                    "the positions are those of the hand from high to low, of equal faces the leftmost"
                }
            }
            (Self::Throw(_), _) => "first comes the throw: some of the dice, or none",
            (Self::Claim(claims), Action::Claim(claim)) => match claims.ranking.rank(&claim.0) {
                Some(rank) if u16::from(rank) >= claims.first => return Ok(()),
                Some(_) => "the claim is not higher than the last",
                None => "a claim names every die under the cup, by faces that these dice have",
            },
            (Self::Claim(_), _) => "the dice are thrown: a claim is due",
        }))
    }

    /// All of them.
    pub fn list(&self, out: &mut alloc::vec::Vec<Action>) {
        match self {
            Self::Answer { accept } => {
                out.push(Action::Doubt);
                if *accept {
                    out.push(Action::Accept);
                }
            }
            Self::Throw(throws) => out.extend(throws.iter().map(Action::Roll)),
            Self::Claim(claims) => out.extend(claims.iter().map(Action::Claim)),
        }
    }
}

/// The dice that may be thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throws {
    /// The dice taken over.
    pub hand: Hand,
    /// Whether all must be thrown.
    pub all: bool,
}

impl Throws {
    /// Whether these may be thrown.
    pub fn has(self, picks: Picks) -> bool {
        picks.fit(&self.hand) && (!self.all || picks.len() == self.hand.dice())
    }

    /// Every choice, from none of the dice to all of them.
    pub fn iter(self) -> impl Iterator<Item = Picks> {
        (0..=Picks::all(self.hand.dice()).mask())
            .map(Picks::of_mask)
            .filter(move |&picks| self.has(picks))
    }
}

/// The claims that may be made: all from some rank up.
#[derive(Clone, Copy, Debug)]
pub struct Claims<'a> {
    ranking: &'a Ranking,
    first: u16,
}

impl Claims<'_> {
    /// The rank of the lowest of them.
    pub const fn lowest(self) -> u8 {
        self.first as u8
    }

    /// The rank of the highest of them.
    pub const fn highest(self) -> u8 {
        self.ranking.top()
    }

    /// How many there are; at least one.
    pub const fn len(self) -> u16 {
        self.ranking.len() - self.first
    }

    /// Whether there are none, which is never so.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The claim of a rank, whether it may be made or not.
    ///
    /// # Panics
    /// When no hand has that rank.
    pub fn claim(self, rank: u8) -> Claim {
        Claim(self.ranking.hand(rank))
    }

    /// All of them, from the lowest up.
    pub fn iter(&self) -> impl Iterator<Item = Claim> {
        (self.lowest()..=self.highest()).map(|rank| self.claim(rank))
    }
}
