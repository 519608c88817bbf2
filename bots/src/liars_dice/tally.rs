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
