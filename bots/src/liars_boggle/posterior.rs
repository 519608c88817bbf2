//! What unseen dice show, given what was bid.
//!
//! A bid is evidence about its bidder's own dice: each of its letters is among
//! them more often than by chance. How much more is learned for each seat from
//! the hands that were shown.

use dudo_engine::liars_boggle::{Bid, Counts, FACES, LiarsBoggle, Shown};
use dudo_engine::{BotRng, MAX_SEATS, Seat, View};

/// Hands that are drawn from the posterior, in words of 64.
const WORDS: usize = 6;
const DRAWS: usize = 64 * WORDS;
/// Draws that are thrown away first.
const WARM_UP: usize = 8;
/// Of a face so many are told apart.
const LEVELS: usize = 3;
/// Letters of a bid that its bidder did not hold, out of so many, before a
/// hand was shown.
const PRIOR: (f64, f64) = (1.5, 8.0);

/// Draws from what the dice of the others may show.
pub(super) struct Posterior {
    /// For each face and number of it the draws that have at least so many.
    at_least: [[[u64; WORDS]; LEVELS]; FACES],
    /// How many draws have both of two faces.
    pairs: [[u16; FACES]; FACES],
    /// Letters bid that were missing in the bidder's hand, and all, by seat.
    tally: [(f64, f64); MAX_SEATS],
    /// The bids of the round.
    bids: Vec<(Seat, Bid)>,
}

impl Posterior {
    pub(super) const fn new() -> Self {
        Self {
            at_least: [[[0; WORDS]; LEVELS]; FACES],
            pairs: [[0; FACES]; FACES],
            tally: [PRIOR; MAX_SEATS],
            bids: Vec::new(),
        }
    }

    /// Hears a bid.
    pub(super) fn bid(&mut self, seat: Seat, bid: Bid) {
        self.bids.push((seat, bid));
    }

    /// The last bid was taken back; what it tells about the hand remains true,
    /// but the word was no word.
    pub(super) fn withdrawn(&mut self) {
        self.bids.pop();
    }

    /// A hand is shown: the bids made with it can be judged.
    pub(super) fn shown(&mut self, seat: Seat, hand: &Shown) {
        let held = hand.counts();
        let tally = &mut self.tally[seat.index()];
        for (_, bid) in self.bids.iter().filter(|(bidder, _)| *bidder == seat) {
            let counts = bid.counts();
            tally.0 += counts.without(&held).total() as f64;
            tally.1 += counts.total() as f64;
        }
    }

    /// The round is over.
    pub(super) fn clear(&mut self) {
        self.bids.clear();
    }

    /// The share of a seat's letters that it did not hold.
    fn missing_rate(&self, seat: Seat) -> f64 {
        let (missing, all) = self.tally[seat.index()];
        missing / all
    }

    /// Draws anew, for a decision.
    pub(super) fn draw(&mut self, view: View<'_, LiarsBoggle>, rng: &mut BotRng) {
        self.at_least = [[[0; WORDS]; LEVELS]; FACES];
        let mut totals = vec![[0u8; FACES]; DRAWS];
        let public = view.public();
        for seat in public
            .survivors
            .alive()
            .iter()
            .filter(|&seat| seat != view.seat())
        {
            self.draw_seat(view, seat, rng, &mut totals);
        }
        for (draw, counts) in totals.iter().enumerate() {
            for (face, &count) in counts.iter().enumerate() {
                for level in &mut self.at_least[face][..usize::from(count).min(LEVELS)] {
                    level[draw / 64] |= 1 << (draw % 64);
                }
            }
        }
        self.count_pairs();
    }

    fn count_pairs(&mut self) {
        for a in 0..FACES {
            for b in 0..=a {
                let (a_there, b_there) = (&self.at_least[a][0], &self.at_least[b][0]);
                let both = a_there
                    .iter()
                    .zip(b_there)
                    .map(|(a, b)| (a & b).count_ones());
                let both = both.sum::<u32>() as u16;
                self.pairs[a][b] = both;
                self.pairs[b][a] = both;
            }
        }
    }

    /// The chance cannot be greater than this when the faces of this mask are
    /// missing: no two of them are there together more often.
    pub(super) fn bound(&self, missing: u32) -> f64 {
        let mut least = DRAWS as u16;
        let mut left = missing;
        while left != 0 {
            let face = left.trailing_zeros() as usize;
            left &= left - 1;
            // The next one, or the same where it is the last.
            let other = if left == 0 {
                face
            } else {
                left.trailing_zeros() as usize
            };
            least = least.min(self.pairs[face][other]);
        }
        f64::from(least) / DRAWS as f64
    }

    /// The highest chance there is when at least so many faces are missing, of
    /// those not in this mask.
    pub(super) fn ceiling(&self, own: u32, lacking: usize) -> f64 {
        let absent = |face: &usize| own >> face & 1 == 0;
        let most = match lacking {
            0 => DRAWS as u16,
            1 => (0..FACES)
                .filter(absent)
                .map(|face| self.pairs[face][face])
                .max()
                .unwrap_or(0),
            _ => {
                let pairs = (0..FACES)
                    .filter(absent)
                    .flat_map(|a| (0..a).map(move |b| (a, b)));
                pairs
                    .filter(|(_, b)| absent(b))
                    .map(|(a, b)| self.pairs[a][b])
                    .max()
                    .unwrap_or(0)
            }
        };
        f64::from(most) / DRAWS as f64
    }

    /// Gibbs sampling of one seat's hand: each die in turn is thrown again,
    /// given the others and what the seat has bid.
    fn draw_seat(
        &self,
        view: View<'_, LiarsBoggle>,
        seat: Seat,
        rng: &mut BotRng,
        totals: &mut [[u8; FACES]],
    ) {
        let dice = faces_of(view, seat);
        let wanted = self.wanted(seat, &dice);
        let mut counts = [0u8; FACES];
        let mut up: Vec<usize> = Vec::with_capacity(dice.len());
        for die in &dice {
            let face = pick(die.len(), rng, |side| die[side]);
            counts[face] += 1;
            up.push(face);
        }
        for draw in 0..WARM_UP + DRAWS {
            for (face, die) in up.iter_mut().zip(&dice) {
                counts[*face] -= 1;
                *face = pick(die.len(), rng, |side| {
                    let (face, mut weight) = die[side];
                    for wanted in &wanted {
                        if counts[face] < wanted.counts.of(face) {
                            weight *= wanted.factor[face];
                        }
                    }
                    (face, weight)
                });
                counts[*face] += 1;
            }
            if let Some(total) = draw.checked_sub(WARM_UP).map(|draw| &mut totals[draw]) {
                total
                    .iter_mut()
                    .zip(&counts)
                    .for_each(|(total, count)| *total += count);
            }
        }
    }

    /// What the bids of a seat say about its hand.
    fn wanted(&self, seat: Seat, dice: &[Vec<(usize, f64)>]) -> Vec<Wanted> {
        let bids: Vec<&Bid> = self
            .bids
            .iter()
            .filter(|(bidder, _)| *bidder == seat)
            .map(|(_, bid)| bid)
            .collect();
        if bids.is_empty() {
            return Vec::new();
        }
        let missing = self.missing_rate(seat);
        // How often a letter is in the hand by chance alone.
        let mut absent = [1.0; FACES];
        for die in dice {
            for &(face, chance) in die {
                absent[face] *= 1.0 - chance;
            }
        }
        let factor = absent.map(|absent| {
            let by_chance = (1.0 - absent).clamp(0.01, 0.99);
            let ratio = (1.0 - missing) / by_chance * (1.0 - by_chance) / missing.max(0.01);
            ratio.clamp(1.0, 50.0)
        });
        bids.into_iter()
            .map(|bid| Wanted {
                counts: bid.counts(),
                factor,
            })
            .collect()
    }

    /// The share of the draws that have all these letters.
    pub(super) fn chance(&self, missing: &Counts) -> f64 {
        let mut all = [u64::MAX; WORDS];
        for (face, &count) in missing.by_face().iter().enumerate() {
            if count > 0 {
                let level = &self.at_least[face][usize::from(count).min(LEVELS) - 1];
                all.iter_mut()
                    .zip(level)
                    .for_each(|(all, level)| *all &= level);
            }
        }
        f64::from(all.iter().map(|word| word.count_ones()).sum::<u32>()) / DRAWS as f64
    }
}

/// A bid as evidence: a hand is so many times likelier for each letter of it
/// that it holds.
struct Wanted {
    counts: Counts,
    factor: [f64; FACES],
}

/// The faces of a seat's dice with their chances. Where its dice are not known
/// each is taken for the average of those that it may be.
fn faces_of(view: View<'_, LiarsBoggle>, seat: Seat) -> Vec<Vec<(usize, f64)>> {
    let (public, dice) = (view.public(), view.rules().dice());
    if let Some(known) = &public.dice {
        let die = |id: dudo_engine::liars_boggle::DieId| {
            let die = &dice[id.index()];
            die.faces()
                .iter()
                .map(|face| (face.face(), 1.0 / f64::from(die.sides())))
                .collect()
        };
        return known[seat].iter().map(die).collect();
    }
    let pool = dudo_engine::liars_boggle::DieSet::first(dice.len())
        .without(public.gone)
        .without(view.own().dice);
    let mut average = [0.0; FACES];
    for die in pool.iter().map(|id| &dice[id.index()]) {
        for face in die.faces() {
            average[face.face()] += 1.0 / (f64::from(die.sides()) * pool.len() as f64);
        }
    }
    let average: Vec<(usize, f64)> = average
        .into_iter()
        .enumerate()
        .filter(|&(_, chance)| chance > 0.0)
        .collect();
    vec![average; usize::from(public.held[seat])]
}

/// A face by its weight, of at most [`FACES`] sides.
fn pick(sides: usize, rng: &mut BotRng, weight: impl Fn(usize) -> (usize, f64)) -> usize {
    let mut upto = [(0, 0.0); FACES];
    let mut total = 0.0;
    for (side, entry) in upto[..sides].iter_mut().enumerate() {
        let (face, weight) = weight(side);
        total += weight;
        *entry = (face, total);
    }
    // 24 bits are enough for a die.
    let at = f64::from(rng.below(1 << 24)) / f64::from(1 << 24) * total;
    let upto = &upto[..sides];
    let found = upto.iter().find(|(_, upto)| at < *upto).or(upto.last());
    found.map_or(0, |&(face, _)| face)
}
