//! What the next player makes of a bid, and what the bidder gets out of that.

use super::belief::{Beliefs, Bidder, lowest_above};
use super::hands::Hands;
use super::odds::{THRESHOLD, raises};
use super::outlook::Outlook;
use super::tally::Tally;
use dudo_engine::liars_dice::{Bid, MAX_FACES};

/// Hands less likely than this are passed over: all of them together hardly
/// weigh anything, and after a bid or two they are most of the hands.
const NEGLIGIBLE: f64 = 1e-5;

/// The answers of the next player to whatever is bid now.
pub(super) struct Answer<'a> {
    beliefs: &'a Beliefs,
    outlook: &'a Outlook<'a>,
    hands: &'a Hands,
    /// The hands that he may well have, each with its chance and number.
    likely: Vec<(f64, usize)>,
    /// How often a bid is taken to be challenged whatever he has.
    wary: f64,
}

impl<'a> Answer<'a> {
    pub(super) fn new(beliefs: &'a Beliefs, outlook: &'a Outlook<'a>, wary: f64) -> Option<Self> {
        let (hands, weights) = beliefs.of(outlook.public, outlook.next())?;
        let weights = weights.iter().copied().zip(0..);
        Some(Self {
            beliefs,
            outlook,
            hands,
            likely: weights
                .filter(|&(weight, _)| weight >= NEGLIGIBLE)
                .collect(),
            wary,
        })
    }

    /// How many dice a bid is expected to win, one step on.
    ///
    /// The next player is taken to act as `odds` does with each hand he may have.
    /// Where he challenges, the bid is settled. Where he raises and is the only
    /// opponent, his bid tells which of his hands he may have, and it can be
    /// challenged in turn; else the round goes on, which is worth nothing to
    /// either side. Nobody is so sure of another's play: with weight `wary` the
    /// bid is taken to be challenged whatever he has.
    pub(super) fn to(&self, bid: Bid) -> f64 {
        let (outlook, public) = (self.outlook, self.outlook.public);
        // A bid on ones may end their power, for what is bid after it.
        let kills = outlook.rules.ones_killed_by_bid && bid.face == 1;
        let him = Bidder {
            outlook,
            hands: self.hands,
            wild: public.wild.filter(|_| !kills),
            unseen: public.in_play - public.dice[outlook.next()],
        };
        let mut believed = vec![0.0; self.hands.classes()];
        him.fill(bid, &mut believed, |chance| chance);
        let settled = settled(self.beliefs, &him, bid);
        let raised = Raised::after(&him, bid);

        let mut nets = [0.0; MAX_FACES];
        let (mut challenged, mut always) = (0.0, 0.0);
        for &(weight, hand) in &self.likely {
            let hand = self.hands.hand(hand, him.wild.is_some());
            let class = usize::from(hand[usize::from(bid.face) - 1]);
            always += weight * settled[class];
            match raised.best(hand) {
                Some((chance, face)) if raises(THRESHOLD, believed[class], chance) => {
                    nets[face] += weight * raised.net(hand, face);
                }
                _ => challenged += weight * settled[class],
            }
        }
        // After his raise it is challenged or not, whichever is better on the
        // average of the hands with which he bids on that face.
        let after: f64 = nets.iter().map(|&net| f64::max(net, 0.0)).sum();
        (1.0 - self.wary) * (challenged + after) + self.wary * always
    }
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
        // Compared by their bits, which from 0 up have the same order and need
        // fewer steps; those of a negative number are below all.
        let mut best = (-1_i64, 0);
        let rows = self.chances.chunks_exact(self.classes);
        for ((face, row), &class) in rows.enumerate().zip(hand) {
            let bits = row[usize::from(class)].to_bits().cast_signed();
            if bits >= best.0 {
                best = (bits, face);
            }
        }
        (best.0 >= 0).then_some((f64::from_bits(best.0.cast_unsigned()), best.1))
    }

    fn net(&self, hand: &[u8], face: usize) -> f64 {
        let cell = face * self.classes + usize::from(hand[face]);
        self.nets.get(cell).copied().unwrap_or(0.0)
    }
}
