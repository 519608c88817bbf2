//! What the dice that a seat cannot see may show.

use dudo_engine::liars_boggle::{Counts, DieId, DieSet, FACES, LetterDie, LiarsBoggle, MAX_DICE};
use dudo_engine::{BySeat, View};

/// The exact chance that letters are among the dice that a seat cannot see.
///
/// Where everybody knows whose dice are whose, the dice are known and only
/// their faces are not. Else those in play are any choice of the dice that may
/// be; all choices are equally likely.
pub(super) struct Unseen {
    /// Dice that may be in play, and how many of them are.
    pool: DieSet,
    in_play: usize,
    /// The chance of each face, per die of the pool.
    faces: Vec<[f64; FACES]>,
    /// The chance of at least 1, 2 and 3 of a face.
    at_least: [[f64; 3]; FACES],
    /// Answers by what was asked for; valid as long as the pool is.
    known: Vec<(u64, f64)>,
    /// Scratch: the chance of each need that is left.
    states: Vec<f64>,
}

/// Answers that are kept, a power of two.
const KNOWN: usize = 4096;
/// Letters of a need that fit into a key of five bits each.
const KEY_LETTERS: u32 = 12;

impl Unseen {
    pub(super) const fn new() -> Self {
        Self {
            pool: DieSet::EMPTY,
            in_play: 0,
            faces: Vec::new(),
            at_least: [[0.0; 3]; FACES],
            known: Vec::new(),
            states: Vec::new(),
        }
    }

    /// Looks at the table as a seat sees it.
    pub(super) fn look(&mut self, view: View<'_, LiarsBoggle>) {
        let public = view.public();
        let own = view.own().dice;
        let pool = match &public.dice {
            Some(dice) => all(dice).without(own),
            None => DieSet::first(view.rules().dice().len())
                .without(public.gone)
                .without(own),
        };
        self.set(view.rules().dice(), pool, public.in_play() - own.len());
    }

    /// Looks at a pool of dice, of which so many are in play.
    pub(super) fn set(&mut self, dice: &[LetterDie], pool: DieSet, in_play: usize) {
        if pool == self.pool && in_play == self.in_play && !self.known.is_empty() {
            return;
        }
        self.pool = pool;
        self.in_play = in_play;
        self.faces.clear();
        self.faces.extend(pool.iter().map(|die| chances(dice, die)));
        self.known.clear();
        self.known.resize(KNOWN, (0, 0.0));
        for face in 0..FACES {
            for count in 1..=3 {
                self.at_least[face][count - 1] = self.exact(&[(face, count)]);
            }
        }
    }

    /// The chance that all these letters are there.
    pub(super) fn chance(&mut self, missing: &Counts) -> f64 {
        let mut need = [(0usize, 0usize); FACES];
        let mut kinds = 0;
        let (mut letters, mut key) = (0u32, 0u64);
        for (face, &count) in missing
            .by_face()
            .iter()
            .enumerate()
            .filter(|&(_, &count)| count > 0)
        {
            need[kinds] = (face, usize::from(count));
            kinds += 1;
            for _ in 0..count {
                letters += 1;
                if letters <= KEY_LETTERS {
                    key = key << 5 | (face as u64 + 1);
                }
            }
        }
        let need = &need[..kinds];
        match *need {
            [] => return 1.0,
            [(face, count @ 1..=3)] => return self.at_least[face][count - 1],
            _ if letters > KEY_LETTERS => return self.exact(need),
            _ => {}
        }
        // The high bits of a product are well mixed.
        let slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52) as usize % KNOWN;
        if self.known[slot].0 != key {
            self.known[slot] = (key, self.exact(need));
        }
        self.known[slot].1
    }

    /// The chance cannot be greater than this when the faces of this mask are
    /// missing: showing one makes showing another less likely, so that the
    /// product of their chances is a bound.
    pub(super) fn bound(&self, missing: u32) -> f64 {
        let mut bound = 1.0;
        let mut left = missing;
        while left != 0 {
            bound *= self.one(left.trailing_zeros() as usize);
            left &= left - 1;
        }
        bound
    }

    /// The chance of at least one of a face.
    pub(super) const fn one(&self, face: usize) -> f64 {
        self.at_least[face][0]
    }

    /// A dynamic program over the dice: what is still needed of (face, count)
    /// pairs after each die. A need is a number in mixed radix.
    fn exact(&mut self, need: &[(usize, usize)]) -> f64 {
        let letters: usize = need.iter().map(|(_, count)| count).sum();
        if letters > self.in_play {
            return 0.0;
        }
        let size: usize = need.iter().map(|(_, count)| count + 1).product();
        let relevant: Vec<Vec<f64>> = self
            .faces
            .iter()
            .map(|die| {
                need.iter()
                    .map(|&(face, _)| die[face])
                    .collect::<Vec<f64>>()
            })
            .filter(|chances| chances.iter().any(|&chance| chance > 0.0))
            .collect();
        let others = self.faces.len() - relevant.len();
        let certain = self.faces.len() == self.in_play;
        // Without a doubt which dice are in play one layer does; else there is
        // one per number of relevant dice that are.
        let layers = if certain { 1 } else { relevant.len() + 1 };
        self.states.clear();
        self.states.resize(size * layers, 0.0);
        self.states[size - 1] = 1.0;
        for (seen, die) in relevant.iter().enumerate() {
            if certain {
                step(&mut self.states, need, die);
                continue;
            }
            for layer in (0..=seen).rev() {
                let mut shown = self.states[layer * size..(layer + 1) * size].to_vec();
                step(&mut shown, need, die);
                for (sum, more) in self.states[(layer + 1) * size..].iter_mut().zip(shown) {
                    *sum += more;
                }
            }
        }
        if certain {
            return self.states[0];
        }
        (0..layers)
            .filter(|&used| used <= self.in_play)
            .map(|used| self.states[used * size] * choose(others, self.in_play - used))
            .sum::<f64>()
            / choose(self.faces.len(), self.in_play)
    }
}

/// One die is shown: it may meet one of the needs.
fn step(states: &mut [f64], need: &[(usize, usize)], die: &[f64]) {
    // What meets a need leads to a lower number, so that going up never reads
    // what this die has already changed.
    for state in 0..states.len() {
        let mut stays = 1.0;
        let mut sum = 0.0;
        let mut stride = 1;
        for (&(_, count), &chance) in need.iter().zip(die) {
            let digit = state / stride % (count + 1);
            if digit > 0 {
                stays -= chance;
            }
            if digit < count {
                sum += states[state + stride] * chance;
            }
            stride *= count + 1;
        }
        states[state] = states[state] * stays + sum;
    }
}

/// The chance of each face of a die.
fn chances(dice: &[LetterDie], die: DieId) -> [f64; FACES] {
    let die = &dice[die.index()];
    die.by_face()
        .map(|faces| f64::from(faces) / f64::from(die.sides()))
}

/// All dice that somebody holds.
fn all(dice: &BySeat<DieSet>) -> DieSet {
    dice.values()
        .iter()
        .fold(DieSet::EMPTY, |all, dice| all.with(*dice))
}

/// Ways to choose `k` of `n`, at most 16.
fn choose(n: usize, k: usize) -> f64 {
    debug_assert!(n <= MAX_DICE, "a set has at most 16 dice");
    if k > n {
        return 0.0;
    }
    (0..k).fold(1.0, |ways, taken| {
        ways * (n - taken) as f64 / (taken + 1) as f64
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use dudo_engine::liars_boggle::{Bid, DiceSet};

    fn near(found: f64, expected: f64, what: &str) {
        assert!(
            (found - expected).abs() < 5e-7,
            "{what}: {found}, not {expected}"
        );
    }

    /// The published chances with all sixteen dice unseen.
    #[test]
    fn chances_of_whole_words() {
        let classic: &[(&str, f64)] = &[
            ("tea", 0.375_584),
            ("quit", 0.069_712),
            ("stone", 0.093_636),
        ];
        let new: &[(&str, f64)] = &[("tea", 0.479_542), ("letter", 0.055_983)];
        for (set, words) in [(DiceSet::Classic, classic), (DiceSet::New, new)] {
            let mut unseen = Unseen::new();
            unseen.set(&set.dice(), DieSet::first(16), 16);
            for &(word, chance) in words {
                let bid: Bid = word.parse().unwrap();
                for _ in 0..2 {
                    near(unseen.chance(&bid.counts()), chance, word);
                }
                assert!(unseen.bound(bid.counts().mask()) >= chance);
            }
        }
        let mut unseen = Unseen::new();
        unseen.set(&DiceSet::New.dice(), DieSet::first(16), 16);
        near(unseen.one(4), 23_119.0 / 26_244.0, "e");
        near(unseen.one(16), 1.0 / 6.0, "qu");
    }

    /// Against every choice of dice and every roll of them.
    #[test]
    fn dice_that_may_be_set_aside() {
        let dice = DiceSet::New.dice();
        let pool: DieSet = [0, 3, 4, 8, 14].map(DieId::new).into_iter().collect();
        let ids: Vec<DieId> = pool.iter().collect();
        for in_play in 1..=4u32 {
            let mut unseen = Unseen::new();
            unseen.set(&dice, pool, in_play as usize);
            for word in ["a", "aa", "at", "tea", "tot", "qua", "idyat"] {
                let needed = word.parse::<Bid>().unwrap().counts();
                let (mut there, mut rolls) = (0u32, 0u32);
                for choice in (0..32u32).filter(|choice| choice.count_ones() == in_play) {
                    let chosen: Vec<DieId> = (0..5)
                        .filter(|&place| choice >> place & 1 == 1)
                        .map(|place| ids[place])
                        .collect();
                    for roll in 0..6u32.pow(in_play) {
                        let faces: Counts = chosen
                            .iter()
                            .enumerate()
                            .map(|(place, die)| {
                                dice[die.index()].faces()
                                    [(roll / 6u32.pow(place as u32) % 6) as usize]
                            })
                            .collect();
                        there += u32::from(faces.cover(&needed));
                        rolls += 1;
                    }
                }
                near(
                    unseen.chance(&needed),
                    f64::from(there) / f64::from(rolls),
                    word,
                );
            }
        }
    }
}
