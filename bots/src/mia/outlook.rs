//! What an announcement tells, and what rolling again is worth, against players
//! who tell the truth when it is high enough and otherwise lie, as little as
//! they must or as boldly as they like, and who trust what two dice often show.

use super::common::{lowest_allowed, standing};
use super::round::above;
use super::stage::{Ending, MIA, Payoffs, chances};
use dudo_engine::View;
use dudo_engine::mia::{Action, Mia, Options, Raise, Rules, VALUES};

/// One in so many who could tell the truth lies higher all the same.
const GREED: f64 = 0.1;
/// Of the lies, so many are as low as they can be; the others are even.
const MODESTY: f64 = 0.6;
/// Announcements that a roll reaches at least so often are always believed,
/// and less than so often never.
const TRUSTED: f64 = 20.0 / 36.0;
const DOUBTED: f64 = 11.0 / 36.0;

/// What a life is worth to each other player when one loses it.
fn shared(players: usize) -> f64 {
    1.0 / (players as f64 - 1.0)
}

/// The exact table: 21 values, and what to do at each.
pub(super) struct Outlook {
    chances: [f64; VALUES],
    /// Pay-offs in lives: who loses one has -1, the others share 1.
    players: usize,
    /// How often others look at an announcement.
    pub(super) looks: [f64; VALUES],
    /// What it is worth to roll and announce from each rank up; none at 21.
    rolling: [f64; VALUES + 1],
}

impl Outlook {
    /// The table for so many players, at least two.
    pub(super) fn new(rules: &Rules, players: usize) -> Self {
        let chances = chances(rules);
        let reached = |claim: usize| chances[claim..].iter().sum::<f64>();
        let mut outlook = Self {
            looks: core::array::from_fn(|claim| {
                ((TRUSTED - reached(claim)) / (TRUSTED - DOUBTED)).clamp(0.0, 1.0)
            }),
            chances,
            players,
            rolling: [-1.0; VALUES + 1],
        };
        // An announcement may be repeated where equals are enough; then the
        // table settles after a few sweeps.
        let sweeps = match rules.raise {
            Raise::Higher => 1,
            Raise::Equal => 24,
        };
        for _ in 0..sweeps {
            for lowest in (0..VALUES).rev() {
                let payoffs = outlook.payoffs(rules);
                outlook.rolling[lowest] = (0..VALUES)
                    .map(|roll| {
                        let best = (lowest..VALUES)
                            .map(|claim| payoffs.expected(roll, claim, outlook.looks[claim]))
                            .fold(f64::NEG_INFINITY, f64::max);
                        outlook.chances[roll] * best
                    })
                    .sum();
            }
        }
        outlook
    }

    /// What announcements pay, in lives.
    pub(super) fn payoffs(&self, rules: &Rules) -> Payoffs {
        let mut payoffs = Payoffs::of(
            rules,
            0,
            |ending| match ending {
                Ending::Caught(lives) => -f64::from(lives),
                Ending::Wrong(lives) => f64::from(lives) * shared(self.players),
            },
            |rank| {
                // Between two, what the other makes of it; with more, the cup
                // is gone for now.
                Some(if self.players == 2 {
                    -self.rolling[above(rules, rank)]
                } else {
                    0.0
                })
            },
        );
        if rules.mia_ends_round {
            payoffs.truth[MIA] = f64::from(rules.mia_real);
        }
        payoffs
    }

    /// What it is worth to believe an announcement, and roll.
    pub(super) fn believing(&self, rules: &Rules, claim: usize) -> f64 {
        self.rolling[above(rules, claim)]
    }

    /// What it is worth to look at an announcement that is a lie so often.
    pub(super) fn looking(&self, rules: &Rules, claim: usize, lie: f64) -> f64 {
        let (real, false_) = if claim == MIA {
            (rules.mia_real, rules.mia_false)
        } else {
            (1, 1)
        };
        lie * f64::from(false_) * shared(self.players) - (1.0 - lie) * f64::from(real)
    }

    /// How often each roll is under the cup of who announced a rank and could
    /// announce from `lowest` up. `lies` is how many times as often as
    /// supposed he lies.
    pub(super) fn under(&self, lowest: usize, claim: usize, lies: f64) -> [f64; VALUES] {
        let mut weights: [f64; VALUES] = core::array::from_fn(|roll| {
            if roll == claim {
                return self.chances[roll] * (1.0 - GREED);
            }
            if roll > claim {
                return 0.0;
            }
            let must = if roll < lowest { 1.0 } else { GREED };
            let least = lowest.max(roll + 1);
            let modest = if claim == least { MODESTY } else { 0.0 };
            let bold = (1.0 - MODESTY) / (VALUES - least) as f64;
            lies * self.chances[roll] * must * (modest + bold)
        });
        let total: f64 = weights.iter().sum();
        for weight in &mut weights {
            *weight /= total;
        }
        weights
    }

    /// How often an announcement is a lie.
    pub(super) fn lie(&self, lowest: usize, claim: usize, lies: f64) -> f64 {
        self.under(lowest, claim, lies)[..claim].iter().sum()
    }

    /// The announcement that pays best, if each is looked at so often.
    pub(super) fn announce(&self, view: View<'_, Mia>, looks: impl Fn(usize) -> f64) -> Action {
        let (rules, public) = (view.rules().rules(), view.public());
        let payoffs = self.payoffs(rules);
        let last = public.claims + 1 >= u32::from(rules.max_claims);
        let roll = view
            .own()
            .map_or(0, |value| usize::from(rules.order.rank(value)));
        let lowest = lowest_allowed(rules, public.cup.to_beat);
        let mut best = (f64::NEG_INFINITY, lowest);
        for claim in lowest..VALUES {
            let look = if last { 1.0 } else { looks(claim) };
            let pays = payoffs.expected(roll, claim, look);
            if pays > best.0 {
                best = (pays, claim);
            }
        }
        Action::Announce(rules.order.value(best.1 as u8))
    }

    /// The best answer to the standing announcement, if the rolls are under
    /// the cup as often as `under` says.
    pub(super) fn answer(&self, view: View<'_, Mia>, under: &[f64; VALUES]) -> Action {
        let (rules, options) = (view.rules().rules(), Options::of(view));
        let claim = standing(view.public());
        // Who rolled the dice knows them, and may be asked again.
        let known = view.own().map(|value| usize::from(rules.order.rank(value)));
        let lie = |claim: usize| match known {
            Some(roll) => f64::from(u8::from(roll < claim)),
            None => under[..claim].iter().sum(),
        };
        let mut best = (self.looking(rules, claim, lie(claim)), Action::Look);
        let mut offer = |worth: f64, action| {
            if worth > best.0 {
                best = (worth, action);
            }
        };
        if options.give_up {
            offer(-1.0, Action::GiveUp);
        }
        if options.believe {
            offer(self.believing(rules, claim), Action::Believe);
        }
        if !options.pass.is_empty() {
            let payoffs = self.payoffs(rules);
            let next = view.public().survivors.alive().after(view.seat());
            let knows = next == view.public().cup.roller;
            for value in options.pass.iter() {
                let claim = usize::from(rules.order.rank(value));
                let seen: f64 = under[..claim].iter().sum();
                let worth = match payoffs.other[claim] {
                    // Who rolled them looks when it is a lie.
                    Some(other) if knows => {
                        lie(claim) * payoffs.lie[claim] + (1.0 - lie(claim)) * other
                    }
                    Some(other)
                        if claim < MIA
                            && self.looking(rules, claim, seen) < self.believing(rules, claim) =>
                    {
                        other
                    }
                    _ => {
                        lie(claim) * payoffs.lie[claim] + (1.0 - lie(claim)) * payoffs.truth[claim]
                    }
                };
                offer(worth, Action::Pass(value));
            }
        }
        best.1
    }
}
