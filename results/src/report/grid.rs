//! Columns of text with a name in front.

use super::text::{left, right, shortened, shown, width};

/// Names get no fewer columns than this, and no more than `WIDEST`.
pub(super) const NARROWEST: usize = 10;
pub(super) const WIDEST: usize = 24;
const GAP: &str = "  ";

/// One column: heading and cells, right-aligned.
pub(super) struct Column {
    heading: String,
    cells: Vec<String>,
}

impl Column {
    pub(super) fn new(heading: impl Into<String>, cells: impl Iterator<Item = String>) -> Self {
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

/// A table that keeps within a width for any names.
pub(super) struct Grid {
    most: usize,
    front: Column,
    heading: &'static str,
    names: Vec<String>,
    columns: Vec<Column>,
}

impl Grid {
    /// A table with a narrow column in front of the names.
    pub(super) fn new(
        most: usize,
        front: Column,
        heading: &'static str,
        names: impl Iterator<Item = String>,
    ) -> Self {
        Self {
            most,
            front,
            heading,
            names: names.map(|name| shown(&name)).collect(),
            columns: Vec::new(),
        }
    }

    /// A column that is there in any case.
    pub(super) fn column(&mut self, column: Column) {
        self.columns.push(column);
    }

    /// Columns that are there if they fit, all of them or none.
    pub(super) fn if_room(&mut self, group: Vec<Column>) {
        let count = self.columns.len();
        self.columns.extend(group);
        if self.room() < self.longest().min(NARROWEST) {
            self.columns.truncate(count);
        }
    }

    fn longest(&self) -> usize {
        let longest = self.names.iter().map(|name| width(name)).max();
        longest.unwrap_or(0).clamp(3, self.widest())
    }

    /// On a wide terminal names may be longer.
    fn widest(&self) -> usize {
        WIDEST.max(self.most / 3)
    }

    fn room(&self) -> usize {
        let used: usize = self.columns.iter().map(|c| c.width() + GAP.len()).sum();
        let front = 1 + self.front.width() + GAP.len();
        self.most.saturating_sub(front + used)
    }

    pub(super) fn write(&self, text: &mut String) {
        let name = self.longest().min(self.room()).max(3);
        let mut write = |front: &str, bot: &str, cell: &dyn Fn(&Column) -> String| {
            let mut line = format!(" {}{GAP}", right(front, self.front.width()));
            line += &left(&shortened(bot, name), name);
            for column in &self.columns {
                line += GAP;
                line += &right(&cell(column), column.width());
            }
            *text += line.trim_end();
            text.push('\n');
        };
        let heading = |column: &Column| column.heading.clone();
        write(&self.front.heading, self.heading, &heading);
        for (at, bot) in self.names.iter().enumerate() {
            let cell = |column: &Column| column.cells[at].clone();
            write(&self.front.cells[at], bot, &cell);
        }
    }
}
