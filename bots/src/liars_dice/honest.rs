//! Level 2: believes what is to be expected, and bids what it believes.

use super::outlook::Outlook;
use crate::Entry;
use dudo_engine::liars_dice::{Action, Bid, LiarsDice, Options, Raises};
use dudo_engine::{Bot, BotRng, View};

pub(super) const ENTRY: Entry<LiarsDice> = Entry {
    name: "honest",
    level: 2,
    about: "believes bids up to the expected count, bids no more than it expects",
    args: &[],
    make: |_| Box::new(|_, _| Box::new(Honest)),
};

struct Honest;

impl Bot<LiarsDice> for Honest {
    fn listens(&self) -> bool {
        false
    }

    fn act(&mut self, view: View<'_, LiarsDice>, _: &mut BotRng) -> Action {
        let options = Options::of(view);
        let outlook = Outlook::new(view);
        let standing = view.public().standing;
        let believes = standing.is_none_or(|standing| spare(&outlook, standing.bid) >= 0.0);
        if options.pass {
            return if options.challenge && !believes {
                Action::Challenge
            } else {
                Action::Pass
            };
        }
        let bid = raise(&outlook, options.raises).filter(|_| believes);
        match bid {
            Some(bid) => Action::Bid(bid),
            None if options.challenge => Action::Challenge,
            // An opener must bid something.
            None => options.raises.get(0).map_or(Action::Pass, Action::Bid),
        }
    }
}

/// How many more dice than the bid says are expected to count: own ones and
/// the average of the rest, to the nearest whole die. Rounded down it would
/// believe almost nobody, five unseen dice being worth less than one.
fn spare(outlook: &Outlook<'_>, bid: Bid) -> f64 {
    (outlook.expected(bid.face) + 0.5).floor() - f64::from(bid.quantity)
}

/// The lowest bid on the face with most to spare, if there is one within the
/// expectation; of equals the highest face.
fn raise(outlook: &Outlook<'_>, raises: Raises<'_>) -> Option<Bid> {
    (1..=outlook.rules.faces)
        .filter_map(|face| raises.lowest_on(face))
        .map(|bid| (spare(outlook, bid), bid))
        .filter(|&(spare, _)| spare >= 0.0)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, bid)| bid)
}
