//! The model of pairs for one field: its terms, its fit, its clusters.

use super::counts::{BUCKETS, Comparison};
use super::elo::ELO;
use super::field::{Fitted, Work};
use super::fit::{Fit, Model as PairModel, Term};
use super::margin::{Clusters, FEWEST_CLUSTERS};
use super::model::HALF_WIN;
use super::newton::{NoFit, is_regular};

impl<'a> Work<'a> {
    fn model(
        &self,
        inner: &[&Comparison],
        seat_effects: bool,
        prior: bool,
    ) -> (PairModel, Vec<Option<usize>>) {
        // A phantom comes behind the bots.
        let bots = self.members.len() + usize::from(prior);
        let mut parameters = bots;
        let mut seats_at = vec![None; self.counts.sizes().len()];
        // Parameters of bots that are a layer of their own meet no term; a
        // group of one makes them regular, and they stay 0.
        let mut groups: Vec<Vec<usize>> = vec![Vec::new(); self.layers.len()];
        for (parameter, &layer) in self.layer_of.iter().enumerate() {
            groups[layer].push(parameter);
        }
        if prior {
            groups[0].push(bots - 1);
        }
        if seat_effects {
            for (at, size) in self.counts.sizes().iter().enumerate() {
                if inner.iter().any(|c| c.size == at) {
                    seats_at[at] = Some(parameters);
                    groups.push((parameters..parameters + size.seats()).collect());
                    parameters += size.seats();
                }
            }
        }
        let term = |c: &&Comparison| Term {
            bots: self.parameters(c),
            seats: seats_at[c.size].map(|first| c.seats.map(|seat| first + seat)),
            games: c.total.games as f64,
            wins: c.total.points as f64 / 2.0,
        };
        let mut terms: Vec<Term> = inner.iter().map(term).collect();
        if prior {
            terms.extend((0..bots - 1).map(|bot| Term {
                bots: [bot, bots - 1],
                seats: None,
                games: 2.0 * HALF_WIN,
                wins: HALF_WIN,
            }));
        }
        let model = PairModel {
            parameters,
            groups,
            first_seat: bots,
            terms,
        };
        (model, seats_at)
    }

    /// The comparisons inside layers.
    pub(super) fn inner(&self) -> Vec<&'a Comparison> {
        let inner = self.comparisons.iter().copied();
        inner.filter(|c| self.within_layer(c)).collect()
    }

    /// Nothing known yet.
    pub(super) fn unfitted(&self) -> Fitted {
        Fitted {
            beta: vec![0.0; self.members.len()],
            clusters: None,
            seats_at: vec![None; self.counts.sizes().len()],
            trouble: None,
            independent: None,
            pairs: None,
        }
    }

    /// Fits the model of pairs, without effects of the seats if the games
    /// cannot tell them.
    pub(super) fn fit(&self, seat_effects: bool, prior: bool) -> Fitted {
        let inner = self.inner();
        let mut fitted = self.unfitted();
        let attempts = if seat_effects {
            &[true, false][..]
        } else {
            &[false]
        };
        for &seats in attempts {
            if inner.is_empty() && !prior {
                break;
            }
            // A prior holds the bots, and nothing the seats: whether the games tell a
            // seat from a bot is seen without it.
            let untold = seats && prior && !inner.is_empty() && {
                let (games_alone, _) = self.model(&inner, seats, false);
                !is_regular(&games_alone)
            };
            if untold {
                fitted.trouble = Some(NoFit::Singular);
                continue;
            }
            let (model, seats_at) = self.model(&inner, seats, prior);
            match model.fit() {
                Ok(fit) => {
                    fitted.seats_at = seats_at;
                    self.take(&mut fitted, &inner, model, fit, prior);
                    break;
                }
                Err(reason) => fitted.trouble = fitted.trouble.or(Some(reason)),
            }
        }
        fitted
    }

    fn take(
        &self,
        fitted: &mut Fitted,
        inner: &[&Comparison],
        model: PairModel,
        fit: Fit,
        prior: bool,
    ) {
        let part = |bucket, at: usize| {
            let Some(c) = inner.get(at) else {
                return (0.0, 0.0);
            };
            let cell = self.counts.sizes()[c.size].cell(bucket, c.cell);
            (cell.games as f64, cell.points as f64 / 2.0)
        };
        let mut clusters = Clusters::new(&model, &fit, BUCKETS as usize, part);
        fitted.independent = self.spread(|contrast| fit.fisher(contrast), &fit.beta);
        fitted.beta.clone_from(&fit.beta);
        if prior {
            let bots = self.members.len();
            clusters.center();
            clusters.subtract(bots);
            let phantom = fitted.beta[bots];
            for beta in &mut fitted.beta[..bots] {
                *beta -= phantom;
            }
        }
        fitted.clusters = Some(clusters);
        fitted.pairs = Some((model, fit));
    }

    /// Clustered over independent-games errors: the root of the ratio of the
    /// bots' variances against their mean, summed.
    pub(super) fn design_effect(&self, fitted: &Fitted) -> Option<f64> {
        let clusters = fitted.clusters.as_ref()?;
        let independent = fitted.independent?;
        let count = clusters.count() as f64;
        let bots = self.members.len();
        if clusters.count() < FEWEST_CLUSTERS || bots < 2 {
            return None;
        }
        let each = (0..bots).map(|bot| {
            clusters.squares(|row| {
                let mean = row[..bots].iter().sum::<f64>() / bots as f64;
                (row[bot] - mean) * ELO
            })
        });
        let clustered = each.sum::<f64>() * count / (count - 1.0);
        Some((clustered / independent).sqrt())
    }
}
