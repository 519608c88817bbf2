//! `same-owner = "apart"`: one owner's bots do not meet.

use super::bench::{Home, Log, errors};
use std::collections::BTreeMap;
use std::process::Command;

/// A table of three: bots by name with their owners.
fn spec(rule: &str, bots: &[(&str, &str)]) -> String {
    let bots = bots.iter().map(|(name, owner)| {
        let owner = match *owner {
            "" => String::new(),
            owner => format!("owner = \"{owner}\"\n"),
        };
        format!("[[bot]]\nname = \"{name}\"\nuse = \"random\"\n{owner}")
    });
    format!(
        "seed = 9\ngame = \"liars-dice\"\n[rules]\ndice = 2\n[schedule]\nseats = 3\ndeals = 6\nsession = 2\n\
         [log]\nactions = \"all\"\n[bots]\nsame-owner = \"{rule}\"\n{}",
        bots.collect::<String>()
    )
}

const BOTS: [(&str, &str); 6] = [
    ("a1", "ann"),
    ("b1", "ben"),
    ("a2", "ann"),
    ("c", ""),
    ("b2", "ben"),
    ("d", ""),
];

/// The rows by what they are of, and whether the owners of each are apart.
fn rows(log: &Log) -> BTreeMap<String, (bool, String)> {
    let rows = log.games.lines().skip(1).map(|row| {
        let fields: Vec<&str> = row.split(',').collect();
        let owners = fields[4..7].iter().map(|bot| &bot[..1]);
        let mut owners: Vec<&str> = owners.collect();
        owners.sort_unstable();
        owners.dedup();
        (fields[1..4].join("."), (owners.len() == 3, row.to_owned()))
    });
    rows.collect()
}

fn verb(home: &Home, words: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dudo"));
    let output = command.current_dir(home.path("")).args(words).output();
    let output = output.unwrap();
    assert!(output.status.success(), "{words:?}: {}", errors(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// Of the games of the same run file without the key those are played, byte for byte,
/// that keep owners apart; every verb that plans again plans the same.
#[test]
fn owners_are_kept_apart_and_the_rest_is_as_it_was() {
    let home = Home::new();
    home.write("apart.toml", &spec("apart", &BOTS));
    home.write("together.toml", &spec("together", &BOTS));
    home.ran("apart.toml", "apart", &[]);
    home.ran("together.toml", "together", &[]);
    let mut expected = rows(&home.log("together"));
    assert_eq!(expected.len(), 20 * 3 * 6);
    expected.retain(|_, (apart, _)| *apart);
    // One each of ann, ben and the two others, or both of these.
    assert_eq!(expected.len(), (2 * 2 * 2 + 4) * 3 * 6);
    assert_eq!(rows(&home.log("apart")), expected);

    let said = verb(&home, &["run", "apart.toml", "--dry-run"]);
    assert!(
        said.contains("12 tables x 6 deals x 3 rotations = 216 games"),
        "{said}"
    );
    assert!(
        said.contains("\n8 tables left out: two bots of one owner do not meet\n"),
        "{said}"
    );
    let said = verb(&home, &["verify", "apart", "--all"]);
    assert!(said.contains("all is as the plan has it"), "{said}");
    let key = expected.keys().next_back().unwrap();
    let said = verb(&home, &["replay", "apart", key]);
    assert!(said.contains("it ends as the log says"), "{said}");
    verb(
        &home,
        &["plan", "apart.toml", "--shards", "3", "--out", "plan"],
    );
    for index in ["0", "1", "2"] {
        verb(&home, &["shard", "plan", "--index", index]);
    }
    verb(&home, &["merge", "plan", "--out", "merged"]);
    assert_eq!(home.log("merged"), home.log("apart"));
}

/// Bots that join, also of owners that are there, change no row.
#[test]
fn newcomers_change_no_row() {
    let home = Home::new();
    home.write("run.toml", &spec("apart", &BOTS[..4]));
    home.ran("run.toml", "run", &[]);
    let before = rows(&home.log("run"));
    home.write("run.toml", &spec("apart", &BOTS));
    home.ran("run.toml", "run", &[]);
    home.ran("run.toml", "fresh", &[]);
    assert_eq!(home.log("run"), home.log("fresh"));
    let after = rows(&home.log("run"));
    assert!(before.iter().all(|(key, row)| after.get(key) == Some(row)));
    assert!(after.len() > before.len() && !before.is_empty());

    // The rule, and who owns what, is part of the run.
    for (text, says) in [
        (
            spec("together", &BOTS),
            "the run in it has same-owner = apart, the run file wants together",
        ),
        (
            spec("apart", &BOTS).replace("\"ben\"", "\"bob\""),
            "the run in it has \"b1\" as the bot of ben, the run file wants bob",
        ),
    ] {
        home.write("run.toml", &text);
        let output = home.run("run.toml", "run", &[]);
        assert_eq!(output.status.code(), Some(2));
        assert!(errors(&output).contains(says), "{}", errors(&output));
    }
}

/// Whose a submission is stands in its `bot.toml`.
#[test]
fn submissions_say_whose_they_are() {
    let home = Home::new();
    let folder = |name: &str, owner: &str| {
        let text = format!("command = [\"python3\", \"bot.py\"]\n{owner}");
        home.write(&format!("in/{name}/bot.toml"), &text);
        home.write(&format!("in/{name}/bot.py"), "raise SystemExit\n");
    };
    folder("one", "owner = \"ann\"\n");
    folder("two", "owner = \" ann \"\n");
    folder("three", "");
    // One that is broken is its folder's.
    home.write("in/four/bot.toml", "owner = 4");
    let text = spec("apart", &[("mine", "three"), ("own", "")])
        .replace("[bots]", "[bots]\nfolder = \"in\"")
        .replace("seats = 3", "seats = 2")
        .replace("seed = 9", &format!("seed = \"{}\"", "0a".repeat(32)))
        .replace("[bots]", "[limits]\nallow-weaker = true\n[bots]");
    home.write("run.toml", &text);
    home.ran("run.toml", "run", &[]);
    let manifest = home.read("run/manifest.toml");
    let owners = manifest.lines().filter(|line| line.starts_with("owner = "));
    let owners: Vec<&str> = owners
        .map(|line| line.trim_start_matches("owner = "))
        .collect();
    assert_eq!(
        owners,
        ["\"three\"", "\"four\"", "\"ann\"", "\"three\"", "\"ann\""]
    );
    let games = home.log("run").games;
    let met = |a: &str, b: &str| games.contains(&format!(",{a},{b},"));
    assert!(met("mine", "one") && met("one", "three") && met("own", "mine"));
    assert!(!met("one", "two") && !met("two", "one") && !met("mine", "three"));
}
