//! The values that knobs take: words, and dice by seat.

use crate::knobs::whole;
use crate::seat::{MAX_SEATS, Seat};
use crate::words;
use core::fmt;

/// Sides of the largest die.
pub const MAX_FACES: usize = 20;
/// Dice a seat can hold.
pub const MAX_DICE: u32 = 20;

words! {
    /// Where bids on ones stand when ones are wild.
    OnesBids {
        /// Ones are the lowest face.
        Low = "low",
        /// There are no bids on ones.
        Forbid = "forbid",
        /// Ones are the highest face.
        High = "high",
        /// n ones stand just below 2n twos.
        Dudo = "dudo",
        /// n ones stand just below 2n+1 twos.
        Perudo = "perudo",
    }
}

words! {
    /// The order of bids.
    LadderRule {
        /// By quantity, then by face.
        ResetFace = "reset-face",
        /// By face, then by quantity.
        ResetQuantity = "reset-quantity",
    }
}

words! {
    /// The highest quantity that can be bid.
    OverTotal {
        /// The dice in play.
        Reject = "reject",
        /// The dice that the game began with.
        Allow = "allow",
    }
}

words! {
    /// Who opens the round after a challenge.
    Opens {
        /// The loser of the challenge.
        Loser = "loser",
        /// The winner of the challenge.
        Winner = "winner",
    }
}

words! {
    /// Who opens the first round.
    First {
        /// The first seat.
        SeatOne = "seat-1",
        /// The highest throw of one die each.
        Throw = "throw",
    }
}

words! {
    /// What the loser of a challenge loses.
    Loss {
        /// One die.
        One = "one",
        /// As many dice as the bid was off.
        Difference = "difference",
    }
}

words! {
    /// Who loses when a challenged bid is exactly right.
    ExactBid {
        /// The challenger, one die.
        Challenger = "challenger",
        /// Everyone but the bidder, one die each.
        Others = "others",
    }
}

words! {
    /// Who may call a bid exact.
    SpotOnWho {
        /// The player in turn.
        Turn = "turn",
        /// Anybody but the bidder.
        AnyButBidder = "any-but-bidder",
        /// Anybody but the bidder and the player in turn.
        OutOfTurn = "out-of-turn",
    }
}

words! {
    /// When the game is over.
    Until {
        /// One player has dice.
        Elimination = "elimination",
        /// One round is played.
        OneRound = "one-round",
    }
}

/// Dice at the start of a game, per seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DicePerSeat {
    /// The same number for each.
    Same(u8),
    /// A handicap: one number per seat, 0 beyond the last seat.
    Each([u8; MAX_SEATS]),
}

impl DicePerSeat {
    /// The dice of a seat.
    pub const fn of(self, seat: Seat) -> u8 {
        match self {
            Self::Same(dice) => dice,
            Self::Each(dice) => dice[seat.index()],
        }
    }

    /// The seats it fixes, if it does.
    pub fn seats(self) -> Option<usize> {
        match self {
            Self::Same(_) => None,
            Self::Each(dice) => Some(dice.iter().filter(|&&dice| dice > 0).count()),
        }
    }

    /// The most dice that a seat begins with.
    pub fn most(self) -> u8 {
        match self {
            Self::Same(dice) => dice,
            Self::Each(dice) => dice.into_iter().max().unwrap_or(0),
        }
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        let Some(list) = text.strip_prefix('[') else {
            return Some(Self::Same(whole(text, 1, MAX_DICE)?));
        };
        let mut dice = [0; MAX_SEATS];
        let mut seats = 0;
        for item in list.strip_suffix(']')?.split(',') {
            *dice.get_mut(seats)? = whole(item.trim(), 1, MAX_DICE)?;
            seats += 1;
        }
        (seats >= 2).then_some(Self::Each(dice))
    }
}

impl fmt::Display for DicePerSeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Same(dice) => dice.fmt(f),
            Self::Each(dice) => {
                for (index, dice) in dice.iter().filter(|&&dice| dice > 0).enumerate() {
                    f.write_str(if index == 0 { "[" } else { "," })?;
                    dice.fmt(f)?;
                }
                f.write_str("]")
            }
        }
    }
}
