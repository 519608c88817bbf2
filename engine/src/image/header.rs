//! The C declarations of an image.

use super::schema::{Field, Kind, Many, Record, Schema};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

impl Schema {
    /// The structs of this game for a C header, each field with its meaning, words with
    /// their numbers, and checks that a compiler lays them out as they are written.
    pub fn c_header(&self) -> String {
        let game = self.game.replace('-', "_");
        let mut out = String::new();
        let mut declared: Vec<&str> = Vec::new();
        let _ = writeln!(
            out,
            "#define DUDO_{}_VERSION {}u\n",
            game.to_uppercase(),
            self.version
        );
        self.view.declare(&game, &mut declared, &mut out);
        out
    }
}

impl Record {
    fn declare(&self, game: &str, declared: &mut Vec<&'static str>, out: &mut String) {
        if declared.contains(&self.name) {
            return;
        }
        declared.push(self.name);
        for field in self.fields {
            match field.kind {
                Kind::Record(inner) | Kind::MaybeRecord(inner) => {
                    inner.declare(game, declared, out);
                }
                Kind::Word(words) => {
                    for (number, word) in words.iter().enumerate() {
                        let name = format!("DUDO_{game}_{}_{word}", field.name);
                        let name = name.to_uppercase().replace('-', "_");
                        let _ = writeln!(out, "#define {name} {number}u");
                    }
                    out.push('\n');
                }
                _ => {}
            }
        }
        let name = self.c_name(game);
        let _ = writeln!(out, "/* {} */\nstruct {name} {{", sentence(self.about));
        for field in self.fields {
            let _ = writeln!(
                out,
                "    /* {} */\n    {};",
                sentence(field.about),
                field.c(game)
            );
        }
        out.push_str("};\n");
        let _ = writeln!(
            out,
            "DUDO_CHECK(sizeof(struct {name}) == {}, \"the layout of {name}\");",
            self.size
        );
        out.push('\n');
    }

    fn c_name(&self, game: &str) -> String {
        let mut name = format!("dudo_{game}");
        for letter in self.name.chars() {
            if letter.is_uppercase() {
                name.push('_');
            }
            name.extend(letter.to_lowercase());
        }
        name
    }
}

impl Field {
    fn c(&self, game: &str) -> String {
        let kind = match self.kind {
            Kind::Record(record) | Kind::MaybeRecord(record) => {
                format!("struct {}", record.c_name(game))
            }
            Kind::Text | Kind::Letters => "char".into(),
            _ => format!("uint{}_t", 8 * self.width),
        };
        let mut text = format!("{kind} {}", self.name);
        if self.many != Many::One {
            let _ = write!(text, "[{}]", self.many.room());
        }
        if matches!(self.kind, Kind::Text | Kind::Letters) && self.width > 1 {
            let _ = write!(text, "[{}]", self.width);
        }
        text
    }
}

/// A comment on one line.
fn sentence(about: &str) -> String {
    about.split_whitespace().collect::<Vec<_>>().join(" ")
}
