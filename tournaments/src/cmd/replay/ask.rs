//! `dudo replay --ask`: one bot, asked again what it was asked then.

use super::{CmdError, Format, print};
use crate::arena::{Answer, Interview, Question, Reply};
use crate::replay::{Inquirer, Recipe, Replayer, dotted};
use crate::run::tell;
use dudo_results::log::Coordinates;
use serde::Serialize;
use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

/// How a bot is asked again.
#[derive(Debug, clap::Args)]
pub(super) struct Asking {
    /// Ask this bot again what it was asked in these games: its name, or the number of its seat.
    #[arg(long, value_name = "BOT")]
    pub(super) ask: Option<String>,
    /// Ask this one in its place, such as "cmd:python3 mine_new.py", found from here.
    #[arg(long, value_name = "RECIPE", requires = "ask")]
    with: Option<String>,
    /// The run file, beside which the bot is found [default: found from here].
    #[arg(
        long,
        value_name = "SPEC.toml",
        requires = "ask",
        conflicts_with = "with"
    )]
    spec: Option<PathBuf>,
    /// Run it without a jail, in a process of its own.
    #[arg(long, requires = "ask")]
    trust: bool,
    /// Make do with a jail that cannot keep all it promises on this machine.
    #[arg(long, requires = "ask")]
    allow_weaker: bool,
    /// Print the number of its process and wait for Enter before it is asked anything, and let
    /// it take any time: for a debugger.
    #[arg(long, requires = "ask")]
    wait: bool,
}

/// Exit code when a bot answers otherwise than it did.
const OTHERWISE: u8 = 1;

pub(super) fn run(
    args: &Asking,
    bot: &str,
    replayer: &mut Replayer,
    games: &[Coordinates],
    format: Format,
) -> Result<u8, CmdError> {
    if format == Format::Md {
        return Err(CmdError::Usage(
            "--ask prints --format table or json, not md".into(),
        ));
    }
    let beside = args.spec.as_deref().and_then(Path::parent);
    let recipe = Recipe {
        with: args.with.clone(),
        base: beside.unwrap_or(Path::new("")).into(),
        trust: args.trust,
        allow_weaker: args.allow_weaker,
        unhurried: args.wait,
    };
    let mut inquirer: Option<Inquirer> = None;
    let (mut all, mut differences) = (Vec::new(), 0);
    for &at in games {
        // The number of a seat is another bot in another game.
        let inquirer = match inquirer.take() {
            Some(known) if known.name() == bot => inquirer.insert(known),
            _ => inquirer.insert(replayer.inquirer(bot, at, &recipe)?),
        };
        if let Some(note) = inquirer.note().filter(|_| all.is_empty()) {
            tell(note);
        }
        if !all.is_empty() && format == Format::Table {
            print("\n")?;
        }
        let mut hearing = Hearing::new(args, format, at, inquirer, replayer);
        let lacking = replayer.ask(inquirer, at, &mut hearing)?;
        if lacking > 0 {
            tell(&format!(
                "{lacking} earlier games of the session of {} were not logged; \"{}\" has not heard of them now",
                dotted(at),
                inquirer.name()
            ));
        }
        let game = hearing.over(lacking)?;
        differences += game.differences;
        all.push(game);
    }
    if format == Format::Json {
        let text = serde_json::to_string_pretty(&all);
        let text = text.map_err(|error| CmdError::Output(error.into()))?;
        print(&(text + "\n"))?;
    }
    Ok(if differences > 0 { OTHERWISE } else { 0 })
}

/// A game that a bot was asked about, for programs.
#[derive(Debug, Serialize)]
struct Game {
    deal: u64,
    table: u64,
    rotation: u64,
    bot: String,
    #[serde(rename = "use")]
    recipe: String,
    content: String,
    rules: String,
    /// From 1.
    seat: usize,
    /// Its number in the session, from 0.
    game: u64,
    /// The private key, 64 hex digits.
    seed: String,
    steps: Vec<Step>,
    failures: Vec<Failure>,
    /// Earlier games of the session that the log does not have.
    lacking: u64,
    differences: usize,
}

#[derive(Debug, Serialize)]
struct Step {
    #[serde(flatten)]
    question: Question,
    #[serde(flatten)]
    answer: Answer,
}

/// A failure over something else than a question.
#[derive(Debug, Serialize)]
struct Failure {
    deal: u64,
    fault: String,
    detail: Option<String>,
}

/// Prints what it hears, or keeps it.
struct Hearing {
    text: bool,
    wait: bool,
    at: Coordinates,
    game: Game,
    question: Option<Question>,
    /// Why nothing more can be printed.
    deaf: Option<CmdError>,
}

impl Hearing {
    fn new(
        args: &Asking,
        format: Format,
        at: Coordinates,
        inquirer: &Inquirer,
        replayer: &Replayer,
    ) -> Self {
        let (recipe, content) = inquirer.recipe();
        Self {
            text: format == Format::Table,
            wait: args.wait,
            at,
            game: Game {
                deal: at.deal,
                table: at.table,
                rotation: at.rotation,
                bot: inquirer.name().into(),
                recipe,
                content,
                rules: replayer.manifest().rules.clone(),
                seat: 0,
                game: 0,
                seed: String::new(),
                steps: Vec::new(),
                failures: Vec::new(),
                lacking: 0,
                differences: 0,
            },
            question: None,
            deaf: None,
        }
    }

    fn show(&mut self, text: &str) {
        if self.text && self.deaf.is_none() {
            self.deaf = print(text).err();
        }
    }

    fn over(mut self, lacking: u64) -> Result<Game, CmdError> {
        self.game.lacking = lacking;
        let steps = self.game.steps.len();
        let text = match self.game.differences {
            _ if steps == 0 => "\nIt was asked nothing in this game.\n".into(),
            0 => format!("\nIt answers as in the log: {steps} of {steps} answers.\n"),
            some => format!("\nIt answers otherwise than in the log: {some} of {steps} answers.\n"),
        };
        self.show(&text);
        self.deaf.map_or(Ok(self.game), Err)
    }
}

impl Interview for Hearing {
    fn seated(&mut self, process: u32) {
        if !self.wait {
            return;
        }
        let own = match process == std::process::id() {
            true => ", this one",
            false => "",
        };
        tell(&format!(
            "\"{}\" is process {process}{own}, and was asked nothing yet; Enter goes on",
            self.game.bot
        ));
        // The end of the input goes on as well.
        let _ = io::stdin().read_line(&mut String::new());
    }

    fn begins(&mut self, seat: usize, game: u64, key: &[u8; 32]) {
        self.game.seat = seat + 1;
        self.game.game = game;
        for byte in key {
            let _ = write!(self.game.seed, "{byte:02x}");
        }
        let it = &self.game;
        let text = format!(
            "Game {}, seat {}: {} ({})\n{}\nGame {game} of its session, seed {}\n",
            dotted(self.at),
            it.seat,
            it.bot,
            it.recipe,
            it.rules,
            it.seed
        );
        self.show(&text);
    }

    fn asked(&mut self, question: &Question) {
        let mut text = format!("\nStep {}, round {}\n", question.step, question.round);
        for (index, event) in question.events.iter().enumerate() {
            let label = if index == 0 { "events" } else { "" };
            let _ = writeln!(text, "  {label:<6} {event}");
        }
        let _ = writeln!(text, "  view   {}", question.view.get());
        let legal = &question.legal;
        let first = legal[..legal.len().min(LEGAL)].join(", ");
        let _ = write!(text, "  legal  {first}");
        if legal.len() > LEGAL {
            let _ = write!(text, ", and {} more", legal.len() - LEGAL);
        }
        text.push('\n');
        self.show(&text);
        self.question = Some(question.clone());
    }

    fn answered(&mut self, answer: &Answer) {
        let logged = match &answer.logged {
            Some(reply) => phrase(reply),
            None => "not told".into(),
        };
        let mark = if answer.differs { "   <- differs" } else { "" };
        let now = phrase(&answer.now);
        self.show(&format!("  log    {logged}\n  now    {now}{mark}\n"));
        if answer.now.fault.is_some() {
            self.show("It failed, and is asked nothing more in this game.\n");
        }
        self.game.differences += usize::from(answer.differs);
        if let Some(question) = self.question.take() {
            let answer = answer.clone();
            self.game.steps.push(Step { question, answer });
        }
    }

    fn failed(&mut self, deal: u64, kind: &str, detail: Option<&str>) {
        let at = Coordinates { deal, ..self.at };
        let when = match deal == self.at.deal {
            true => "when it was over",
            false => "of the same session",
        };
        let detail = detail.filter(|detail| !detail.is_empty());
        let more = detail.map(|detail| format!(": {detail}"));
        let more = more.unwrap_or_default();
        self.show(&format!(
            "It failed in game {} {when}: {kind}{more}\n",
            dotted(at)
        ));
        self.game.failures.push(Failure {
            deal,
            fault: kind.into(),
            detail: detail.map(str::to_owned),
        });
    }
}

/// Legal actions that are shown to a person, at most.
const LEGAL: usize = 12;

/// A reply on one line.
fn phrase(reply: &Reply) -> String {
    let fault = reply.fault.as_ref().map(|kind| format!("fault {kind}"));
    let parts = [reply.action.clone(), reply.say.clone(), fault];
    let text = parts.into_iter().flatten().collect::<Vec<_>>().join("  ");
    match &reply.detail {
        Some(detail) => format!("{text}: {detail}"),
        None => text,
    }
}
