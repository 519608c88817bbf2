//! Scripted sessions at the table of every game.

use super::*;
use crate::cmd::Cli;
use clap::Parser;
use std::io::Cursor;
use tempfile::TempDir;

/// Plays a script; what was shown.
fn play(arguments: &str, script: &str) -> String {
    let mut shown = Vec::new();
    let args = arguments_of(arguments).unwrap_or_else(|error| panic!("{arguments}: {error}"));
    let mut terminal = Terminal::new(Cursor::new(script.as_bytes()), &mut shown);
    sit_down(&args, &mut terminal).unwrap_or_else(|error| panic!("{arguments}: {error}"));
    String::from_utf8(shown).unwrap()
}

fn arguments_of(arguments: &str) -> Result<Args, clap::Error> {
    let words = ["dudo", "play"].into_iter().chain(arguments.split(' '));
    Cli::try_parse_from(words).map(|cli| match cli.verb {
        crate::cmd::Verb::Play(args) => args,
        _ => unreachable!(),
    })
}

fn refused(arguments: &str) -> String {
    let args = arguments_of(arguments).unwrap();
    let mut terminal = Terminal::new(Cursor::new(b""), Vec::new());
    sit_down(&args, &mut terminal).unwrap_err().to_string()
}

/// A table of each game, small enough to be played through.
const TABLES: [&str; 4] = [
    "--game liars-dice --against odds honest --rules dice=2,ones-wild=on --seed 3",
    "--game poker-liar --against odds --rules chips=2 --seed 3",
    "--game liars-boggle --against odds random --seed 3",
    "--game mia --against solver --rules lives=2 --seed 3",
];

/// The line that says what can be done, for each decision of a session.
fn offers(shown: &str) -> Vec<&str> {
    let lines = shown.lines();
    lines
        .filter_map(|line| line.strip_prefix("you can     "))
        .collect()
}

/// The first thing that is offered last in the list, as a person would type it:
/// a doubt where one is possible, else the lowest that is legal.
fn answer(offer: &str) -> &str {
    let kinds: Vec<&str> = offer.split(" | ").collect();
    let doubts = ["challenge", "doubt", "call", "look"];
    let doubt = kinds.iter().find(|kind| doubts.contains(kind));
    let kind = doubt.unwrap_or(&kinds[0]);
    kind.split(" … ").next().unwrap()
}

/// Answers until the game is over: the script that plays it, and what it shows.
fn play_through(arguments: &str) -> (String, String) {
    let mut script = String::new();
    for _ in 0..400 {
        let shown = play(arguments, &script);
        if shown.contains("The game is over") {
            return (script, shown);
        }
        let offer = offers(&shown).last().copied().unwrap();
        script += &format!("{}\n", answer(offer));
    }
    panic!("{arguments} does not end:\n{script}");
}

#[test]
fn every_game_is_played_to_its_end() {
    for table in TABLES {
        let (script, shown) = play_through(table);
        assert!(script.lines().count() >= 2, "{table}: {script}");
        assert!(shown.contains("The game is over after "), "{shown}");
        assert!(shown.contains(". you"), "{shown}");
        assert!(!shown.contains("failed"), "{shown}");
        // The same seed and the same answers: the same game.
        assert_eq!(play(table, &script), shown);
    }
}

/// What is no action, not legal, empty, cut off or not even text is said and
/// asked again: the game goes on as if it had not been typed.
#[test]
fn typing_mistakes_cost_nothing() {
    for table in TABLES {
        let (script, shown) = play_through(table);
        let mut sloppy = String::new();
        for (number, line) in script.lines().enumerate() {
            let slip = [
                "bidd 3x5",
                "",
                "   ",
                "claim QQQQQQ",
                "announce 99",
                "bid 99x9",
                "\u{1b}[2J",
                "pass 7",
                "roll 9",
                "drop 99",
                "17",
                "legal",
                "help",
                "rules",
                "undoo",
                "bid zzzzzz",
                "-",
                "LOOK AT THAT",
            ];
            for at in 0..4 {
                sloppy += &format!("{}\n", slip[(number * 4 + at) % slip.len()]);
            }
            sloppy += &format!("  {}  \n", line.to_uppercase());
        }
        let found = play(table, &sloppy);
        let last = |text: &str| text.lines().last().unwrap().to_owned();
        assert_eq!(last(&found), last(&shown), "{table}\n{sloppy}\n{found}");
        assert!(
            !found.contains("failed") && !found.contains('\u{1b}'),
            "{found}"
        );
        let facts = |text: &str| -> Vec<String> {
            let told = |line: &&str| line.starts_with("  ") && line.contains(": ");
            let lines = text
                .lines()
                .map(|line| line.trim_start_matches("> ").trim_end());
            lines.filter(told).map(String::from).collect()
        };
        assert!(facts(&found).len() >= facts(&shown).len());
    }
}

#[test]
fn whoever_leaves_leaves_without_a_row() {
    let home = TempDir::new().unwrap();
    for table in TABLES {
        let (script, _) = play_through(table);
        let first: String = script
            .lines()
            .take(1)
            .map(|line| format!("{line}\n"))
            .collect();
        for (number, end) in ["", "quit\n", "q", "exit\nbid 1x2\n"].iter().enumerate() {
            let log = home.path().join(format!("{number}.csv"));
            let shown = play(
                &format!("{table} --log {}", log.display()),
                &format!("{first}{end}"),
            );
            assert!(
                shown.ends_with("you left the table; this game does not count\n"),
                "{shown}"
            );
            assert!(!shown.contains("The game is over"), "{shown}");
            assert!(!log.exists());
        }
        // At once, too.
        assert!(play(table, "").contains("you left the table"));
    }
}

/// No die of another is shown before somebody has to show it: until then the
/// only dice on the screen are those of the person.
#[test]
fn dice_are_hidden_until_they_are_shown() {
    let table = "--against honest --rules dice=5 --seed 11 --seat 1";
    let shown = play(table, "bid 1x2\n");
    let before = shown.split("reveal").next().unwrap();
    let own = before
        .lines()
        .find(|line| line.starts_with("your dice"))
        .unwrap();
    let hand = own
        .split_whitespace()
        .skip(2)
        .take(5)
        .collect::<Vec<_>>()
        .join(" ");
    for line in before.lines() {
        // Five faces in a row are a hand.
        let faces = line.split_whitespace().filter(|word| word.len() == 1);
        let faces: Vec<&str> = faces.filter(|word| word.parse::<u8>().is_ok()).collect();
        assert!(faces.len() < 5 || faces.join(" ") == hand, "{line}");
    }
    let shown = play(table, "bid 1x2\nchallenge\n");
    let told = shown.lines().filter(|line| line.contains(": reveal"));
    assert_eq!(told.count() % 2, 0, "{shown}");
}

/// An action that was not meant is taken back, and the game is the one in which
/// it was never typed.
#[test]
fn what_was_not_meant_is_taken_back() {
    let table = "--against honest --rules dice=5 --seed 11 --seat 1";
    let meant = play(table, "bid 1x3\nchallenge\n");
    let slipped = play(table, "bid 1x2\nundo\nbid 1x3\nchallenge\n");
    let end = |text: &str| {
        let at = text.rfind("you can").unwrap();
        text[at..].to_owned()
    };
    assert_eq!(end(&meant), end(&slipped), "{slipped}");
    // Twice in a row, back to the beginning.
    let twice = play(table, "bid 1x2\nbid 2x2\nundo\nundo\nbid 1x3\nchallenge\n");
    assert_eq!(end(&meant), end(&twice), "{twice}");
    // Not before anything was done, and not after dice were shown.
    for script in ["undo\n", "bid 1x2\nchallenge\nundo\n"] {
        let shown = play(table, script);
        assert!(shown.contains("there is nothing to take back"), "{shown}");
    }
    // Nor after a look at dice of one's own that the action has brought.
    let shown = play(
        "--game mia --against timid --seed 5 --seat 2",
        "believe\nundo\n",
    );
    assert!(shown.contains("there is nothing to take back"), "{shown}");
}

#[test]
fn short_forms_are_understood() {
    let table = "--against honest --rules dice=5 --seed 11 --seat 1";
    for script in ["1x2\n", "BID 1X2\n", "bid  1x2\n", "  bid 1x2 \r\n"] {
        assert_eq!(
            offers(&play(table, script)),
            offers(&play(table, "bid 1x2\n")),
            "{script:?}"
        );
    }
    let shown = play(table, "bid 1x2\nchalenge\n");
    assert!(shown.contains("did you mean \"challenge\"?"), "{shown}");
    let shown = play(table, "challenge\n");
    assert!(shown.contains("not challenge: "), "{shown}");
    let help = play(table, "help\nlegal\nrules\n");
    assert!(help.contains("undo    take your last action back") && help.contains("  bid 1x2  "));
}

#[test]
fn results_are_logged_on_request_and_can_be_rated() {
    let home = TempDir::new().unwrap();
    let log = home.path().join("me.csv");
    let table = format!("{} --log {}", TABLES[3], log.display());
    let (script, _) = {
        // Each try adds a row, so the script is found without the log.
        play_through(TABLES[3])
    };
    for games in 1..=3 {
        let shown = play(&table, &script);
        // Another deal each time, so that the script may not fit to its end.
        let rows = fs::read_to_string(&log).unwrap_or_default();
        assert!(rows.lines().count() <= games + 1, "{shown}");
    }
    let text = fs::read_to_string(&log).unwrap();
    assert!(text.starts_with("rules,deal,table,rotation,bot1,bot2,place1,place2,winner,"));
    assert!(text.contains(",0,0,0,you,solver,"), "{text}");
    dudo_results::rank(
        std::slice::from_ref(&log),
        &dudo_results::Options::default(),
    )
    .unwrap();
    for (arguments, says) in [
        (
            format!("--against odds --log {}", log.display()),
            "it holds games under other rules",
        ),
        (
            format!("--game mia --against odds odds --log {}", log.display()),
            "no log of games at a table of this size",
        ),
    ] {
        assert!(
            refused(&arguments).contains(says),
            "{}",
            refused(&arguments)
        );
    }
    assert_eq!(fs::read_to_string(&log).unwrap(), text);
}

#[test]
fn mistakes_on_the_command_line_name_the_word() {
    for (arguments, says) in [
        ("--against ods", "did you mean \"odds\"?"),
        ("--against odds --game miaa", "did you mean \"mia\"?"),
        ("--against odds --preset perdo", "did you mean \"perudo\"?"),
        ("--against odds --seat 3", "--seat: 1 to 2 at this table"),
        (
            "--against odds --rules dice",
            "is not of the form knob=value",
        ),
    ] {
        assert!(refused(arguments).contains(says), "{}", refused(arguments));
    }
}

/// Talk is offered where the rules allow it, and heard by the table.
#[test]
fn talk_goes_with_an_action() {
    let table = "--game liars-boggle --against odds --rules talk=on --seed 3 --seat 1";
    let shown = play(table, "say \"trust me\" dice 3\nsay nothing\nhelp\ncat\n");
    assert!(
        shown.contains("you will say that with your next action"),
        "{shown}"
    );
    assert!(shown.contains("  you: say \"trust me\" dice 3"), "{shown}");
    assert!(shown.contains("say \"...\""), "{shown}");
}
