//! Rating of one field: bots that met, directly or through others.

use std::collections::BTreeSet;

use super::bootstrap::{draws, why_not};
use super::counts::{BUCKETS, Comparison, Counts};
use super::cycles::{Cycles, lines as line_of};
use super::elo::{ELO, MEAN};
use super::fit::{Fit, Model as PairModel};
use super::graph::{Graph, Layer};
use super::margin::{Clusters, Margin};
use super::model::{How, Model};
use super::newton::NoFit;
use super::notes;
use super::orders::winners;
use super::reference::{Shift, Won, reference, shifts};
use super::standings::{Anchor, Field, Line, Rating, SeatEffects};

/// A field and where its bots are found. Bots are positions in the order of
/// names; a parameter of the model is the position within the field.
pub(super) struct Work<'a> {
    pub(super) counts: &'a Counts,
    pub(super) comparisons: Vec<&'a Comparison>,
    pub(super) members: &'a [usize],
    pub(super) layers: &'a [Layer],
    /// By parameter.
    pub(super) layer_of: Vec<usize>,
}

/// What ratings are measured from.
pub(super) struct Scale {
    pub(super) anchor: Option<(usize, f64)>,
    pub(super) prior: bool,
}

/// The model of the games inside layers, its fit, and its clusters.
pub(super) struct Fitted {
    /// By parameter: the bots', then perhaps others.
    pub(super) beta: Vec<f64>,
    pub(super) clusters: Option<Clusters>,
    /// The first parameter of each table size that has seat effects.
    pub(super) seats_at: Vec<Option<usize>>,
    pub(super) trouble: Option<NoFit>,
    /// The sum of the bots' variances if games were independent, in Elo^2.
    pub(super) independent: Option<f64>,
    /// The model of pairs and its fit, if that is what was fitted.
    pub(super) pairs: Option<(PairModel, Fit)>,
}

pub(super) fn field(
    counts: &Counts,
    comparisons: &[Comparison],
    members: &[usize],
    anchor: Option<(usize, f64)>,
    how: &How,
) -> Field {
    let inside = |comparison: &&Comparison| members.binary_search(&comparison.bots[0]).is_ok();
    let comparisons: Vec<&Comparison> = comparisons.iter().filter(inside).collect();
    let graph = if how.model == Model::WinnerOnly {
        winners(counts, &comparisons)
    } else {
        ahead(counts, &comparisons)
    };
    let real = graph.layers(members);
    let scale = Scale {
        anchor,
        prior: how.prior,
    };
    let layers = scale.layers(&real, members);
    let work = Work::new(counts, comparisons, members, &layers);
    let fitted = match how.model.way() {
        Some(way) => work.order_fit(way, how.prior).0,
        None => work.fit(how.model == Model::Pairs, how.prior),
    };
    let base = work.base(&scale);
    let ratings = work.ratings(&fitted, base, &scale);
    let mut lines: Vec<(usize, Line)> = (0..members.len())
        .map(|at| (at, work.line(at, ratings[at], &fitted.beta)))
        .collect();
    lines.sort_by(|(_, a), (_, b)| (a.rank, &a.bot).cmp(&(b.rank, &b.bot)));
    let positions: Vec<usize> = lines.iter().map(|&(at, _)| at).collect();
    let places = work.places(&fitted);
    for (at, line) in &mut lines {
        line.places = places.as_ref().map(|(places, _)| places[*at]);
    }
    let clusters = match &fitted.clusters {
        Some(clusters) => clusters.count(),
        None => work.occupied(),
    };
    let mut field = Field {
        anchor: match anchor {
            None if how.prior => Anchor::Phantom,
            None => Anchor::Mean,
            Some((bot, elo)) => Anchor::Bot(work.name(bot), elo),
        },
        model: how.model,
        prior: how.prior,
        clusters,
        sizes: work.sizes(),
        cross: work.cross(&positions),
        differences: work.differences(&fitted, &positions),
        critical: places.map(|(_, critical)| critical),
        design_effect: work.design_effect(&fitted),
        lines: lines.into_iter().map(|(_, line)| line).collect(),
        seats: work.seat_effects(&fitted),
        alternatives: Vec::new(),
        lack_of_fit: None,
        excess: Vec::new(),
        cycles: Cycles::default(),
        bootstrap: None,
        notes: Vec::new(),
        warnings: Vec::new(),
    };
    if field.sizes.iter().any(|&size| size > 2) {
        field.alternatives = work.alternatives(&scale, &positions);
    }
    let chain = if base.is_none() {
        work.gaps()
    } else {
        Vec::new()
    };
    (field.lack_of_fit, field.excess) = if how.model.way().is_none() && !how.prior {
        work.lack_of_fit(&fitted, &line_of(&positions))
    } else {
        let layers = ahead(counts, &work.comparisons).layers(members);
        let work = Work::new(counts, work.comparisons.clone(), members, &layers);
        work.lack_of_fit(&work.fit(true, false), &line_of(&positions))
    };
    field.cycles = work.cycles(&positions);
    if let Some((resamples, seed)) = how.bootstrap {
        let drawn = draws(&work, resamples, seed);
        field.bootstrap = work.bootstrap(&fitted, base, &scale, &positions, &drawn, seed);
        if !field.cycles.nash.is_empty() {
            field.cycles.nash_kept = work.nash_kept(&positions, &drawn);
        }
        if !how.stopped {
            field.notes.extend(why_not(how.model.way()));
        }
    }
    let tried = how.model == Model::Pairs && fitted.clusters.is_some();
    if how.stopped {
        field.withhold();
    }
    notes::of_field(
        &mut field,
        &notes::Known {
            layers: real.len(),
            ordered: work.totally_ordered(),
            gaps: if how.stopped { &[] } else { &chain },
            trouble: fitted.trouble.filter(|_| tried),
            prior: how.prior,
            stopped: how.stopped,
        },
    );
    notes::fit(&mut field);
    field
}

/// Who was ever ahead of whom.
pub(super) fn ahead(counts: &Counts, comparisons: &[&Comparison]) -> Graph {
    let mut graph = Graph::new(counts.names().len());
    for comparison in comparisons {
        graph.compared(comparison);
    }
    graph
}

impl Scale {
    /// The layers that a fit has to keep apart: with a phantom nobody is
    /// undefeated.
    pub(super) fn layers(&self, real: &[Layer], members: &[usize]) -> Vec<Layer> {
        if self.prior {
            vec![Layer {
                members: members.to_vec(),
                above: BTreeSet::new(),
            }]
        } else {
            real.to_vec()
        }
    }
}

impl<'a> Work<'a> {
    pub(super) fn new(
        counts: &'a Counts,
        comparisons: Vec<&'a Comparison>,
        members: &'a [usize],
        layers: &'a [Layer],
    ) -> Self {
        let mut layer_of = vec![0; members.len()];
        for (at, layer) in layers.iter().enumerate() {
            for bot in &layer.members {
                if let Ok(parameter) = members.binary_search(bot) {
                    layer_of[parameter] = at;
                }
            }
        }
        Self {
            counts,
            comparisons,
            members,
            layers,
            layer_of,
        }
    }
}

impl<'a> Work<'a> {
    pub(super) fn name(&self, bot: usize) -> String {
        let names = self.counts.names();
        names.name(names.sorted()[bot]).to_owned()
    }

    pub(super) fn parameters(&self, comparison: &Comparison) -> [usize; 2] {
        comparison
            .bots
            .map(|bot| self.members.binary_search(&bot).unwrap_or_default())
    }

    /// Whether both bots are of one layer, where the fit is finite. Games
    /// between layers have probability one at the limit and say no more.
    pub(super) fn within_layer(&self, comparison: &Comparison) -> bool {
        let [near, far] = self.parameters(comparison);
        self.layer_of[near] == self.layer_of[far]
    }

    /// Comparisons inside each layer.
    fn inner_games(&self) -> Vec<u64> {
        let mut games = vec![0; self.layers.len()];
        for comparison in &self.comparisons {
            if self.within_layer(comparison) {
                games[self.layer_of[self.parameters(comparison)[0]]] += comparison.total.games;
            }
        }
        games
    }

    /// The table sizes in which bots of this field sat.
    pub(super) fn sizes(&self) -> Vec<usize> {
        let order = self.counts.names().sorted();
        let sizes = self.counts.sizes().iter().filter(|size| {
            self.members.iter().any(|&bot| {
                (0..size.seats()).any(|seat| size.tally(order[bot], seat).share.games > 0)
            })
        });
        sizes.map(super::by_size::BySize::seats).collect()
    }

    fn occupied(&self) -> usize {
        self.occupied_buckets().len()
    }

    /// The buckets that hold a comparison.
    pub(super) fn occupied_buckets(&self) -> Vec<usize> {
        let any = |&bucket: &usize| {
            let games = |c: &&Comparison| self.counts.sizes()[c.size].cell(bucket, c.cell).games;
            self.comparisons.iter().any(|c| games(c) > 0)
        };
        (0..BUCKETS as usize).filter(any).collect()
    }

    /// The layer that carries the scale.
    pub(super) fn base(&self, scale: &Scale) -> Option<usize> {
        if scale.prior {
            return Some(0);
        }
        let anchor = scale.anchor.map(|(bot, _)| bot);
        reference(self.layers, &self.inner_games(), anchor)
    }

    pub(super) fn ratings(
        &self,
        fitted: &Fitted,
        base: Option<usize>,
        scale: &Scale,
    ) -> Vec<Rating> {
        let anchor = scale.anchor;
        let Some(base) = base else {
            return vec![Rating::Unknown; self.members.len()];
        };
        let anchor = anchor.and_then(|(bot, elo)| {
            let parameter = self.members.binary_search(&bot).ok()?;
            Some((parameter, elo))
        });
        let (origin, mean) = match anchor {
            None => (0.0, MEAN),
            Some((parameter, elo)) => (fitted.beta[parameter], elo),
        };
        let margin = |at: usize| match (anchor, &fitted.clusters) {
            (Some((parameter, _)), _) if parameter == at => Margin::Anchor,
            (_, None) => Margin::TooFewClusters,
            (anchor, Some(clusters)) => {
                let against = |row: &[f64]| anchor.map_or(0.0, |(a, _)| row[a]);
                let squares = clusters.squares(|row| (row[at] - against(row)) * ELO);
                Margin::from_clusters(squares, clusters.count())
            }
        };
        let shifts = shifts(self.layers, base, &self.won(fitted));
        let rating = |at: usize| {
            let elo = |shift: f64| mean + ELO * (fitted.beta[at] - origin + shift);
            match shifts[self.layer_of[at]] {
                Shift::Reference => Rating::Estimate {
                    elo: elo(0.0),
                    margin: margin(at),
                },
                Shift::Up(bound) => Rating::AtLeast(elo(bound)),
                Shift::Down(bound) => Rating::AtMost(elo(bound)),
                Shift::Unknown => Rating::Unknown,
            }
        };
        (0..self.members.len()).map(rating).collect()
    }

    /// The games between layers, each from the winner's side.
    fn won(&self, fitted: &Fitted) -> Vec<Won> {
        let across = self.comparisons.iter().filter(|c| !self.within_layer(c));
        let won = across.map(|c| {
            let [near, far] = self.parameters(c);
            let seats = fitted.seats_at[c.size].map_or(0.0, |first| {
                fitted.beta[first + c.seats[0]] - fitted.beta[first + c.seats[1]]
            });
            let odds = fitted.beta[near] - fitted.beta[far] + seats;
            let layers = [self.layer_of[near], self.layer_of[far]];
            let near_won = c.total.points > 0;
            Won {
                layers: if near_won {
                    layers
                } else {
                    [layers[1], layers[0]]
                },
                odds: if near_won { odds } else { -odds },
                games: c.total.games as f64,
            }
        });
        won.collect()
    }

    /// Where no bot has a rating: how far neighbours in the order are apart at
    /// least, in Elo.
    fn gaps(&self) -> Vec<(String, String, f64)> {
        let mut gaps = Vec::new();
        for upper in 0..self.layers.len().saturating_sub(1) {
            let pair = [upper, upper + 1];
            let bots = pair.map(|layer| self.layers[layer].members[0]);
            let mut games = 0.0;
            for c in &self.comparisons {
                if c.bots == bots || c.bots == [bots[1], bots[0]] {
                    games += c.total.games as f64;
                }
            }
            let sweep = super::bound::Sweep { odds: 0.0, games };
            if let (true, Some(bound)) = (games > 0.0, super::bound::lower_bound(&[sweep])) {
                let [better, worse] = bots.map(|bot| self.name(bot));
                gaps.push((better, worse, bound * ELO));
            }
        }
        gaps
    }

    /// Whether each layer is known to be below the one before.
    fn totally_ordered(&self) -> bool {
        let mut above = 0;
        self.layers.iter().all(|layer| {
            let fits = layer.above.len() == above;
            above += layer.members.len();
            fits
        })
    }

    fn seat_effects(&self, fitted: &Fitted) -> Vec<SeatEffects> {
        let Some(clusters) = &fitted.clusters else {
            return Vec::new();
        };
        let margin = |squares| Margin::from_clusters(squares, clusters.count());
        let mut found = Vec::new();
        for (size, first) in self.counts.sizes().iter().zip(&fitted.seats_at) {
            let Some(first) = *first else { continue };
            let effect = |seat: usize| {
                let squares = clusters.squares(|row| row[first + seat] * ELO);
                (fitted.beta[first + seat] * ELO, margin(squares))
            };
            let ahead = || {
                let squares = clusters.squares(|row| (row[first] - row[first + 1]) * ELO);
                let value = (fitted.beta[first] - fitted.beta[first + 1]) * ELO;
                (value, margin(squares))
            };
            found.push(SeatEffects {
                seats: size.seats(),
                effects: (0..size.seats()).map(effect).collect(),
                first: (size.seats() == 2).then(ahead),
            });
        }
        found
    }
}
