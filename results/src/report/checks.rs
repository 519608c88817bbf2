//! What a single number does not show, and margins once more: for a terminal.

use super::grid::{Column, Grid};
use crate::rating::Field;

/// Whether the weights below are worth a look.
pub(super) fn misleads(field: &Field) -> bool {
    field.lack_of_fit.as_ref().is_some_and(|fit| fit.p < 0.05)
        || !field.cycles.cycles.is_empty()
        || !field.cycles.upsets.is_empty()
}

/// Alpha-rank and Nash weights beside the ratings.
pub(super) fn weights(field: &Field, most: usize, text: &mut String) {
    let cycles = &field.cycles;
    if cycles.nash.is_empty() {
        return;
    }
    *text += " What survives among these bots, in %\n";
    let rank = Column::new("#", field.lines.iter().map(|line| line.rank.to_string()));
    let names = field.lines.iter().map(|line| line.bot.clone());
    let mut grid = Grid::new(most, rank, "bot", names);
    let (alpha_rank, alpha) = &cycles.alpha_rank;
    let parts = |list: &[f64]| {
        let cell = |p: &f64| format!("{:.1}", 100.0 * p);
        list.iter().map(cell).collect::<Vec<_>>()
    };
    grid.column(Column::new(
        if most < 60 {
            "alpha-rank".to_owned()
        } else {
            format!("alpha-rank (alpha {alpha:.2})")
        },
        parts(alpha_rank).into_iter(),
    ));
    let nash = parts(&cycles.nash).into_iter();
    grid.column(Column::new("Nash weight", nash));
    if !cycles.nash_kept.is_empty() {
        let kept = parts(&cycles.nash_kept).into_iter();
        grid.if_room(vec![Column::new("in resamples", kept)]);
    }
    grid.write(text);
    text.push('\n');
}

/// Sandwich and bootstrap side by side.
pub(super) fn bootstrap(field: &Field, most: usize, text: &mut String) {
    let Some(bootstrap) = &field.bootstrap else {
        return;
    };
    *text += &format!(
        " Errors, by {} resamples (seed {})\n",
        bootstrap.resamples, bootstrap.seed
    );
    let rank = Column::new("#", field.lines.iter().map(|line| line.rank.to_string()));
    let names = field.lines.iter().map(|line| line.bot.clone());
    let mut grid = Grid::new(most, rank, "bot", names);
    let cell = |of: &dyn Fn(&crate::rating::Resampled) -> String| {
        let cells = bootstrap.bots.iter();
        let cells = cells.map(|bot| bot.as_ref().map_or_else(String::new, of));
        cells.collect::<Vec<_>>().into_iter()
    };
    grid.column(Column::new(
        "sandwich",
        cell(&|bot| format!("{:.2}", bot.sandwich)),
    ));
    grid.column(Column::new(
        "bootstrap",
        cell(&|bot| format!("{:.2}", bot.error)),
    ));
    grid.if_room(vec![Column::new(
        "middle 95 %",
        cell(&|bot| format!("{:.0} to {:.0}", bot.interval.0, bot.interval.1)),
    )]);
    grid.write(text);
    if bootstrap.without_fit > 0 {
        *text += &format!(
            " {} of the resamples have no finite fit and are left out.\n",
            bootstrap.without_fit
        );
    }
    text.push('\n');
}
