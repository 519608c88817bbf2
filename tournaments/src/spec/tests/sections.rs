//! `[rules]`, `[log]` and `[limits]`, after three good lines.

use super::Row;

pub(super) const ROWS: &[Row] = &[
    (
        r#"log = "all""#,
        r#"quick.toml: line 4: log: expected a section [log], found "all""#,
    ),
    (
        "[log]\naction = \"all\"",
        r#"quick.toml: line 5: log.action: unknown key; did you mean "actions"?"#,
    ),
    (
        "[log]\nactions = \"some\"",
        r#"quick.toml: line 5: log.actions: "some" is none of none, all, faults"#,
    ),
    (
        "[log]\nactions = \"fault\"",
        r#"quick.toml: line 5: log.actions: "fault" is none of none, all, faults; did you mean "faults"?"#,
    ),
    (
        "[log]\nactions = 1",
        "quick.toml: line 5: log.actions: expected one of none, all, faults, found 1",
    ),
    (
        "[log]\nactions = \"every = 100\"",
        "quick.toml: line 5: log.actions: expected every = N on a line of its own, without quotes",
    ),
    (
        "[log]\ncompress = true",
        "quick.toml: line 5: log.compress: expected one of none, zstd, found true",
    ),
    (
        "[log]\ncompress = \"gzip\"",
        r#"quick.toml: line 5: log.compress: "gzip" is none of none, zstd"#,
    ),
    (
        "[log]\nevery = 0",
        "quick.toml: line 5: log.every: expected a whole number from 1 to 18446744073709551615, found 0",
    ),
    (
        "[log]\nevery = \"all\"",
        r#"quick.toml: line 5: log.every: expected a whole number from 1 to 18446744073709551615, found "all""#,
    ),
    (
        "[log]\nactions = \"all\"\nevery = 5",
        "quick.toml: line 6: log.every: log.actions is given as well; expected one of the two",
    ),
    (
        "[log]\nactions = { evry = 5 }",
        r#"quick.toml: line 5: log.actions.evry: unknown key; did you mean "every"?"#,
    ),
    (
        "[log]\nactions = {}",
        "quick.toml: line 5: log.actions.every: missing; expected a whole number",
    ),
    (
        "[log]\nactions = { every = 0 }",
        "quick.toml: line 5: log.actions.every: expected a whole number from 1 to 18446744073709551615, found 0",
    ),
    (
        r#"limits.game_ms = true"#,
        r#"quick.toml: line 4: limits.game_ms: expected a whole number from 1 to 86400000, found true"#,
    ),
    (
        r#"limits.timer_ms = true"#,
        r#"quick.toml: line 4: limits.timer_ms: expected a whole number from 1 to 86400000, found true"#,
    ),
    (
        r#"limits.fuel = "much""#,
        r#"quick.toml: line 4: limits.fuel: expected a whole number from 1 to 18446744073709551615, found "much""#,
    ),
    (
        r#"limits.wasm = "wasmtme""#,
        r#"quick.toml: line 4: limits.wasm: "wasmtme" is none of wasmi, wasmtime; did you mean "wasmtime"?"#,
    ),
    (
        r#"limits.wasm = false"#,
        r#"quick.toml: line 4: limits.wasm: expected one of wasmi, wasmtime, found false"#,
    ),
    (
        r#"limits.allow-weaker = 1"#,
        r#"quick.toml: line 4: limits.allow-weaker: expected true or false, found 1"#,
    ),
    (
        r#"limits.pin = "no""#,
        r#"quick.toml: line 4: limits.pin: expected true or false, found "no""#,
    ),
    (
        "limits = 1",
        "quick.toml: line 4: limits: expected a section [limits], found 1",
    ),
    (
        "[limits]\nmove = 5",
        r#"quick.toml: line 5: limits.move: unknown key; did you mean "move_ms"?"#,
    ),
    (
        "[limits]\nmove_ms = 0",
        "quick.toml: line 5: limits.move_ms: expected a whole number from 1 to 86400000, found 0",
    ),
    (
        "[limits]\nmove_ms = 86400001",
        "quick.toml: line 5: limits.move_ms: expected a whole number from 1 to 86400000, found 86400001",
    ),
    (
        "[limits]\nstart_ms = \"1s\"",
        r#"quick.toml: line 5: limits.start_ms: expected a whole number from 1 to 86400000, found "1s""#,
    ),
    (
        "[limits]\nstart_ms = 0",
        "quick.toml: line 5: limits.start_ms: expected a whole number from 1 to 86400000, found 0",
    ),
    (
        "[limits]\nmemory_mb = 0",
        "quick.toml: line 5: limits.memory_mb: expected a whole number from 1 to 1048576, found 0",
    ),
    (
        "[limits]\nmemory_mb = 1048577",
        "quick.toml: line 5: limits.memory_mb: expected a whole number from 1 to 1048576, found 1048577",
    ),
    (
        "[limits]\nfaults = -1",
        "quick.toml: line 5: limits.faults: expected a whole number from 0 to 18446744073709551615, found -1",
    ),
    (
        "[limits]\nfaults = \"never\"",
        r#"quick.toml: line 5: limits.faults: expected a whole number from 0 to 18446744073709551615, found "never""#,
    ),
    (
        "[limits]\nisolation = \"jial\"",
        r#"quick.toml: line 5: limits.isolation: "jial" is none of none, process, jail; did you mean "jail"?"#,
    ),
    (
        "[limits]\nisolation = true",
        "quick.toml: line 5: limits.isolation: expected one of none, process, jail, found true",
    ),
    (
        "[limits]\nseats = 2",
        "quick.toml: line 5: limits.seats: unknown key; it belongs under [schedule]",
    ),
    (
        r#"rules = "dice=5""#,
        r#"quick.toml: line 4: rules: expected a section [rules], found "dice=5""#,
    ),
    (
        "[rules]\ndice = 2026-09-01",
        "quick.toml: line 5: rules.dice: expected a number, text, true, false or a list of those, found a date or time",
    ),
    (
        "[rules]\ndice = { a = 1 }",
        "quick.toml: line 5: rules.dice: expected a number, text, true, false or a list of those, found a table",
    ),
    (
        "[rules]\ndice = [[5], [3]]",
        "quick.toml: line 5: rules.dice: expected a number, text, true, false or a list of those, found a list",
    ),
    (
        "[rules]\ndice = [\"5,3\"]",
        r#"quick.toml: line 5: rules.dice: expected list elements without commas and brackets, found "5,3""#,
    ),
    (
        "[rules]\nfirst = \"a\\nb\"",
        r#"quick.toml: line 5: rules.first: expected text on one line, without control characters, found "a\nb""#,
    ),
    (
        "[rules]\na.b = 1",
        "quick.toml: line 5: rules.a: expected a number, text, true, false or a list of those, found a table",
    ),
    (
        "[rules]\ndice = 5\ndice = 4",
        r#"quick.toml: line 6: column 1: "dice" is given twice"#,
    ),
];
