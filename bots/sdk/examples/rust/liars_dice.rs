//! A bot for Liar's Dice: weighs each bid with the chance that it is true.
//!
//! A crate of its own needs `crate-type = ["cdylib"]`, the dependency `dudo-sdk`, and this file.

use dudo_sdk::liars_dice::{Action, Bid, LiarsDice, Options};
use dudo_sdk::{Bot, BotRng, View};

struct Mine;

impl Bot<LiarsDice> for Mine {
    fn act(&mut self, view: View<'_, LiarsDice>, _: &mut BotRng) -> Action {
        // What the rules of this table allow now; the rules themselves need not be read.
        let options = Options::of(view);
        let faces = view.rules().rules().faces;
        let raises = (1..=faces).filter_map(|face| options.raises.lowest_on(face));
        let best = raises.max_by(|a, b| odds(view, *a).total_cmp(&odds(view, *b)));
        let stands = view
            .public()
            .standing
            .map(|standing| odds(view, standing.bid));

        if options.pass {
            // Asked out of turn: somebody else will have to answer the bid.
            let doubtful = stands.is_some_and(|stands| stands < 0.2);
            return if options.challenge && doubtful {
                Action::Challenge
            } else {
                Action::Pass
            };
        }
        match (stands, best) {
            (None, Some(bid)) => Action::Bid(bid),
            (Some(stands), Some(bid)) if stands >= 0.3 || odds(view, bid) > 1.0 - stands => {
                Action::Bid(bid)
            }
            _ => Action::Challenge,
        }
    }
}

/// The chance that a bid is true, if what cannot be seen is as likely as dice are.
fn odds(view: View<'_, LiarsDice>, bid: Bid) -> f64 {
    let (public, own) = (view.public(), view.own());
    let wild = public.wild.is_some_and(|wild| wild != bid.face);
    let each = if wild { 2.0 } else { 1.0 } / f64::from(view.rules().rules().faces);
    let missing = bid.quantity.saturating_sub(public.counting(own, bid.face));
    at_least(public.in_play - own.dice(), missing, each)
}

/// The chance that of so many dice at least `least` succeed, each with chance `each`.
fn at_least(dice: u8, least: u8, each: f64) -> f64 {
    // chances[k]: of the dice so far exactly k succeeded.
    let mut chances = vec![0.0; usize::from(dice) + 1];
    chances[0] = 1.0;
    for die in 1..=usize::from(dice) {
        for k in (1..=die).rev() {
            chances[k] = chances[k] * (1.0 - each) + chances[k - 1] * each;
        }
        chances[0] *= 1.0 - each;
    }
    chances.iter().skip(usize::from(least)).sum()
}

dudo_sdk::export! {
    name: "rust-odds",
    play: [LiarsDice => |_, _| Mine],
    concurrent: 8,
}
