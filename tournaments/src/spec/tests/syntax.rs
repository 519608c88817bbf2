//! Text that is not TOML, and what is said about it.

use super::Row;

pub(super) const ROWS: &[Row] = &[
    (
        "seed = ",
        "quick.toml: line 1: column 7: expected a value after =",
    ),
    (
        "seed = 1\nseed = 2",
        r#"quick.toml: line 2: column 1: "seed" is given twice"#,
    ),
    (
        "seed = \"abc\ngame = 1",
        r#"quick.toml: line 1: column 12: invalid basic string, expected `"`"#,
    ),
    (
        "[schedule\n",
        "quick.toml: line 1: column 10: unclosed table, expected `]`",
    ),
    (
        "[schedule]\n[schedule]\n",
        r#"quick.toml: line 2: column 2: "schedule" is given twice"#,
    ),
    (
        "= 3",
        "quick.toml: line 1: column 1: unquoted keys cannot be empty, expected letters, numbers, `-`, `_`",
    ),
    (
        "seed = 1\n\n\n[[bot]]\nuse = [1,\n",
        "quick.toml: line 5: column 10: unclosed array, expected `]`",
    ),
    (
        "a = 1 b = 2",
        "quick.toml: line 1: column 9: unexpected key or value, expected newline, `#`",
    ),
    (
        "seed = 01",
        "quick.toml: line 1: column 8: unexpected leading zero",
    ),
    (
        "a.b = 1\na = 2",
        r#"quick.toml: line 2: column 1: "a" is given twice"#,
    ),
    (
        "bot = [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
        "quick.toml: line 1: column 87: cannot recurse further; max recursion depth met",
    ),
    (
        "seed = # none",
        "quick.toml: line 1: column 8: expected a value after =",
    ),
    (
        "game = mia",
        "quick.toml: line 1: column 8: string values must be quoted",
    ),
    (
        "name = \"t\nx\"",
        r#"quick.toml: line 1: column 10: invalid basic string, expected `"`"#,
    ),
    (
        r#"a = "\q""#,
        r#"quick.toml: line 1: column 7: missing escaped value, expected `b`, `e`, `f`, `n`, `r`, `\`, `"`, `x`, `u`, `U`"#,
    ),
    (
        "a = nan b",
        "quick.toml: line 1: column 5: string values must be quoted",
    ),
    (
        "[]",
        "quick.toml: line 1: column 2: unquoted keys cannot be empty, expected letters, numbers, `-`, `_`",
    ),
    (
        "[[bot]",
        "quick.toml: line 1: column 7: unclosed array table, expected `]`",
    ),
    (
        "seed = 1\rsed = 2",
        "quick.toml: line 1: column 10: carriage return must be followed by newline, expected newline",
    ),
    (
        "seed = \"\0\"",
        r#"quick.toml: line 1: column 9: invalid basic string, expected non-double-quote visible characters, `\`"#,
    ),
    (
        "[bot.x]\n[[bot]]",
        r#"quick.toml: line 2: column 3: "bot" is given twice"#,
    ),
    (
        "\n\n\"",
        "quick.toml: line 3: column 2: key with no value, expected `=`",
    ),
];
