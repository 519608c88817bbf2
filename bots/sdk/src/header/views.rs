//! What a bot is shown, field by field, for people.

use super::SCHEMAS;
use dudo_engine::{Field, Kind, Many, Record};
use std::fmt::Write;

const HEAD: &str = include_str!("views.md");

/// `VIEWS.md`: a chapter for each game, with the name of the game as its heading.
pub fn views() -> String {
    let mut text = String::from(HEAD);
    for schema in SCHEMAS {
        let _ = writeln!(
            text,
            "\n## {}\n\n{}.",
            schema.game,
            plain(schema.view.about)
        );
        table(schema.view, "", &mut text);
    }
    text
}

/// The fields of a record, then those of the records in it. `within` is how they are reached.
fn table(record: &Record, within: &str, text: &mut String) {
    text.push_str("\n| field | value | meaning |\n|---|---|---|\n");
    for field in shown(record) {
        let (name, value) = (field.name, value(field));
        let _ = writeln!(
            text,
            "| `{within}{name}` | {value} | {} |",
            plain(field.about)
        );
    }
    for field in shown(record) {
        if let Kind::Record(inner) | Kind::MaybeRecord(inner) = field.kind {
            let one = if field.many == Many::One { "" } else { "[i]" };
            let within = format!("{within}{}{one}.", field.name);
            table(inner, &within, text);
        }
    }
}

fn shown(record: &Record) -> impl Iterator<Item = &'static Field> {
    let fields = record.fields.iter();
    fields.filter(|field| !matches!(field.kind, Kind::Hidden))
}

/// What a field holds in JSON.
fn value(field: &Field) -> String {
    let one = match field.kind {
        Kind::Number => "number".into(),
        Kind::Maybe => "number, or `null`".into(),
        Kind::Flag => "`true` or `false`".into(),
        Kind::Seat => "seat, or `null`".into(),
        Kind::Set => "set, as a list of numbers".into(),
        Kind::Word(words) => {
            let quoted: Vec<String> = words.iter().map(|word| format!("`\"{word}\"`")).collect();
            quoted.join(" or ")
        }
        Kind::Text => "text".into(),
        Kind::Letters => "text as in actions, where `qu` is the face Qu".into(),
        Kind::Record(_) => "record".into(),
        Kind::MaybeRecord(_) => "record, or `null`".into(),
        Kind::Hidden => String::new(),
    };
    let many = match field.many {
        Many::One => return one,
        Many::Each(count) => count.to_string(),
        Many::Upto(_, count) => format!("`{count}`"),
    };
    format!("list of {many} values: {one}")
}

/// A sentence on one line.
fn plain(about: &str) -> String {
    let words: Vec<&str> = about.split_whitespace().collect();
    words.join(" ").trim_end_matches('.').replace('|', "\\|")
}
