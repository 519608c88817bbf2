//! Run files as they should be.

use std::num::NonZeroU64;

use super::*;
use crate::schedule::{BotId, DiceMode, Format, Schedule, Seating};
use dudo_plugin::WasmEngine;

/// The example of the manual, but for the bots that this version does not seat.
const WHOLE: &str = r#"name = "classroom"
seed = 20260901
game = "liars-dice"

[rules]
dice = 5
preset = "perudo"
ones-wild = true
palifico = false
handicap = [5, 3]
until = "one-round"
share = 0.5

[schedule]
format = "gauntlet"
focus = ["alice"]
seats = 3
tables = "all"
deals = 0x10
seating = "all"
dice = "independent"
session = 4

[log]
actions = "faults"

[limits]
move_ms = 500
start_ms = 2_000
memory_mb = 64
faults = 0
isolation = "process"

[[bot]]
use = "odds(threshold=0.4)"

[[bot]]
name = "alice"
use = "odds(threshold=0.5)"

[[bot]]
use = "random"
"#;

#[test]
fn every_key_is_read() {
    let run = parse(WHOLE).unwrap();
    assert_eq!(run.name, "classroom");
    assert_eq!(run.seed, Seed::Integer(20_260_901));
    assert_eq!((run.game.text.as_str(), run.game.line), ("liars-dice", 3));
    let rules: Vec<(&str, &str, usize)> = run
        .rules
        .iter()
        .map(|setting| (&*setting.key, &*setting.value, setting.line))
        .collect();
    let expected = [
        ("preset", "perudo", 7),
        ("dice", "5", 6),
        ("ones-wild", "on", 8),
        ("palifico", "off", 9),
        ("handicap", "[5,3]", 10),
        ("until", "one-round", 11),
        ("share", "0.5", 12),
    ];
    assert_eq!(rules, expected);
    let focus = vec!["alice".to_string()];
    assert_eq!(run.schedule.format, Format::Gauntlet { focus });
    assert_eq!(run.schedule.seats, 3);
    assert_eq!(run.schedule.deals, 16);
    assert_eq!(run.schedule.seating, Seating::All);
    assert_eq!(run.schedule.dice, DiceMode::Independent);
    assert_eq!(run.schedule.session, 4);
    assert_eq!(run.log, Actions::Faults);
    let limits = Limits {
        move_ms: 500,
        start_ms: 2000,
        memory_mb: 64,
        faults: 0,
        isolation: Isolation::Process,
        ..Limits::default()
    };
    assert_eq!(run.limits, limits);
    let bots: Vec<(&str, &str, bool, usize)> = run
        .bots
        .iter()
        .map(|bot| (&*bot.name, &*bot.use_text, bot.named, bot.line))
        .collect();
    let expected = [
        ("odds(threshold=0.4)", "odds(threshold=0.4)", false, 34),
        ("alice", "odds(threshold=0.5)", true, 37),
        ("random", "random", false, 41),
    ];
    assert_eq!(bots, expected);
    let error = run.error(Some(run.game.line), "game", "unknown");
    assert_eq!(error.to_string(), "quick.toml: line 3: game: unknown");
}

#[test]
fn what_is_left_out_has_a_default() {
    let run = parse(HEAD).unwrap();
    assert_eq!(run.name, "quick");
    assert_eq!(run.rules, []);
    assert_eq!(run.schedule, ScheduleSpec::default());
    let settings = run.schedule.settings(&["odds", "random"]).unwrap();
    let schedule = Schedule::new(&settings).unwrap();
    assert_eq!((schedule.games(), schedule.sessions()), (2000, 2000));
    assert_eq!(run.log, Actions::None);
    assert_eq!(run.limits, Limits::default());
    assert_eq!(run.limits.faults, 20);
    assert_eq!(run.limits.isolation, Isolation::Jail);
    // A section without keys says as little as none.
    let empty = parse(format!("{HEAD}[rules]\n[log]\n[limits]\n[bots]\n")).unwrap();
    assert_eq!(empty, run);
}

#[test]
fn line_ends_and_a_byte_order_mark_do_not_matter() {
    let plain = parse(WHOLE).unwrap();
    assert_eq!(parse(WHOLE.replace('\n', "\r\n")).unwrap(), plain);
    assert_eq!(parse(format!("\u{feff}{WHOLE}")).unwrap(), plain);
}

#[test]
fn focus_bots_are_found_in_any_roster_that_has_them() {
    let spec = parse(WHOLE).unwrap().schedule;
    let settings = spec.settings(&["x", "y", "alice"]).unwrap();
    let focus = vec![BotId::new(2)];
    assert_eq!(settings.format, Format::Gauntlet { focus });
    assert_eq!(settings.roster, 3);
    assert_eq!(spec.settings(&["x", "y"]), None);
}

#[test]
fn seeds_are_read_and_written() {
    let digits = "00ff".repeat(16);
    let bytes: [u8; 32] = std::array::from_fn(|i| if i % 2 == 0 { 0 } else { 0xff });
    let cases = [
        ("0", Seed::Integer(0)),
        ("0xff", Seed::Integer(255)),
        ("9223372036854775807", Seed::Integer(i64::MAX as u64)),
        ("\"secret\"", Seed::Secret),
        (&format!("{digits:?}"), Seed::Bytes(bytes)),
        (&format!("{:?}", digits.to_uppercase()), Seed::Bytes(bytes)),
    ];
    for (text, expected) in cases {
        let run = parse(HEAD.replace("seed = 1", &format!("seed = {text}"))).unwrap();
        assert_eq!(run.seed, expected);
    }
    assert_eq!(Seed::Integer(7).to_string(), "7");
    assert_eq!(Seed::Secret.to_string(), "secret");
    assert_eq!(Seed::Bytes(bytes).to_string(), digits);
}

#[test]
fn actions_are_logged_as_asked() {
    let every = Actions::Every(NonZeroU64::new(100).unwrap());
    let cases = [
        ("actions = \"none\"", Actions::None),
        ("actions = \"all\"", Actions::All),
        ("actions = \"faults\"", Actions::Faults),
        ("every = 100", every),
        ("actions = { every = 100 }", every),
        ("actions.every = 100", every),
    ];
    for (text, expected) in cases {
        assert_eq!(parse(format!("{HEAD}[log]\n{text}")).unwrap().log, expected);
    }
}

#[test]
fn logs_are_compressed_where_it_is_asked() {
    for (text, expected) in [
        ("", Packing::None),
        ("[log]\ncompress = \"none\"", Packing::None),
        ("[log]\nevery = 3\ncompress = \"zstd\"", Packing::Zstd),
    ] {
        assert_eq!(parse(format!("{HEAD}{text}")).unwrap().packing, expected);
    }
}

#[test]
fn the_largest_numbers_are_read() {
    let max = u64::MAX;
    let text =
        format!("{HEAD}[schedule]\ndeals = {max}\nsession = 1000000\n[limits]\nfaults = {max}\n");
    let run = parse(text).unwrap();
    assert_eq!((run.schedule.deals, run.schedule.session), (max, 1_000_000));
    assert_eq!(run.limits.faults, max);
}

#[test]
fn names_are_composed_and_foreign_uses_are_handed_on() {
    let text = "seed = 1\ngame = \"mia\"\n[schedule]\nformat = \"gauntlet\"\nfocus = [\"Zoë\"]\n\
        [[bot]]\nuse = \"cmd:python3 zoe.py\"\nname = \"Zoe\u{308}\"\n[[bot]]\nuse = \"./u\u{308}.so\"\n";
    let run = parse(text).unwrap();
    assert_eq!(run.bots[0].name, "Zoë");
    assert_eq!(run.bots[1].name, "./ü.so");
    assert_eq!(
        run.bots[1].use_text, "./u\u{308}.so",
        "a path is kept to the byte"
    );
}

#[test]
fn the_terms_of_a_foreign_bot_are_read() {
    let text = "seed = 1\ngame = \"mia\"\n[limits]\ngame_ms = 9\nfuel = 7\nallow-weaker = true\npin = false\n\
         [[bot]]\nuse = \"./x.so\"\nisolation = \"none\"\ntrusted = true\nrestart = \"never\"\n\
         concurrent = 8\nowner = \"zoe\"\n[[bot]]\nuse = \"a\"\n";
    let run = parse(text).unwrap();
    let limits = run.limits;
    assert_eq!((limits.game_ms, limits.fuel), (Some(9), 7));
    assert!(limits.allow_weaker && !limits.pin);
    let bot = &run.bots[0];
    assert_eq!((bot.isolation, bot.trusted), (Some(Isolation::None), true));
    assert_eq!((bot.restart, bot.concurrent), (Restart::Never, 8));
    assert_eq!(bot.owner.as_deref(), Some("zoe"));
    let plain = &run.bots[1];
    assert_eq!(
        (plain.isolation, plain.trusted, plain.submitted),
        (None, false, false)
    );
    assert_eq!((plain.restart, plain.concurrent), (Restart::Session, 1));
}

/// Names come from files, endings go unless two files then share a name, and
/// what is no bot is none.
#[test]
fn a_folder_of_submissions_is_a_roster() {
    let home = tempfile::tempdir().unwrap();
    let subs = home.path().join("subs");
    std::fs::create_dir_all(subs.join("zoe")).unwrap();
    for file in [
        "bob.py",
        "alice.so",
        "alice.wasm",
        "README.md",
        ".hidden.py",
    ] {
        std::fs::write(subs.join(file), "").unwrap();
    }
    let text = "seed = 1\ngame = \"mia\"\n[bots]\nfolder = \"subs\"\n[[bot]]\nuse = \"odds\"\n";
    let run = RunFile::parse(&home.path().join("c.toml"), text.as_bytes()).unwrap();
    let found: Vec<(&str, &str, bool)> = run
        .bots
        .iter()
        .map(|bot| (&*bot.name, &*bot.use_text, bot.submitted))
        .collect();
    let expected = [
        ("odds", "odds", false),
        ("alice.so", "./subs/alice.so", true),
        ("alice.wasm", "./subs/alice.wasm", true),
        ("bob", "./subs/bob.py", true),
        ("zoe", "./subs/zoe", true),
    ];
    assert_eq!(found, expected);

    std::fs::write(subs.join("odds.py"), "").unwrap();
    let error = RunFile::parse(&home.path().join("c.toml"), text.as_bytes()).unwrap_err();
    assert!(
        error
            .message
            .contains("\"odds\" is the name of the bot in line 5"),
        "{error}"
    );
}

#[test]
fn a_roster_of_thousands_is_quick() {
    let mut text =
        String::from("seed = 1\ngame = \"mia\"\n[schedule]\nformat = \"gauntlet\"\nfocus = [");
    let bots = 20_000;
    for bot in 0..bots / 2 {
        text.push_str(&format!("\"b{bot}\","));
    }
    text.push_str("]\n");
    for bot in 0..bots {
        text.push_str(&format!("[[bot]]\nuse = \"b{bot}\"\n"));
    }
    let run = parse(&text).unwrap();
    assert_eq!(run.bots.len(), bots);
    assert_eq!(run.bots[bots - 1].line, 5 + 2 * bots - 1);
}

/// Another engine than the one that is asked for is never taken.
#[test]
fn the_engine_of_modules_is_chosen_here_or_refused() {
    let run = |line: &str| {
        let text = format!(
            "seed = 1\ngame = \"mia\"\n{line}\nbot = [{{ use = \"a\" }}, {{ use = \"b\" }}]\n"
        );
        parse(&text).map(|run| run.limits.wasm)
    };
    assert_eq!(run("").unwrap(), WasmEngine::Wasmi);
    assert_eq!(run("limits.wasm = \"wasmi\"").unwrap(), WasmEngine::Wasmi);
    let wasmtime = run("limits.wasm = \"wasmtime\"").map_err(|error| error.to_string());
    if cfg!(feature = "wasmtime") {
        assert_eq!(wasmtime, Ok(WasmEngine::Wasmtime));
    } else {
        let error = "quick.toml: line 3: limits.wasm: this program was built without wasmtime; expected \"wasmi\", or a build with it: cargo build --release --features wasmtime";
        assert_eq!(wasmtime, Err(error.into()));
    }
}
