//! What the bids of a round tell about the hands behind them.

use super::hands::{Class, Hands};
use super::odds::RISK;
use super::outlook::Outlook;
use dudo_engine::liars_dice::{Action, Bid, Event, MAX_DICE, Public, Rules};
use dudo_engine::{BotRng, MAX_SEATS, Seat};

/// How bids are taken to come about: a bidder weighs what he could do by the
/// chance that it is right as far as his own hand tells, and does each thing
/// in proportion to a power of it; sometimes he bids regardless of his hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Model {
    /// The power: how strictly he goes for the best.
    pub(super) rigour: u8,
    /// The weight of a bid made regardless, which may be any of some twenty:
    /// 0.01 says that one bid in six is.
    pub(super) bluff: f64,
}

/// Chances of every hand of every opponent, given the bids of the round.
pub(super) struct Beliefs {
    model: Model,
    bids: Vec<(Seat, Bid)>,
    /// How many of the bids are in the weights.
    read: usize,
    /// The round the weights are about.
    round: u32,
    hands: [Option<Hands>; MAX_DICE as usize + 1],
    weights: [Vec<f64>; MAX_SEATS],
    scratch: Vec<f64>,
}

impl Beliefs {
    pub(super) fn new(model: Model) -> Self {
        Self {
            model,
            bids: Vec::new(),
            read: 0,
            round: 0,
            hands: [const { None }; MAX_DICE as usize + 1],
            weights: [const { Vec::new() }; MAX_SEATS],
            scratch: Vec::new(),
        }
    }

    /// A game begins: nothing is known.
    pub(super) fn forget(&mut self) {
        self.bids.clear();
        self.round = 0;
    }

    /// Hears a fact of the game. Whatever is no action belongs to the end of a
    /// round or stands before the first bid of one.
    pub(super) fn hear(&mut self, seat: Seat, event: &Event) {
        match *event {
            Event::Did(Action::Bid(bid)) => self.bids.push((seat, bid)),
            Event::Did(_) => {}
            _ => self.bids.clear(),
        }
    }

    /// Brings the weights up to date.
    pub(super) fn update(&mut self, outlook: &Outlook<'_>, rng: &mut BotRng) {
        let public = outlook.public;
        let standing = public
            .standing
            .map(|standing| (standing.bidder, standing.bid));
        if self.bids.last().copied() != standing {
            // It was not told of the bids, only shown the last.
            self.bids.clear();
            self.bids.extend(standing);
            self.round = 0;
        }
        if self.round != public.round {
            self.round = public.round;
            self.read = 0;
            for seat in public.survivors.alive().iter() {
                let dice = public.dice[seat];
                let hands = self.hands[usize::from(dice)]
                    .get_or_insert_with(|| Hands::new(outlook.rules, dice, rng));
                self.weights[seat.index()].clone_from(&hands.prior);
            }
        }
        while self.read < self.bids.len() {
            let (seat, _) = self.bids[self.read];
            if seat != outlook.seat {
                self.reweight(outlook, self.read);
            }
            self.read += 1;
        }
    }

    /// The hands that a seat may hold and the chance of each.
    pub(super) fn of(&self, public: &Public, seat: Seat) -> Option<(&Hands, &[f64])> {
        let hands = self.hands[usize::from(public.dice[seat])].as_ref()?;
        Some((hands, &self.weights[seat.index()]))
    }

    /// Multiplies the chance of each hand by that of the bid, given the hand.
    fn reweight(&mut self, outlook: &Outlook<'_>, index: usize) {
        let (public, rules) = (outlook.public, outlook.rules);
        let (seat, bid) = self.bids[index];
        let before = index.checked_sub(1).map(|index| self.bids[index].1);
        let wild = wild_then(rules, public, &self.bids[..index]);
        let Some(hands) = &self.hands[usize::from(public.dice[seat])] else {
            return;
        };
        let classes = hands.classes();
        let other = Bidder {
            outlook,
            hands,
            wild,
            unseen: public.in_play - public.dice[seat],
        };
        let rigour = self.model.rigour;
        // Rows of weights by class: one per face that could be bid on, then
        // that of a challenge, then that of the bid made.
        let faces = usize::from(rules.faces);
        let rows = &mut self.scratch;
        rows.clear();
        rows.resize((faces + 2) * classes, 0.0);
        for (face, row) in (1..=rules.faces).zip(rows.chunks_exact_mut(classes)) {
            if let Some(lowest) = lowest_above(outlook, seat, before, face) {
                other.fill(lowest, row, |chance| power(chance, rigour));
            }
        }
        let (choices, last) = rows.split_at_mut(faces * classes);
        let (doubt, made) = last.split_at_mut(classes);
        if let Some(before) = before {
            other.fill(before, doubt, |chance| power(RISK * (1.0 - chance), rigour));
        }
        other.fill(bid, made, |chance| power(chance, rigour));
        let doubted = before.map_or(0, |before| usize::from(before.face) - 1);
        let mut sum = 0.0;
        let weights = &mut self.weights[seat.index()];
        for (weight, hand) in weights.iter_mut().zip(hands.by_face(wild.is_some())) {
            let mut all = doubt[usize::from(hand[doubted])];
            for (row, &class) in choices.chunks_exact(classes).zip(hand) {
                all += row[usize::from(class)];
            }
            let this = made[usize::from(hand[usize::from(bid.face) - 1])];
            *weight *= self.model.bluff + this / all.max(1e-30);
            sum += *weight;
        }
        if sum > 0.0 {
            weights.iter_mut().for_each(|weight| *weight /= sum);
        } else {
            weights.clone_from(&hands.prior);
        }
    }
}

/// A seat whose hand is guessed at.
pub(super) struct Bidder<'a> {
    pub(super) outlook: &'a Outlook<'a>,
    pub(super) hands: &'a Hands,
    /// The wild face when it looks.
    pub(super) wild: Option<u8>,
    /// Dice that it does not see.
    pub(super) unseen: u8,
}

impl Bidder<'_> {
    /// Writes, for each class of hand, what follows from the chance that it
    /// gives the bid.
    pub(super) fn fill(&self, bid: Bid, row: &mut [f64], value: impl Fn(f64) -> f64) {
        let joined = self.wild.is_some_and(|wild| wild != bid.face);
        for (class, cell) in row.iter_mut().enumerate() {
            let holding = self.hands.class(class).holding(joined);
            let quantity = i32::from(bid.quantity);
            *cell = value(
                self.outlook
                    .chances
                    .at_least(holding, self.unseen, quantity),
            );
        }
    }
}

impl Class {
    fn holding(self, joined: bool) -> super::chances::Holding {
        super::chances::Holding {
            showing: if self.hollow { 0 } else { self.counting },
            wild: joined.then_some(if self.hollow { self.counting } else { 0 }),
            natural: self.hollow,
        }
    }
}

/// The wild face after these bids of the round.
fn wild_then(rules: &Rules, public: &Public, bids: &[(Seat, Bid)]) -> Option<u8> {
    let killed = rules.ones_killed_by_bid && bids.iter().any(|(_, bid)| bid.face == 1);
    if public.palifico || killed {
        None
    } else if rules.ones_wild {
        Some(1)
    } else {
        rules.highest_wild.then_some(rules.faces)
    }
}

/// The lowest bid that a seat could make on a face after the bid `before`.
pub(super) fn lowest_above(
    outlook: &Outlook<'_>,
    seat: Seat,
    before: Option<Bid>,
    face: u8,
) -> Option<Bid> {
    let (public, rules) = (outlook.public, outlook.rules);
    let ladder = public.ladder;
    let Some(before) = before else {
        let banned = face == 1 && !rules.open_on_ones && !public.palifico;
        return Some(Bid::new(1, face)).filter(|&bid| ladder.has(bid) && !banned);
    };
    let changes = rules.palifico_may_change && public.dice[seat] == 1;
    if public.palifico && !changes && face != before.face {
        return None;
    }
    // On one face ranks rise with the quantity.
    let rank = ladder.rank(before);
    let (mut low, mut high) = (1, ladder.height() + 1);
    while low < high {
        let middle = low + (high - low) / 2;
        let bid = Bid::new(middle, face);
        if !ladder.has(bid) {
            return None;
        }
        if ladder.rank(bid) > rank {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Some(Bid::new(low, face)).filter(|&bid| ladder.has(bid))
}

/// A small power of a chance.
fn power(chance: f64, exponent: u8) -> f64 {
    (0..exponent).fold(1.0, |product, _| product * chance)
}
