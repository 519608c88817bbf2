//! The hands that a seat may hold, with their chances.

use dudo_engine::BotRng;
use dudo_engine::liars_dice::Rules;

/// So many hands are listed one by one: all of six dice with six faces (462).
const LISTED: usize = 512;
/// Where there are more, so many are thrown and stand for all.
const THROWN: usize = 256;

/// Hands of one number of dice: all of them, or a sample.
pub(super) struct Hands {
    dice: u8,
    faces: usize,
    /// Whether a natural die is asked for.
    natural: bool,
    /// Chance of each hand.
    pub(super) prior: Vec<f64>,
    /// Class of each hand on each face, nothing being wild.
    alone: Vec<u8>,
    /// The same with the rules' wild face wild.
    joined: Vec<u8>,
}

/// A hand matters to a bid only by its class on the bid's face: the number of
/// its dice that count, and apart from that whether one really shows the face
/// where the rules ask for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Class {
    /// Dice that count.
    pub(super) counting: u8,
    /// A natural die is asked for and none is there.
    pub(super) hollow: bool,
}

impl Hands {
    /// All hands of so many dice or, where they are too many, a sample.
    pub(super) fn new(rules: &Rules, dice: u8, rng: &mut BotRng) -> Self {
        let faces = usize::from(rules.faces);
        let mut hands = Self {
            dice,
            faces,
            natural: rules.natural,
            prior: Vec::new(),
            alone: Vec::new(),
            joined: Vec::new(),
        };
        if few(usize::from(dice), faces) {
            hands.list(&mut Vec::with_capacity(faces), dice, 1.0);
        } else {
            hands.throw(rng);
        }
        let wild = if rules.ones_wild {
            Some(0)
        } else {
            rules.highest_wild.then_some(faces - 1)
        };
        hands.join(wild);
        hands
    }

    /// Classes there are; [`Hands::class`] tells what one means.
    pub(super) fn classes(&self) -> usize {
        self.whole() * if self.natural { 2 } else { 1 }
    }

    /// Classes that are not hollow; they come first, from no dice up.
    pub(super) fn whole(&self) -> usize {
        usize::from(self.dice) + 1
    }

    /// The meaning of a class.
    pub(super) fn class(&self, class: usize) -> Class {
        let whole = self.whole();
        Class {
            counting: (class % whole) as u8,
            hollow: class >= whole,
        }
    }

    /// Each hand's classes by face, from face 1.
    pub(super) fn by_face(&self, wild: bool) -> impl Iterator<Item = &[u8]> {
        self.flat(wild).chunks_exact(self.faces)
    }

    /// The same of one hand.
    pub(super) fn hand(&self, hand: usize, wild: bool) -> &[u8] {
        &self.flat(wild)[hand * self.faces..][..self.faces]
    }

    /// The same of all hands, one after the other.
    fn flat(&self, wild: bool) -> &[u8] {
        if wild { &self.joined } else { &self.alone }
    }

    /// Lists the ways to go on after the first faces: `left` dice to be shared
    /// out. The chance is multinomial, built up from binomial ones.
    fn list(&mut self, counts: &mut Vec<u8>, left: u8, chance: f64) {
        let rest = self.faces - counts.len();
        if rest == 1 {
            self.alone.extend_from_slice(counts);
            self.alone.push(left);
            self.prior.push(chance);
            return;
        }
        let p = 1.0 / rest as f64;
        for count in 0..=left {
            counts.push(count);
            self.list(counts, left - count, chance * binomial(left, count, p));
            counts.pop();
        }
    }

    fn throw(&mut self, rng: &mut BotRng) {
        for _ in 0..THROWN {
            let hand = self.alone.len();
            self.alone.resize(hand + self.faces, 0);
            for _ in 0..self.dice {
                self.alone[hand + rng.below(self.faces as u32) as usize] += 1;
            }
            self.prior.push(1.0 / THROWN as f64);
        }
    }

    fn join(&mut self, wild: Option<usize>) {
        self.joined.clone_from(&self.alone);
        let Some(wild) = wild else {
            return;
        };
        for hand in self.joined.chunks_exact_mut(self.faces) {
            let jokers = hand[wild];
            for (face, class) in hand.iter_mut().enumerate() {
                if face != wild {
                    let hollow = self.natural && *class == 0;
                    *class += jokers + if hollow { self.dice + 1 } else { 0 };
                }
            }
        }
    }
}

/// Whether the multisets of `dice` out of `faces`, C(dice + faces - 1, dice),
/// are few enough to be listed.
fn few(dice: usize, faces: usize) -> bool {
    let mut ways = 1;
    for step in 1..=dice {
        // Stays a whole number: a product of `step` neighbours is divided.
        ways = ways * (faces - 1 + step) / step;
        if ways > LISTED {
            return false;
        }
    }
    true
}

/// P(exactly k of n) with chance p each.
fn binomial(n: u8, k: u8, p: f64) -> f64 {
    let mut chance = 1.0;
    for step in 0..k {
        chance *= p * f64::from(n - step) / f64::from(step + 1);
    }
    for _ in k..n {
        chance *= 1.0 - p;
    }
    chance
}

#[cfg(test)]
mod tests {
    use super::*;
    use dudo_engine::Key;

    fn hands(rules: &str, dice: u8) -> Hands {
        let rules = rules.parse().expect("rules");
        Hands::new(&rules, dice, &mut BotRng::of(Key::new([1; 32])))
    }

    #[test]
    fn every_hand_is_listed_with_its_chance() {
        for (dice, count) in [(1, 6), (2, 21), (5, 252), (6, 462)] {
            let hands = hands("liars-dice", dice);
            assert_eq!(hands.prior.len(), count);
            let sum: f64 = hands.prior.iter().sum();
            assert!((sum - 1.0).abs() < 1e-12);
        }
        // Five dice of a kind, and 1 2 3 4 5 in any order.
        let five = hands("liars-dice", 5);
        for (shape, ways) in [([5, 0, 0, 0, 0, 0], 1.0), ([1, 1, 1, 1, 1, 0], 120.0)] {
            let at = five.by_face(false).position(|hand| hand == shape);
            let chance = five.prior[at.expect("a hand of that shape")];
            assert!((chance - ways / 7776.0).abs() < 1e-15);
        }
    }

    #[test]
    fn wild_dice_join_every_face_but_their_own() {
        let hands = hands("liars-dice(preset=wild,natural=on)", 3);
        let at = hands
            .by_face(false)
            .position(|hand| hand == [2, 0, 1, 0, 0, 0]);
        let joined = hands.by_face(true).nth(at.expect("a listed hand"));
        let joined = joined.expect("as many joined hands");
        let class = |face: usize| hands.class(usize::from(joined[face]));
        for (face, counting, hollow) in [(0, 2, false), (1, 2, true), (2, 3, false)] {
            assert_eq!(class(face), Class { counting, hollow });
        }
    }

    #[test]
    fn many_hands_are_thrown() {
        let many = hands("liars-dice(faces=20)", 20);
        assert_eq!(many.prior.len(), THROWN);
        assert!(
            many.by_face(false)
                .all(|hand| hand.iter().sum::<u8>() == 20)
        );
    }
}
