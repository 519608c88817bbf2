//! Tables of a report: one shape, written as CSV, Markdown or JSON.

use super::markdown::escaped;
use serde::Serialize;
use serde_json::{Map, Value, json};

/// A table of a report.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Sheet {
    /// Its name on the command line and in files.
    pub name: &'static str,
    /// What it shows.
    pub title: String,
    /// What a reader needs to know.
    pub notes: Vec<String>,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, as long as there are columns.
    pub rows: Vec<Vec<Cell>>,
}

/// A column of a [`Sheet`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Column {
    /// Its name in files.
    pub key: String,
    /// Its heading.
    pub title: String,
    /// Digits after the point; `None` for text.
    pub digits: Option<usize>,
}

/// A cell of a [`Sheet`].
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Cell {
    /// Text, such as a name.
    Text(String),
    /// A number.
    Number(f64),
    /// Not known.
    Empty,
}

impl Cell {
    /// A count.
    #[must_use]
    pub fn count(count: u64) -> Self {
        Self::Number(count as f64)
    }

    /// A part of a whole, in percent; nothing of nothing.
    #[must_use]
    pub fn percent(part: u64, whole: u64) -> Self {
        if whole == 0 {
            Self::Empty
        } else {
            Self::Number(100.0 * part as f64 / whole as f64)
        }
    }
}

impl From<Option<f64>> for Cell {
    fn from(value: Option<f64>) -> Self {
        value
            .filter(|value| value.is_finite())
            .map_or(Self::Empty, Self::Number)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl Sheet {
    /// A table without rows. Columns are key, heading and digits.
    #[must_use]
    pub fn new(name: &'static str, title: &str, columns: &[(&str, &str, Option<usize>)]) -> Self {
        let column = |&(key, title, digits): &(&str, &str, Option<usize>)| Column {
            key: key.into(),
            title: title.into(),
            digits,
        };
        Self {
            name,
            title: title.into(),
            columns: columns.iter().map(column).collect(),
            ..Self::default()
        }
    }

    /// CSV with a header, RFC 4180.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
        let header = self.columns.iter().map(|column| column.key.as_str());
        // Into memory; nothing can fail.
        let _ = writer.write_record(header);
        for row in &self.rows {
            let _ = writer.write_record(self.texts(row));
        }
        let bytes = writer.into_inner().unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// A table in GitHub's flavour of Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut text = format!("### {}\n\n|", escaped(&self.title));
        for column in &self.columns {
            text += &format!(" {} |", escaped(&column.title));
        }
        text += "\n|";
        for column in &self.columns {
            text += if column.digits.is_some() {
                "--:|"
            } else {
                ":--|"
            };
        }
        text.push('\n');
        for row in &self.rows {
            text.push('|');
            for cell in self.texts(row) {
                text += &format!(" {} |", escaped(&cell));
            }
            text.push('\n');
        }
        text.push('\n');
        for note in &self.notes {
            text += &format!("- {}\n", escaped(note));
        }
        text
    }

    /// Rows as objects, by column.
    #[must_use]
    pub fn json(&self) -> Value {
        let object = |row: &Vec<Cell>| -> Map<String, Value> {
            let pairs = self.columns.iter().zip(row);
            pairs
                .map(|(column, cell)| {
                    let value = match cell {
                        Cell::Text(text) => json!(text),
                        Cell::Number(number) => json!(number),
                        Cell::Empty => Value::Null,
                    };
                    (column.key.clone(), value)
                })
                .collect()
        };
        let rows: Vec<_> = self.rows.iter().map(object).collect();
        json!({ "name": self.name, "title": self.title, "notes": self.notes, "rows": rows })
    }

    fn texts(&self, row: &[Cell]) -> Vec<String> {
        let text = |(column, cell): (&Column, &Cell)| match cell {
            Cell::Text(text) => text.clone(),
            Cell::Number(number) => format!("{number:.*}", column.digits.unwrap_or(0)),
            Cell::Empty => String::new(),
        };
        self.columns.iter().zip(row).map(text).collect()
    }
}
