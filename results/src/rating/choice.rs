//! Models of whole orders at a table, fitted to counts of sets.
//!
//! * Elimination: the next one out is j with probability `exp(-theta_j)` over
//!   the sum of those still in (Plackett-Luce read from the last place up).
//! * Winner-first: the next one placed is j with probability `exp(theta_j)`
//!   over the sum of those without a place (Plackett 1975).
//! * Winner-only: the first choice of that alone (Luce 1959).
//!
//! At two seats all three are Bradley-Terry. Bots chosen together take Efron's
//! form (Efron 1977): each of d in turn is chosen from a set in which the
//! tied count a little less.

use super::choices::{Choices, Kind, Set};
use super::counts::{BUCKETS, Comparison, Counts};
use super::graph::Layer;
use super::linear::{Cholesky, Matrix};
use super::margin::Clusters;
use super::newton::{Concave, NoFit, maximum};
use crate::log::BotId;

/// Which end an order is read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Elimination,
    WinnerFirst,
    WinnerOnly,
}

impl Way {
    /// Parameters are fitted as log-weights of being chosen: strength, or
    /// minus strength.
    fn sign(self) -> f64 {
        match self {
            Self::Elimination => -1.0,
            Self::WinnerFirst | Self::WinnerOnly => 1.0,
        }
    }

    /// Which of the counts of choices is about this.
    fn column(self) -> usize {
        match self {
            Self::Elimination => 0,
            Self::WinnerFirst => 1,
            Self::WinnerOnly => 2,
        }
    }
}

/// Where the events of a bucket are counted.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// The number of a set.
    Set(usize),
    /// Games of two: which table size, which cell.
    Pair(usize, usize),
    /// In no bucket.
    Prior,
}

/// A set of the field.
#[derive(Clone, Debug)]
struct Inside {
    number: usize,
    kind: Kind,
    /// Parameters, ascending, and whether the set's mask has them.
    members: Vec<(usize, bool)>,
    times: f64,
}

/// So many choices from a set.
#[derive(Clone, Debug)]
struct Event {
    /// Parameters.
    members: Vec<usize>,
    /// Positions in `members` of those chosen together, if more than one.
    tied: Vec<bool>,
    times: f64,
    source: Source,
    /// Minus one takes back what was counted without a tie.
    factor: f64,
}

/// The likelihood of the orders.
#[derive(Clone, Debug)]
pub(crate) struct Choice<'a> {
    way: Way,
    counts: &'a Counts,
    choices: &'a Choices,
    /// By parameter.
    bots: Vec<BotId>,
    parameters: usize,
    groups: Vec<Vec<usize>>,
    sets: Vec<Inside>,
    events: Vec<Event>,
    chosen: Vec<f64>,
}

/// The maximum.
#[derive(Clone, Debug)]
pub(crate) struct ChoiceFit {
    /// Strengths in nats; with a prior the phantom comes last.
    pub(crate) theta: Vec<f64>,
    information: Cholesky,
}

impl<'a> Choice<'a> {
    /// The orders of these bots. Between layers, where probabilities are 0 or
    /// 1 at the limit, nothing is left to choose: each set is cut down to the
    /// layer that the chosen is of.
    pub(crate) fn new(
        way: Way,
        counts: &'a Counts,
        comparisons: &[&Comparison],
        members: &[usize],
        layer_of: &[usize],
        layers: &[Layer],
        prior: Option<f64>,
    ) -> Self {
        let order = counts.names().sorted();
        let bots: Vec<BotId> = members.iter().map(|&at| order[at]).collect();
        let choices = counts.choices();
        let mut parameter_of = vec![None; bots.iter().map(|b| b.index() + 1).max().unwrap_or(0)];
        for (at, bot) in bots.iter().enumerate() {
            parameter_of[bot.index()] = Some(at);
        }
        let mut choice = Self {
            way,
            counts,
            choices,
            parameters: bots.len(),
            groups: Vec::new(),
            sets: Vec::new(),
            events: Vec::new(),
            chosen: vec![0.0; bots.len()],
            bots,
        };
        let count = choice.parameters;
        if prior.is_some() {
            choice.groups.push((0..=count).collect());
        } else {
            choice.groups = vec![Vec::new(); layers.len()];
            for (parameter, &layer) in layer_of.iter().enumerate() {
                choice.groups[layer].push(parameter);
            }
        }
        let one = vec![0; count];
        let layer_of = if prior.is_some() { &one } else { layer_of };
        for (number, set) in choices.sets() {
            if let Some(mut inside) = Inside::new(number, &set, &parameter_of) {
                let each = |bucket| choices.set(bucket, number);
                inside.times = (0..choices.buckets()).map(each).sum::<u64>() as f64;
                choice.sets.push(inside);
            }
        }
        // An order that does not depend on which row came first.
        choice
            .sets
            .sort_by(|a, b| (a.kind, &a.members).cmp(&(b.kind, &b.members)));
        for at in 0..choice.sets.len() {
            choice.take(at, layer_of);
        }
        for (parameter, &bot) in choice.bots.iter().enumerate() {
            let each = |bucket| choices.chosen(bucket, bot)[way.column()];
            let sum: u64 = (0..choices.buckets()).map(each).sum();
            choice.chosen[parameter] = sum as f64;
        }
        for comparison in comparisons {
            if counts.sizes()[comparison.size].seats() == 2 {
                let pair = comparison.bots.map(|bot| members.binary_search(&bot));
                if let [Ok(near), Ok(far)] = pair {
                    choice.pair(comparison, [near, far], layer_of);
                }
            }
        }
        if let Some(half) = prior {
            choice.parameters += 1;
            choice.chosen.push(half * count as f64);
            for parameter in 0..count {
                choice.chosen[parameter] += half;
                choice.events.push(Event {
                    members: vec![parameter, count],
                    tied: Vec::new(),
                    times: 2.0 * half,
                    source: Source::Prior,
                    factor: 1.0,
                });
            }
        }
        choice
    }

    /// Games of two.
    fn pair(&mut self, comparison: &Comparison, members: [usize; 2], layer_of: &[usize]) {
        let [near, far] = members;
        // Between layers there is nothing to choose.
        if layer_of[near] != layer_of[far] {
            return;
        }
        let won = comparison.total.points as f64 / 2.0;
        let lost = comparison.total.games as f64 - won;
        let [near_chosen, far_chosen] = match self.way {
            Way::Elimination => [lost, won],
            Way::WinnerFirst | Way::WinnerOnly => [won, lost],
        };
        self.chosen[near] += near_chosen;
        self.chosen[far] += far_chosen;
        self.events.push(Event {
            members: vec![near, far],
            tied: Vec::new(),
            times: comparison.total.games as f64,
            source: Source::Pair(comparison.size, comparison.cell),
            factor: 1.0,
        });
    }

    /// The events that one set stands for.
    fn take(&mut self, at: usize, layer_of: &[usize]) {
        let set = self.sets[at].clone();
        let shared = set.members.iter().filter(|member| member.1).count() > 1;
        match (set.kind, self.way) {
            (Kind::Table, Way::Elimination) => self.push(&set, false, layer_of, 1.0),
            (Kind::TableShared, Way::Elimination) => {
                self.push(&set, true, layer_of, 1.0);
                self.push(&set, false, layer_of, -1.0);
            }
            (Kind::Alive, Way::Elimination)
            | (Kind::Left, Way::WinnerFirst)
            | (Kind::Table, Way::WinnerFirst | Way::WinnerOnly) => {
                self.push(&set, shared, layer_of, 1.0);
            }
            _ => {}
        }
    }

    fn push(&mut self, set: &Inside, shared: bool, layer_of: &[usize], factor: f64) {
        // An upper layer has the lower index. Who is chosen is of the lowest
        // layer there when somebody goes out, else of the highest.
        let all = set.members.iter().filter(|member| !shared || member.1);
        let mut layers: Vec<usize> = all.map(|&(member, _)| layer_of[member]).collect();
        layers.sort_unstable();
        layers.dedup();
        if !shared {
            let one = match self.way {
                Way::Elimination => layers.last(),
                Way::WinnerFirst | Way::WinnerOnly => layers.first(),
            };
            layers = one.copied().into_iter().collect();
        }
        for layer in layers {
            let own = set.members.iter().filter(|m| layer_of[m.0] == layer);
            let several = shared && own.clone().filter(|member| member.1).count() > 1;
            self.events.push(Event {
                members: own.clone().map(|member| member.0).collect(),
                tied: if several {
                    own.map(|member| member.1).collect()
                } else {
                    Vec::new()
                },
                times: set.times,
                source: Source::Set(set.number),
                factor,
            });
        }
    }

    /// Whether there was nothing to choose.
    pub(crate) fn is_empty(&self) -> bool {
        self.events.iter().all(|event| event.members.len() < 2)
    }

    /// Finds the maximum.
    pub(crate) fn fit(&self) -> Result<ChoiceFit, NoFit> {
        let (phi, information) = maximum(self, vec![0.0; self.parameters])?;
        let theta = phi.iter().map(|p| p * self.way.sign()).collect();
        Ok(ChoiceFit { theta, information })
    }

    /// What each bucket contributes to the strengths.
    pub(crate) fn clusters(&self, fit: &ChoiceFit) -> Clusters {
        let phi: Vec<f64> = fit.theta.iter().map(|t| t * self.way.sign()).collect();
        let mut expected = Vec::with_capacity(self.events.len());
        for event in &self.events {
            let mut parts = vec![0.0; event.members.len()];
            event.stages(&phi, |_, stage| {
                for (sum, part) in parts.iter_mut().zip(stage) {
                    *sum += part;
                }
            });
            expected.push(parts);
        }
        let mut rows = Vec::new();
        for bucket in 0..self.choices.buckets() {
            let mut score = vec![0.0; self.parameters];
            let mut any = false;
            for (event, expected) in self.events.iter().zip(&expected) {
                let (times, won) = self.part(bucket, event.source);
                if times == 0.0 {
                    continue;
                }
                any = true;
                for (&member, part) in event.members.iter().zip(expected) {
                    score[member] -= event.factor * part * times;
                }
                if let (Some(won), &[near, far]) = (won, &event.members[..]) {
                    let lost = times - won;
                    let elimination = self.way == Way::Elimination;
                    score[near] += if elimination { lost } else { won };
                    score[far] += if elimination { won } else { lost };
                }
            }
            if !any {
                continue;
            }
            for (parameter, &bot) in self.bots.iter().enumerate() {
                let chosen = self.choices.chosen(bucket, bot)[self.way.column()];
                score[parameter] += chosen as f64;
            }
            fit.information.solve(&mut score);
            for value in &mut score {
                *value *= self.way.sign();
            }
            rows.push(score);
        }
        Clusters::from_rows(rows)
    }

    /// How often an event occurred in a bucket, and, of games of two, what the
    /// bot in the lower seat won.
    fn part(&self, bucket: usize, source: Source) -> (f64, Option<f64>) {
        let buckets = self.choices.buckets();
        match source {
            Source::Prior => (0.0, None),
            Source::Set(set) => (self.choices.set(bucket, set) as f64, None),
            Source::Pair(size, cell) => {
                let (mut games, mut points) = (0, 0);
                // Where sets have fewer buckets, pairs follow.
                for bucket in (bucket..BUCKETS as usize).step_by(buckets) {
                    let part = self.counts.sizes()[size].cell(bucket, cell);
                    games += part.games;
                    points += part.points;
                }
                (games as f64, Some(points as f64 / 2.0))
            }
        }
    }
}

impl ChoiceFit {
    /// The variance of a contrast if all games were independent, in nats^2.
    pub(crate) fn variance(&self, contrast: &[f64]) -> f64 {
        let mut solved = contrast.to_vec();
        self.information.solve(&mut solved);
        super::newton::dot(contrast, &solved)
    }
}

impl Event {
    /// Calls `see(ln of the sum of weights, part of each member)` for each
    /// choice: one, or one for each that was chosen together.
    fn stages(&self, phi: &[f64], mut see: impl FnMut(f64, &[f64])) {
        let own = |&member: &usize| phi[member];
        let most = self
            .members
            .iter()
            .map(own)
            .fold(f64::NEG_INFINITY, f64::max);
        let weight = |member: &usize| libm::exp(phi[*member] - most);
        let weights: Vec<f64> = self.members.iter().map(weight).collect();
        let together = self.tied.iter().filter(|&&on| on).count().max(1);
        for stage in 0..together {
            let less = stage as f64 / together as f64;
            let mut parts = weights.clone();
            for (part, &on) in parts.iter_mut().zip(&self.tied) {
                *part *= if on { 1.0 - less } else { 1.0 };
            }
            let sum: f64 = parts.iter().sum();
            for part in &mut parts {
                *part /= sum;
            }
            see(most + libm::log(sum), &parts);
        }
    }
}

impl Concave for Choice<'_> {
    fn groups(&self) -> &[Vec<usize>] {
        &self.groups
    }

    fn first_seat(&self) -> usize {
        self.parameters
    }

    fn slopes(&self, phi: &[f64]) -> Vec<f64> {
        let mut score = self.chosen.clone();
        for event in &self.events {
            event.stages(phi, |_, parts| {
                for (&member, part) in event.members.iter().zip(parts) {
                    score[member] -= event.factor * event.times * part;
                }
            });
        }
        score
    }

    fn curvature(&self, phi: &[f64]) -> Matrix {
        let mut matrix = Matrix::zeros(self.parameters);
        for event in &self.events {
            let times = event.factor * event.times;
            event.stages(phi, |_, parts| {
                for (&row, a) in event.members.iter().zip(parts) {
                    matrix.add(row, row, times * a);
                    for (&column, b) in event.members.iter().zip(parts) {
                        matrix.add(row, column, -times * a * b);
                    }
                }
            });
        }
        matrix
    }
}

impl Inside {
    /// `None` for a set of another field.
    fn new(number: usize, set: &Set, parameter_of: &[Option<usize>]) -> Option<Self> {
        let mut members = Vec::with_capacity(set.members.len());
        for (at, bot) in set.members.iter().enumerate() {
            let parameter = parameter_of.get(bot.index()).copied().flatten()?;
            members.push((parameter, set.mask >> at & 1 == 1));
        }
        members.sort_unstable();
        Some(Self {
            number,
            kind: set.kind,
            members,
            times: 0.0,
        })
    }
}

mod judge;

pub(crate) use judge::Judged;

#[cfg(test)]
mod tests;
