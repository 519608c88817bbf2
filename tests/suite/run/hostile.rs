//! Hostile run files through the real binary: one line, the right exit code,
//! and nothing is made.

use super::bench::{Home, Log, Spec, dudo, dudo_run, expect_error, stderr};
use std::fs;

const GOOD: &str = "seed = 7\ngame = \"liars-dice\"\n[rules]\ndice = 2\n[schedule]\ndeals = 5\n\
                    [[bot]]\nuse = \"random\"\n[[bot]]\nuse = \"caller\"\n";

#[test]
fn mistakes_are_one_line_and_make_nothing() {
    let home = Home::new();
    let (spec, out) = (home.path("spec.toml"), home.path("out"));
    let long = "x".repeat(65);
    let name = |name: &str| {
        GOOD.replace(
            "use = \"random\"",
            &format!("use = \"random\"\nname = \"{name}\""),
        )
    };
    let deals = |value: &str| GOOD.replace("deals = 5", &format!("deals = {value}"));
    for (text, says) in [
        (GOOD.replace("seed", "sede"), "line 1: sede"),
        (GOOD.replace("deals", "dels"), "did you mean \"deals\"?"),
        (
            GOOD.replace("[rules]", "[ruels]"),
            "did you mean \"rules\"?",
        ),
        (GOOD.replace("dice = 2", "dcie = 2"), "line 4: rules.dcie"),
        (GOOD.replace("dice = 2", "dice = 0"), "line 4: rules.dice"),
        (
            GOOD.replace("dice = 2", "dice = 99999999999999999999"),
            "line 4: rules.dice",
        ),
        (
            GOOD.replace("dice = 2", "preset = \"perduo\""),
            "did you mean \"perudo\"?",
        ),
        (
            GOOD.replace("liars-dice", "liars-dcie"),
            "did you mean \"liars-dice\"?",
        ),
        (
            GOOD.replace("\"random\"", "\"radnom\""),
            "did you mean \"random\"?",
        ),
        (
            GOOD.replace("\"random\"", "\"random(x=1)\""),
            "takes no arguments",
        ),
        (
            GOOD.replace("\"random\"", "\"random(\""),
            "closing parenthesis",
        ),
        (
            GOOD.replace("\"random\"", "\"./evil.so\""),
            "line 7: bot.use",
        ),
        (GOOD.replace("\"random\"", "7"), "line 8: bot.use"),
        (GOOD.replace("use = \"random\"", ""), "bot.use"),
        (GOOD.replace("caller", "random"), "random"),
        (GOOD.split("[[bot]]").next().unwrap().into(), "bot"),
        (GOOD.rsplit_once("[[bot]]").unwrap().0.into(), "spec.toml"),
        (deals("0"), "line 6: schedule.deals"),
        (deals("-1"), "line 6: schedule.deals"),
        (deals("1.5"), "line 6: schedule.deals"),
        (deals("\"5\""), "line 6: schedule.deals"),
        (deals("99999999999999999999999"), "line 6: schedule.deals"),
        (deals("18446744073709551615"), "spec.toml"),
        (
            deals("9223372036854775807\nsession = 9223372036854775807"),
            "line 7: schedule.session",
        ),
        (deals("5\nseats = 1"), "schedule.seats"),
        (deals("5\nseats = 9"), "schedule.seats"),
        (deals("5\nseats = 3"), "schedule.seats"),
        (deals("5\ndeals = 6"), "line 7"),
        (deals("5\nfocus = [\"random\"]"), "focus"),
        (
            deals("5\nformat = \"gauntlet\"\nfocus = [\"nobody\"]"),
            "nobody",
        ),
        (name(""), "line 9: bot.name"),
        (name("=1+1"), "line 9: bot.name"),
        (name("@sum"), "line 9: bot.name"),
        (name("a\\nb"), "line 9: bot.name"),
        (name("a\\u202eb"), "line 9: bot.name"),
        (name("caller"), "caller"),
        (name("CALLER"), "caller"),
        (name(&long), "64"),
        (GOOD.replace("seed = 7", "seed = -7"), "line 1: seed"),
        (
            GOOD.replace("seed = 7", "seed = \"sekret\""),
            "line 1: seed",
        ),
        (
            GOOD.replace("seed = 7", "seed = 7\nname = \"../../etc\""),
            "line 2: name",
        ),
        (GOOD.replace("seed = 7", "seed = \"7"), "line 1"),
        ("\u{0}".into(), "spec.toml"),
        (String::new(), "spec.toml"),
    ] {
        fs::write(&spec, &text).unwrap();
        for extra in [&[][..], &["--dry-run"]] {
            let output = dudo_run(&spec, &out).args(extra).output().unwrap();
            expect_error(&output, 2, says);
            assert!(stderr(&output).contains("spec.toml"), "{}", stderr(&output));
            assert!(!out.exists(), "{text}");
        }
    }
}

#[test]
fn run_files_that_are_no_files() {
    let home = Home::new();
    let out = home.path("out");
    let spec = home.path("spec.toml");
    expect_error(&dudo_run(&spec, &out).output().unwrap(), 2, "spec.toml");
    fs::create_dir(&spec).unwrap();
    expect_error(&dudo_run(&spec, &out).output().unwrap(), 2, "spec.toml");
    fs::remove_dir(&spec).unwrap();
    fs::write(&spec, [GOOD.as_bytes(), b"# \xff\n"].concat()).unwrap();
    expect_error(&dudo_run(&spec, &out).output().unwrap(), 2, "UTF-8");
    assert!(!out.exists());
    // What an editor elsewhere makes of a file changes nothing.
    let mut logs = Vec::new();
    for text in [
        GOOD.to_owned(),
        GOOD.replace('\n', "\r\n"),
        format!("\u{feff}{GOOD}"),
    ] {
        fs::write(&spec, text).unwrap();
        let output = dudo_run(&spec, &out).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        logs.push(Log::of(&out).games);
        fs::remove_dir_all(&out).unwrap();
    }
    assert!(logs.iter().all(|log| *log == logs[0]));
}

/// Names that need quotes, or are longer in bytes than in characters.
#[test]
fn strange_names_survive() {
    let home = Home::new();
    let mut base = Spec::of(0, 6);
    for name in [
        "comma, inside",
        "\"quoted\"",
        "🎲 Zoë",
        &"ü".repeat(64),
        "semi;colon:1",
        "back\\slash",
    ] {
        base.bots.push((name.into(), "random".into()));
    }
    base.session = 4;
    let mut more = base.clone();
    more.bots.push(("a,\"b\",c".into(), "caller".into()));
    more.deals = 9;
    let folder = home.path("run");
    for spec in [&base, &more] {
        let path = home.write("spec.toml", spec);
        let output = dudo_run(&path, &folder).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        Log::of(&folder).expect(&spec.fresh(), "strange names");
        let games = fs::read(folder.join("games.csv")).unwrap();
        fs::write(folder.join("games.csv"), &games[..games.len() - 5]).unwrap();
        assert!(dudo_run(&path, &folder).output().unwrap().status.success());
        Log::of(&folder).expect(&spec.fresh(), "strange names, torn");
    }
    let output = dudo()
        .arg("rank")
        .arg(&folder)
        .args(["--format", "json"])
        .output()
        .unwrap();
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let said = json.to_string();
    for (name, _) in &more.bots {
        assert!(
            said.contains(&serde_json::to_string(name).unwrap()),
            "{name}"
        );
    }
}
