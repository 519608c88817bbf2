//! A bot for Liar's Boggle: bids the word that the dice most likely show, and calls where
//! that is the better risk.
//!
//! A crate of its own needs `crate-type = ["cdylib"]`, the dependency `dudo-sdk`, and this file.

use dudo_sdk::liars_boggle::{Action, Bid, Counts, FACES, LiarsBoggle, Options};
use dudo_sdk::{Bot, BotRng, View};

/// Letters that a word may need from others' dice, at most, to be looked at.
const MISSING: u32 = 3;

/// How often others' bids are made in knowledge: a number to turn.
const TRUST: f64 = 0.75;

struct Mine;

impl Bot<LiarsBoggle> for Mine {
    fn act(&mut self, view: View<'_, LiarsBoggle>, _: &mut BotRng) -> Action {
        let options = Options::of(view);
        if let Some(die) = options.drop.iter().next() {
            // One die is as good as another.
            return Action::Drop(die);
        }
        if options.vote {
            return Action::Invalid;
        }
        if options.pass {
            return Action::Pass;
        }
        let own = view.own().counts();
        let hidden = view.public().in_play() - own.total();
        let stands = view.public().standing.map_or(0.0, |standing| {
            // Its bidder knew it, or it holds by luck.
            let luck = odds(&standing.bid.counts(), &own, hidden);
            if luck > 0.0 {
                TRUST + (1.0 - TRUST) * luck
            } else {
                0.0
            }
        });
        let best = best(view, &options, &own, hidden);
        match best {
            Some((chance, bid)) if !options.call || chance > 1.0 - stands => Action::Bid(bid),
            _ if options.call => Action::Call,
            // No word that it can think of: the lowest there may be.
            _ => {
                let shortest = usize::from(view.rules().rules().min_faces);
                let lowest = view.rules().spelling().lowest(shortest);
                lowest.map_or(Action::Call, Action::Bid)
            }
        }
    }
}

/// The likeliest word that may be bid.
fn best(
    view: View<'_, LiarsBoggle>,
    options: &Options,
    own: &Counts,
    hidden: usize,
) -> Option<(f64, Bid)> {
    let (index, have) = (view.rules().index(), own.mask());
    let mut best: Option<(f64, Bid)> = None;
    for word in options.words(view) {
        // The index knows which faces a word needs, before it is spelt.
        if (index.mask(word) & !have).count_ones() > MISSING {
            continue;
        }
        let bid = index.bid(word);
        let chance = odds(&bid.counts(), own, hidden);
        if best.is_none_or(|(most, _)| chance > most) {
            best = Some((chance, bid));
        }
    }
    best.filter(|(chance, _)| *chance > 0.0)
}

/// How likely it is that all dice together show a word: for each face that the own dice
/// lack, the chance that so many of the hidden ones show it.
fn odds(needed: &Counts, own: &Counts, hidden: usize) -> f64 {
    let missing = needed.without(own);
    (0..FACES)
        .map(|face| at_least(hidden, usize::from(missing.of(face))))
        .product()
}

/// The chance that at least so many of the hidden dice show a face, which one in 16 does.
fn at_least(dice: usize, least: usize) -> f64 {
    const EACH: f64 = 1.0 / 16.0;
    if least == 0 {
        return 1.0;
    }
    // The chances of exactly 0, 1, ... of them, one from the other.
    let mut exactly = (0..dice).fold(1.0, |all, _| all * (1.0 - EACH));
    let mut fewer = 0.0;
    for count in 0..least {
        fewer += exactly;
        exactly *= (dice.saturating_sub(count)) as f64 / (count + 1) as f64 * EACH / (1.0 - EACH);
    }
    1.0 - fewer
}

dudo_sdk::export! {
    name: "rust-boggle",
    play: [LiarsBoggle => |_, _| Mine],
    refuses: ["qu-as-q"],
    concurrent: 4,
}
