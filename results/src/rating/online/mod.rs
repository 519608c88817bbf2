//! Ratings that are updated game by game, for those who compare with other
//! ladders.
//!
//! All of them were made for people, who change and of whom little is known.
//! Bots do not change, so the order of their games means nothing, and still
//! moves these numbers. None of them is the answer to who is better.

mod elo;
mod glicko2;
mod trueskill;
mod weng_lin;

use crate::log::{BotId, Names};

/// A way to update ratings after each game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// Elo's, K = 32; at larger tables the mean over the pairs.
    Elo,
    /// Glicko-2, one rating period for each block of deals.
    Glicko2,
    /// TrueSkill without dynamics, for fixed bots.
    TrueSkill,
    /// Weng and Lin's Bradley-Terry, all pairs: that of OpenSkill.
    WengLin,
}

impl System {
    /// Its name.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Elo => "sequential Elo",
            Self::Glicko2 => "Glicko-2",
            Self::TrueSkill => "TrueSkill",
            Self::WengLin => "Weng-Lin",
        }
    }

    /// What one must know before believing it.
    #[must_use]
    pub fn warning(self) -> &'static str {
        match self {
            Self::Elo => {
                "Sequential Elo depends on the order of the games: with other rows first, other \
                 ratings, by tens of points. It has no margin."
            }
            Self::Glicko2 => {
                "Glicko-2 is meant for 10 to 15 games in a rating period and for players who \
                 change: with few games in a period its deviation never falls below about 70, and \
                 over millions its volatility grows until the ratings are worth nothing."
            }
            Self::TrueSkill => {
                "TrueSkill depends on the order of the games. Its sigma takes games of a deal for \
                 independent; do not rank by mu - 3 sigma, which mixes skill with the number of \
                 games."
            }
            Self::WengLin => {
                "Weng-Lin depends on the order of the games, and its sigma is too small at tables \
                 of three and more: it takes the pairs of one game for independent."
            }
        }
    }
}

/// A finished ladder.
#[derive(Clone, Debug, PartialEq)]
pub struct Ladder {
    /// What made it.
    pub system: System,
    /// Best first; equal ones by name.
    pub bots: Vec<OnLadder>,
}

/// One bot on a ladder.
#[derive(Clone, Debug, PartialEq)]
pub struct OnLadder {
    /// Its name.
    pub bot: String,
    /// On the system's own scale: about 1500, or about 25.
    pub rating: f64,
    /// What the system itself believes the standard deviation to be.
    pub deviation: Option<f64>,
}

/// Takes games in the order of the log.
pub(crate) trait Update: Send {
    /// One finished game; games with the same block are in one period.
    fn add(&mut self, block: u64, bots: &[BotId], places: &[u8]);
    /// Rating and deviation of each bot by number; `None` if it never played.
    fn ratings(&mut self) -> Vec<Option<(f64, Option<f64>)>>;
}

/// Begins a ladder.
pub(crate) fn begin(system: System) -> Box<dyn Update> {
    match system {
        System::Elo => Box::<elo::Elo>::default(),
        System::Glicko2 => Box::<glicko2::Glicko2>::default(),
        System::TrueSkill => Box::<trueskill::TrueSkill>::default(),
        System::WengLin => Box::<weng_lin::WengLin>::default(),
    }
}

/// Ends it.
pub(crate) fn end(system: System, mut update: Box<dyn Update>, names: &Names) -> Ladder {
    let mut bots = Vec::new();
    for (at, rating) in update.ratings().into_iter().enumerate() {
        if let Some((rating, deviation)) = rating {
            bots.push(OnLadder {
                bot: names.name(BotId::new(at)).to_owned(),
                rating,
                deviation,
            });
        }
    }
    bots.sort_by(|a, b| b.rating.total_cmp(&a.rating).then(a.bot.cmp(&b.bot)));
    Ladder { system, bots }
}

/// A list by bot that grows.
fn slot<T: Clone>(list: &mut Vec<Option<T>>, bot: BotId, new: T) -> &mut T {
    if list.len() <= bot.index() {
        list.resize(bot.index() + 1, None);
    }
    list[bot.index()].get_or_insert(new)
}

#[cfg(test)]
mod tests;
