//! The headers for bots in C: one half by hand, the other from the games.

mod views;

use dudo_abi as abi;
use dudo_engine::{Imaged, Schema, liars_boggle, liars_dice, mia, poker_liar};
use std::fmt::Write;
use std::mem::offset_of;

pub use views::views;

/// What a bot sees, game by game.
const SCHEMAS: &[&Schema] = &[
    liars_dice::LiarsDice::SCHEMA,
    mia::Mia::SCHEMA,
    poker_liar::PokerLiar::SCHEMA,
    liars_boggle::LiarsBoggle::SCHEMA,
];

/// The headers: `dudo_view.h`, which WebAssembly can use as well, and `dudo_bot.h`
/// for shared libraries. Each with its name.
pub fn headers() -> [(&'static str, String); 2] {
    [("dudo_view.h", view()), ("dudo_bot.h", bot())]
}

fn view() -> String {
    let mut text = String::from(include_str!("head.h"));
    for schema in SCHEMAS {
        let rule = "-".repeat(72 - schema.game.len());
        let _ = writeln!(text, "/* -- {} {rule} */\n", schema.game);
        text += &schema.c_header();
    }
    text + include_str!("tail.h")
}

/// Offsets of fields as Rust has them, for a C compiler to check.
macro_rules! layout {
    ($name:literal: $type:ty { $($field:ident)* }) => {
        ($name, size_of::<$type>(), &[$((stringify!($field), offset_of!($type, $field))),*])
    };
}

/// A struct of the table: its name, its size, and where its fields are.
type Layout = (&'static str, usize, &'static [(&'static str, usize)]);

const LAYOUTS: &[Layout] = &[
    layout!("dudo_bytes": abi::Bytes { ptr len }),
    layout!("dudo_host": abi::Host { size reserved context log word_valid word_next }),
    layout!("dudo_session": abi::Session { size schema seat seats games game rules }),
    layout!("dudo_start": abi::Start { size reserved game key }),
    layout!("dudo_ask": abi::Ask { size reserved view news }),
    layout!("dudo_api": abi::Api {
        magic major minor size flags hello create game act end destroy last_error
    }),
];

fn bot() -> String {
    let mut text = String::from(include_str!("bot.h"));
    text += "/* The layout, as the host has it. */\n#if UINTPTR_MAX == UINT64_MAX\n";
    for (name, size, fields) in LAYOUTS {
        let message = format!("\"the layout of {name}\"");
        let _ = writeln!(
            text,
            "DUDO_CHECK(sizeof(struct {name}) == {size}, {message});"
        );
        for (field, offset) in *fields {
            let _ = writeln!(
                text,
                "DUDO_CHECK(offsetof(struct {name}, {field}) == {offset}, {message});"
            );
        }
    }
    text + "#endif\n\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n"
}
