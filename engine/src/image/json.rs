//! An image as JSON.

use super::schema::{Field, Kind, Many, Record, Schema};
use alloc::string::String;
use core::fmt::Write;

impl Schema {
    /// Appends the JSON form of an image: an object with the fields of the
    /// record, without those that say nothing to a bot. Lists are as long as they are
    /// filled. Fields that the image does not have are left out.
    pub fn json(&self, image: &[u8], out: &mut String) {
        self.view.json(image, image, self.view, out);
    }
}

impl Record {
    fn json(&self, bytes: &[u8], image: &[u8], view: &Record, out: &mut String) {
        out.push('{');
        let mut first = true;
        for (at, field) in self.placed() {
            let Some(bytes) = bytes.get(at..at + field.size()) else {
                break;
            };
            if matches!(field.kind, Kind::Hidden) {
                continue;
            }
            out.push_str(if first { "\"" } else { ",\"" });
            first = false;
            out.push_str(field.name);
            out.push_str("\":");
            let count = match field.many {
                Many::One => {
                    field.json(bytes, image, view, out);
                    continue;
                }
                Many::Each(room) => room,
                Many::Upto(room, count) => view.number(count, image).min(room),
            };
            out.push('[');
            for (index, value) in bytes.chunks_exact(field.width).take(count).enumerate() {
                if index > 0 {
                    out.push(',');
                }
                field.json(value, image, view, out);
            }
            out.push(']');
        }
        out.push('}');
    }

    /// The value of a field that is one number; 0 where there is none such.
    fn number(&self, name: &str, bytes: &[u8]) -> usize {
        let found = self.placed().find(|(_, field)| field.name == name);
        let value = found.and_then(|(at, field)| bytes.get(at..at + field.size()));
        value.map_or(0, |value| unsigned(value) as usize)
    }
}

impl Field {
    fn json(&self, value: &[u8], image: &[u8], view: &Record, out: &mut String) {
        match self.kind {
            Kind::Hidden => {}
            Kind::Maybe | Kind::Seat if unsigned(value) == 0 => out.push_str("null"),
            Kind::Number | Kind::Maybe | Kind::Seat => decimal(unsigned(value), out),
            Kind::Flag => out.push_str(if unsigned(value) == 0 {
                "false"
            } else {
                "true"
            }),
            Kind::Set => {
                let bits = unsigned(value);
                out.push('[');
                let numbers = (0..u32::BITS).filter(|bit| bits >> bit & 1 == 1);
                for (index, bit) in numbers.enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    decimal(bit + 1, out);
                }
                out.push(']');
            }
            Kind::Word(words) => match words.get(unsigned(value) as usize) {
                Some(word) => quoted(word.bytes(), out),
                None => out.push_str("null"),
            },
            Kind::Text => quoted(filled(value).iter().copied(), out),
            Kind::Letters => letters(filled(value), out),
            Kind::MaybeRecord(_) if value.first() == Some(&0) => out.push_str("null"),
            Kind::Record(record) | Kind::MaybeRecord(record) => {
                record.json(value, image, view, out);
            }
        }
    }
}

/// A little-endian number of at most four bytes.
fn unsigned(value: &[u8]) -> u32 {
    let bytes = value.iter().rev();
    bytes.fold(0, |sum, &byte| sum << 8 | u32::from(byte))
}

fn decimal(number: u32, out: &mut String) {
    if number < 10 {
        out.push(char::from(b'0' + number as u8));
    } else {
        let _ = write!(out, "{number}");
    }
}

/// What stands before the first zero.
fn filled(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|&letter| letter == 0);
    &text[..end.unwrap_or(text.len())]
}

fn quoted(text: impl Iterator<Item = u8>, out: &mut String) {
    out.push('"');
    for letter in text {
        if matches!(letter, b'"' | b'\\') {
            out.push('\\');
        }
        out.push(if letter.is_ascii_graphic() || letter == b' ' {
            letter.into()
        } else {
            char::REPLACEMENT_CHARACTER
        });
    }
    out.push('"');
}

/// A word on letter dice in notation: a Q that is not on the face Qu, and that a U
/// follows, stands in brackets.
fn letters(text: &[u8], out: &mut String) {
    out.push('"');
    for (index, &letter) in text.iter().enumerate() {
        match letter {
            b'Q' => out.push_str("qu"),
            b'q' if text.get(index + 1) == Some(&b'u') => out.push_str("(q)"),
            b'a'..=b'z' => out.push(letter.into()),
            _ => out.push(char::REPLACEMENT_CHARACTER),
        }
    }
    out.push('"');
}
