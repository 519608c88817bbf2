//! Liar's Boggle: words bid on letter dice.
//!
//! Sixteen dice with letters are dealt at random, equally many to each player;
//! the rest are set aside for the whole game. In each round all roll in secret.
//! The opener bids a word; then, clockwise, each must bid higher or call. A bid
//! claims that the word can be spelled from what *all* dice in play show, each
//! used once at most. It need not be a word, and may be longer than there are
//! dice: validity matters only when it is questioned.
//!
//! * **Higher** is a longer word, or one of equal length that comes later in
//!   the alphabet (a prefix before what it begins). Length counts faces: Qu is
//!   one letter, so QUIT < ZOO < ABLE.
//! * **Call** (`call`): the dice are shown. If the word is there, the caller
//!   drops a die, else the bidder. **With a challenge of the word** (`call!`)
//!   the bidder also loses when the word is not valid. One die is lost, never two.
//! * **The loser chooses** which of his dice he drops, after all were shown; it
//!   stays out of the game, and everybody sees which it is. A last die goes
//!   unasked. Who has none is out; the last one in wins.
//! * **The loser opens.** If he is out, the player with the fewest dice does; of
//!   several, the first clockwise from the loser.
//! * **Qu must be used as QU**: a Q without U is never there.
//!
//! Options, as knobs ([`Rules`]):
//!
//! * `friendly-challenge`: after each bid the others are asked, clockwise after
//!   the bidder, whether they question the word (`object` or `pass`); the first
//!   objection ends the asking. A valid word stands and cannot be challenged
//!   again (`call!` is then `call`). An invalid one is taken back: the bidder
//!   bids another, or calls the bid before; an opener must bid. A turn that has
//!   had two invalid words may only go on with a word of the dictionary, or a
//!   call: the third invalid word is refused, which is a fault.
//! * `vote`: a challenged or questioned word that the dictionary lacks is put to
//!   the vote (`valid` or `invalid`), before any dice are shown, clockwise after
//!   the bidder; bidder and challenger have no vote. Votes are secret until all
//!   are cast. More for than against makes it valid; a tie, or no voter, does not.
//!   With `all` players who are out vote too, but never a seat that was retired.
//!   A voter who is out and fails only loses his vote: the round goes on.
//! * `qu-two`, `qu-as-q`: Qu counts two; Qu may be played as Q, which is written
//!   `(q)` in front of a U and needs no mark elsewhere. Each is a knob of its own:
//!   with both, Qu read as QU counts two, read as Q one.
//! * `dice-identity = private`: the deal is secret; dropped dice are still seen,
//!   and what is shown is listed from A to Z.
//! * `timer`: before the opener's turn and after each bid the players out of turn
//!   are asked whether they start the timer on the player in turn; that only sets
//!   a public flag, which his next action clears. The clock is the host's.
//! * `talk`: an action may come with talk, which all hear before it.
//! * `max-bids`: after so many bids in a round the next player must call; bids
//!   that were taken back do not count. `max-rounds`: then most dice wins.
//!
//! Addresses of chance: die *d* of the set in round *r* (both from 0) is word
//! 16 *r* + *d*; the deal is a shuffle from the last place down, place *p* drawn
//! by word 15 - *p*; `first = random` is one word of its own purpose.

mod account;
mod bid;
mod dice_set;
mod game;
mod image;
mod index;
mod letters;
mod notation;
mod options;
mod prose;
mod public;
mod round;
mod rules;
mod settle;

pub use bid::{Bid, MAX_LETTERS, Spelling};
pub use dice_set::{DiceSet, DieId, DieSet, LetterDie, MAX_DICE, MAX_SIDES};
pub use game::LiarsBoggle;
pub use index::Index;
pub use letters::{Counts, FACES, Letter, Shown};
pub use notation::{Action, Event};
pub use options::Options;
pub use public::{Hand, Phase, Public, Standing, Votes};
pub use rules::{Dictionary, First, Handicap, Identity, Rules, Vote};
