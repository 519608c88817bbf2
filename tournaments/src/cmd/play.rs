//! `dudo play`: a person at the table.

use super::settings::{RulesArgs, said, typed};
use super::{CmdError, house, listed};
use crate::arena::Arena;
use crate::person::{Console, Ended, Names, Terminal};
use crate::run::{arena, seed};
use crate::spec::{Seed, bot_name};
use dudo_engine::knobs::fingerprint;
use dudo_engine::{MAX_SEATS, Outcome, Seat};
use dudo_results::log::{Coordinates, RowWriter};
use std::fs::{self, OpenOptions};
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Play against bots yourself, with help; a slip of the keyboard costs nothing.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dudo play --against odds
  dudo play --game mia --against solver
  dudo play --game liars-boggle --against odds reader --games 3 --log me.csv
  dudo play --against honest honest honest --preset perudo --seat 1
Type help at the table for what can be typed. Dice are hidden until they are shown to all. With
--log each finished game is added to a CSV that `dudo rank` reads, with you as a bot called you.")]
pub(super) struct Args {
    /// The game.
    #[arg(long, default_value = "liars-dice", value_parser = listed::games(), hide_possible_values = true)]
    game: String,
    /// The bots, clockwise; one may be named several times.
    #[arg(long, required = true, num_args = 1..MAX_SEATS, value_name = "BOT", value_parser = listed::bots(), hide_possible_values = true)]
    against: Vec<String>,
    #[command(flatten)]
    rules: RulesArgs,
    /// Where you sit, from 1 [default: another seat each game].
    #[arg(long, value_name = "N")]
    seat: Option<usize>,
    /// Games to play.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// Where the dice come from: a number, or secret.
    #[arg(long, value_name = "SEED", default_value = "secret", value_parser = super::duel::seed)]
    seed: Seed,
    /// Vouch for bots from elsewhere: they run in plain processes, not in a jail.
    #[arg(long)]
    trust: bool,
    /// Add the results to this file.
    #[arg(long, value_name = "FILE.csv")]
    log: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<(), CmdError> {
    let mut terminal = Terminal::new(BufReader::new(io::stdin()), io::stdout());
    sit_down(args, &mut terminal)
}

fn sit_down(args: &Args, console: &mut dyn Console) -> Result<(), CmdError> {
    let seats = args.against.len() + 1;
    if args.seat.is_some_and(|seat| !(1..=seats).contains(&seat)) {
        return Err(CmdError::Usage(format!(
            "--seat: 1 to {seats} at this table"
        )));
    }
    let hall = open(args, seats)?;
    let names = called(&args.against)?;
    let mut log = match &args.log {
        Some(path) => Some(Log::open(path, &*hall, &names)?),
        None => None,
    };
    let first = log.as_ref().map_or(0, |log| log.next);
    for deal in (first..).take(args.games as usize) {
        let place = args
            .seat
            .map_or(deal % seats as u64, |seat| seat as u64 - 1) as usize;
        // By seat: the bots keep their order round the table.
        let mut lineup: Vec<usize> = (1..seats).collect();
        lineup.insert(place, 0);
        let seated: Vec<String> = lineup.iter().map(|&who| names[who].clone()).collect();
        let ended = welcome(console, &*hall, &seated)
            .map(|()| hall.host(Seat::new(place), &Names::new(seated.clone()), deal, console));
        let Ok(Ended::Played(outcome)) = ended else {
            // Whoever does not read any more has left too.
            let _ = console.say("you left the table; this game does not count");
            return Ok(());
        };
        if let Some(log) = &mut log {
            log.add(deal, place, &lineup, &outcome)?;
        }
        if goodbye(console, &seated, &outcome).is_err() {
            return Ok(());
        }
    }
    Ok(())
}

fn welcome(console: &mut dyn Console, arena: &dyn Arena, seated: &[String]) -> io::Result<()> {
    console.say(&format!("{}: {}", arena.rules(), seated.join(", ")))?;
    console.say("Type help for what you can type, rules for the rules.")
}

fn goodbye(console: &mut dyn Console, seated: &[String], outcome: &Outcome) -> io::Result<()> {
    console.say("")?;
    for failure in &outcome.faults {
        let name = &seated[failure.seat.index()];
        console.say(&format!(
            "{name} failed and was taken out: {}",
            failure.fault.kind
        ))?;
    }
    let mut places: Vec<(u8, &str)> = outcome
        .places
        .iter()
        .map(|(seat, place)| (place.0, seated[seat.index()].as_str()))
        .collect();
    places.sort();
    let places = places
        .iter()
        .map(|(place, name)| format!("{place}. {name}"));
    let places = places.collect::<Vec<_>>().join("  ");
    let s = if outcome.rounds == 1 { "" } else { "s" };
    console.say(&format!(
        "The game is over after {} round{s}: {places}",
        outcome.rounds
    ))
}

/// You and the bots, each name once.
fn called(against: &[String]) -> Result<Vec<String>, CmdError> {
    let mut names = vec!["you".to_owned()];
    for text in against {
        let name = bot_name(text).map_err(|why| {
            CmdError::Usage(format!("--against: \"{text}\" is no name, as it {why}"))
        })?;
        let again = (2..).map(|number| format!("{name} ({number})"));
        let mut free = std::iter::once(name.clone()).chain(again);
        let free = free.find(|name| !names.contains(name));
        names.push(free.unwrap_or(name));
    }
    Ok(names)
}

fn open(args: &Args, seats: usize) -> Result<Arc<dyn Arena>, CmdError> {
    let names = called(&args.against)?;
    let uses = args.against.iter().map(String::as_str);
    let bots = names.into_iter().skip(1).zip(uses).collect();
    let mut spec = typed(&args.game, &args.rules, bots, args.trust)?;
    spec.seed = args.seed;
    spec.schedule.seats = seats;
    let house = house(&args.game)?;
    let seed = seed(&spec, None)?;
    arena(&spec, house, &seed).map_err(|error| said(&args.game, &error))
}

/// A CSV of results that grows game by game.
struct Log {
    path: PathBuf,
    rows: RowWriter,
    /// Where a row's header is still to be written.
    fresh: Option<String>,
    /// The number of the next deal: no two games have the same.
    next: u64,
}

impl Log {
    /// Looks at what is there; nothing is written before a game is over.
    fn open(path: &Path, arena: &dyn Arena, names: &[String]) -> Result<Self, CmdError> {
        let header = RowWriter::games_header(names.len());
        let rules = fingerprint(arena.rules());
        let mut log = Self {
            path: path.into(),
            rows: RowWriter::new(&rules, names),
            fresh: None,
            next: 0,
        };
        let refused = |why: &str| {
            CmdError::Usage(format!(
                "--log: {}: {why}; name another file",
                path.display()
            ))
        };
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(refused(&error.to_string())),
        };
        if text.is_empty() {
            log.fresh = Some(header);
            return Ok(log);
        }
        let Some(rows) = text.strip_prefix(&header).filter(|_| text.ends_with('\n')) else {
            return Err(refused("it is no log of games at a table of this size"));
        };
        for row in rows.lines() {
            let mut fields = row.split(',');
            if fields.next() != Some(&rules) {
                return Err(refused("it holds games under other rules"));
            }
            let deal = fields.next().and_then(|deal| deal.parse::<u64>().ok());
            let deal = deal.ok_or_else(|| refused("a row of it has no deal"))?;
            log.next = log.next.max(deal.saturating_add(1));
        }
        Ok(log)
    }

    fn add(
        &mut self,
        deal: u64,
        place: usize,
        lineup: &[usize],
        outcome: &Outcome,
    ) -> Result<(), CmdError> {
        let mut bytes = self.fresh.take().unwrap_or_default().into_bytes();
        let at = Coordinates {
            deal,
            table: 0,
            rotation: place as u64,
        };
        self.rows.game(&mut bytes, at, lineup, outcome);
        let file = OpenOptions::new()
            .append(true)
            .create(true)
            .open(&self.path);
        file.and_then(|mut file| file.write_all(&bytes))
            .map_err(|error| CmdError::Run(crate::error::RunError::io("write", &self.path, &error)))
    }
}

#[cfg(test)]
mod tests;
