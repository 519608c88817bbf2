//! `dudo replay`: games of a log, step by step, with all dice shown.

mod ask;

use super::{CmdError, print};
use crate::error::RunError;
use crate::replay::{Replay, Replayer};
use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;
use dudo_results::log::{Coordinates, LogReader, Names, log_in};
use dudo_results::{RankError, report};
use std::io::{self, BufRead};
use std::path::PathBuf;

/// Tell games of a log step by step, with all dice shown.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dudo replay runs/quick 3.0.1
  dudo replay runs/quick 3.0.1 --step
  dudo replay runs/quick --lost-by bluffer --count 3
  dudo replay runs/quick 3.0.1 4.0.0 --format json
  dudo replay runs/classroom 3.0.1 --ask alice
  dudo replay runs/classroom --lost-by alice --ask alice --with \"cmd:python3 mine_new.py\"
A game is named by the first columns of its row: DEAL.TABLE.ROTATION. It is played again, from the
first deal of its session, and held against its row; where a bot cannot be seated here, the game is
read from actions.csv, if it was logged. Each bid has its chance as every seat sees it that knows
its own dice and takes nobody's word. NO_COLOR is honoured.
With --ask one bot is asked again what it was asked then: the same views, events, private key and
sessions. The game goes on as the log has it, whatever the bot answers. Exits with 1 if an answer
differs. It is jailed unless --trust is there; --wait gives time to attach a debugger.")]
pub(super) struct Args {
    /// The folder of the run.
    dir: PathBuf,
    /// The games.
    #[arg(value_name = "DEAL.TABLE.ROTATION", value_parser = coordinates, required_unless_present = "lost_by")]
    games: Vec<Coordinates>,
    /// Instead, the first games that this bot did not win.
    #[arg(long, value_name = "BOT", conflicts_with = "games")]
    lost_by: Option<String>,
    /// How many of them.
    #[arg(long, default_value_t = 1, requires = "lost_by")]
    count: usize,
    /// Wait for Enter after each decision.
    #[arg(long, conflicts_with = "ask")]
    step: bool,
    /// The form of the output.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// A word list that the rules name by its hash.
    #[arg(long, value_name = "FILE")]
    words: Vec<PathBuf>,
    #[command(flatten)]
    ask: ask::Asking,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people.
    Table,
    /// For programs: a list of games.
    Json,
    /// For documents.
    Md,
}

/// Exit code when a game does not end as its row says: the log is damaged.
const DIFFERS: u8 = 4;

pub(super) fn run(args: &Args) -> Result<u8, CmdError> {
    let mut replayer = Replayer::open(&args.dir, &args.words)?;
    let games = match &args.lost_by {
        Some(bot) => lost(args, &replayer, bot)?,
        None => args.games.clone(),
    };
    if let Some(bot) = &args.ask.ask {
        return ask::run(&args.ask, bot, &mut replayer, &games, args.format);
    }
    let replays = games.into_iter().map(|at| replayer.game(at));
    let replays: Vec<Replay> = replays.collect::<Result<_, _>>()?;
    match args.format {
        Format::Table => show(&replays, args.step)?,
        Format::Json => {
            let text = serde_json::to_string_pretty(&replays);
            let text = text.map_err(|error| CmdError::Output(error.into()))?;
            print(&(text + "\n"))?;
        }
        Format::Md => {
            let games: Vec<String> = replays.iter().map(report::story_markdown).collect();
            print(&games.join("\n"))?;
        }
    }
    let differ = replays.iter().filter(|replay| replay.differs.is_some());
    let differ = differ.count();
    if differ > 0 {
        crate::run::tell(&format!(
            "{differ} of {} games end otherwise than the log says",
            replays.len()
        ));
        return Ok(DIFFERS);
    }
    Ok(0)
}

fn show(replays: &[Replay], step: bool) -> Result<(), CmdError> {
    let plain = AutoStream::choice(&io::stdout()) == ColorChoice::Never;
    let mut enter = io::stdin().lock().lines();
    for (number, replay) in replays.iter().enumerate() {
        if number > 0 {
            print("\n")?;
        }
        let pieces = report::story_text(replay);
        for (number, piece) in pieces.iter().enumerate() {
            // The heading and the deal belong together.
            if step && number > 1 {
                crate::run::tell("Enter goes on, q ends");
                match enter.next() {
                    Some(Ok(line)) if line.trim() != "q" => {}
                    _ => return Ok(()),
                }
            }
            if plain {
                print(&anstream::adapter::strip_str(piece).to_string())?;
            } else {
                print(piece)?;
            }
        }
    }
    Ok(())
}

/// The first games of the log that a bot played and did not win.
fn lost(args: &Args, replayer: &Replayer, bot: &str) -> Result<Vec<Coordinates>, CmdError> {
    let roster = replayer.manifest().bot.iter();
    let roster: Vec<&str> = roster.map(|entry| entry.name.as_str()).collect();
    if !roster.contains(&bot) {
        return Err(CmdError::Usage(crate::meant::unknown("bot", bot, &roster)));
    }
    let log = log_in(&args.dir);
    let (mut names, mut found) = (Names::new(), Vec::new());
    let mut reader = LogReader::open(&log).map_err(RankError::Log)?;
    while let Some(row) = reader.next(&mut names).map_err(RankError::Log)? {
        let seats = row.bots().iter().zip(row.places());
        if { seats }.any(|(&id, &place)| place > 1 && names.name(id) == bot) {
            found.push(Coordinates {
                deal: row.deal,
                table: row.table,
                rotation: row.rotation,
            });
        }
        if found.len() >= args.count {
            break;
        }
    }
    if found.is_empty() {
        let reason = format!("\"{bot}\" has lost no game in it");
        return Err(RunError::refused(&args.dir, reason).into());
    }
    Ok(found)
}

/// `3.0.1` as coordinates.
pub(super) fn coordinates(text: &str) -> Result<Coordinates, String> {
    let parts: Option<Vec<u64>> = text.split('.').map(|part| part.parse().ok()).collect();
    match parts.as_deref() {
        Some(&[deal, table, rotation]) => Ok(Coordinates {
            deal,
            table,
            rotation,
        }),
        _ => Err("a game looks like 3.0.1: the columns deal, table and rotation of its row".into()),
    }
}
