//! Poker-dice Liar: one set of dice under a cup that goes round.
//!
//! # The rules
//!
//! Five poker dice are shared. Each player has three chips. Once per session
//! each throws a die for the turn order: the highest plays first, the second
//! highest sits to his left. Game k of a session is opened by the k-th in that
//! order, counting from 0 and round the table.
//!
//! A *sequence* (a round of this game) begins with its opener, who throws all
//! dice in secret and claims a hand. The player to his left accepts or doubts.
//!
//! * *Doubt*: the dice are shown. A hand lower than the claim costs the
//!   claimant a chip, a hand as high or higher costs the doubter one. The
//!   doubter opens the next sequence.
//! * *Accept*: he takes the cup, sees the dice, throws all, some or none of
//!   them, says truthfully how many, sees the result and must claim a higher
//!   hand. Then the player to his left accepts or doubts.
//!
//! Who has no chips is out. The last one in wins.
//!
//! # Where the source is silent
//!
//! Numbers are those of the rules page of this game.
//!
//! 1. "The turn passes to the next player": the claimant's left, who is the
//!    doubter, opens with all dice, right or wrong; if he is out, the next
//!    player to the left ([`AfterDoubt`] has the other reading).
//! 2. The first claim of a sequence may be any hand.
//! 3. A claim names every die. Short forms mean the lowest hand that fits
//!    ([`Ranking::lowest_with`], for a person's host); the engine repairs
//!    nothing and refuses them.
//! 4. Nothing beats the highest hand, so it can only be doubted, or
//!    ([`TopClaim::RerollAll`]) is accepted by throwing all dice and making the
//!    same claim. That could go on for ever, so `max-claims` ends a sequence.
//! 5. Accepting, throwing and claiming are separate turns, so nobody chooses
//!    after seeing too much. The accepting player sees the dice, then decides
//!    which to throw, then sees the result.
//! 6. The engine tells how many dice are thrown. Which ones, and what they
//!    show, goes to the record only.
//! 7. Throwing none and claiming higher is legal; the claim may be lower than
//!    the dice.
//! 8. Claims rise strictly; only the last can be doubted, only by the player
//!    on the claimant's left.
//! 9. Ties in the seating throw are thrown for again by those who are tied, to
//!    settle that tie alone. The ace is high. Every game's record repeats the
//!    throws of its session, so that it can be read alone.
//! 10. A failed bot's chips go to the pot; the sequence is void; the player to
//!     its left opens the next. Two seats may play.
//!
//! # What is hidden
//!
//! The dice under the cup are the state's hidden part: no view has them. A seat
//! has its memory of the dice ([`Private::seen`]): while it holds the cup that
//! is what lies there, later what it passed on.
//!
//! # Addresses of dice
//!
//! Die `i` of the `t`-th throw of seat `s` in sequence `q` is word
//! `((q * seats + s) * 1000 + t) * 5 + i` of the deal's table stream, all from
//! 0. The seating throw: see [`Circle`].

mod account;
mod game;
mod hand;
mod image;
mod notation;
mod options;
mod prose;
mod ranking;
mod rules;
mod seating;
#[cfg(test)]
mod tests;

pub use game::{Phase, PokerLiar, Private, Public, Standing};
pub use hand::{Claim, Face, Hand, MAX_CUP, MAX_FACES};
pub use notation::{Action, Event, Picks};
pub use options::{Claims, Options, Throws};
pub use ranking::{Category, Ranking};
pub use rules::{AfterDoubt, MAX_CLAIMS, Pips, Rules, Straights, TopClaim};
pub use seating::Circle;
