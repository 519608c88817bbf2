//! How well a model of orders fits, and what it expects.

use super::{Choice, ChoiceFit, Source, Way};
use crate::rating::choices::Kind;
use crate::rating::elo::logistic;
use crate::rating::win;

/// How well a model of orders fits.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Judged {
    /// ln of the probability of all orders, or of all winners; both in nats.
    pub(crate) order: f64,
    pub(crate) winners: f64,
    /// By parameter: the part of its games that a bot wins by the model; `None`
    /// where nobody was chosen in any.
    pub(crate) shares: Vec<Option<f64>>,
}

impl Way {
    /// The chance of each at a table to win.
    fn wins(self, theta: &[f64]) -> Vec<f64> {
        match self {
            Self::Elimination => win::elimination(theta),
            Self::WinnerFirst | Self::WinnerOnly => win::first(theta),
        }
    }
}

impl Choice<'_> {
    /// The log-likelihood of the orders, that of the winners alone, and the
    /// win shares that the model expects at the tables that were played.
    pub(crate) fn judge(&self, fit: &ChoiceFit) -> Judged {
        let phi: Vec<f64> = fit.theta.iter().map(|t| t * self.way.sign()).collect();
        let mut order: f64 = self.chosen.iter().zip(&phi).map(|(n, p)| n * p).sum();
        for event in &self.events {
            event.stages(&phi, |log, _| order -= event.factor * event.times * log);
        }
        let (mut winners, mut games) = (0.0, vec![0.0; self.bots.len()]);
        let mut shares = vec![0.0; self.bots.len()];
        for set in self.sets.iter().filter(|set| set.kind == Kind::Table) {
            let times = set.times;
            let theta: Vec<f64> = set.members.iter().map(|m| fit.theta[m.0]).collect();
            let wins = self.way.wins(&theta);
            let mut first = wins.iter().zip(&set.members).filter(|(_, member)| member.1);
            if let (Some((win, _)), None) = (first.next(), first.next()) {
                winners += times * libm::log(*win);
            }
            for (&(member, _), win) in set.members.iter().zip(wins) {
                games[member] += times;
                shares[member] += times * win;
            }
        }
        for event in &self.events {
            if let (Source::Pair(..), [near, far]) = (event.source, &event.members[..]) {
                let win = logistic(fit.theta[*near] - fit.theta[*far]);
                for (member, win) in [(*near, win), (*far, 1.0 - win)] {
                    games[member] += event.times;
                    shares[member] += event.times * win;
                }
            }
        }
        let share = |(share, games): (f64, f64)| (games > 0.0).then_some(share / games);
        let shares = shares.into_iter().zip(games).map(share).collect();
        Judged {
            order,
            winners,
            shares,
        }
    }
}
