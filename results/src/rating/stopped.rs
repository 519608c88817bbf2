//! Games whose end a test chose.

use super::cycles::Cycles;
use super::margin::Margin;
use super::orders::Alternative;
use super::standings::{Field, Rating};

impl Field {
    /// Takes out every statement that holds for a number of games fixed
    /// beforehand: margins, bounds, chances to be better, places, tests. A
    /// run that stops on a clear result would make all of them too sure.
    pub(super) fn withhold(&mut self) {
        for line in &mut self.lines {
            rating(&mut line.rating);
            line.places = None;
            for margin in [
                &mut line.share_margin,
                &mut line.place_margin,
                &mut line.score_margin,
            ] {
                *margin = Margin::Stopped;
            }
        }
        for difference in self.differences.iter_mut().flatten().flatten() {
            difference.margin = Margin::Stopped;
            difference.better = None;
        }
        for seats in &mut self.seats {
            for (_, margin) in seats.effects.iter_mut().chain(&mut seats.first) {
                *margin = Margin::Stopped;
            }
        }
        for Alternative { ratings, .. } in &mut self.alternatives {
            ratings.iter_mut().for_each(rating);
        }
        for excess in &mut self.excess {
            excess.margin = Margin::Stopped;
        }
        self.critical = None;
        self.design_effect = None;
        self.lack_of_fit = None;
        self.cycles = Cycles::default();
        self.bootstrap = None;
    }
}

fn rating(rating: &mut Rating) {
    match rating {
        Rating::Estimate {
            margin: Margin::Anchor,
            ..
        }
        | Rating::Unknown => {}
        Rating::Estimate { margin, .. } => *margin = Margin::Stopped,
        Rating::AtLeast(_) | Rating::AtMost(_) => *rating = Rating::Unknown,
    }
}
