//! What the next player makes of a bid, and what the bidder gets out of that.

use super::belief::{Beliefs, Bidder, lowest_above};
use super::odds::{THRESHOLD, raises};
use super::outlook::Outlook;
use super::tally::Tally;
use dudo_engine::liars_dice::{Bid, MAX_FACES};

/// Hands less likely than this are passed over: all of them together hardly
/// weigh anything, and after a bid or two they are most of the hands.
const NEGLIGIBLE: f64 = 1e-5;

/// How many dice a bid is expected to win, one step on.
///
/// The next player is taken to act as `odds` does with each hand he may have.
/// Where he challenges, the bid is settled. Where he raises and is the only
/// opponent, his bid tells which of his hands he may have, and it can be
/// challenged in turn; else the round goes on, which is worth nothing to
/// either side. Nobody is so sure of another's play: with weight `wary` the
/// bid is taken to be challenged whatever he has.
pub(super) fn value(beliefs: &Beliefs, outlook: &Outlook<'_>, bid: Bid, wary: f64) -> f64 {
    let public = outlook.public;
    let next = outlook.next();
    let Some((hands, weights)) = beliefs.of(public, next) else {
        return 0.0;
    };
    // A bid on ones may end their power, for what is bid after it.
    let kills = outlook.rules.ones_killed_by_bid && bid.face == 1;
    let him = Bidder {
        outlook,
        hands,
        wild: public.wild.filter(|_| !kills),
        unseen: public.in_play - public.dice[next],
    };
    let classes = hands.classes();
    let mut believed = vec![0.0; classes];
    him.fill(bid, &mut believed, |chance| chance);
    let settled = settled(beliefs, &him, bid);
    let raised = Raised::after(&him, bid);

    let mut sums = [(0.0, 0.0); MAX_FACES];
    let (mut challenged, mut always) = (0.0, 0.0);
    for (weight, hand) in weights.iter().zip(hands.by_face(him.wild.is_some())) {
        if *weight < NEGLIGIBLE {
            continue;
        }
        let class = usize::from(hand[usize::from(bid.face) - 1]);
        always += weight * settled[class];
        match raised.best(hand) {
            Some((chance, face)) if raises(THRESHOLD, believed[class], chance) => {
                sums[face].0 += weight * raised.net(hand, face);
                sums[face].1 += weight;
            }
            _ => challenged += weight * settled[class],
        }
    }
    // After his raise it is challenged or not, whichever is better on the
    // average of the hands with which he bids on that face.
    let after: f64 = sums.iter().map(|&(net, _)| f64::max(net, 0.0)).sum();
    (1.0 - wary) * (challenged + after) + wary * always
}

/// What the bidder wins, by class of the next player's hand, if he challenges.
fn settled(beliefs: &Beliefs, him: &Bidder<'_>, bid: Bid) -> Vec<f64> {
    let outlook = him.outlook;
    let next = outlook.next();
    let rest = Tally::new(beliefs, outlook, bid.face, Some(next));
    let mine = outlook.holding(bid.face);
    let net = |class| {
        let his = him.hands.class(class);
        let counting = mine.counting() + his.counting;
        let hollow = mine.hollow() && his.hollow;
        let at_least = |quantity| rest.at_least(counting, hollow, quantity);
        outlook
            .settled(bid, outlook.seat, next, at_least)
            .bidder_net(outlook.worth())
    };
    (0..him.hands.classes()).map(net).collect()
}

/// The next player's lowest raises, by face and class of his hand.
struct Raised {
    classes: usize,
    /// Their chances as he sees them; negative where there is none.
    chances: Vec<f64>,
    /// What is won by challenging them; empty where others come in between.
    nets: Vec<f64>,
}

impl Raised {
    fn after(him: &Bidder<'_>, bid: Bid) -> Self {
        let outlook = him.outlook;
        let next = outlook.next();
        let classes = him.hands.classes();
        let cells = usize::from(outlook.rules.faces) * classes;
        let alone = outlook.public.survivors.alive().len() == 2;
        let mut chances = vec![-1.0; cells];
        let mut nets = vec![0.0; if alone { cells } else { 0 }];
        for (index, row) in chances.chunks_exact_mut(classes).enumerate() {
            let face = index as u8 + 1;
            let Some(lowest) = lowest_above(outlook, next, Some(bid), face) else {
                continue;
            };
            him.fill(lowest, row, |chance| chance);
            if !alone {
                continue;
            }
            let mut mine = outlook.holding(face);
            mine.wild = mine.wild.filter(|_| him.wild.is_some());
            for class in 0..classes {
                let his = him.hands.class(class);
                // With both hands known, the count is.
                let none = mine.hollow() && his.hollow;
                let count = i32::from(mine.counting() + his.counting);
                let at_least = |quantity| f64::from(u8::from(count >= quantity && !none));
                nets[index * classes + class] = outlook
                    .settled(lowest, next, outlook.seat, at_least)
                    .challenger_net(outlook.worth());
            }
        }
        Self {
            classes,
            chances,
            nets,
        }
    }

    /// The best of them with this hand: its chance and its face, from 0.
    fn best(&self, hand: &[u8]) -> Option<(f64, usize)> {
        let mut best = (-1.0, 0);
        for (face, &class) in hand.iter().enumerate() {
            let chance = self.chances[face * self.classes + usize::from(class)];
            if chance >= best.0 {
                best = (chance, face);
            }
        }
        (best.0 >= 0.0).then_some(best)
    }

    fn net(&self, hand: &[u8], face: usize) -> f64 {
        let cell = face * self.classes + usize::from(hand[face]);
        self.nets.get(cell).copied().unwrap_or(0.0)
    }
}
