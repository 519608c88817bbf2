//! Keys before the first section.

use super::Row;

pub(super) const ROWS: &[Row] = &[
    (
        "",
        r#"quick.toml: seed: missing; expected a whole number from 0 to 9223372036854775807, 64 hex digits or "secret""#,
    ),
    (
        "seed = 1",
        r#"quick.toml: game: missing; expected the name of a game, such as "liars-dice""#,
    ),
    (
        r#"game = "mia""#,
        r#"quick.toml: seed: missing; expected a whole number from 0 to 9223372036854775807, 64 hex digits or "secret""#,
    ),
    (
        "game = 3\n",
        r#"quick.toml: line 1: game: expected the name of a game, such as "liars-dice", found 3"#,
    ),
    (
        r#"game = " ""#,
        r#"quick.toml: line 1: game: expected the name of a game, such as "liars-dice", found " ""#,
    ),
    (
        "seed = -1",
        r#"quick.toml: line 1: seed: expected a whole number from 0 to 9223372036854775807, 64 hex digits or "secret", found -1"#,
    ),
    (
        "seed = 9223372036854775808",
        r#"quick.toml: line 1: seed: expected a whole number from 0 to 9223372036854775807, 64 hex digits or "secret", found 9223372036854775808"#,
    ),
    (
        "seed = 1.5",
        r#"quick.toml: line 1: seed: expected a whole number from 0 to 9223372036854775807, 64 hex digits or "secret", found 1.5"#,
    ),
    (
        "seed = true",
        r#"quick.toml: line 1: seed: expected a whole number from 0 to 9223372036854775807, 64 hex digits or "secret", found true"#,
    ),
    (
        r#"seed = "secert""#,
        r#"quick.toml: line 1: seed: expected a whole number from 0 to 9223372036854775807, 64 hex digits or "secret", found "secert"; did you mean "secret"?"#,
    ),
    (
        r#"seed = "123""#,
        r#"quick.toml: line 1: seed: expected a whole number from 0 to 9223372036854775807, 64 hex digits or "secret", found "123""#,
    ),
    (
        r#"seed = "abababababababababababababababababababababababababababababababa""#,
        r#"quick.toml: line 1: seed: expected a whole number from 0 to 9223372036854775807, 64 hex digits or "secret", found 63 hex digits"#,
    ),
    (
        r#"seed = "ababababababababababababababababababababababababababababababababc""#,
        r#"quick.toml: line 1: seed: expected a whole number from 0 to 9223372036854775807, 64 hex digits or "secret", found 65 hex digits"#,
    ),
    (
        r#"seed = "abababababababababababababababababababababababababababababababxy""#,
        r#"quick.toml: line 1: seed: expected a whole number from 0 to 9223372036854775807, 64 hex digits or "secret", found "abababababababababababababababababababababababababababababab…""#,
    ),
    (
        r#"seed = ["secret"]"#,
        r#"quick.toml: line 1: seed: expected a whole number from 0 to 9223372036854775807, 64 hex digits or "secret", found a list"#,
    ),
    (
        "seed = 2026-09-01",
        r#"quick.toml: line 1: seed: expected a whole number from 0 to 9223372036854775807, 64 hex digits or "secret", found a date or time"#,
    ),
    (
        "deals = 5",
        "quick.toml: line 1: deals: unknown key; it belongs under [schedule]",
    ),
    (
        "sed = 1",
        r#"quick.toml: line 1: sed: unknown key; did you mean "seed"?"#,
    ),
    (
        "Seed = 1",
        r#"quick.toml: line 1: Seed: unknown key; did you mean "seed"?"#,
    ),
    (
        "rule = 1",
        r#"quick.toml: line 1: rule: unknown key; did you mean "rules"?"#,
    ),
    (
        "colour = 1",
        "quick.toml: line 1: colour: unknown key; known here: name, seed, game, rules, schedule, sprt, log, limits, bot, bots",
    ),
    (
        r#""a\nb" = 1"#,
        r#"quick.toml: line 1: "a\nb": unknown key; known here: name, seed, game, rules, schedule, sprt, log, limits, bot, bots"#,
    ),
    (
        r#""" = 1"#,
        r#"quick.toml: line 1: "": unknown key; known here: name, seed, game, rules, schedule, sprt, log, limits, bot, bots"#,
    ),
    (
        r#""xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" = 1"#,
        r#"quick.toml: line 1: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…": unknown key; known here: name, seed, game, rules, schedule, sprt, log, limits, bot, bots"#,
    ),
    (
        r#"name = "a/b""#,
        r#"quick.toml: line 1: name: "a/b" cannot name a folder; expected at most 64 of a-z, A-Z, 0-9, - _ . and neither - nor . first nor . last"#,
    ),
    (
        "name = 1",
        "quick.toml: line 1: name: expected a name, found 1",
    ),
    (
        r#"name = """#,
        r#"quick.toml: line 1: name: "" cannot name a folder; expected at most 64 of a-z, A-Z, 0-9, - _ . and neither - nor . first nor . last"#,
    ),
    (
        r#"name = ".x""#,
        r#"quick.toml: line 1: name: ".x" cannot name a folder; expected at most 64 of a-z, A-Z, 0-9, - _ . and neither - nor . first nor . last"#,
    ),
    (
        r#"name = "-x""#,
        r#"quick.toml: line 1: name: "-x" cannot name a folder; expected at most 64 of a-z, A-Z, 0-9, - _ . and neither - nor . first nor . last"#,
    ),
    (
        r#"name = "x.""#,
        r#"quick.toml: line 1: name: "x." cannot name a folder; expected at most 64 of a-z, A-Z, 0-9, - _ . and neither - nor . first nor . last"#,
    ),
    (
        r#"name = "Con.txt""#,
        r#"quick.toml: line 1: name: "Con.txt" cannot name a folder; expected at most 64 of a-z, A-Z, 0-9, - _ . and neither - nor . first nor . last"#,
    ),
    (
        r#"name = "com1""#,
        r#"quick.toml: line 1: name: "com1" cannot name a folder; expected at most 64 of a-z, A-Z, 0-9, - _ . and neither - nor . first nor . last"#,
    ),
    (
        r#"name = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa""#,
        r#"quick.toml: line 1: name: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…" cannot name a folder; expected at most 64 of a-z, A-Z, 0-9, - _ . and neither - nor . first nor . last"#,
    ),
    (
        r#"name = "\u00fcben""#,
        r#"quick.toml: line 1: name: "üben" cannot name a folder; expected at most 64 of a-z, A-Z, 0-9, - _ . and neither - nor . first nor . last"#,
    ),
    (
        "seed = 1\ngame = \"mia\"\n[schedule]\nseats = 3\n",
        r#"quick.toml: bot: a table of 3 needs 3 bots, and there are none; add them as [[bot]] with use = "...""#,
    ),
    (
        "seed = \"\"\"x\ny\"\"\"",
        r#"quick.toml: line 1: seed: expected a whole number from 0 to 9223372036854775807, 64 hex digits or "secret", found "x\ny""#,
    ),
    (
        "seed = 1\r\nsed = 2\r\n",
        r#"quick.toml: line 2: sed: unknown key; did you mean "seed"?"#,
    ),
    (
        "\u{feff}sed = 1",
        r#"quick.toml: line 1: sed: unknown key; did you mean "seed"?"#,
    ),
    (
        "seed = 1_000\nsed = 1",
        r#"quick.toml: line 2: sed: unknown key; did you mean "seed"?"#,
    ),
    (
        "seed = 1e400",
        r#"quick.toml: line 1: seed: expected a whole number from 0 to 9223372036854775807, 64 hex digits or "secret", found 1e400"#,
    ),
    (
        r#"name = "a b""#,
        r#"quick.toml: line 1: name: "a b" cannot name a folder; expected at most 64 of a-z, A-Z, 0-9, - _ . and neither - nor . first nor . last"#,
    ),
];
