//! Games told again: they are those of the log, from either source.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use dudo::error::RunError;
use dudo::replay::{Replay, Replayer, Source};
use dudo::run::{Settings, Show, prepare, run};
use dudo::spec::RunFile;
use dudo::stop::Stop;
use dudo_results::log::{ActionsReader, Coordinates, LoggedGame};
use dudo_results::story::ClaimKind;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// Small runs of every game: sessions, dice of their own, talk, votes, polls.
pub(crate) const RUNS: &[(&str, &str, &str)] = &[
    (
        "liars-dice",
        "preset = \"perudo\"\ndice = 3",
        "seats = 3\ndeals = 4\nsession = 3",
    ),
    (
        "liars-dice",
        "dice = 2\nany-player = true",
        "seats = 2\ndeals = 3\ndice = \"independent\"",
    ),
    (
        "mia",
        "lives = 2\npass-unseen = true",
        "seats = 3\ndeals = 3",
    ),
    (
        "poker-liar",
        "chips = 2",
        "seats = 3\ndeals = 4\nsession = 2",
    ),
    (
        "liars-boggle",
        "preset = \"friendly\"\nvote = \"all\"\nhandicap = [2, 2, 1]",
        "seats = 3\ndeals = 2\nseating = \"none\"",
    ),
];

/// Plays a run with all actions logged.
pub(crate) fn play(folder: &Path, game: &str, rules: &str, schedule: &str, bots: &[&str]) {
    let bots: String = bots.iter().map(|bot| format!("[[bot]]\n{bot}\n")).collect();
    let text = format!(
        "seed = 11\ngame = \"{game}\"\n[rules]\n{rules}\n[schedule]\n{schedule}\n[log]\nactions = \"all\"\n{bots}"
    );
    let spec = RunFile::parse(Path::new("test.toml"), text.as_bytes());
    let spec = spec.unwrap_or_else(|error| panic!("{error}"));
    let settings = Settings {
        folder: folder.into(),
        threads: 1,
        show: Show::Silent,
        die_after: None,
    };
    let prepared = prepare(&spec).unwrap_or_else(|error| panic!("{error}"));
    let done = run(prepared, &settings, &Stop::new()).unwrap_or_else(|error| panic!("{error}"));
    assert!(done.complete);
}

pub(crate) const BOTS: [&str; 3] = ["use = \"random\"", "use = \"odds\"", "use = \"reader\""];

pub(crate) fn logged(folder: &Path) -> Vec<LoggedGame> {
    let file = File::open(folder.join("actions.csv")).unwrap();
    let mut reader = ActionsReader::new(file, "actions.csv".into());
    let mut games = Vec::new();
    while let Some(game) = reader.next_game().unwrap() {
        games.push(game);
    }
    games
}

fn lines(replay: &Replay) -> Vec<(u32, u32, usize, &str)> {
    let steps = replay.steps.iter();
    steps
        .map(|step| (step.step, step.round, step.seat, step.event.as_str()))
        .collect()
}

/// Takes a run's bots for others, so that they cannot be played again.
fn strange_bots(folder: &Path) {
    let path = folder.join("manifest.toml");
    let manifest = fs::read_to_string(&path).unwrap();
    fs::write(
        &path,
        manifest.replace("content = \"dudo ", "content = \"other "),
    )
    .unwrap();
}

#[test]
fn every_game_is_told_as_it_was_logged_from_both_sources() {
    for (game, rules, schedule) in RUNS {
        let home = TempDir::new().unwrap();
        let folder = home.path();
        play(folder, game, rules, schedule, &BOTS);
        let games = logged(folder);
        let mut replayer = Replayer::open(folder, &[]).unwrap();
        let played: Vec<Replay> = games
            .iter()
            .map(|game| {
                replayer
                    .game(game.at)
                    .unwrap_or_else(|error| panic!("{error}"))
            })
            .collect();
        strange_bots(folder);
        let mut replayer = Replayer::open(folder, &[]).unwrap();
        assert!(replayer.not_played().unwrap().contains("here it is"));
        for (logged, played) in games.iter().zip(played) {
            assert_eq!(played.source, Source::Played);
            assert_eq!(played.differs, None, "{game}");
            let expected: Vec<_> = logged
                .lines
                .iter()
                .map(|it| (it.step, it.round, it.seat, it.event.as_str()))
                .collect();
            assert_eq!(lines(&played), expected, "{game}");
            let read = replayer.game(logged.at).unwrap();
            assert_eq!((read.source, read.steps), (Source::Log, played.steps));
        }
    }
}

/// Whether bids are true is counted again here, from the dice as they are
/// shown; and a round is settled against whoever was wrong.
#[test]
fn truth_is_what_the_dice_show() {
    let home = TempDir::new().unwrap();
    let folder = home.path();
    play(
        folder,
        "liars-dice",
        "ones-wild = true",
        "seats = 3\ndeals = 12",
        &BOTS,
    );
    let mut replayer = Replayer::open(folder, &[]).unwrap();
    let (mut bids, mut settled) = (0, 0);
    for game in logged(folder) {
        let replay = replayer.game(game.at).unwrap();
        let mut standing = None;
        for (at, step) in replay.steps.iter().enumerate() {
            let Some(claim) = &step.claim else { continue };
            let dice: Vec<&str> = step.dice.iter().flat_map(|dice| dice.split(' ')).collect();
            if let Some(bid) = step.event.strip_prefix("bid ") {
                let (quantity, face) = bid.split_once('x').unwrap();
                let count = dice
                    .iter()
                    .filter(|&&die| die == face || die == "1")
                    .count();
                assert_eq!(
                    claim.holds,
                    count >= quantity.parse().unwrap(),
                    "{bid} of {dice:?}"
                );
                standing = Some((step.seat, claim.holds));
                let chance = claim.chances[step.seat - 1].unwrap();
                assert!(claim.holds || chance < 1.0);
                bids += 1;
            } else {
                let (bidder, held) = standing.unwrap();
                assert_eq!(claim.against, Some(bidder));
                assert_eq!(claim.holds, !held);
                let loser = if held { step.seat } else { bidder };
                let lost = replay.steps[at..].iter().find(|it| it.event == "lose 1");
                assert_eq!(lost.unwrap().seat, loser);
                let ruling = replay.steps[at..].iter().find_map(|it| it.ruling.as_ref());
                assert!(
                    ruling
                        .unwrap()
                        .contains(&format!("seat {loser} loses 1 die"))
                );
                settled += 1;
            }
        }
    }
    assert!(
        bids > 200 && settled > 100,
        "{bids} bids, {settled} settled"
    );
}

/// A bot that bids at random is believed by nobody, so its bids are true as
/// often as they look, to everybody: within four standard errors.
#[test]
fn chances_are_calibrated() {
    for (game, rules) in [
        ("liars-dice", "ones-wild = true\nnatural = true"),
        ("liars-dice", "preset = \"perudo\""),
        ("mia", ""),
        ("liars-boggle", "handicap = [3, 3]"),
    ] {
        let home = TempDir::new().unwrap();
        let bots = [
            "name = \"a\"\nuse = \"random\"",
            "name = \"b\"\nuse = \"random\"",
        ];
        play(home.path(), game, rules, "seats = 2\ndeals = 60", &bots);
        let mut replayer = Replayer::open(home.path(), &[]).unwrap();
        // By who looks: the bidder, the other.
        let mut sums = [(0.0, 0.0, 0.0); 2];
        for logged in logged(home.path()) {
            let replay = replayer.logged(&logged).unwrap();
            let bids = replay
                .steps
                .iter()
                .filter_map(|it| Some((it.seat, it.claim.as_ref()?)));
            for (seat, claim) in bids.filter(|(_, claim)| claim.kind == ClaimKind::Bid) {
                for looker in 1..=2 {
                    let chance = claim.chances[looker - 1].unwrap();
                    let sum = &mut sums[usize::from(looker != seat)];
                    sum.0 += f64::from(u8::from(claim.holds)) - chance;
                    sum.1 += chance * (1.0 - chance);
                    sum.2 += 1.0;
                }
            }
        }
        for (looker, (off, variance, bids)) in ["bidder", "other"].into_iter().zip(sums) {
            assert!(bids > 100.0, "{game}: {bids} bids");
            // Bids of a round share their dice, hence the factor.
            let bound = 4.0 * (4.0 * variance).sqrt() + 1e-9;
            assert!(
                off.abs() <= bound,
                "{game} {rules}, {looker}: {off} of {bids}, {bound}"
            );
        }
    }
}

#[test]
fn what_does_not_follow_is_told() {
    let home = TempDir::new().unwrap();
    let folder = home.path();
    play(
        folder,
        "liars-dice",
        "dice = 2",
        "seats = 2\ndeals = 2",
        &BOTS[..2],
    );
    let at = Coordinates {
        deal: 1,
        table: 0,
        rotation: 0,
    };
    let (games, actions) = (folder.join("games.csv"), folder.join("actions.csv"));
    let (row, text) = (
        fs::read_to_string(&games).unwrap(),
        fs::read_to_string(&actions).unwrap(),
    );

    // Another number of rounds in the row.
    let line = row.lines().find(|line| line.contains(",1,0,0,")).unwrap();
    let fields: Vec<&str> = line.split(',').collect();
    let mut other: Vec<String> = fields.iter().map(ToString::to_string).collect();
    let rounds = other.len() - 3;
    other[rounds] = "99".into();
    fs::write(&games, row.replace(line, &other.join(","))).unwrap();
    let replay = Replayer::open(folder, &[]).unwrap().game(at).unwrap();
    assert_eq!(replay.differs.as_deref(), Some(other.join(",").as_str()));
    let output = dudo(&["replay", &folder.to_string_lossy(), "1.0.0"], "");
    assert_eq!(output.status.code(), Some(4));

    // Other dice, and other bots.
    fs::write(&games, &row).unwrap();
    let roll = text
        .lines()
        .find(|line| line.starts_with("1,0,0,0,1,1,roll"))
        .unwrap();
    fs::write(&actions, text.replace(roll, "1,0,0,0,1,1,roll 6 6 6")).unwrap();
    strange_bots(folder);
    let error = Replayer::open(folder, &[]).unwrap().game(at).unwrap_err();
    assert!(matches!(error, RunError::Log { .. }) && error.exit_code() == 4);
    let said = error.to_string();
    assert!(
        said.contains("of game 1.0.0: found \"roll 6 6 6\" where \"roll "),
        "{said}"
    );

    // Actions that are not there.
    fs::remove_file(&actions).unwrap();
    let error = Replayer::open(folder, &[]).unwrap().game(at).unwrap_err();
    assert!(
        error.to_string().contains("cannot be played again"),
        "{error}"
    );
    assert_eq!(error.exit_code(), 2);
}

fn dudo(args: &[&str], typed: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_dudo"))
        .args(args)
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(typed.as_bytes())
        .unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn the_verb_has_three_forms_and_waits_when_asked() {
    let home = TempDir::new().unwrap();
    let folder: PathBuf = home.path().join("run");
    play(
        &folder,
        "liars-dice",
        "dice = 2",
        "seats = 2\ndeals = 3",
        &BOTS,
    );
    let folder = folder.to_string_lossy();
    let text = |args: &[&str], typed: &str| {
        let output = dudo(&[&["replay", &folder], args].concat(), typed);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{said}");
        String::from_utf8(output.stdout).unwrap()
    };
    let whole = text(&["2.1.0"], "");
    for part in [
        "Game 2.1.0",
        "Round 1",
        "it ends as the log says",
        "dice  1 ",
        "=> ",
        "place 1",
    ] {
        assert!(whole.contains(part), "{part} in {whole}");
    }
    assert!(!whole.contains('\u{1b}'), "colours where no terminal is");
    let begun = text(&["2.1.0", "--step"], "\nq\n");
    assert!(whole.starts_with(&begun) && begun.len() < whole.len());
    assert_eq!(text(&["2.1.0", "--step"], &"\n".repeat(500)), whole);

    let json = text(&["2.1.0", "0.0.1", "--format", "json"], "");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&json[0]["table"], &json[1]["rotation"]),
        (&1.into(), &1.into())
    );
    assert_eq!(json[0]["steps"][0]["kind"], "dice");
    assert!(text(&["2.1.0", "--format", "md"], "").contains("| step | seat | event |"));
    let lost = text(&["--lost-by", "random", "--count", "2"], "");
    assert_eq!(lost.matches("random: place 2").count(), 2);

    for (args, says) in [
        (&["2.9.0"][..], "this run has no game 2.9.0"),
        (&["x"], "a game looks like 3.0.1"),
        (&["--lost-by", "radnom"], "did you mean \"random\"?"),
        (&[], "required"),
    ] {
        let output = dudo(&[&["replay", &folder], args].concat(), "");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(says), "{said}");
    }
}
