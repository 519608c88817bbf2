//! Who takes part, and who may read what.

use super::bench::{Home, bot, errors, spec};
use std::fs;
use std::os::unix::fs::PermissionsExt;

const CALLER: &str = include_str!("../foreign/caller.py");
const HELPER: &str = include_str!("../foreign/caller_helper.py");

const FOLDER: &str =
    "[limits]\nmove_ms = 60000\nstart_ms = 60000\nallow-weaker = true\n[bots]\nfolder = \"bots\"\n";

/// A folder of two submissions, of which one cannot be loaded.
fn contest() -> Home {
    let home = Home::new();
    let toml = "command = [\"python3\", \"caller.py\"]\n";
    home.write("bots/fine/bot.toml", toml);
    home.write("bots/fine/caller.py", CALLER);
    home.write("bots/fine/caller_helper.py", HELPER);
    home.write("bots/lame/bot.toml", toml);
    home.write(
        "test.toml",
        &spec(3, &(FOLDER.to_owned() + &bot("a", "odds"))),
    );
    home
}

#[test]
fn who_is_absent_stays_absent_and_who_played_must_come_back() {
    let home = contest();
    let said = home.ran("test.toml", "run", &[]);
    assert!(said.contains("lame: absent"), "{said}");
    let log = home.log("run");
    assert!(log.games.contains(":withdrawn"), "{}", log.games);
    // It is mended, and more deals are played: without it all the same.
    home.write("bots/lame/caller.py", CALLER);
    home.write("bots/lame/caller_helper.py", HELPER);
    let more = home.read("test.toml").replace("deals = 3", "deals = 6");
    home.write("test.toml", &more);
    let said = home.ran("test.toml", "run", &[]);
    assert!(said.contains("lame: absent"), "{said}");
    // Unless that is asked for.
    let said = home.ran("test.toml", "run", &["--replace", "lame"]);
    assert!(!said.contains("absent"), "{said}");
    home.ran("test.toml", "fresh", &[]);
    assert_eq!(home.log("run"), home.log("fresh"));
    // One that played is missed.
    fs::remove_file(home.path("bots/fine/caller.py")).unwrap();
    let output = home.run("test.toml", "run", &[]);
    assert_eq!(output.status.code(), Some(2));
    let said = errors(&output);
    assert!(
        said.contains("the bot \"fine\" has played in it and cannot be loaded now"),
        "{said}"
    );
}

/// What lies about is no bot, and whose file is none hears of it.
#[test]
fn what_is_passed_over_is_told() {
    let home = contest();
    home.write("bots/__pycache__/x.pyc", "");
    home.write("bots/.hidden", "");
    home.write("bots/zoe", "#!/bin/sh\n");
    home.write("bots/yan.PY", "");
    let output = home.run("test.toml", "run", &[]);
    let said = errors(&output);
    assert!(
        said.contains("no bots, and passed over: yan.PY, zoe ("),
        "{said}"
    );
    assert!(said.contains("or may be executed"), "{said}");
    assert!(!home.read("run/manifest.toml").contains("pycache"));
}

/// A bot that the run file names itself has to be there.
#[test]
fn a_bot_of_the_run_file_that_cannot_be_loaded_is_a_mistake() {
    let home = contest();
    let text = spec(3, &(bot("a", "odds") + &bot("b", "./bots/lame")));
    home.write("named.toml", &text);
    let output = home.run("named.toml", "run", &[]);
    assert_eq!(output.status.code(), Some(2), "{}", errors(&output));
}

#[test]
fn a_secret_seed_is_its_owners_until_it_is_revealed() {
    let home = Home::new();
    let text = spec(3, &(bot("a", "odds") + &bot("b", "caller")));
    let text = text.replace(&"5e".repeat(32), "secret");
    home.write("test.toml", &text);
    home.ran("test.toml", "run", &[]);
    let mode = || {
        let data = fs::metadata(home.path("run/manifest.toml")).unwrap();
        data.permissions().mode() & 0o777
    };
    assert_eq!(mode(), 0o600);
    let more = text.replace("deals = 3", "deals = 6");
    home.write("test.toml", &more);
    home.ran("test.toml", "run", &[]);
    assert_eq!(mode(), 0o600);
    let said = home.ran("test.toml", "run", &["--reveal"]);
    let manifest = home.read("run/manifest.toml");
    let seed = said
        .lines()
        .find_map(|line| line.strip_prefix("The seed was "));
    assert!(
        manifest.contains(&format!("seed = \"{}\"", seed.unwrap())),
        "{said}"
    );
    assert_eq!(mode(), 0o644);
    // It does not become secret again.
    home.write("test.toml", &more.replace("deals = 6", "deals = 9"));
    home.ran("test.toml", "run", &[]);
    assert_eq!(mode() & 0o044, 0o044);
}

#[test]
fn names_that_look_alike_are_refused() {
    let home = Home::new();
    let text = spec(3, &(bot("bill", "odds") + &bot("b\u{456}ll", "caller")));
    home.write("test.toml", &text);
    let output = home.run("test.toml", "run", &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        errors(&output).contains("looks like \"bill\""),
        "{}",
        errors(&output)
    );
}
