//! The chance that letters are there, for those who watch: exact over the dice
//! that a seat cannot see. Whether a word is one, everybody knows.

use super::unseen::Unseen;
use crate::Weigh;
use dudo_engine::View;
use dudo_engine::liars_boggle::{Action, Bid, LiarsBoggle};

/// The dynamic program over the dice, with what it has answered.
pub struct Scales(Unseen);

impl Weigh for LiarsBoggle {
    type Scales = Scales;

    fn scales(_: &Self) -> Scales {
        Scales(Unseen::new())
    }

    fn chance(scales: &mut Scales, view: View<'_, Self>, action: &Action) -> Option<f64> {
        let (game, own) = (view.rules(), view.own().counts());
        let mut there = |bid: &Bid| {
            if !game.spelling().possible(bid.letters()) {
                return 0.0;
            }
            scales.0.look(view);
            scales.0.chance(&bid.counts().without(&own))
        };
        let standing = view.public().standing.as_ref();
        match action {
            Action::Bid(bid) => Some(there(bid)),
            Action::Call => Some(1.0 - there(&standing?.bid)),
            Action::CallWord => standing.map(|it| {
                let word = it.approved || game.is_word(&it.bid);
                if word { 1.0 - there(&it.bid) } else { 1.0 }
            }),
            Action::Drop(_)
            | Action::Object
            | Action::StartTimer
            | Action::Pass
            | Action::Valid
            | Action::Invalid => None,
        }
    }
}
