//! Rating of one field: bots that met, directly or through others.

use super::counts::{BUCKETS, Comparison, Counts};
use super::elo::{ELO, MEAN};
use super::fit::{Fit, Model, NoFit, Term};
use super::graph::Layer;
use super::margin::{Clusters, Margin};
use super::notes;
use super::reference::{Shift, Won, reference, shifts};
use super::standings::{Anchor, Field, Line, Rating, Score, SeatEffects};

/// A field and where its bots are found. Bots are positions in the order of
/// names; a parameter of the model is the position within the field.
struct Work<'a> {
    counts: &'a Counts,
    comparisons: Vec<&'a Comparison>,
    members: &'a [usize],
    layers: &'a [Layer],
    /// By parameter.
    layer_of: Vec<usize>,
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
    let base = reference(layers, anchor.map(|(bot, _)| bot));
    let ratings = work.ratings(&fitted, base, anchor);
    let mut lines: Vec<(usize, Line)> = (0..members.len())
        .map(|at| (at, work.line(at, &ratings)))
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
    let chain = base.is_none().then(|| work.gaps()).unwrap_or_default();
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
    fn name(&self, bot: usize) -> String {
        let names = self.counts.names();
        names.name(names.sorted()[bot]).to_owned()
    }

    fn parameters(&self, comparison: &Comparison) -> [usize; 2] {
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

    /// The table sizes in which bots of this field sat.
    fn sizes(&self) -> Vec<usize> {
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
            self.comparisons.iter().any(|c| games(&c) > 0)
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

    fn line(&self, at: usize, ratings: &[Rating]) -> Line {
        // Equal to a millionth of a point is equal: symmetric results differ
        // by round-off only.
        let key = |at: usize| match ratings[at] {
            Rating::Estimate { elo, .. } | Rating::AtLeast(elo) | Rating::AtMost(elo) => {
                (elo * 1e6).round()
            }
            Rating::Unknown => 0.0,
        };
        let layer = self.layer_of[at];
        let better = (0..self.members.len())
            .filter(|&other| self.layer_of[other] == layer && key(other) > key(at))
            .count();
        let order = self.counts.names().sorted();
        let bot = order[self.members[at]];
        let sizes = self.counts.sizes();
        let mut line = Line {
            rank: 1 + self.layers[layer].above.len() + better,
            bot: self.name(self.members[at]),
            rating: ratings[at],
            games: 0,
            wins: 0,
            shared: 0,
            losses: 0,
            faults: 0,
            share: 0.0,
            share_margin: Margin::TooFewClusters,
            share_by_seat: Vec::new(),
        };
        let mut won = 0;
        let alone = self.sizes().len() == 1;
        for size in sizes {
            for seat in 0..size.seats() {
                let tally = size.tally(bot, seat);
                line.games += tally.share.games;
                line.wins += tally.wins;
                line.shared += tally.shared;
                line.faults += tally.faults;
                won += tally.share.won;
                if alone && self.sizes().contains(&size.seats()) {
                    let share = part(tally.share.won, tally.share.games);
                    line.share_by_seat.push(share);
                }
            }
        }
        line.losses = line.games - line.wins - line.shared;
        line.share = part(won, line.games).unwrap_or_default();
        // The ratio of two sums over clusters, linearised (Cochran 1977).
        let (mut squares, mut clusters) = (0.0, 0);
        for bucket in 0..BUCKETS as usize {
            let (mut games, mut won) = (0, 0);
            for size in sizes {
                let share = size.share(bucket, bot);
                games += share.games;
                won += share.won;
            }
            if games > 0 {
                clusters += 1;
                let won = won as f64 / super::by_size::WHOLE_WIN as f64;
                let off = (won - line.share * games as f64) / line.games as f64;
                squares += off * off;
            }
        }
        line.share_margin = Margin::from_clusters(squares, clusters);
        line
    }

    fn cross(&self, positions: &[usize]) -> Vec<Vec<Option<Score>>> {
        let size = positions.len();
        let mut row_of = vec![0; size];
        for (row, &at) in positions.iter().enumerate() {
            row_of[at] = row;
        }
        let mut cross = vec![vec![None; size]; size];
        for c in &self.comparisons {
            let [near, far] = self.parameters(c).map(|at| row_of[at]);
            let games = c.total.games;
            let sides = [
                (near, far, c.total.points),
                (far, near, 2 * games - c.total.points),
            ];
            for (row, column, half_points) in sides {
                let score: &mut Score = cross[row][column].get_or_insert(Score {
                    games: 0,
                    half_points: 0,
                });
                score.games += games;
                score.half_points += half_points;
            }
        }
        cross
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

/// A part of first places, counted in 840ths.
fn part(won: u64, games: u64) -> Option<f64> {
    (games > 0).then(|| won as f64 / super::by_size::WHOLE_WIN as f64 / games as f64)
}
