//! Margins once more, by resampling clusters: a check of the sandwich.

use super::choice::Way;
use super::counts::BUCKETS;
use super::elo::{ELO, MEAN};
use super::field::{Fitted, Scale, Work};
use super::graph::Graph;
use super::random::Random;

/// What resampling says.
#[derive(Clone, Debug, PartialEq)]
pub struct Bootstrap {
    /// How many resamples there were, and from which seed.
    pub resamples: u32,
    /// As above.
    pub seed: u64,
    /// Of these, resamples without a finite fit: they are in no number here.
    pub without_fit: u32,
    /// By line; `None` where there is no rating.
    pub bots: Vec<Option<Resampled>>,
}

/// One bot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resampled {
    /// The standard deviation of its rating, in Elo.
    pub error: f64,
    /// The same by the sandwich: what it checks.
    pub sandwich: f64,
    /// From the 2.5 to the 97.5 percentile.
    pub interval: (f64, f64),
}

/// Clusters drawn with replacement, as a weight for each bucket.
pub(super) fn draws(work: &Work<'_>, resamples: u32, seed: u64) -> Vec<Vec<f64>> {
    let occupied: Vec<usize> = work.occupied_buckets();
    let mut random = Random::new(seed);
    let draw = |_| {
        let mut weights = vec![0.0; BUCKETS as usize];
        for _ in 0..occupied.len() {
            weights[occupied[random.below(occupied.len())]] += 1.0;
        }
        weights
    };
    (0..resamples).map(draw).collect()
}

impl Work<'_> {
    /// Fits the model of pairs to each resample, from the fit to all.
    pub(super) fn bootstrap(
        &self,
        fitted: &Fitted,
        base: Option<usize>,
        scale: &Scale,
        positions: &[usize],
        drawn: &[Vec<f64>],
        seed: u64,
    ) -> Option<Bootstrap> {
        let (model, fit) = fitted.pairs.as_ref()?;
        let clusters = fitted.clusters.as_ref()?;
        let base = base?;
        let inner = self.inner();
        let mut without_fit = 0;
        let mut values = vec![Vec::new(); self.members.len()];
        for weights in drawn {
            let mut resampled = model.clone();
            for (term, c) in resampled.terms.iter_mut().zip(&inner) {
                (term.games, term.wins) = (0.0, 0.0);
                let size = &self.counts.sizes()[c.size];
                for (bucket, weight) in weights.iter().enumerate() {
                    if *weight > 0.0 {
                        let cell = size.cell(bucket, c.cell);
                        term.games += weight * cell.games as f64;
                        term.wins += weight * cell.points as f64 / 2.0;
                    }
                }
            }
            let apart = !scale.prior && self.falls_apart(&resampled);
            let refit = if apart {
                None
            } else {
                resampled.fit_from(fit.beta.clone()).ok()
            };
            let Some(refit) = refit else {
                without_fit += 1;
                continue;
            };
            let zero = match scale.anchor {
                Some((bot, elo)) => {
                    let at = self.members.binary_search(&bot).unwrap_or_default();
                    refit.beta[at] * ELO - elo
                }
                None if scale.prior => refit.beta[self.members.len()] * ELO - MEAN,
                None => -MEAN,
            };
            for (values, beta) in values.iter_mut().zip(&refit.beta) {
                values.push(beta * ELO - zero);
            }
        }
        let anchor = scale
            .anchor
            .map(|(bot, _)| self.members.binary_search(&bot));
        let count = clusters.count() as f64;
        let bots = positions.iter().map(|&at| {
            let values = &mut values[at];
            if self.layer_of[at] != base || values.len() < 20 {
                return None;
            }
            values.sort_by(f64::total_cmp);
            let number = values.len() as f64;
            let mean = values.iter().sum::<f64>() / number;
            let squares: f64 = values.iter().map(|v| (v - mean) * (v - mean)).sum();
            let quantile = |part: f64| values[((number - 1.0) * part).round() as usize];
            let sandwich = clusters.squares(|row| {
                let less = match anchor {
                    Some(Ok(anchor)) => row[anchor],
                    _ => 0.0,
                };
                (row[at] - less) * ELO
            });
            Some(Resampled {
                error: (squares / (number - 1.0)).sqrt(),
                sandwich: (sandwich * count / (count - 1.0)).sqrt(),
                interval: (quantile(0.025), quantile(0.975)),
            })
        });
        Some(Bootstrap {
            resamples: drawn.len() as u32,
            seed,
            without_fit,
            bots: bots.collect(),
        })
    }

    /// Whether a layer is no longer one in a resample.
    fn falls_apart(&self, model: &super::fit::Model) -> bool {
        let mut graph = Graph::new(self.members.len());
        for term in &model.terms {
            if term.wins > 0.0 {
                graph.arrow(term.bots[0], term.bots[1]);
            }
            if term.wins < term.games {
                graph.arrow(term.bots[1], term.bots[0]);
            }
        }
        let all: Vec<usize> = (0..self.members.len()).collect();
        graph.layers(&all).len() != self.layers.len()
    }
}

/// Models of orders are not resampled.
pub(super) fn why_not(way: Option<Way>) -> Option<String> {
    way.map(|_| "--bootstrap checks the margins of the pairs; this model has none.".to_owned())
}
