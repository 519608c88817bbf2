//! What a player learns about another: when he doubts, and what he claims.
//!
//! Both are mixtures of a few simple players. What he does makes those that
//! would have done the same more likely (Bayes' rule), down to a floor, since
//! nobody is exactly one of them.

use super::chances::Chances;

/// Simple doubters: they believe at random, what is no more than a middling
/// throw, or what is likely enough, either from the claim before it or from
/// the dice that they themselves handed on.
const DOUBTERS: usize = 2 + 2 * LIMITS.len();
/// How likely is likely enough.
const LIMITS: [f32; 7] = [0.1, 0.2, 0.29, 0.36, 0.45, 0.6, 0.8];
/// What is believed before anything was seen.
const DOUBTERS_FIRST: [f32; DOUBTERS] = [
    0.06, 0.1, 0.04, 0.08, 0.12, 0.12, 0.08, 0.06, 0.04, 0.03, 0.05, 0.06, 0.06, 0.05, 0.03, 0.02,
];
/// A simple player does otherwise this often.
const SLIP: f32 = 0.08;
/// How often the random one believes.
const RANDOM: f32 = 5.0 / 6.0;
/// No simple player becomes less likely than this.
const FLOOR: f32 = 0.01;

/// What is known about a claim when it is answered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question<'a> {
    /// By rank: the chance to reach it from the claim before.
    pub(super) public: &'a [f32],
    /// The same from the dice that were taken over, if the doubter knows them.
    pub(super) known: Option<&'a [f32]>,
    /// The rank of a middling throw.
    pub(super) median: usize,
}

impl Question<'_> {
    /// How likely each simple doubter is to believe this claim.
    fn believe(self, claim: usize) -> [f32; DOUBTERS] {
        let mut out = [SLIP; DOUBTERS];
        let known = self.known.unwrap_or(self.public);
        out[0] = RANDOM;
        let mut say = |index: usize, believes: bool| {
            if believes {
                out[index] = 1.0 - SLIP;
            }
        };
        say(1, claim <= self.median);
        for (index, &limit) in LIMITS.iter().enumerate() {
            say(2 + index, self.public[claim] >= limit);
            say(2 + LIMITS.len() + index, known[claim] >= limit);
        }
        out
    }
}

/// Bayes' rule with a floor.
fn learn<const N: usize>(weights: &mut [f32; N], likely: [f32; N]) {
    let mut sum = 0.0;
    for (weight, likely) in weights.iter_mut().zip(likely) {
        *weight *= likely;
        sum += *weight;
    }
    if sum > 0.0 {
        for weight in weights.iter_mut() {
            *weight = (*weight / sum).max(FLOOR);
        }
    }
}

/// When somebody doubts.
#[derive(Clone, Debug)]
pub(super) struct Doubter([f32; DOUBTERS]);

impl Default for Doubter {
    fn default() -> Self {
        Self(DOUBTERS_FIRST)
    }
}

impl Doubter {
    /// Writes how likely he is to believe each claim from `lowest` up.
    pub(super) fn faith(&self, question: Question<'_>, lowest: usize, out: &mut [f32]) {
        let all: f32 = self.0.iter().sum();
        // Everybody slips; the sure part of each simple doubter comes on top
        // where he believes.
        let random = self.0[0];
        let base = (random * RANDOM + (all - random) * SLIP) / all;
        let sure = self.0.map(|weight| weight / all * (1.0 - 2.0 * SLIP));
        let (public, known) = sure[2..].split_at(LIMITS.len());
        let chances = question
            .public
            .iter()
            .zip(question.known.unwrap_or(question.public));
        for (claim, (out, (&open, &shut))) in out.iter_mut().zip(chances).enumerate().skip(lowest) {
            let mut faith = if claim <= question.median {
                base + sure[1]
            } else {
                base
            };
            for ((&limit, public), known) in LIMITS.iter().zip(public).zip(known) {
                faith += if open >= limit { *public } else { 0.0 };
                faith += if shut >= limit { *known } else { 0.0 };
            }
            *out = faith;
        }
    }

    /// He answered a claim.
    pub(super) fn learn(&mut self, question: Question<'_>, claim: u8, believed: bool) {
        let mut likely = question.believe(usize::from(claim));
        if !believed {
            for likely in &mut likely {
                *likely = 1.0 - *likely;
            }
        }
        learn(&mut self.0, likely);
    }
}

/// Simple claimants: they tell the truth or the least lie; they follow a plan;
/// they claim anything higher; they lie about as far as lies are believed.
const CLAIMANTS: usize = 4;
const CLAIMANTS_FIRST: [f32; CLAIMANTS] = [0.3, 0.35, 0.1, 0.25];
/// The last of them bluffs this often when he need not.
const BLUFFS: f32 = 0.3;

/// What is known of a claim by who thinks about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Made<'a> {
    /// The lowest rank that could be claimed.
    pub(super) lowest: u8,
    /// The claim's rank.
    pub(super) claim: u8,
    /// By hand: what the plan claims.
    pub(super) plan: &'a [u8],
    /// By rank: the chance to reach it, as the table sees it.
    pub(super) reach: &'a [f32],
}

impl Made<'_> {
    /// How likely each simple claimant is to claim this with each hand; the
    /// result is a function of the hand.
    fn likely(self) -> impl Fn(u8) -> [f32; CLAIMANTS] {
        let legal = self.plan.len() - usize::from(self.lowest);
        let any = 1.0 / legal as f32;
        let lies: f32 = self.reach[usize::from(self.lowest)..]
            .iter()
            .map(|&reach| credit(reach))
            .sum();
        let lie = if lies > 0.0 {
            credit(self.reach[usize::from(self.claim)]) / lies
        } else {
            any
        };
        move |hand| {
            let truth = f32::from(u8::from(hand.max(self.lowest) == self.claim));
            let plan = f32::from(u8::from(
                self.plan[usize::from(hand)].max(self.lowest) == self.claim,
            ));
            let bluff = if hand >= self.lowest {
                (1.0 - BLUFFS) * truth + BLUFFS * lie
            } else {
                lie
            };
            [truth, plan, any, bluff].map(|likely| (1.0 - SLIP) * likely + SLIP * any)
        }
    }
}

/// How much a lie of this chance is worth trying.
fn credit(reach: f32) -> f32 {
    (reach - 0.1).clamp(0.0, 0.4)
}

/// What somebody claims.
#[derive(Clone, Debug)]
pub(super) struct Claimant([f32; CLAIMANTS]);

impl Default for Claimant {
    fn default() -> Self {
        Self(CLAIMANTS_FIRST)
    }
}

impl Claimant {
    /// Given how likely each hand was before he claimed, writes how likely it
    /// is after; and how likely each simple claimant made the claim.
    pub(super) fn weigh(
        &self,
        made: Made<'_>,
        before: &[f32],
        after: &mut [f32],
    ) -> [f32; CLAIMANTS] {
        let likely = made.likely();
        let mut each = [0.0; CLAIMANTS];
        let mut all = 0.0;
        for (hand, (&before, after)) in before.iter().zip(after.iter_mut()).enumerate() {
            *after = 0.0;
            if before > 0.0 {
                for ((each, likely), weight) in each.iter_mut().zip(likely(hand as u8)).zip(self.0)
                {
                    let joint = before * likely;
                    *each += joint;
                    *after += weight * joint;
                }
                all += *after;
            }
        }
        if all > 0.0 {
            after.iter_mut().for_each(|after| *after /= all);
        }
        each
    }

    /// He made a claim that was this likely for each simple claimant.
    pub(super) fn learn(&mut self, each: [f32; CLAIMANTS]) {
        learn(&mut self.0, each);
    }

    /// His dice were shown.
    pub(super) fn shown(&mut self, made: Made<'_>, hand: u8) {
        let likely = made.likely()(hand);
        learn(&mut self.0, likely);
    }
}

/// The rank of a middling throw: the first that is reached half the time or
/// less.
pub(super) fn median(chances: &Chances) -> usize {
    let thrown = chances.reach(None, 0);
    thrown.iter().take_while(|&&chance| chance > 0.5).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    const REACH: [f32; 4] = [1.0, 0.7, 0.4, 0.05];

    fn question() -> Question<'static> {
        Question {
            public: &REACH,
            known: None,
            median: 1,
        }
    }

    fn faith(doubter: &Doubter) -> [f32; 4] {
        let mut faith = [0.0; 4];
        doubter.faith(question(), 0, &mut faith);
        faith
    }

    #[test]
    fn a_doubter_is_learned() {
        let (mut wary, mut bold) = (Doubter::default(), Doubter::default());
        let before = faith(&wary);
        assert!(before.is_sorted_by(|a, b| a > b), "{before:?}");
        for _ in 0..20 {
            wary.learn(question(), 1, false);
            bold.learn(question(), 3, true);
        }
        assert!(faith(&wary)[1] < 0.5 * before[1], "{:?}", faith(&wary));
        assert!(faith(&bold)[3] > 2.0 * before[3], "{:?}", faith(&bold));
        // Nobody is ever thought to be sure.
        for faith in [faith(&wary), faith(&bold)].concat() {
            assert!((0.02..0.98).contains(&faith), "{faith}");
        }
    }

    #[test]
    fn a_liar_is_learned() {
        // The least claim, with a hand that is too low for it.
        let lie = Made {
            lowest: 2,
            claim: 2,
            plan: &[2, 2, 2, 3],
            reach: &REACH,
        };
        let before = [0.3, 0.3, 0.2, 0.2];
        let mut after = [0.0; 4];
        let mut claimant = Claimant::default();
        claimant.weigh(lie, &before, &mut after);
        assert!((after.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        // The least claim is what liars make, so it is doubted more than
        // the dice alone would have it; the highest is what who has it makes.
        assert!(after[2] + after[3] < before[2] + before[3], "{after:?}");
        let truth = Made { claim: 3, ..lie };
        claimant.weigh(truth, &before, &mut after);
        assert!(after[3] > before[3], "{after:?}");
        // Who was shown to claim it with nothing is not believed so again.
        let trusted = after[3];
        for _ in 0..5 {
            claimant.shown(truth, 0);
        }
        claimant.weigh(truth, &before, &mut after);
        assert!(after[3] < trusted, "{after:?}");
    }
}
