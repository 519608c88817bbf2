//! How far off a rating may be, when games of one cluster hang together.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::fit::{Fit, Model};

/// Fewest clusters a margin can be computed from.
pub const FEWEST_CLUSTERS: usize = 3;

/// Half the width of a 95 % interval, or why there is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Margin {
    /// Plus or minus so much, on the scale of the estimate.
    Of(f64),
    /// Zero by definition: the bot is the anchor.
    Anchor,
    /// Fewer than three clusters.
    TooFewClusters,
    /// Every cluster came out the same, so they do not show how much they vary.
    NoSpread,
    /// A test chose where the games end, as its results came in.
    Stopped,
}

impl Margin {
    /// The half-width, where there is one.
    #[must_use]
    pub fn half_width(self) -> Option<f64> {
        match self {
            Self::Of(width) => Some(width),
            Self::Anchor => Some(0.0),
            Self::TooFewClusters | Self::NoSpread | Self::Stopped => None,
        }
    }

    /// From the sum of the squared deviations of `clusters` clusters, each on
    /// the scale of the estimate: the CR1 form with Student's t and G - 1
    /// degrees of freedom (Liang and Zeger 1986; Cameron and Miller 2015).
    #[must_use]
    pub(crate) fn from_clusters(squares: f64, clusters: usize) -> Self {
        if clusters < FEWEST_CLUSTERS {
            return Self::TooFewClusters;
        }
        // A standard error of a billionth is round-off, on any scale used here.
        if squares < 1e-18 {
            return Self::NoSpread;
        }
        let clusters = clusters as f64;
        let error = (squares * clusters / (clusters - 1.0)).sqrt();
        match StudentsT::new(0.0, 1.0, clusters - 1.0) {
            Ok(t) => Self::Of(error * t.inverse_cdf(0.975)),
            Err(_) => Self::TooFewClusters,
        }
    }
}

/// What each cluster contributes to the estimates: the rows u_b = C s_b, with
/// C the inverse information and s_b the score of cluster b. The sandwich is
/// the sum of u_b u_b' (Huber 1967; Liang and Zeger 1986).
#[derive(Clone, Debug)]
pub(crate) struct Clusters(Vec<Vec<f64>>);

impl Clusters {
    /// `part(bucket, term)` gives games and wins of a term in a bucket.
    pub(crate) fn new(
        model: &Model,
        fit: &Fit,
        buckets: usize,
        part: impl Fn(usize, usize) -> (f64, f64),
    ) -> Self {
        let mut rows = Vec::new();
        for bucket in 0..buckets {
            let mut score = vec![0.0; model.parameters];
            let mut any = false;
            for (at, term) in model.terms.iter().enumerate() {
                let (games, wins) = part(bucket, at);
                if games > 0.0 {
                    any = true;
                    term.score(wins - games * fit.chances[at], &mut score);
                }
            }
            if any {
                fit.influence(&mut score);
                rows.push(score);
            }
        }
        Self(rows)
    }

    /// From rows that were made elsewhere.
    pub(crate) fn from_rows(rows: Vec<Vec<f64>>) -> Self {
        Self(rows)
    }

    /// The rows: by cluster, then by parameter, in nats.
    pub(crate) fn rows(&self) -> &[Vec<f64>] {
        &self.0
    }

    /// Takes out the mean: with a prior the scores of the games alone do not
    /// sum to 0.
    pub(crate) fn center(&mut self) {
        let count = self.0.len() as f64;
        let Some(first) = self.0.first() else { return };
        for at in 0..first.len() {
            let mean = self.0.iter().map(|row| row[at]).sum::<f64>() / count;
            for row in &mut self.0 {
                row[at] -= mean;
            }
        }
    }

    /// Measures the parameters before this one from it.
    pub(crate) fn subtract(&mut self, origin: usize) {
        for row in &mut self.0 {
            let value = row[origin];
            for own in &mut row[..origin] {
                *own -= value;
            }
        }
    }

    /// How many buckets hold a game.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// The sum of squares of a contrast over the clusters, in nats^2.
    pub(crate) fn squares(&self, contrast: impl Fn(&[f64]) -> f64) -> f64 {
        let square = |row: &Vec<f64>| {
            let value = contrast(row);
            value * value
        };
        self.0.iter().map(square).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quantile_is_students() {
        // t with 2 and 59 degrees, from any table.
        for (clusters, t) in [(3, 4.302_652_73), (60, 2.000_995_38)] {
            let g = f64::from(clusters);
            let margin = Margin::from_clusters((g - 1.0) / g, clusters as usize);
            assert!((margin.half_width().unwrap() - t).abs() < 1e-7);
        }
    }

    #[test]
    fn reasons() {
        assert_eq!(Margin::from_clusters(1.0, 2), Margin::TooFewClusters);
        assert_eq!(Margin::from_clusters(0.0, 9), Margin::NoSpread);
    }
}
