//! A bot for Poker-dice Liar: doubts what is high, keeps what it has most of, and lies
//! only when it must.
//!
//! A crate of its own needs `crate-type = ["cdylib"]`, the dependency `dudo-sdk`, and this file.

use dudo_sdk::poker_liar::{Action, Hand, Options, Picks, PokerLiar};
use dudo_sdk::{Bot, BotRng, View};

struct Mine;

impl Bot<PokerLiar> for Mine {
    fn act(&mut self, view: View<'_, PokerLiar>, _: &mut BotRng) -> Action {
        let public = view.public();
        match Options::of(view) {
            Options::Answer { accept } => {
                // A claim in the top eighth is seldom true; one that followed another
                // without a die thrown is true only if the dice were better than they were
                // said to be.
                let top = u32::from(view.rules().ranking().top());
                let doubtful = public.standing.is_some_and(|standing| {
                    let high = 8 * u32::from(standing.rank) > 7 * top;
                    high || standing.thrown == 0 && public.previous.is_some()
                });
                if accept && !doubtful {
                    Action::Accept
                } else {
                    Action::Doubt
                }
            }
            Options::Throw(throws) => {
                let all = Picks::all(throws.hand.dice());
                let some = all_but_most(&throws.hand);
                Action::Roll(if throws.all { all } else { some })
            }
            Options::Claim(claims) => {
                let ranking = view.rules().ranking();
                let truth = view.own().seen.and_then(|hand| ranking.rank(&hand));
                let truth = truth.filter(|&rank| rank >= claims.lowest());
                Action::Claim(claims.claim(truth.unwrap_or(claims.lowest())))
            }
        }
    }
}

/// All dice but those that show what most of them show; of several the highest.
fn all_but_most(hand: &Hand) -> Picks {
    let worths = hand.worths();
    // `max_by_key` takes the last of equals, and worths run from high to low.
    let kept = worths
        .iter()
        .rev()
        .max_by_key(|worth| hand.showing(**worth));
    let thrown = worths.iter().enumerate();
    let thrown = thrown.filter(|(_, worth)| Some(*worth) != kept);
    Picks::of_mask(thrown.map(|(index, _)| 1 << index).sum())
}

dudo_sdk::export! {
    name: "rust-liar",
    play: [PokerLiar => |_, _| Mine],
    concurrent: 8,
}
