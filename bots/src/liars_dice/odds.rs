//! Level 3: weighs every bid with the binomial chance that it is true.

use super::outlook::{Outlook, Stakes};
use crate::{Arg, Entry};
use dudo_engine::liars_dice::{Action, Bid, LiarsDice, Options, Raises};
use dudo_engine::{Bot, BotRng, View};

pub(super) const ENTRY: Entry<LiarsDice> = Entry {
    name: "odds",
    level: 3,
    about: "binomial chances of each bid given its own dice",
    args: &[
        Arg {
            name: "threshold",
            about: "never challenges a bid that stands at least this well (0 to 1)",
            default: THRESHOLD,
            low: 0.0,
            high: 1.0,
        },
        Arg {
            name: "bluff",
            about: "how often it raises on a face at random",
            default: 0.0,
            low: 0.0,
            high: 1.0,
        },
    ],
    make: |args| {
        let (threshold, bluff) = (args[0], args[1]);
        Box::new(move |_, _| Box::new(Odds { threshold, bluff }))
    },
};

/// A bid that stands at least this well is not challenged. Measured heads-up:
/// 0.25 does as well, 0.45 loses 53 to 47 against 0.35 without wild ones.
pub(super) const THRESHOLD: f64 = 0.3;

/// A raise is challenged only now and then, so its risk weighs less than that
/// of a challenge, which is always settled. Measured heads-up without wild
/// ones: 0.3 loses 59 to 41 against 0.4, and 0.6 loses 57 to 43.
pub(super) const RISK: f64 = 0.4;

/// Whether to raise to a bid that stands as well as `raise` says rather than
/// to challenge one that stands as well as `standing` says.
pub(super) fn raises(threshold: f64, standing: f64, raise: f64) -> bool {
    standing >= threshold || raise >= RISK * (1.0 - standing)
}

struct Odds {
    threshold: f64,
    bluff: f64,
}

impl Bot<LiarsDice> for Odds {
    fn listens(&self) -> bool {
        false
    }

    fn act(&mut self, view: View<'_, LiarsDice>, rng: &mut BotRng) -> Action {
        let options = Options::of(view);
        let outlook = Outlook::new(view);
        let Some(standing) = view.public().standing else {
            let bid = best(&outlook, options.raises).map(|(_, bid)| bid);
            let bid = random(&outlook, options.raises, self.bluff, rng).or(bid);
            return bid.map_or(Action::Pass, Action::Bid);
        };
        let stakes = outlook.stakes(standing.bid, standing.bidder, view.seat());
        let at_least = |quantity| outlook.at_least(standing.bid.face, quantity);
        let quantity = i32::from(standing.bid.quantity);
        let right = at_least(quantity) - at_least(quantity + 1);
        if let Some(claim) = claim(&outlook, options, right, stakes) {
            return claim;
        }
        if let Some(bid) = random(&outlook, options.raises, self.bluff, rng) {
            return Action::Bid(bid);
        }
        match best(&outlook, options.raises) {
            Some((stands, bid)) if raises(self.threshold, stakes.strength(), stands) => {
                Action::Bid(bid)
            }
            _ => Action::Challenge,
        }
    }
}

/// What to say out of turn, or an exact call in turn that promises more than a
/// challenge.
pub(super) fn claim(
    outlook: &Outlook<'_>,
    options: Options<'_>,
    right: f64,
    stakes: Stakes,
) -> Option<Action> {
    let challenge = stakes.challenger_net(outlook.worth());
    if options.exact {
        let exact = outlook.exact_net(right);
        if exact > 0.0 && exact > challenge {
            return Some(Action::Exact);
        }
    }
    options
        .pass
        .then_some(if options.challenge && challenge > 0.0 {
            Action::Challenge
        } else {
            Action::Pass
        })
}

/// The bid that stands best and how well it does; of equals the highest.
fn best(outlook: &Outlook<'_>, raises: Raises<'_>) -> Option<(f64, Bid)> {
    let ladder = outlook.public.ladder;
    let mut best: Option<(f64, u16, Bid)> = None;
    for bid in outlook.candidates(raises) {
        let stands = outlook.stakes(bid, outlook.seat, outlook.next()).strength();
        let rank = ladder.rank(bid);
        if best.is_none_or(|(most, high, _)| (stands, rank) > (most, high)) {
            best = Some((stands, rank, bid));
        }
    }
    best.map(|(stands, _, bid)| (stands, bid))
}

/// The lowest bid on a face at random, with chance `bluff`.
fn random(outlook: &Outlook<'_>, raises: Raises<'_>, bluff: f64, rng: &mut BotRng) -> Option<Bid> {
    if bluff == 0.0 || raises.is_empty() || !rng.chance(bluff) {
        return None;
    }
    let lowest = (1..=outlook.rules.faces).filter_map(|face| raises.lowest_on(face));
    let choice = rng.below(lowest.clone().count() as u32);
    lowest.clone().nth(choice as usize)
}
