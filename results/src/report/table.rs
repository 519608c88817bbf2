//! Standings for a terminal.

use super::checks::{bootstrap, misleads, weights};
use super::cross::{cross, differences};
use super::grid::{Column, Grid};
use super::grouped;
use super::orders::{likelihoods, orders};
use super::text::{
    decimals, margin, percent, rating, rating_margin, seat_sentences, shown, wrapped,
};
use crate::rating::{Field, Ladder, Line, Standings};

/// Columns the table form keeps within where nothing else is known.
pub const WIDTH: usize = 80;
/// Narrower than this is not tried.
const LEAST: usize = 40;

/// How much there is room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Columns of the terminal; fewer than 40 count as 40.
    pub width: usize,
    /// Every side table, too.
    pub all: bool,
}

impl Default for Layout {
    fn default() -> Self {
        Self {
            width: WIDTH,
            all: false,
        }
    }
}

/// The table a person reads at the end of a run: ranks with margins, a cross
/// table while it fits, and what to know about them; at most 80 columns wide
/// for any names.
#[must_use]
pub fn table(standings: &Standings) -> String {
    table_in(standings, Layout::default())
}

/// The same, for another width or with everything there is.
#[must_use]
pub fn table_in(standings: &Standings, layout: Layout) -> String {
    let most = layout.width.max(LEAST);
    let paragraph = |label: &str, sentence: &str, text: &mut String| {
        *text += &wrapped(&format!("{label}{}", shown(sentence)), most, 2);
        text.push('\n');
    };
    let mut text = String::new();
    let games = standings.totals.games;
    let mut title = format!(
        "{} game{}",
        grouped(games.into()),
        if games == 1 { "" } else { "s" }
    );
    if !standings.title.is_empty() {
        title += &format!(" of {}", shown(&standings.title));
    }
    text += &wrapped(&title, most, 2);
    text += "\n\n";
    for (number, field) in standings.fields.iter().enumerate() {
        if standings.fields.len() > 1 {
            text += &format!("Group {}\n\n", number + 1);
        }
        ranks(field, most, layout.all, &mut text);
        text.push('\n');
        cross(field, most, &mut text);
        orders(field, most, &mut text);
        if layout.all {
            differences(field, most, &mut text);
        }
        if layout.all || misleads(field) {
            weights(field, most, &mut text);
        }
        bootstrap(field, most, &mut text);
        let sentences = [seat_sentences(field), likelihoods(field)];
        for sentence in sentences.iter().flatten().chain(&field.notes) {
            paragraph("", sentence, &mut text);
        }
        for warning in &field.warnings {
            paragraph("warning: ", warning, &mut text);
        }
        if number + 1 < standings.fields.len() {
            text.push('\n');
        }
    }
    if let Some(ladder) = &standings.ladder {
        on_ladder(ladder, most, &mut text);
    }
    if standings.fields.is_empty() {
        text += "No games to rate.\n";
    }
    for note in &standings.notes {
        paragraph("", note, &mut text);
    }
    for warning in &standings.warnings {
        paragraph("warning: ", warning, &mut text);
    }
    text
}

/// A ladder in the order of its own numbers.
fn on_ladder(ladder: &Ladder, most: usize, text: &mut String) {
    *text += &format!("\n By {}, in the order of the log\n", ladder.system.word());
    let ranks = (1..=ladder.bots.len()).map(|rank| rank.to_string());
    let names = ladder.bots.iter().map(|bot| bot.bot.clone());
    let mut grid = Grid::new(most, Column::new("#", ranks), "bot", names);
    let ratings = ladder.bots.iter().map(|bot| format!("{:.2}", bot.rating));
    grid.column(Column::new("rating", ratings));
    if ladder.bots.iter().any(|bot| bot.deviation.is_some()) {
        let sigma = |bot: &crate::rating::OnLadder| {
            bot.deviation
                .map_or_else(String::new, |sigma| format!("{sigma:.2}"))
        };
        grid.column(Column::new("own sigma", ladder.bots.iter().map(sigma)));
    }
    grid.write(text);
    text.push('\n');
}

fn ranks(field: &Field, most: usize, all: bool, text: &mut String) {
    let lines = &field.lines;
    let digits = decimals(field);
    let rank = Column::new("#", lines.iter().map(|line| line.rank.to_string()));
    let names = lines.iter().map(|line| line.bot.clone());
    let mut grid = Grid::new(most, rank, "bot", names);
    grid.column(Column::new(
        "rating",
        lines.iter().map(|l| rating(l.rating, digits)),
    ));
    grid.column(Column::new(
        "95 %",
        lines.iter().map(|l| rating_margin(l.rating, digits)),
    ));
    let won = lines.iter().map(|line| {
        let width = line.share_margin.half_width();
        let width = width.map_or_else(String::new, |width| format!(" ± {:.1}", 100.0 * width));
        format!("{}{width}", percent(line.share, 1))
    });
    grid.column(Column::new("won %", won));
    // Optional groups of columns, the more telling first, while they fit.
    if lines.iter().any(|line| line.places.is_some()) {
        let cell = |line: &Line| match line.places {
            Some((best, worst)) if best == worst => best.to_string(),
            Some((best, worst)) => format!("{best}-{worst}"),
            None => String::new(),
        };
        grid.if_room(vec![Column::new("places", lines.iter().map(cell))]);
    }
    let games = lines.iter().map(|line| line.games.to_string());
    grid.if_room(vec![Column::new("games", games)]);
    grid.if_room(by_seat(lines));
    if all || field.sizes.iter().any(|&size| size > 2) {
        grid.if_room(plain(lines));
    }
    grid.if_room(outcomes(lines));
    grid.write(text);
}

/// What needs no model.
fn plain(lines: &[Line]) -> Vec<Column> {
    let with = |value: f64, width: crate::rating::Margin| match width.half_width() {
        Some(_) => format!("{value:.2} {}", margin(width, 2)),
        None => format!("{value:.2}"),
    };
    let places = lines
        .iter()
        .map(|line| with(line.mean_place, line.place_margin));
    let scores = lines.iter().map(|line| format!("{:.3}", line.mean_score));
    vec![
        Column::new("mean place", places),
        Column::new("score", scores),
    ]
}

/// Win share by seat.
fn by_seat(lines: &[Line]) -> Vec<Column> {
    let seats = lines.first().map_or(0, |line| line.share_by_seat.len());
    let cell = |line: &Line, seat: usize| {
        line.share_by_seat[seat].map_or_else(String::new, |share| percent(share, 1))
    };
    let column = |seat: usize| {
        let heading = format!("seat {}", seat + 1);
        Column::new(heading, lines.iter().map(|line| cell(line, seat)))
    };
    (0..seats).map(column).collect()
}

fn outcomes(lines: &[Line]) -> Vec<Column> {
    let mut columns = vec![
        Column::new("wins", lines.iter().map(|line| line.wins.to_string())),
        Column::new("losses", lines.iter().map(|line| line.losses.to_string())),
    ];
    if lines.iter().any(|line| line.shared > 0) {
        let shared = lines.iter().map(|line| line.shared.to_string());
        columns.insert(1, Column::new("shared", shared));
    }
    if lines.iter().any(|line| line.faults > 0) {
        let faults = lines.iter().map(|line| line.faults.to_string());
        columns.push(Column::new("faults", faults));
    }
    columns
}
