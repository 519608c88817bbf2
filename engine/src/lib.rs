//! What may happen at a table: the rules of bluffing dice games.
//!
//! The engine is a pure function: rules, seats, bots' answers and a seed go in,
//! events and places come out. It is `no_std`, so a clock, a file, a thread or
//! a hash map cannot even be named here.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod account;
mod bot;
mod chance;
mod cipher;
mod dice;
mod game;
mod image;
pub mod knobs;
mod lexicon;
pub mod liars_boggle;
pub mod liars_dice;
pub mod mia;
mod notation;
mod perft;
mod pieces;
mod play;
pub mod poker_liar;
mod retell;
mod seat;
mod table;
mod talk;

pub use account::{Account, Assertion, Asserts, Tells};
pub use bot::{Bot, Factory, Failed, Fault, FaultKind, Player, Session};
pub use chance::{BotKey, BotRng, Key, scale};
pub use dice::{Chance, Dice, Purpose};
pub use game::{Game, Illegal, Sitting, State, Turn, View};
pub use image::{Field, Imaged, Kind, Many, Record, Schema, Seen};
pub use lexicon::{Lexicon, Shelf};
pub use notation::Notation;
pub use perft::{Perft, perft};
pub use play::{Failure, Happening, Line, Outcome, Say, Told, play, play_deal};
pub use retell::{Moment, Strayed, retell};
pub use seat::{BySeat, MAX_SEATS, Place, Seat, SeatSet};
pub use table::Survivors;
pub use talk::{Claim, Letters, MAX_CLAIMS, MAX_TEXT, Talk};
