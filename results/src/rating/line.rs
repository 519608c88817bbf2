//! What a bot did, and against whom: lines and cross table of a field.

use super::by_size::{Share, WHOLE_WIN};
use super::counts::BUCKETS;
use super::elo::ELO;
use super::field::Work;
use super::margin::Margin;
use super::standings::{Line, Rating, Score};
use crate::log::BotId;

impl Work<'_> {
    /// The line of the bot with this parameter. `beta` orders the bots of one
    /// layer.
    pub(super) fn line(&self, at: usize, rating: Rating, beta: &[f64]) -> Line {
        // Apart by less than this is level: symmetric results differ by round-off
        // and by where the iteration stops. (A grid would split who lies at its line.)
        const LEVEL: f64 = 1e-4;
        let elo = |at: usize| beta[at] * ELO;
        let layer = self.layer_of[at];
        let better = (0..self.members.len())
            .filter(|&other| self.layer_of[other] == layer && elo(other) > elo(at) + LEVEL)
            .count();
        let order = self.counts.names().sorted();
        let bot = order[self.members[at]];
        let sizes = self.counts.sizes();
        let mut line = Line {
            rank: 1 + self.layers[layer].above.len() + better,
            bot: self.name(self.members[at]),
            places: None,
            rating,
            games: 0,
            wins: 0,
            shared: 0,
            losses: 0,
            faults: 0,
            share: 0.0,
            share_margin: Margin::TooFewClusters,
            mean_place: 0.0,
            place_margin: Margin::TooFewClusters,
            mean_score: 0.0,
            score_margin: Margin::TooFewClusters,
            share_by_seat: Vec::new(),
        };
        let alone = self.sizes().len() == 1;
        for size in sizes {
            for seat in 0..size.seats() {
                let tally = size.tally(bot, seat);
                line.games += tally.share.games;
                line.wins += tally.wins;
                line.shared += tally.shared;
                line.faults += tally.faults;
                if alone && self.sizes().contains(&size.seats()) {
                    let share = part(tally.share.won, tally.share.games);
                    line.share_by_seat.push(share);
                }
            }
        }
        line.losses = line.games - line.wins - line.shared;
        let of_share = |_: usize, share: Share| share.won as f64 / WHOLE_WIN as f64;
        (line.share, line.share_margin) = self.mean(bot, of_share);
        let of_place = |_: usize, share: Share| share.places as f64 / 2.0;
        (line.mean_place, line.place_margin) = self.mean(bot, of_place);
        // First is ahead of all, last of none.
        let of_score = |seats: usize, share: Share| {
            let behind = share.places as f64 / 2.0 - share.games as f64;
            share.games as f64 - behind / (seats - 1) as f64
        };
        (line.mean_score, line.score_margin) = self.mean(bot, of_score);
        line
    }

    /// A sum over games per game, with its margin: the ratio of two sums over
    /// clusters, linearised (Cochran 1977).
    fn mean(&self, bot: BotId, of: impl Fn(usize, Share) -> f64) -> (f64, Margin) {
        let mut parts = Vec::new();
        for bucket in 0..BUCKETS as usize {
            let (mut games, mut sum) = (0, 0.0);
            for size in self.counts.sizes() {
                let share = size.share(bucket, bot);
                games += share.games;
                sum += of(size.seats(), share);
            }
            if games > 0 {
                parts.push((games as f64, sum));
            }
        }
        let games: f64 = parts.iter().map(|part| part.0).sum();
        if games == 0.0 {
            return (0.0, Margin::TooFewClusters);
        }
        let mean = parts.iter().map(|part| part.1).sum::<f64>() / games;
        let off = |&(own, sum): &(f64, f64)| (sum - mean * own) / games;
        let squares = parts.iter().map(|part| off(part) * off(part)).sum();
        (mean, Margin::from_clusters(squares, parts.len()))
    }

    /// The cross table, for bots in this order of parameters.
    pub(super) fn cross(&self, positions: &[usize]) -> Vec<Vec<Option<Score>>> {
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
}

/// A part of first places, counted in 840ths.
fn part(won: u64, games: u64) -> Option<f64> {
    (games > 0).then(|| won as f64 / WHOLE_WIN as f64 / games as f64)
}
