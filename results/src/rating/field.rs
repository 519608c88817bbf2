//! Rating of one field: bots that met, directly or through others.

use super::counts::{BUCKETS, Comparison, Counts};
use super::elo::{ELO, MEAN};
use super::fit::{Fit, Model, NoFit, Term};
use super::graph::Layer;
use super::margin::{Clusters, Margin};
use super::notes;
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

/// The model of the games inside layers, its fit, and its clusters.
struct Fitted {
    beta: Vec<f64>,
    clusters: Option<Clusters>,
    /// The first parameter of each table size that has seat effects.
    seats_at: Vec<Option<usize>>,
    trouble: Option<NoFit>,
}

pub(super) fn field(
    counts: &Counts,
    comparisons: &[Comparison],
    members: &[usize],
    layers: &[Layer],
    anchor: Option<(usize, f64)>,
    seat_effects: bool,
) -> Field {
    let mut layer_of = vec![0; members.len()];
    for (at, layer) in layers.iter().enumerate() {
        for bot in &layer.members {
            if let Ok(parameter) = members.binary_search(bot) {
                layer_of[parameter] = at;
            }
        }
    }
    let inside = |comparison: &&Comparison| members.binary_search(&comparison.bots[0]).is_ok();
    let work = Work {
        counts,
        comparisons: comparisons.iter().filter(inside).collect(),
        members,
        layers,
        layer_of,
    };
    let fitted = work.fit(seat_effects);
    let base = reference(layers, &work.inner_games(), anchor.map(|(bot, _)| bot));
    let ratings = work.ratings(&fitted, base, anchor);
    let mut lines: Vec<(usize, Line)> = (0..members.len())
        .map(|at| (at, work.line(at, ratings[at], &fitted.beta)))
        .collect();
    lines.sort_by(|(_, a), (_, b)| (a.rank, &a.bot).cmp(&(b.rank, &b.bot)));
    let positions: Vec<usize> = lines.iter().map(|&(at, _)| at).collect();
    let clusters = match &fitted.clusters {
        Some(clusters) => clusters.count(),
        None => work.occupied(),
    };
    let mut field = Field {
        anchor: match anchor {
            None => Anchor::Mean,
            Some((bot, elo)) => Anchor::Bot(work.name(bot), elo),
        },
        clusters,
        sizes: work.sizes(),
        cross: work.cross(&positions),
        lines: lines.into_iter().map(|(_, line)| line).collect(),
        seats: work.seat_effects(&fitted),
        notes: Vec::new(),
    };
    let chain = if base.is_none() {
        work.gaps()
    } else {
        Vec::new()
    };
    let tried = seat_effects && fitted.clusters.is_some();
    notes::of_field(
        &mut field,
        layers.len(),
        work.totally_ordered(),
        &chain,
        fitted.trouble.filter(|_| tried),
    );
    field
}

impl Work<'_> {
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
    fn within_layer(&self, comparison: &Comparison) -> bool {
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
        let any = |&bucket: &usize| {
            let games = |c: &&Comparison| self.counts.sizes()[c.size].cell(bucket, c.cell).games;
            self.comparisons.iter().any(|c| games(c) > 0)
        };
        (0..BUCKETS as usize).filter(any).count()
    }

    fn model(&self, inner: &[&Comparison], seat_effects: bool) -> (Model, Vec<Option<usize>>) {
        let bots = self.members.len();
        let mut parameters = bots;
        let mut seats_at = vec![None; self.counts.sizes().len()];
        // Parameters of bots that are a layer of their own meet no term; a
        // group of one makes them regular, and they stay 0.
        let mut groups: Vec<Vec<usize>> = vec![Vec::new(); self.layers.len()];
        for (parameter, &layer) in self.layer_of.iter().enumerate() {
            groups[layer].push(parameter);
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
        let model = Model {
            parameters,
            groups,
            first_seat: bots,
            terms: inner.iter().map(term).collect(),
        };
        (model, seats_at)
    }

    fn fit(&self, seat_effects: bool) -> Fitted {
        let inner = self.comparisons.iter().copied();
        let inner: Vec<&Comparison> = inner.filter(|c| self.within_layer(c)).collect();
        let mut trouble = None;
        let attempts = if seat_effects {
            &[true, false][..]
        } else {
            &[false]
        };
        for &seats in attempts {
            if inner.is_empty() {
                break;
            }
            let (model, seats_at) = self.model(&inner, seats);
            match model.fit() {
                Ok(fit) => return self.fitted(&inner, &model, fit, seats_at, trouble),
                Err(reason) => trouble = trouble.or(Some(reason)),
            }
        }
        Fitted {
            beta: vec![0.0; self.members.len()],
            clusters: None,
            seats_at: vec![None; self.counts.sizes().len()],
            trouble,
        }
    }

    fn fitted(
        &self,
        inner: &[&Comparison],
        model: &Model,
        fit: Fit,
        seats_at: Vec<Option<usize>>,
        trouble: Option<NoFit>,
    ) -> Fitted {
        let part = |bucket, at: usize| {
            let cell = self.counts.sizes()[inner[at].size].cell(bucket, inner[at].cell);
            (cell.games as f64, cell.points as f64 / 2.0)
        };
        let clusters = Clusters::new(model, &fit, BUCKETS as usize, part);
        Fitted {
            beta: fit.beta,
            clusters: Some(clusters),
            seats_at,
            trouble,
        }
    }

    fn ratings(
        &self,
        fitted: &Fitted,
        base: Option<usize>,
        anchor: Option<(usize, f64)>,
    ) -> Vec<Rating> {
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
