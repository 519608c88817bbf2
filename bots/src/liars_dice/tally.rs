//! How many dice of several cups count for a face.

use super::belief::Beliefs;
use super::outlook::Outlook;
use dudo_engine::Seat;

/// Chances of each count in the cups of some opponents, as tails.
pub(super) struct Tally {
    /// P(at least k count).
    all: Vec<f64>,
    /// P(at least k count, none of them natural).
    hollow: Vec<f64>,
}

impl Tally {
    /// The cups of all opponents but `skip`.
    pub(super) fn new(
        beliefs: &Beliefs,
        outlook: &Outlook<'_>,
        face: u8,
        skip: Option<Seat>,
    ) -> Self {
        let public = outlook.public;
        let wild = public.wild.is_some();
        let (mut all, mut hollow) = (vec![1.0], vec![1.0]);
        let mut by_class = Vec::new();
        for seat in public.survivors.alive().iter() {
            if seat == outlook.seat || Some(seat) == skip {
                continue;
            }
            let Some((hands, weights)) = beliefs.of(public, seat) else {
                continue;
            };
            by_class.clear();
            by_class.resize(hands.classes(), 0.0);
            for (weight, hand) in weights.iter().zip(hands.by_face(wild)) {
                by_class[usize::from(hand[usize::from(face) - 1])] += weight;
            }
            let (natural, without) = by_class.split_at_mut(hands.whole());
            for (any, none) in natural.iter_mut().zip(&*without) {
                *any += none;
            }
            all = joined(&all, natural);
            if outlook.rules.natural {
                hollow = joined(&hollow, without);
            }
        }
        for counts in [&mut all, &mut hollow] {
            for k in (1..counts.len()).rev() {
                counts[k - 1] += counts[k];
            }
        }
        Self { all, hollow }
    }

    /// P(at least `quantity` dice count) with `counting` more in cups that are
    /// known, of which none shows the face naturally, though that is asked
    /// for, if `hollow`.
    pub(super) fn at_least(&self, counting: u8, hollow: bool, quantity: i32) -> f64 {
        let missing = usize::try_from(quantity - i32::from(counting)).unwrap_or(0);
        let tail = |tails: &[f64]| tails.get(missing).copied().unwrap_or(0.0);
        if hollow && quantity > 0 {
            (tail(&self.all) - tail(&self.hollow)).max(0.0)
        } else {
            tail(&self.all)
        }
    }
}

/// The chances of the sum of two counts.
fn joined(a: &[f64], b: &[f64]) -> Vec<f64> {
    let mut sum = vec![0.0; a.len() + b.len() - 1];
    for (i, a) in a.iter().enumerate() {
        for (j, b) in b.iter().enumerate() {
            sum[i + j] += a * b;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::liars_dice::belief::Model;
    use dudo_engine::liars_dice::{Action, Bid, Event, LiarsDice};
    use dudo_engine::{BotRng, Dice, Game, Key, Say, Sitting};

    /// What seat 1 of three (3, 2 and 4 dice) knows about each face and
    /// quantity, by its beliefs and by the binomial tables, after a bid.
    fn both(rules: &str, bid: &str, bluff: f64) -> Vec<(u8, i32, f64, f64)> {
        let game = LiarsDice::new(rules.parse().expect("rules")).expect("rules that agree");
        let (sitting, mut say) = (Sitting { seats: 3, game: 0 }, Say::new());
        let mut dice = Dice::loaded(vec![0, 0, 0, 0, 2, 1, 1, 1, 1]);
        let mut state = game.deal(&sitting, &mut dice, &mut say);
        let bid: Bid = bid.parse().expect("a bid");
        let done = state.act(&game, &Action::Bid(bid), &mut dice, &mut say);
        done.expect("a legal bid");
        let outlook = Outlook::new(state.view(&game, Seat::new(1)));
        let mut beliefs = Beliefs::new(Model { rigour: 6, bluff });
        beliefs.hear(Seat::new(0), &Event::Did(Action::Bid(bid)));
        beliefs.update(&outlook, &mut BotRng::of(Key::new([1; 32])));
        let mut found = Vec::new();
        for face in 1..=game.rules().faces {
            let tally = Tally::new(&beliefs, &outlook, face, None);
            let own = outlook.holding(face);
            for quantity in 0..=10 {
                let read = tally.at_least(own.counting(), own.hollow(), quantity);
                found.push((face, quantity, read, outlook.at_least(face, quantity)));
            }
        }
        found
    }

    /// All hands of all cups one by one give what the tables give, as long as
    /// bids say nothing (or next to it: a bluff outweighs them a billion times).
    #[test]
    fn without_reading_it_is_binomial() {
        for knobs in [
            "",
            ",ones-wild=on",
            ",highest-wild=on",
            ",ones-wild=on,natural=on",
        ] {
            let rules = format!("liars-dice(dice=[3,2,4],faces=4{knobs})");
            for (face, quantity, read, binomial) in both(&rules, "1x4", 1e9) {
                let off = (read - binomial).abs();
                assert!(off < 1e-6, "{rules} {quantity}x{face}: {read} {binomial}");
            }
        }
    }

    #[test]
    fn a_bid_makes_its_face_likelier_and_others_less_likely() {
        for (face, quantity, read, binomial) in both("liars-dice(dice=[3,2,4])", "2x5", 0.01) {
            if (2..5).contains(&quantity) {
                let likelier = read > binomial;
                assert_eq!(likelier, face == 5, "{quantity}x{face}: {read} {binomial}");
            }
        }
    }
}
