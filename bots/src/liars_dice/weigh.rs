//! The chance of a bid, for those who watch: binomial, bids being no evidence.

use super::outlook::Outlook;
use crate::Weigh;
use dudo_engine::View;
use dudo_engine::liars_dice::{Action, LiarsDice};

impl Weigh for LiarsDice {
    type Scales = ();

    fn scales(_: &Self) {}

    fn chance((): &mut (), view: View<'_, Self>, action: &Action) -> Option<f64> {
        let standing = view.public().standing.map(|standing| standing.bid);
        let outlook = Outlook::new(view);
        let holds = |face, quantity| outlook.at_least(face, i32::from(quantity));
        match *action {
            Action::Bid(bid) => Some(holds(bid.face, bid.quantity)),
            Action::Challenge => standing.map(|bid| 1.0 - holds(bid.face, bid.quantity)),
            Action::Exact => standing
                .map(|bid| holds(bid.face, bid.quantity) - holds(bid.face, bid.quantity + 1)),
            Action::Pass => None,
        }
    }
}
