//! Liar's Dice and its relatives: Perudo, Dudo, single-round games.

mod bid;
mod game;
mod hand;
mod notation;
mod options;
mod prose;
mod rules;

pub use bid::{Bid, Ladder};
pub use game::{LiarsDice, Public, Standing};
pub use hand::Hand;
pub use notation::{Action, Event};
pub use options::{Options, Raises};
pub use rules::{
    DicePerSeat, ExactBid, First, LadderRule, Loss, MAX_DICE, MAX_FACES, OnesBids, Opens,
    OverTotal, Rules, SpotOnWho, Until,
};
