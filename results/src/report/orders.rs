//! The models of whole orders side by side, for a terminal.

use super::grid::{Column, Grid};
use super::text::{decimals, percent, rating, rating_margin};
use crate::rating::{Field, Model};

/// Ratings by each model, and the win shares that each expects beside what
/// was seen.
pub(super) fn orders(field: &Field, most: usize, text: &mut String) {
    let fits = || field.alternatives.iter().filter(|a| a.trouble.is_none());
    if fits().next().is_none() {
        return;
    }
    *text += " By whole orders; then first places, %\n";
    let digits = decimals(field);
    let rank = Column::new("#", field.lines.iter().map(|line| line.rank.to_string()));
    let names = field.lines.iter().map(|line| line.bot.clone());
    let mut grid = Grid::new(most, rank, "bot", names);
    for alternative in fits() {
        let cell = |&of: &_| {
            let text = format!("{} {}", rating(of, digits), rating_margin(of, digits));
            text.trim_end().to_owned()
        };
        let cells = alternative.ratings.iter().map(cell);
        grid.if_room(vec![Column::new(alternative.model.word(), cells)]);
    }
    let won = field.lines.iter().map(|line| percent(line.share, 1));
    grid.if_room(vec![Column::new("won", won)]);
    let mut expected = Vec::new();
    for alternative in fits().filter(|a| !a.shares.is_empty()) {
        let word = match alternative.model {
            Model::Elimination => "elim.",
            Model::WinnerFirst => "first",
            _ => "only",
        };
        let shares = alternative.shares.iter();
        let shares = shares.map(|share| share.map_or_else(String::new, |p| percent(p, 1)));
        expected.push(Column::new(word, shares));
    }
    grid.if_room(expected);
    grid.write(text);
    text.push('\n');
}

/// Which model fits, in sentences.
pub(super) fn likelihoods(field: &Field) -> Vec<String> {
    let mut sentences = Vec::new();
    let games: u64 = field.lines.iter().map(|line| line.games).sum();
    let seats = field.sizes.iter().sum::<usize>() as f64 / field.sizes.len().max(1) as f64;
    let games = games as f64 / seats;
    let list = |of: &dyn Fn(&crate::rating::Alternative) -> Option<f64>| {
        let mut found: Vec<String> = Vec::new();
        for alternative in &field.alternatives {
            if let Some(log) = of(alternative) {
                let word = alternative.model.word();
                found.push(format!("{word} {:.4}", log / games));
            }
        }
        found.join(", ")
    };
    let (orders, winners) = (list(&|a| a.orders), list(&|a| a.winners));
    if !orders.is_empty() {
        let winners = match winners.as_str() {
            "" => String::new(),
            winners => format!("; of the winner alone: {winners}"),
        };
        sentences.push(format!(
            "Log-likelihood per game (nearer 0 fits better) of the order: {orders}{winners}."
        ));
    }
    for alternative in &field.alternatives {
        if let Some(trouble) = &alternative.trouble {
            sentences.push(format!("No {} model: {trouble}.", alternative.model.word()));
        }
    }
    sentences
}
