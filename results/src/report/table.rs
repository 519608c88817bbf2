//! Standings for a terminal.

use super::text::{
    decimals, grouped, left, percent, rating, rating_margin, right, seat_sentences, shortened,
    shown, width, wrapped,
};
use crate::rating::{Field, Line, Standings};

/// Columns the table form keeps within.
pub const WIDTH: usize = 80;

/// Names get no fewer columns than this, and no more than `WIDEST`.
const NARROWEST: usize = 10;
const WIDEST: usize = 24;
const GAP: &str = "  ";

/// One column: heading and cells, right-aligned but for names.
struct Column {
    heading: String,
    cells: Vec<String>,
}

impl Column {
    fn new(heading: impl Into<String>, cells: impl Iterator<Item = String>) -> Self {
        Self {
            heading: heading.into(),
            cells: cells.collect(),
        }
    }

    fn width(&self) -> usize {
        let cells = self.cells.iter().map(|cell| width(cell));
        cells.max().unwrap_or(0).max(width(&self.heading))
    }
}

/// The table a person reads at the end of a run: ranks with margins, a cross
/// table while it fits, and what to know about them; at most 80 columns wide
/// for any names.
#[must_use]
pub fn table(standings: &Standings) -> String {
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
    text += &wrapped(&title, WIDTH, 2);
    text += "\n\n";
    for (number, field) in standings.fields.iter().enumerate() {
        if standings.fields.len() > 1 {
            text += &format!("Group {}\n\n", number + 1);
        }
        ranks(field, &mut text);
        text.push('\n');
        cross(field, &mut text);
        for sentence in seat_sentences(field).iter().chain(&field.notes) {
            paragraph("", sentence, &mut text);
        }
        if number + 1 < standings.fields.len() {
            text.push('\n');
        }
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

fn paragraph(label: &str, sentence: &str, text: &mut String) {
    *text += &wrapped(&format!("{label}{}", shown(sentence)), WIDTH, 2);
    text.push('\n');
}

fn ranks(field: &Field, text: &mut String) {
    let lines = &field.lines;
    let digits = decimals(field);
    let rank = Column::new("#", lines.iter().map(|line| line.rank.to_string()));
    let mut columns = vec![
        Column::new("rating", lines.iter().map(|l| rating(l.rating, digits))),
        Column::new(
            "95 %",
            lines.iter().map(|l| rating_margin(l.rating, digits)),
        ),
        Column::new("games", lines.iter().map(|l| l.games.to_string())),
        Column::new("won %", lines.iter().map(|l| percent(l.share, 1))),
    ];
    let longest = lines.iter().map(|line| width(&shown(&line.bot))).max();
    let longest = longest.unwrap_or(0).clamp(3, WIDEST);
    let room = |columns: &[Column]| {
        let used: usize = columns.iter().map(|c| c.width() + GAP.len()).sum();
        WIDTH.saturating_sub(1 + rank.width() + GAP.len() + used)
    };
    // Optional groups of columns, the more telling first, while they fit.
    for group in [by_seat(lines), outcomes(lines)] {
        let count = columns.len();
        columns.extend(group);
        if room(&columns) < longest.min(NARROWEST) {
            columns.truncate(count);
        }
    }
    let name = longest.min(room(&columns)).max(3);
    let mut write = |rank_cell: &str, bot: &str, cell: &dyn Fn(&Column) -> String| {
        let mut line = format!(" {}{GAP}", right(rank_cell, rank.width()));
        line += &left(&shortened(&shown(bot), name), name);
        for column in &columns {
            line += GAP;
            line += &right(&cell(column), column.width());
        }
        *text += line.trim_end();
        text.push('\n');
    };
    write("#", "bot", &|column| column.heading.clone());
    for (at, line) in lines.iter().enumerate() {
        write(&rank.cells[at], &line.bot, &|column| {
            column.cells[at].clone()
        });
    }
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

fn cross(field: &Field, text: &mut String) {
    let size = field.lines.len();
    if size < 2 {
        return;
    }
    let number = size.to_string().len();
    let longest = field
        .lines
        .iter()
        .map(|line| width(&shown(&line.bot)))
        .max();
    let longest = longest.unwrap_or(0).min(WIDEST);
    // One decimal if there is room, else whole per cent, else nothing.
    let layout = [(1, 7), (0, 5)].into_iter().find_map(|(digits, cell)| {
        let room = WIDTH.checked_sub(1 + number + GAP.len() + cell * size)?;
        (room >= longest.min(NARROWEST)).then_some((digits, cell, longest.min(room)))
    });
    let Some((digits, cell, name)) = layout else {
        *text += &format!("(A cross table of {size} bots is too wide here.)\n\n");
        return;
    };
    let heading = "Score of row against column, %";
    let indent = 1 + number + GAP.len() + name;
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
        let mut out = format!(" {}{GAP}", right(&(row + 1).to_string(), number));
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
