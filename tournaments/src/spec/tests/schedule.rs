//! `[schedule]`, after three good lines.

use super::Row;

pub(super) const ROWS: &[Row] = &[
    (
        "schedule = 1",
        "quick.toml: line 4: schedule: expected a section [schedule], found 1",
    ),
    (
        "[[schedule]]\ndeals = 5",
        "quick.toml: line 4: schedule: expected a section [schedule], found a list",
    ),
    (
        "[schedule]\ndels = 5",
        r#"quick.toml: line 5: schedule.dels: unknown key; did you mean "deals"?"#,
    ),
    (
        "[schedule]\nseed = 5",
        "quick.toml: line 5: schedule.seed: unknown key; it belongs at the top, before the first [section]",
    ),
    (
        "[schedule]\nmove_ms = 5",
        "quick.toml: line 5: schedule.move_ms: unknown key; it belongs under [limits]",
    ),
    (
        "[schedule]\nactions = \"all\"",
        "quick.toml: line 5: schedule.actions: unknown key; it belongs under [log]",
    ),
    (
        "[schedule]\nfolder = \"x\"",
        "quick.toml: line 5: schedule.folder: unknown key; it belongs under [bots]",
    ),
    (
        "[schedule]\nuse = \"x\"",
        "quick.toml: line 5: schedule.use: unknown key; it belongs under [[bot]]",
    ),
    (
        "[schedule]\nzebra = 5",
        "quick.toml: line 5: schedule.zebra: unknown key; known here: format, focus, seats, tables, deals, seating, dice, session",
    ),
    (
        "[schedule]\n\"deals \" = 5",
        r#"quick.toml: line 5: schedule."deals ": unknown key; did you mean "deals"?"#,
    ),
    (
        "[schedule]\nformat = \"robin\"",
        r#"quick.toml: line 5: schedule.format: "robin" is none of round-robin, gauntlet, duel; did you mean "round-robin"?"#,
    ),
    (
        "[schedule]\nformat = \"swiss\"",
        r#"quick.toml: line 5: schedule.format: "swiss" is none of round-robin, gauntlet, duel"#,
    ),
    (
        "[schedule]\nformat = 1",
        "quick.toml: line 5: schedule.format: expected one of round-robin, gauntlet, duel, found 1",
    ),
    (
        "[schedule]\nformat = \"gauntlet\"",
        r#"quick.toml: line 4: schedule.focus: missing; expected a list of names, such as ["mine"]"#,
    ),
    (
        "[schedule]\nformat = \"gauntlet\"\nfocus = \"odds\"",
        r#"quick.toml: line 6: schedule.focus: expected a list of names, such as ["mine"], found "odds""#,
    ),
    (
        "[schedule]\nformat = \"gauntlet\"\nfocus = []",
        r#"quick.toml: line 6: schedule.focus: expected a list of names, such as ["mine"], found an empty list"#,
    ),
    (
        "[schedule]\nformat = \"gauntlet\"\nfocus = [1]",
        r#"quick.toml: line 6: schedule.focus: expected a list of names, such as ["mine"], found 1"#,
    ),
    (
        "[schedule]\nformat = \"gauntlet\"\nfocus = [\"ods\"]",
        r#"quick.toml: line 6: schedule.focus: "ods" is the name of no bot here; did you mean "odds"?"#,
    ),
    (
        "[schedule]\nformat = \"gauntlet\"\nfocus = [\n  \"odds\",\n  \"nobody\",\n]",
        r#"quick.toml: line 8: schedule.focus: "nobody" is the name of no bot here"#,
    ),
    (
        "[schedule]\nformat = \"gauntlet\"\nfocus = [\"odds\", \"odds\"]",
        r#"quick.toml: line 6: schedule.focus: "odds" is given twice"#,
    ),
    (
        "[schedule]\nformat = \"gauntlet\"\nfocus = [\"odds\", \"random\"]",
        "quick.toml: line 6: schedule.focus: a gauntlet at tables of 2 needs 1 bot outside the focus, and has 0",
    ),
    (
        "[schedule]\nfocus = [\"odds\"]",
        r#"quick.toml: line 5: schedule.focus: only a gauntlet has a focus; expected format = "gauntlet""#,
    ),
    (
        "[schedule]\nformat = \"duel\"\nseats = 3",
        "quick.toml: line 6: schedule.seats: a table of 3 needs 3 bots, and there are 2",
    ),
    (
        "[schedule]\nseats = 1",
        "quick.toml: line 5: schedule.seats: expected a whole number from 2 to 8, found 1",
    ),
    (
        "[schedule]\nseats = 9",
        "quick.toml: line 5: schedule.seats: expected a whole number from 2 to 8, found 9",
    ),
    (
        "[schedule]\nseats = 3",
        "quick.toml: line 5: schedule.seats: a table of 3 needs 3 bots, and there are 2",
    ),
    (
        "[schedule]\nseats = \"two\"",
        r#"quick.toml: line 5: schedule.seats: expected a whole number from 2 to 8, found "two""#,
    ),
    (
        "[schedule]\nseats = 2.0",
        "quick.toml: line 5: schedule.seats: expected a whole number from 2 to 8, found 2.0",
    ),
    (
        "[schedule]\ntables = \"some\"",
        r#"quick.toml: line 5: schedule.tables: expected "all", or the number of tables that a block draws, found "some""#,
    ),
    (
        "[schedule]\ntables = 40",
        "quick.toml: line 5: schedule.tables: 40 tables of 1 cannot be drawn, at most half of them; play \"all\"",
    ),
    (
        "[schedule]\ntables = 0",
        "quick.toml: line 5: schedule.tables: expected a whole number from 1 to 1000000, found 0",
    ),
    (
        "[schedule]\ntables = true",
        r#"quick.toml: line 5: schedule.tables: expected "all", or the number of tables that a block draws, found true"#,
    ),
    (
        "[schedule]\ndeals = 0",
        "quick.toml: line 5: schedule.deals: expected a whole number from 1 to 18446744073709551615, found 0",
    ),
    (
        "[schedule]\ndeals = -3",
        "quick.toml: line 5: schedule.deals: expected a whole number from 1 to 18446744073709551615, found -3",
    ),
    (
        "[schedule]\ndeals = 18446744073709551616",
        "quick.toml: line 5: schedule.deals: expected a whole number from 1 to 18446744073709551615, found 18446744073709551616",
    ),
    (
        "[schedule]\ndeals = 9999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999",
        "quick.toml: line 5: schedule.deals: expected a whole number from 1 to 18446744073709551615, found 999999999999999999999999999999999999999999999999999999999999…",
    ),
    (
        "[schedule]\ndeals = 1e3",
        "quick.toml: line 5: schedule.deals: expected a whole number from 1 to 18446744073709551615, found 1e3",
    ),
    (
        "[schedule]\ndeals = \"1000\"",
        r#"quick.toml: line 5: schedule.deals: expected a whole number from 1 to 18446744073709551615, found "1000"; write it without quotes"#,
    ),
    (
        "[schedule]\ndeals = [1]",
        "quick.toml: line 5: schedule.deals: expected a whole number from 1 to 18446744073709551615, found a list",
    ),
    (
        "[schedule]\ndeals = {}",
        "quick.toml: line 5: schedule.deals: expected a whole number from 1 to 18446744073709551615, found a table",
    ),
    (
        "[schedule]\ndeals = 18446744073709551615",
        "quick.toml: line 5: schedule.deals: 1 table x 2 rotations x 18446744073709551615 blocks of deals are more sessions than the 18446744073709551615 that can be numbered",
    ),
    (
        "schedule.deals = 0x0",
        "quick.toml: line 4: schedule.deals: expected a whole number from 1 to 18446744073709551615, found 0",
    ),
    (
        "[schedule]\nseating = \"cyclc\"",
        r#"quick.toml: line 5: schedule.seating: "cyclc" is none of cyclic, all, none; did you mean "cyclic"?"#,
    ),
    (
        "[schedule]\nseating = \"Cyclic\"",
        r#"quick.toml: line 5: schedule.seating: "Cyclic" is none of cyclic, all, none; did you mean "cyclic"?"#,
    ),
    (
        "[schedule]\nseating = false",
        "quick.toml: line 5: schedule.seating: expected one of cyclic, all, none, found false",
    ),
    (
        "[schedule]\ndice = \"dupliacte\"",
        r#"quick.toml: line 5: schedule.dice: "dupliacte" is none of duplicate, per-table, independent; did you mean "duplicate"?"#,
    ),
    (
        "[schedule]\ndice = 5",
        "quick.toml: line 5: schedule.dice: expected one of duplicate, per-table, independent, found 5",
    ),
    (
        "[schedule]\nsession = 0",
        "quick.toml: line 5: schedule.session: expected a whole number from 1 to 1000000, found 0",
    ),
    (
        "[schedule]\nsession = \"1\"",
        r#"quick.toml: line 5: schedule.session: expected a whole number from 1 to 1000000, found "1"; write it without quotes"#,
    ),
];
