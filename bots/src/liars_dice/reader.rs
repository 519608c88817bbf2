//! Level 4: reads hands out of bids, and thinks of the answer to its own.

use super::answer::Answer;
use super::belief::{Beliefs, Model};
use super::odds::claim;
use super::outlook::Outlook;
use super::tally::Tally;
use crate::{Arg, Entry};
use dudo_engine::liars_dice::{Action, Bid, Event, LiarsDice, Options, Raises};
use dudo_engine::{Bot, BotRng, Seat, Sitting, View};
use std::cmp::Ordering;

pub(super) const ENTRY: Entry<LiarsDice> = Entry {
    name: "reader",
    level: 4,
    about: "infers the others' hands from their bids, foresees the answer to its own",
    args: &[
        Arg {
            name: "bluff",
            about: "weight of a bid that was made regardless of the hand",
            default: 0.01,
            low: 0.0,
            high: 1.0,
        },
        Arg {
            name: "rigour",
            about: "how strictly bidders are taken to prefer likely bids (a power, rounded down)",
            default: 6.0,
            low: 0.0,
            high: 50.0,
        },
        Arg {
            name: "wary",
            about: "how often its bid is taken to be challenged whatever the other has",
            default: 0.3,
            low: 0.0,
            high: 1.0,
        },
    ],
    make: |args| {
        let model = Model {
            bluff: args[0],
            rigour: args[1] as u8,
        };
        let wary = args[2];
        Box::new(move |_, _| {
            Box::new(Reader {
                beliefs: Beliefs::new(model),
                wary,
            })
        })
    },
};

/// So many bids are thought through, those that stand best.
const CONSIDERED: usize = 8;

struct Reader {
    beliefs: Beliefs,
    wary: f64,
}

impl Bot<LiarsDice> for Reader {
    fn begin(&mut self, _: &Sitting) {
        self.beliefs.forget();
    }

    fn observe(&mut self, seat: Seat, event: &Event) {
        self.beliefs.hear(seat, event);
    }

    fn act(&mut self, view: View<'_, LiarsDice>, rng: &mut BotRng) -> Action {
        let options = Options::of(view);
        let outlook = Outlook::new(view);
        self.beliefs.update(&outlook, rng);
        let mut doubt = None;
        if let Some(standing) = view.public().standing {
            let (bid, quantity) = (standing.bid, i32::from(standing.bid.quantity));
            let tally = Tally::new(&self.beliefs, &outlook, bid.face, None);
            let own = outlook.holding(bid.face);
            let at_least = |quantity| tally.at_least(own.counting(), own.hollow(), quantity);
            let stakes = outlook.settled(bid, standing.bidder, outlook.seat, at_least);
            let right = at_least(quantity) - at_least(quantity + 1);
            if let Some(claim) = claim(&outlook, options, right, stakes) {
                return claim;
            }
            doubt = Some(stakes.challenger_net(outlook.worth()));
        }
        match (
            best(&self.beliefs, &outlook, options.raises, self.wary),
            doubt,
        ) {
            (Some((net, _)), Some(doubt)) if net < doubt => Action::Challenge,
            (Some((_, bid)), _) => Action::Bid(bid),
            (None, _) => Action::Challenge,
        }
    }
}

/// The bid that is worth most, and how much that is; of equals the highest.
fn best(
    beliefs: &Beliefs,
    outlook: &Outlook<'_>,
    raises: Raises<'_>,
    wary: f64,
) -> Option<(f64, Bid)> {
    let ladder = outlook.public.ladder;
    let mut tally: Option<(u8, Tally)> = None;
    let mut bids: Vec<(f64, Bid)> = Vec::new();
    for bid in outlook.candidates(raises) {
        // Candidates come face by face.
        let tally = match &mut tally {
            Some((face, tally)) if *face == bid.face => tally,
            other => {
                let new = Tally::new(beliefs, outlook, bid.face, None);
                &mut other.insert((bid.face, new)).1
            }
        };
        let own = outlook.holding(bid.face);
        let at_least = |quantity| tally.at_least(own.counting(), own.hollow(), quantity);
        let stakes = outlook.settled(bid, outlook.seat, outlook.next(), at_least);
        bids.push((stakes.strength(), bid));
    }
    let rank = |&(stands, bid): &(f64, Bid)| (stands, ladder.rank(bid));
    bids.sort_by(|a, b| rank(b).partial_cmp(&rank(a)).unwrap_or(Ordering::Equal));
    bids.truncate(CONSIDERED);
    let answer = Answer::new(beliefs, outlook, wary)?;
    let mut best: Option<(f64, Bid)> = None;
    for (_, bid) in bids {
        let net = answer.to(bid);
        if best.is_none_or(|(most, _)| net > most) {
            best = Some((net, bid));
        }
    }
    best
}
