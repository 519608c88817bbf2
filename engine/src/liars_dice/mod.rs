//! Liar's Dice and its relatives: Perudo, Dudo, single-round games.

mod account;
mod bid;
mod choices;
mod game;
mod hand;
mod image;
mod notation;
mod options;
mod prose;
mod rules;
mod settle;

pub use bid::{Bid, Ladder};
pub use choices::{
    DicePerSeat, ExactBid, First, LadderRule, Loss, MAX_DICE, MAX_FACES, OnesBids, Opens,
    OverTotal, SpotOnWho, Until,
};
pub use game::{LiarsDice, Public, Standing};
pub use hand::Hand;
pub use notation::{Action, Event};
pub use options::{Options, Raises};
pub use rules::Rules;
