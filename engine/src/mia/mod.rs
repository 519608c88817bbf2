//! Mia: two dice under a travelling cup, and a claim that must grow.
//!
//! # The rules, with every doubt settled
//!
//! Seats are numbered clockwise. Each player begins with `lives`.
//!
//! **Values.** A roll reads its high die first: 5 and 4 are 54. From low to
//! high: 31 32 41 42 43 51 52 53 54 61 62 63 64 65, the doubles 11 to 66, and
//! 21, which is Mia. `order` has two variants: with `doubles-down` the doubles
//! run from 66 (lowest) to 11; with `little-mia` 31 stands just below 21.
//!
//! **A round.** The opener rolls in secret and announces any value at all, true,
//! higher or lower; nobody can look before there is an announcement. Then the
//! next player clockwise either
//! * *looks*: the cup is lifted for all to see and the round ends; or
//! * *believes*: he rolls both dice afresh in secret and then announces a
//!   higher value (`raise = equal`: at least as high a one); or
//! * with `pass-unseen`, *passes* the cup on without looking or rolling, with a
//!   higher announcement (again by `raise`). The dice under it stay as they are,
//!   so whoever rolled them still knows them.
//!
//! To believe and to announce are two turns, so nobody decides to believe
//! after seeing what he rolled. A round has at most `max-claims` announcements:
//! after the last of them the next player can only look (or give up). Without
//! `raise = equal` a round ends by itself, after 21 at most.
//!
//! **Looking.** If the dice are worth less than announced, the announcer (who
//! passed the cup unseen, if it was passed) loses a life, else the looker
//! does. Nobody loses more lives than he has.
//!
//! **Mia announced.** It cannot be believed or raised. The next player looks, and
//! loses `mia-real` lives if it is Mia, else the announcer loses `mia-false`; or
//! he *gives up* and loses one life, and nobody sees the dice (unless
//! `mia-give-up` is off). With `mia-ends-round` nobody is asked: the cup is lifted
//! at once, and if it is Mia all others lose `mia-real` lives each, else the
//! announcer loses `mia-false`; for what follows the next player counts as the
//! looker. These prices depend on the announcement: to doubt a 66 that turns out
//! to be Mia costs one life.
//!
//! **Next round.** It is opened, by `next`, by the `loser` (who lost the life; a
//! looker who is wrong or gives up, else the announcer), by the `winner` (the
//! other of the two), or as the `source` says: a liar caught, the looker opens;
//! a looker wrong or a player who gave up, the one after him. Who is out is
//! replaced by the next living player clockwise.
//!
//! **The end.** A player without lives is out; who go out together share the
//! place. The last one wins; with `last = first-out-loses` the game ends when
//! somebody is out: he has the last place, all others share the first. After
//! `max-rounds` the most lives win and equals share (`first-out-loses`: the
//! fewest lives lose, all others share the first place).
//!
//! **A bot that fails** is out at once with the worst place still free. The round
//! is void, nobody else loses anything, and the next is opened by the next living
//! player clockwise, whatever `next` says. It does not end a game that is
//! played until the first is out.
//!
//! # Chance
//!
//! The dice of an announcement have the address (round, number of the
//! announcement in its round): word `((round - 1) * C + claim) * 2` and the one
//! after it, where C is the most announcements that a round can have. What
//! one player rolls does not move what the next rolls.
//!
//! ```
//! use dudo_engine::mia::{Mia, Value};
//! use dudo_engine::{Dice, Game, Say, Seat, Sitting};
//!
//! let game = Mia::new("mia(lives=1)".parse().unwrap()).unwrap();
//! let mut dice = Dice::loaded(vec![3, 4]); // faces 4 and 5: a 54
//! let mut say = Say::new();
//! let mut state = game.deal(&Sitting { seats: 2, game: 0 }, &mut dice, &mut say);
//! assert_eq!(*state.view(&game, Seat::new(0)).own(), Some("54".parse::<Value>().unwrap()));
//! for action in ["announce 61", "look"] {
//!     state.act(&game, &action.parse().unwrap(), &mut dice, &mut say).unwrap();
//! }
//! let told: Vec<String> = say.told().iter().map(|t| format!("{} {}", t.seat, t.event)).collect();
//! assert_eq!(told, ["1 announce 61", "2 look", "1 reveal 5 4", "1 lose 1", "1 out"]);
//! ```

mod account;
mod game;
mod image;
mod notation;
mod options;
mod prose;
mod rules;
mod value;

pub use game::{Cup, End, Mia, Phase, Public, Standing};
pub use notation::{Action, Event};
pub use options::{Claims, Options};
pub use rules::{LastRule, MAX_LIVES, Next, Order, Raise, Rules};
pub use value::{VALUES, Value};
