//! Which names bots may have.
//!
//! A name stands in CSV files that spreadsheets open, in reports and on terminals,
//! beside names that other people chose. So it must not run as a formula, hide or
//! reorder text, or look like another name.

use unicode_normalization::UnicodeNormalization;
use unicode_security::confusable_detection::skeleton;

/// The longest name, in characters.
pub const MAX_NAME: usize = 64;

/// Characters at which a spreadsheet takes a cell for a formula, wide forms included.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// A bot's name as it is written everywhere: in Unicode's composed form (NFC).
///
/// # Errors
/// What is wrong with it, as a phrase that can follow "the name": it is empty,
/// longer than 64 characters, begins or ends with a blank, begins with `=`, `+`,
/// `-` or `@`, or holds a control, format or invisible character.
pub fn bot_name(text: &str) -> Result<String, String> {
    // Before composing, which would take its time with a text of a megabyte: a
    // composed character stands for at most four, a base and three marks.
    if text.chars().nth(4 * MAX_NAME).is_some() {
        return Err(too_long());
    }
    let name: String = text.nfc().collect();
    if name.is_empty() {
        return Err("is empty".into());
    }
    if name.trim_start().starts_with(FORMULA) {
        return Err("begins with = + - or @, which spreadsheets run".into());
    }
    if name.trim() != name {
        return Err("begins or ends with a blank".into());
    }
    if let Some(char) = name.chars().find(|char| char.is_control()) {
        return Err(format!("holds control character U+{:04X}", u32::from(char)));
    }
    if let Some(char) = name.chars().find(|char| is_invisible(*char)) {
        return Err(format!(
            "holds invisible character U+{:04X}",
            u32::from(char)
        ));
    }
    if name.chars().count() > MAX_NAME {
        return Err(too_long());
    }
    Ok(name)
}

/// What two names may not share: their letters, whether large or small; and how they
/// look, as `skeleton` of Unicode's report 39 (section 4) has it, as they are and in
/// small letters.
pub(super) fn folded(name: &str) -> [Folded; 3] {
    let small: String = name.to_lowercase().nfc().collect();
    [
        Folded::Looks(skeleton(name).collect()),
        Folded::Looks(skeleton(&small).collect()),
        Folded::Reads(small),
    ]
}

/// A name without what cannot be told apart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Folded {
    /// By its letters.
    Reads(String),
    /// By its looks.
    Looks(String),
}

fn too_long() -> String {
    format!("has more than {MAX_NAME} characters")
}

/// Format characters (Unicode category Cf, the bidirectional controls among them),
/// line and paragraph separators, and characters that are drawn as nothing.
fn is_invisible(char: char) -> bool {
    matches!(
        u32::from(char),
        0x00ad | 0x034f | 0x0600..=0x0605 | 0x061c | 0x06dd | 0x070f | 0x0890..=0x0891
            | 0x08e2 | 0x115f..=0x1160 | 0x17b4..=0x17b5 | 0x180b..=0x180f | 0x200b..=0x200f
            | 0x2028..=0x202e | 0x2060..=0x206f | 0x3164 | 0xfe00..=0xfe0f | 0xfeff
            | 0xffa0 | 0xfff0..=0xfffb | 0x110bd | 0x110cd | 0x13430..=0x1343f
            | 0x1bca0..=0x1bca3 | 0x1d173..=0x1d17a | 0xe0000..=0xe0fff
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_do_no_harm_are_kept() {
        let long = "ü".repeat(64);
        for name in [
            "a",
            "alice",
            "odds(threshold=0.4)",
            "Zoë 2",
            "李雷",
            "a-b",
            "./x.so",
            &long,
        ] {
            assert_eq!(bot_name(name).as_deref(), Ok(name));
        }
        assert_eq!(bot_name("Zoe\u{308}").as_deref(), Ok("Zoë"));
        let decomposed = "u\u{308}".repeat(64);
        assert_eq!(bot_name(&decomposed), Ok(long));
    }

    #[test]
    fn names_that_look_alike_are_folded() {
        let alike = |a: &str, b: &str| folded(a).iter().any(|folded_| folded(b).contains(folded_));
        for (a, b) in [
            ("alice", "ALICE"),
            ("alice", "\u{430}lice"),
            ("Bill", "BiIl"),
            ("bot1", "botl"),
            ("PAYPAI", "PAYPA\u{406}"),
            ("stra\u{df}e", "stra\u{3b2}e"),
        ] {
            assert!(alike(a, b), "{a} {b}");
        }
        for (a, b) in [
            ("alice", "alicia"),
            ("odds", "odds2"),
            ("a-b", "a_b"),
            ("\u{e9}", "e"),
        ] {
            assert!(!alike(a, b), "{a} {b}");
        }
    }

    #[test]
    fn names_that_do_harm_are_refused() {
        let long = "ü".repeat(65);
        let formula = "begins with = + - or @, which spreadsheets run";
        let cases = [
            ("", "is empty"),
            (" ", "begins or ends with a blank"),
            (" a", "begins or ends with a blank"),
            ("a\u{a0}", "begins or ends with a blank"),
            ("=1", formula),
            ("+1", formula),
            ("-1", formula),
            ("@a", formula),
            (" \t=1", formula),
            ("＝1", formula),
            ("a\nb", "holds control character U+000A"),
            ("a\u{0}", "holds control character U+0000"),
            ("a\u{85}b", "holds control character U+0085"),
            ("a\u{202e}b", "holds invisible character U+202E"),
            ("a\u{2066}b", "holds invisible character U+2066"),
            ("a\u{200b}", "holds invisible character U+200B"),
            ("\u{feff}a", "holds invisible character U+FEFF"),
            ("a\u{e0041}", "holds invisible character U+E0041"),
            (&long, "has more than 64 characters"),
        ];
        for (name, expected) in cases {
            assert_eq!(bot_name(name), Err(expected.into()), "{name:?}");
        }
        assert_eq!(
            bot_name(&"a".repeat(1 << 20)),
            Err("has more than 64 characters".into())
        );
    }
}
