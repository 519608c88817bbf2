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

/// Every verb that plans a run again finds what was played; in parts it is the same log.
fn planned_again(home: &Home, spec: &str, folder: &str, game: &str) {
    let said = verb(home, &["verify", folder, "--all"]);
    assert!(said.contains("all is as the plan has it"), "{said}");
    let said = verb(home, &["replay", folder, game]);
    assert!(said.contains("it ends as the log says"), "{said}");
    verb(home, &["plan", spec, "--shards", "3", "--out", "plan"]);
    for index in ["2", "0", "1"] {
        verb(home, &["shard", "plan", "--index", index]);
    }
    verb(home, &["merge", "plan", "--out", "merged"]);
    assert_eq!(home.log("merged"), home.log(folder));
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
    let last = expected.keys().next_back().unwrap();
    planned_again(&home, "apart.toml", "apart", last);
}

/// Tables that are drawn keep owners apart as well: the same bytes for any number of threads,
/// in parts, and to every verb that plans again.
#[test]
fn drawn_tables_keep_owners_apart() {
    let home = Home::new();
    let bots: Vec<(String, String)> = (0..14)
        .map(|bot| {
            let owner = ["ann", "ben", "cy", "dora"][bot % 4];
            (format!("{}{bot}", &owner[..1]), owner.to_owned())
        })
        .collect();
    let bots: Vec<(&str, &str)> = bots.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let text = spec("apart", &bots)
        .replace("deals = 6", "tables = 23\ndeals = 6")
        .replace("dice = 3", "dice = 1");
    home.write("run.toml", &text);
    for threads in ["1", "2", "7"] {
        verb(
            &home,
            &["run", "run.toml", "--out", threads, "--threads", threads],
        );
        assert_eq!(home.log(threads), home.log("1"), "{threads}");
    }
    let all = rows(&home.log("1"));
    assert_eq!(all.len(), 23 * 3 * 6);
    assert!(all.values().all(|(apart, _)| *apart));
    // A block is two deals, in three of which everybody sits at 4 or 5 tables.
    for deal in ["0.", "2.", "4."] {
        let block = all.iter().filter(|(key, _)| key.starts_with(deal));
        let rows: Vec<&String> = block.map(|(_, (_, row))| row).collect();
        for (bot, _) in &bots {
            let sits = rows
                .iter()
                .filter(|row| row.split(',').skip(4).take(3).any(|b| b == *bot));
            assert!([12, 15].contains(&sits.count()), "{bot} {deal}");
        }
    }

    let said = verb(&home, &["run", "run.toml", "--dry-run"]);
    assert!(said.contains("23 tables drawn for each block"), "{said}");
    assert!(
        said.contains(" tables left out: two bots of one owner do not meet\n"),
        "{said}"
    );
    planned_again(&home, "run.toml", "1", all.keys().next_back().unwrap());
    // More deals go on with it.
    home.write("run.toml", &text.replace("deals = 6", "deals = 8"));
    home.ran("run.toml", "1", &[]);
    home.ran("run.toml", "fresh", &[]);
    assert_eq!(home.log("1"), home.log("fresh"));
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
        .replace(
            "[bots]",
            "[limits]\nstart_ms = 60000\nallow-weaker = true\n[bots]",
        );
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
