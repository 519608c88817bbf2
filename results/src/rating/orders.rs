//! The models of whole orders for one field.

use std::collections::BTreeSet;

use super::choice::{Choice, Judged, Way};
use super::choices::Kind;
use super::counts::{Comparison, Counts};
use super::elo::ELO;
use super::field::{Fitted, Scale, Work, ahead};
use super::graph::Graph;
use super::model::{HALF_WIN, Model};
use super::standings::Rating;

/// Another model of the same games.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternative {
    /// Which.
    pub model: Model,
    /// By line of the field.
    pub ratings: Vec<Rating>,
    /// By line: the part of its games that a bot should win by this model, at
    /// the tables it sat at. Empty without a finite fit.
    pub shares: Vec<Option<f64>>,
    /// ln of the probability of all orders, in nats; not for winners alone.
    pub orders: Option<f64>,
    /// ln of the probability of all winners, in nats.
    pub winners: Option<f64>,
    /// Why there is no fit.
    pub trouble: Option<String>,
}

impl Model {
    /// How a model of orders reads them.
    pub(super) fn way(self) -> Option<Way> {
        match self {
            Self::Pairs | Self::PairsNoSeats => None,
            Self::Elimination => Some(Way::Elimination),
            Self::WinnerFirst => Some(Way::WinnerFirst),
            Self::WinnerOnly => Some(Way::WinnerOnly),
        }
    }
}

impl Work<'_> {
    /// Fits a model of orders.
    pub(super) fn order_fit(&self, way: Way, prior: bool) -> (Fitted, Option<Judged>) {
        let model = Choice::new(
            way,
            self.counts,
            &self.comparisons,
            self.members,
            &self.layer_of,
            self.layers,
            prior.then_some(HALF_WIN),
        );
        let mut fitted = self.unfitted();
        if model.is_empty() {
            return (fitted, None);
        }
        match model.fit() {
            Ok(mut fit) => {
                let judged = model.judge(&fit);
                let mut clusters = model.clusters(&fit);
                fitted.independent = self.spread(|contrast| fit.variance(contrast), &fit.theta);
                if prior {
                    clusters.center();
                    clusters.subtract(self.members.len());
                    let phantom = fit.theta[self.members.len()];
                    for theta in &mut fit.theta {
                        *theta -= phantom;
                    }
                }
                fit.theta.truncate(self.members.len());
                fitted.beta = fit.theta;
                fitted.clusters = Some(clusters);
                (fitted, Some(judged))
            }
            Err(trouble) => {
                fitted.trouble = Some(trouble);
                (fitted, None)
            }
        }
    }

    /// The variances of all bots against their mean if games were independent,
    /// summed, in Elo^2: what the design effect is measured by.
    pub(super) fn spread(&self, variance: impl Fn(&[f64]) -> f64, beta: &[f64]) -> Option<f64> {
        if self.layers.len() > 1 {
            return None;
        }
        let bots = self.members.len();
        let each = (0..bots).map(|bot| {
            let mut contrast = vec![0.0; beta.len()];
            contrast[..bots].fill(-1.0 / bots as f64);
            contrast[bot] += 1.0;
            variance(&contrast) * ELO * ELO
        });
        Some(each.sum())
    }

    /// The models of orders, each with the layers that its own arrows make.
    pub(super) fn alternatives(&self, scale: &Scale, positions: &[usize]) -> Vec<Alternative> {
        let mut found = Vec::new();
        for model in Model::OF_ORDERS {
            let Some(way) = model.way() else { continue };
            let graph = match way {
                Way::WinnerOnly => winners(self.counts, &self.comparisons),
                _ => ahead(self.counts, &self.comparisons),
            };
            let layers = scale.layers(&graph.layers(self.members), self.members);
            let comparisons = self.comparisons.clone();
            let work = Work::new(self.counts, comparisons, self.members, &layers);
            found.push(work.alternative(model, way, scale, positions));
        }
        found
    }

    /// Another model beside the main one; `positions` are the parameters by
    /// line.
    pub(super) fn alternative(
        &self,
        model: Model,
        way: Way,
        scale: &Scale,
        positions: &[usize],
    ) -> Alternative {
        let mut alternative = Alternative {
            model,
            ratings: vec![Rating::Unknown; positions.len()],
            shares: Vec::new(),
            orders: None,
            winners: None,
            trouble: None,
        };
        if self.counts.choices().is_full() {
            alternative.trouble = Some(super::choices::too_many());
            return alternative;
        }
        let (fitted, judged) = self.order_fit(way, scale.prior);
        if let Some(judged) = judged {
            alternative.orders = (way != Way::WinnerOnly).then_some(judged.order);
            // Strengths of two layers have no common scale.
            if self.layers.len() == 1 {
                alternative.winners = Some(judged.winners);
                alternative.shares = positions.iter().map(|&at| judged.shares[at]).collect();
            }
        }
        let base = self.base(scale);
        let ratings = self.ratings(&fitted, base, scale);
        alternative.ratings = positions.iter().map(|&at| ratings[at]).collect();
        alternative
    }
}

/// Who was ever first where whom was not.
pub(super) fn winners(counts: &Counts, comparisons: &[&Comparison]) -> Graph {
    let mut position = vec![0; counts.names().len()];
    for (at, bot) in counts.names().sorted().iter().enumerate() {
        position[bot.index()] = at;
    }
    let mut graph = Graph::new(position.len());
    for comparison in comparisons {
        if counts.sizes()[comparison.size].seats() == 2 {
            graph.compared(comparison);
        }
    }
    // A million sets name few pairs, and a set is quicker to ask than the graph.
    let mut seen = BTreeSet::new();
    for (_, set) in counts.choices().sets() {
        if set.kind != Kind::Table {
            continue;
        }
        let won = |at: usize| set.mask >> at & 1 == 1;
        for (winner, better) in set.members.iter().enumerate() {
            for (loser, worse) in set.members.iter().enumerate() {
                let (from, to) = (position[better.index()], position[worse.index()]);
                if won(winner) && !won(loser) && seen.insert((from, to)) {
                    graph.arrow(from, to);
                }
            }
        }
    }
    graph
}
