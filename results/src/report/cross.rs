//! Each against each, for a terminal.

use super::grid::{Column, Grid, NARROWEST, WIDEST};
use super::text::{decimals, left, margin, percent, right, shortened, shown, width};
use crate::rating::Field;

/// The cross table: one decimal if there is room, else whole per cent, else a
/// line that says so.
pub(super) fn cross(field: &Field, most: usize, text: &mut String) {
    let size = field.lines.len();
    if size < 2 {
        return;
    }
    let number = size.to_string().len();
    let names = field.lines.iter().map(|line| width(&shown(&line.bot)));
    let longest = names.max().unwrap_or(0).min(WIDEST);
    let layout = [(1, 7), (0, 5)].into_iter().find_map(|(digits, cell)| {
        let room = most.checked_sub(3 + number + cell * size)?;
        (room >= longest.min(NARROWEST)).then_some((digits, cell, longest.min(room)))
    });
    let Some((digits, cell, name)) = layout else {
        *text += &format!("(A cross table of {size} bots is too wide here.)\n\n");
        return;
    };
    let heading = "Score of row against column, %";
    let indent = 3 + number + name;
    if indent + cell * size > width(heading) {
        *text += &format!(" {heading}\n");
    } else {
        *text += &format!("{heading}\n");
    }
    *text += &" ".repeat(indent);
    for column in 1..=size {
        *text += &right(&column.to_string(), cell);
    }
    text.push('\n');
    for (row, line) in field.lines.iter().enumerate() {
        let mut out = format!(" {}  ", right(&(row + 1).to_string(), number));
        out += &left(&shortened(&shown(&line.bot), name), name);
        for (column, score) in field.cross[row].iter().enumerate() {
            let score = match score {
                _ if row == column => "·".to_owned(),
                Some(score) => percent(score.rate(), digits),
                None => String::new(),
            };
            out += &right(&score, cell);
        }
        *text += out.trim_end();
        text.push('\n');
    }
    text.push('\n');
}

/// All differences of ratings, the upper bot first, with the probability that
/// it is the better one.
pub(super) fn differences(field: &Field, most: usize, text: &mut String) {
    let digits = decimals(field);
    let mut pairs = Vec::new();
    for (row, differences) in field.differences.iter().enumerate() {
        for (column, difference) in differences.iter().enumerate().skip(row + 1) {
            if let Some(difference) = difference {
                pairs.push((row, column, *difference));
            }
        }
    }
    if pairs.is_empty() {
        return;
    }
    *text += " Differences, and who is better\n";
    let bot = |at: usize| field.lines[at].bot.clone();
    let mut grid = Grid::new(
        most,
        Column::new("#", pairs.iter().map(|pair| (pair.0 + 1).to_string())),
        "A",
        pairs.iter().map(|pair| bot(pair.0)),
    );
    let other = |pair: &(usize, usize, _)| shortened(&shown(&bot(pair.1)), WIDEST.min(most / 4));
    grid.column(Column::new("B", pairs.iter().map(other)));
    grid.column(Column::new(
        "A - B",
        pairs.iter().map(|(_, _, d)| {
            d.elo
                .map_or_else(String::new, |elo| format!("{elo:+.digits$}"))
        }),
    ));
    grid.column(Column::new(
        "95 %",
        pairs.iter().map(|(_, _, d)| match d.elo {
            Some(_) => margin(d.margin, digits),
            None => String::new(),
        }),
    ));
    grid.column(Column::new(
        "P(A better) %",
        pairs
            .iter()
            .map(|(_, _, d)| d.better.map_or_else(String::new, |p| percent(p, 1))),
    ));
    grid.write(text);
    text.push('\n');
}
