//! Bots that are asked again what they were asked in a logged game.

use super::run::{PATIENT, bot, play, spec};
use crate::replay;
use dudo::arena::{Answer, Interview, Question};
use dudo::replay::{Inquirer, Recipe, Replayer};
use dudo_results::log::{Coordinates, LoggedGame};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// All that was heard.
#[derive(Default)]
struct Heard {
    instances: usize,
    /// The number of the game in its session.
    game: u64,
    questions: Vec<Question>,
    answers: Vec<Answer>,
    failures: Vec<(u64, String)>,
}

impl Interview for Heard {
    fn seated(&mut self, process: u32) {
        assert!(process > 0);
        self.instances += 1;
    }

    fn begins(&mut self, _: usize, game: u64, key: &[u8; 32]) {
        assert_ne!(*key, [0; 32]);
        self.game = game;
    }

    fn asked(&mut self, question: &Question) {
        self.questions.push(question.clone());
    }

    fn answered(&mut self, answer: &Answer) {
        self.answers.push(answer.clone());
    }

    fn failed(&mut self, deal: u64, kind: &str, _: Option<&str>) {
        self.failures.push((deal, kind.into()));
    }
}

impl Heard {
    /// The steps at which the answer is another one.
    fn differing(&self) -> Vec<u32> {
        let both = self.questions.iter().zip(&self.answers);
        let both = both.filter(|(_, answer)| answer.differs);
        both.map(|(question, _)| question.step).collect()
    }

    /// Views, events and legal actions.
    fn put(&self) -> Vec<String> {
        let questions = self.questions.iter();
        questions
            .map(|it| format!("{} {:?} {:?}", it.view, it.events, it.legal))
            .collect()
    }
}

/// A run whose bots are asked.
struct Run {
    /// Where its scripts lie.
    home: TempDir,
    replayer: Replayer,
}

impl Run {
    fn of(home: TempDir) -> Self {
        let replayer = Replayer::open(&home.path().join("run"), &[]).unwrap();
        Self { home, replayer }
    }

    fn log(&self) -> Vec<LoggedGame> {
        replay::logged(&self.home.path().join("run"))
    }

    fn load(&self, bot: &str, with: Option<&str>, at: Coordinates) -> Inquirer {
        let recipe = Recipe {
            with: with.map(str::to_owned),
            base: self.home.path().into(),
            // The jail is tried with the program itself.
            trust: true,
            ..Recipe::default()
        };
        let loaded = self.replayer.inquirer(bot, at, &recipe);
        loaded.unwrap_or_else(|error| panic!("{error}"))
    }

    /// What a bot is asked and answers, and how many games it could not be told of.
    fn ask(&mut self, bot: &Inquirer, at: Coordinates) -> (Heard, u64) {
        let mut heard = Heard::default();
        let lacking = self.replayer.ask(bot, at, &mut heard);
        (heard, lacking.unwrap_or_else(|error| panic!("{error}")))
    }

    /// The same of a bot that is loaded for it.
    fn put(&mut self, bot: &str, with: Option<&str>, at: Coordinates) -> Heard {
        let bot = self.load(bot, with, at);
        let (heard, lacking) = self.ask(&bot, at);
        assert_eq!(lacking, 0);
        heard
    }
}

const fn at(deal: u64, rotation: u64) -> Coordinates {
    Coordinates {
        deal,
        table: 0,
        rotation,
    }
}

/// Every game, with polls, votes, talk and sessions: a built-in bot in any seat answers
/// what it answered.
#[test]
fn built_in_bots_answer_the_same() {
    for (game, rules, schedule) in replay::RUNS {
        let home = TempDir::new().unwrap();
        replay::play(
            &home.path().join("run"),
            game,
            rules,
            schedule,
            &replay::BOTS,
        );
        let mut run = Run::of(home);
        let mut told = 0;
        for bot in ["random", "odds", "reader"] {
            let asked = run.load(bot, None, at(0, 0));
            for logged in run.log() {
                let replay = run.replayer.game(logged.at).unwrap();
                if !replay.bots.iter().any(|it| it == bot) {
                    continue;
                }
                let (heard, lacking) = run.ask(&asked, logged.at);
                assert_eq!(lacking, 0);
                assert_eq!(
                    heard.differing(),
                    [] as [u32; 0],
                    "{game} {bot} {:?}",
                    logged.at
                );
                assert_eq!(heard.failures, []);
                told += heard
                    .answers
                    .iter()
                    .filter(|it| it.logged.is_some())
                    .count();
            }
        }
        assert!(told > 20, "{game}: {told}");
    }
}

/// A run of scripts: three deals a session.
fn scripts(bots: &[(&str, &str)]) -> Run {
    let bots: String = bots.iter().map(|(name, with)| bot(name, with)).collect();
    Run::of(play(&spec(&bots, PATIENT), 2).1)
}

/// One that hangs on events, chance and the games before: the same again, in every game.
#[test]
fn a_process_is_fed_what_it_was_fed() {
    let mut run = scripts(&[("a", "caller"), ("b", "cmd:python3 learns.py")]);
    let asked = run.load("b", None, at(0, 0));
    let mut answers = 0;
    for logged in run.log() {
        let (heard, lacking) = run.ask(&asked, logged.at);
        assert_eq!((lacking, heard.instances), (0, 1));
        assert_eq!(heard.game, logged.at.deal % 3);
        assert_eq!(heard.differing(), [] as [u32; 0], "{:?}", logged.at);
        let seat = if logged.at.rotation == 0 { 2 } else { 1 };
        let acts = logged.lines.iter().filter(|line| {
            let act = line.event.starts_with("bid ") || line.event == "challenge";
            act && line.seat == seat
        });
        assert_eq!(heard.answers.len(), acts.count());
        answers += heard.answers.len();
    }
    assert!(answers > 60, "{answers}");
    // The deals of a session that are gone from the log are not made up.
    let path = run.home.path().join("run/actions.csv");
    let actions = fs::read_to_string(&path).unwrap();
    let kept = actions.lines().filter(|line| !line.starts_with("4,"));
    let kept: String = kept.map(|line| format!("{line}\n")).collect();
    fs::write(&path, kept).unwrap();
    let (heard, lacking) = run.ask(&asked, at(5, 0));
    assert_eq!((lacking, heard.game), (1, 2));
    assert!(!heard.differing().is_empty());
    let error = run.replayer.ask(&asked, at(4, 0), &mut Heard::default());
    let error = error.unwrap_err().to_string();
    assert!(error.contains("is not in actions.csv"), "{error}");
}

/// An edited one differs where it was edited and nowhere else, and is asked the same
/// questions behind that: the game goes on as it was.
#[test]
fn an_edited_bot_differs_at_its_step() {
    let mut run = scripts(&[("a", "caller"), ("b", "cmd:python3 learns.py")]);
    let before = run.put("b", None, at(3, 1)).answers.len();
    let as_it_was = run.put("b", None, at(4, 1));
    assert!(as_it_was.answers.len() >= 3, "{}", as_it_was.answers.len());
    for index in 0..as_it_was.questions.len() {
        let question = &as_it_was.questions[index];
        if question.legal.len() < 2 {
            continue;
        }
        let edited = format!("cmd:python3 learns.py {}", before + index + 1);
        let heard = run.put("b", Some(&edited), at(4, 1));
        assert_eq!(heard.differing(), [question.step]);
        assert_eq!(heard.put(), as_it_was.put());
        let answer = &heard.answers[index];
        let logged = answer.logged.as_ref().unwrap();
        assert_ne!(logged.action, answer.now.action);
        assert!(question.legal.contains(answer.now.action.as_ref().unwrap()));
    }
    // By its seat, and a bot of another kind.
    let heard = run.put("1", Some("random"), at(4, 1));
    assert_eq!(heard.put(), as_it_was.put());
    assert!(!heard.differing().is_empty());
}

/// What is said counts as well.
#[test]
fn talk_is_part_of_an_answer() {
    let bots = bot("a", "odds") + &bot("b", "cmd:python3 learns.py");
    let text = spec(&bots, PATIENT)
        .replace("liars-dice", "liars-boggle")
        .replace("dice = 3", "talk = true\nmax-rounds = 6")
        .replace("deals = 12", "deals = 3");
    let mut run = Run::of(play(&text, 2).1);
    let (mut said, mut differing) = (0, 0);
    for logged in run.log() {
        let heard = run.put("b", None, logged.at);
        assert_eq!(heard.differing(), [] as [u32; 0]);
        said += heard
            .answers
            .iter()
            .filter(|it| it.now.say.is_some())
            .count();
        // Another action, and from then on another text.
        if logged.at.deal > 0 {
            let heard = run.put("b", Some("odds"), logged.at);
            differing += heard.differing().len();
            let silent = heard.answers.iter().all(|it| it.now.say.is_none());
            assert!(silent);
        }
    }
    assert!(said > 5 && differing > 5, "{said} {differing}");
}

/// Faults: the same kind again is the same answer; one that is new is told, in the game
/// and before it, and a fresh instance comes for the next game.
#[test]
fn failures_are_told() {
    let mut run = scripts(&[("a", "caller"), ("b", "cmd:python3 misfit.py exit 2")]);
    // Its second decision in a life is in its first game or its second.
    let (mut failed, mut before) = (0, 0);
    for logged in run.log() {
        let heard = run.put("b", None, logged.at);
        assert_eq!(heard.differing(), [] as [u32; 0], "{:?}", logged.at);
        assert!(
            heard
                .failures
                .iter()
                .all(|(deal, kind)| *deal < logged.at.deal && kind == "exited")
        );
        assert_eq!(heard.instances, 1 + heard.failures.len());
        before += heard.failures.len();
        let ended = heard.answers.last().and_then(|it| it.now.fault.clone());
        failed += usize::from(ended.as_deref() == Some("exited"));
    }
    assert!(failed > 3 && before > 3, "{failed} {before}");
    // Who does not fail does otherwise; who fails otherwise, too.
    for with in ["caller", "cmd:python3 misfit.py illegal 2"] {
        let heard = run.put("b", Some(with), at(0, 0));
        let last = heard.answers.last().unwrap();
        let logged = last.logged.as_ref().unwrap();
        assert_eq!(logged.fault.as_deref(), Some("exited"));
        assert!(last.differs, "{with}");
    }
    // One that fails at its first word.
    let heard = run.put("a", Some("cmd:python3 misfit.py exit 1"), at(0, 0));
    assert_eq!((heard.answers.len(), heard.differing().len()), (1, 1));
    let detail = heard.answers[0].now.detail.as_ref().unwrap();
    assert!(detail.contains("exited with code 7"), "{detail}");
}

fn dudo(home: &Path, args: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_dudo"))
        .args([&["replay", "run"], args].concat())
        .current_dir(home)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It may not read it.
    let _ = child.stdin.take().unwrap().write_all(b"\n");
    child.wait_with_output().unwrap()
}

/// The verb: in the jail, with a debugger's wait, as text and as JSON.
#[test]
fn the_verb_asks_in_the_jail() {
    let run = scripts(&[("a", "caller"), ("b", "cmd:python3 learns.py")]);
    let game = "4.0.1";
    let ran = |args: &[&str], code: i32| {
        let output = dudo(run.home.path(), &[&[game, "--allow-weaker"], args].concat());
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{said}");
        (String::from_utf8(output.stdout).unwrap(), said)
    };
    let (text, said) = ran(&["--ask", "b"], 0);
    assert!(
        text.starts_with("Game 4.0.1, seat 1: b (cmd:python3 learns.py)\n"),
        "{text}"
    );
    assert!(
        text.contains("\nStep 1, round 1\n  view   {\"round\":1,"),
        "{text}"
    );
    assert!(text.contains("It answers as in the log: "), "{text}");
    assert!(
        !text.contains("differs") && said.is_empty(),
        "{text} {said}"
    );
    let (waited, said) = ran(&["--ask", "b", "--wait"], 0);
    assert_eq!(waited, text);
    assert!(said.contains("\"b\" is process "), "{said}");
    let other = ["--ask", "b", "--with", "cmd:python3 misfit.py"];
    let (text, _) = ran(&other, 1);
    assert!(text.contains("   <- differs\n"), "{text}");
    assert!(
        text.contains("It answers otherwise than in the log: "),
        "{text}"
    );
    let (json, _) = ran(&[&other[..], &["--format", "json"]].concat(), 1);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let game = &json[0];
    assert_eq!(game["seed"].as_str().unwrap().len(), 64);
    assert_eq!((&game["seat"], &game["game"]), (&1.into(), &1.into()));
    let steps = game["steps"].as_array().unwrap();
    assert_eq!(steps[0]["view"]["seat"], 1);
    let differ = steps.iter().filter(|step| step["differs"] == true).count();
    assert_eq!(game["differences"], differ);
    // A file that is not the one of the run is told.
    let script = run.home.path().join("learns.py");
    fs::write(&script, fs::read_to_string(&script).unwrap() + "# edited\n").unwrap();
    let (_, said) = ran(&["--ask", "b"], 0);
    assert!(said.contains("\"b\" was edited since the run"), "{said}");
    for (args, says) in [
        (
            &["--ask", "c"][..],
            "no bot is called \"c\"; there are a, b",
        ),
        (&["--ask", "3"], "game 4.0.1 has seats 1 to 2, not 3"),
        (&["--ask", "b", "--format", "md"], "--ask prints"),
        (&["--with", "odds"], "--ask"),
        (&["--ask", "b", "--with", "cmd:python3 gone.py"], "gone.py"),
    ] {
        let (_, said) = ran(args, 2);
        assert!(said.contains(says), "{said}");
    }
}
