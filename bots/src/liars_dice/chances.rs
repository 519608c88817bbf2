//! How likely dice that nobody showed are to bear a bid out.
//!
//! Tables of binomial tails, filled row by row with products and sums only, so
//! that every machine has the same last digit. They are made once: a bot lives
//! for a session, which may be a single game.

use dudo_engine::MAX_SEATS;
use dudo_engine::liars_dice::{MAX_DICE, MAX_FACES};
use std::sync::OnceLock;

/// The most dice that can be unseen.
const MOST: usize = MAX_DICE as usize * MAX_SEATS;

/// P(at least k of n dice count) for one chance per die, as a triangle.
struct Tails {
    p: f64,
    flat: Vec<f64>,
}

impl Tails {
    /// Row by row. With the n-th die, k of n count if k-1 did and it counts too,
    /// or k did and it does not: Pascal's rule, which holds for the tails as it
    /// does for the single terms.
    fn new(p: f64) -> Self {
        let mut flat = Vec::with_capacity((MOST + 1) * (MOST + 2) / 2);
        flat.push(1.0);
        for dice in 1..=MOST {
            let before = flat.len() - dice;
            flat.push(1.0);
            for k in 1..dice {
                flat.push(p * flat[before + k - 1] + (1.0 - p) * flat[before + k]);
            }
            flat.push(p * flat[before + dice - 1]);
        }
        Self { p, flat }
    }

    fn at_least(&self, n: usize, k: i32) -> f64 {
        match usize::try_from(k) {
            Ok(k) if k > n => 0.0,
            Ok(k) => self.flat[n * (n + 1) / 2 + k],
            Err(_) => 1.0,
        }
    }
}

/// What a player holds for a bid on one face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Holding {
    /// Dice that really show it.
    pub(super) showing: u8,
    /// Wild dice, where they count for it.
    pub(super) wild: Option<u8>,
    /// Whether one die at least must really show it.
    pub(super) natural: bool,
}

impl Holding {
    /// Dice that count for it.
    pub(super) fn counting(self) -> u8 {
        self.showing + self.wild.unwrap_or(0)
    }

    /// Whether a natural die is asked for and none is held.
    pub(super) fn hollow(self) -> bool {
        self.natural && self.wild.is_some() && self.showing == 0
    }
}

/// The tables for dice with one number of faces.
pub(super) struct Chances {
    /// A die shows one face.
    one: Tails,
    /// A die shows one of two faces.
    two: Tails,
    /// A die shows one face, given that it does not show another.
    rest: Tails,
    /// No die of n shows a face.
    none: Vec<f64>,
}

impl Chances {
    /// The tables for dice with so many faces, 2 to [`MAX_FACES`].
    pub(super) fn of(faces: u8) -> &'static Self {
        static MADE: [OnceLock<Chances>; MAX_FACES + 1] =
            [const { OnceLock::new() }; MAX_FACES + 1];
        MADE[usize::from(faces)].get_or_init(|| Self::new(f64::from(faces)))
    }

    fn new(sides: f64) -> Self {
        let other = 1.0 - 1.0 / sides;
        let powers = core::iter::successors(Some(1.0), |power| Some(power * other));
        Self {
            one: Tails::new(1.0 / sides),
            two: Tails::new(2.0 / sides),
            rest: Tails::new(1.0 / (sides - 1.0)),
            none: powers.take(MOST + 1).collect(),
        }
    }

    /// P(at least `quantity` dice count), with `unseen` dice beside those held.
    ///
    /// Where a bid needs a natural die and none is held, the cases in which
    /// only wild dice bear it out are taken off: no unseen die shows the face,
    /// and each is then wild with chance 1/(faces - 1).
    pub(super) fn at_least(&self, holding: Holding, unseen: u8, quantity: i32) -> f64 {
        let n = usize::from(unseen);
        let missing = quantity - i32::from(holding.counting());
        if holding.wild.is_none() {
            return self.one.at_least(n, missing);
        }
        let counted = self.two.at_least(n, missing);
        if holding.natural && holding.showing == 0 && quantity > 0 {
            let hollow = self.none[n] * self.rest.at_least(n, missing);
            return (counted - hollow).max(0.0);
        }
        counted
    }

    /// How many of the unseen dice count on average.
    pub(super) fn expected(&self, wild: bool, unseen: u8) -> f64 {
        let p = if wild { self.two.p } else { self.one.p };
        p * f64::from(unseen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holding(showing: u8, wild: Option<u8>, natural: bool) -> Holding {
        Holding {
            showing,
            wild,
            natural,
        }
    }

    /// Published six-digit values, and the exact fractions for five dice.
    #[test]
    fn tails_are_the_published_ones() {
        let chances = Chances::of(6);
        let plain = [
            (5, 1, 0.598_122),
            (5, 2, 0.196_245),
            (5, 3, 0.035_494),
            (5, 4, 0.003_344),
            (5, 5, 0.000_129),
            (10, 1, 0.838_494),
            (10, 2, 0.515_483),
            (10, 3, 0.224_773),
            (10, 4, 0.069_728),
            (10, 5, 0.015_462),
            (25, 3, 0.811_313),
            (25, 5, 0.406_266),
            (25, 8, 0.044_732),
        ];
        let wild = [
            (5, 1, 0.868_313),
            (5, 2, 0.539_095),
            (5, 3, 0.209_877),
            (5, 4, 0.045_267),
            (5, 5, 0.004_115),
            (15, 5, 0.595_935),
            (15, 7, 0.203_039),
            (30, 10, 0.568_256),
        ];
        for (rows, wild) in [(plain.as_slice(), None), (wild.as_slice(), Some(0))] {
            for &(n, k, p) in rows {
                let found = chances.at_least(holding(0, wild, false), n, k);
                assert!((found - p).abs() < 5e-7, "{n} {k}: {found}");
            }
        }
        let exactly = |wild, k| {
            let held = holding(0, wild, false);
            chances.at_least(held, 5, k) - chances.at_least(held, 5, k + 1)
        };
        for (k, (ones, threes)) in [
            (3125, 32),
            (3125, 80),
            (1250, 80),
            (250, 40),
            (25, 10),
            (1, 1),
        ]
        .into_iter()
        .enumerate()
        {
            let k = k as i32;
            assert!((exactly(None, k) - f64::from(ones) / 7776.0).abs() < 1e-12);
            assert!((exactly(Some(0), k) - f64::from(threes) / 243.0).abs() < 1e-12);
        }
    }

    /// Counts every throw of three dice with four faces, face 1 wild, for a
    /// bid on face 3 that needs a natural one.
    #[test]
    fn a_natural_is_counted_by_hand() {
        let chances = Chances::of(4);
        for (showing, wild) in [(0, 0), (0, 2), (1, 1)] {
            for quantity in 1..=6 {
                let mut good = 0;
                for throw in 0..64 {
                    let dice = [throw % 4 + 1, throw / 4 % 4 + 1, throw / 16 + 1];
                    let shows = |face| dice.iter().filter(|&&die| die == face).count() as u8;
                    let naturals = showing + shows(3);
                    let count = naturals + wild + shows(1);
                    good += u32::from(naturals > 0 && i32::from(count) >= quantity);
                }
                let found = chances.at_least(holding(showing, Some(wild), true), 3, quantity);
                assert!((found - f64::from(good) / 64.0).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn dice_with_two_faces_and_the_longest_row() {
        let chances = Chances::of(2);
        let all = chances.at_least(holding(0, Some(0), false), 160, 160);
        assert!((all - 1.0).abs() < 1e-12);
        let half = chances.at_least(holding(0, None, false), 160, 81);
        // Half of what the middle term leaves: C(160, 80) / 2^160 = 0.0629788.
        assert!((half - (1.0 - 0.062_978_8) / 2.0).abs() < 1e-6, "{half}");
    }
}
