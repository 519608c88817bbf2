//! `dudo duel`: is A better than B?

use super::dry_run::{about, count, dry_run};
use super::how::How;
use super::settings::{RulesArgs, said, typed};
use super::sprt::TestArgs;
use super::{CmdError, listed, print};
use crate::run::{Prepared, Report, prepare};
use crate::schedule::{DiceMode, Format};
use crate::spec::{RunFile, Seed, bot_name};
use crate::stop;
use clap::ValueEnum;
use dudo_results::duel::{Hypotheses, Power};
use dudo_results::report::{Duel, grouped};
use std::path::{Path, PathBuf};

/// Play two bots against each other, say which is better and how sure that is.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dudo duel odds honest
  dudo duel reader odds --sprt 0,5               stop as soon as it is clear
  dudo duel 'odds(threshold=0.4)' odds --preset perudo --deals 5000
  dudo duel odds honest --power 5                how many deals would tell 5 Elo?
Every deal is played twice with the seats swapped. The log is a run's: the same command goes on
where it was, and `dudo rank` reads it. Unless --out names a folder it goes to runs/duel-A-B; if
anything but A, B and the number of deals is given, a code for that is added.
With --sprt the duel ends at the deal that decides; a margin would be too narrow then, so none
is given.")]
pub(super) struct Args {
    /// The bot that the score is of.
    #[arg(value_parser = listed::bots(), hide_possible_values = true)]
    a: String,
    /// The bot it plays.
    #[arg(value_parser = listed::bots(), hide_possible_values = true)]
    b: String,
    /// The game.
    #[arg(long, default_value = "liars-dice", value_parser = listed::games(), hide_possible_values = true)]
    game: String,
    #[command(flatten)]
    rules: RulesArgs,
    /// Deals to play, or with --sprt at most [default: 1000, with --sprt 100000].
    #[arg(long, visible_alias = "max-deals", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    deals: Option<u64>,
    #[command(flatten)]
    test: TestArgs,
    /// Say how many deals an answer to so many Elo takes, and stop.
    #[arg(long, value_name = "ELO")]
    power: Option<f64>,
    /// Deals that one instance of a bot lives through.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    session: u64,
    /// Whether both seatings of a deal see the same dice.
    #[arg(long, value_enum, default_value_t = Dice::Duplicate)]
    dice: Dice,
    /// Where the dice come from: a number, or secret [default: 1, secret with a bot from elsewhere].
    #[arg(long, value_name = "SEED", value_parser = seed)]
    seed: Option<Seed>,
    /// Vouch for bots from elsewhere: they run in plain processes, not in a jail.
    #[arg(long)]
    trust: bool,
    /// Where the log goes [default: runs/duel-A-B].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Say what would be played, and how long it would take, and stop.
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    how: How,
}

#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
enum Dice {
    /// The same.
    Duplicate,
    /// Each game has its own.
    Independent,
}

/// As in a run file, where most of them are too long to type.
pub(super) fn seed(text: &str) -> Result<Seed, String> {
    match text.parse::<u64>() {
        _ if text == "secret" => Ok(Seed::Secret),
        Ok(number) if i64::try_from(number).is_ok() => Ok(Seed::Integer(number)),
        _ => Err("a seed is a whole number or secret".into()),
    }
}

pub(super) fn run(args: &Args) -> Result<u8, CmdError> {
    let test = args.test.hypotheses()?;
    let mut spec = run_file(args, test)?;
    if args.power.is_some() {
        let pilot = PILOT_DEALS.max(PILOT_UNITS.saturating_mul(args.session));
        spec.schedule.deals = spec.schedule.deals.max(pilot);
    }
    let prepared = prepare(&spec).map_err(|error| said(&args.game, &error))?;
    if let Some(elo) = args.power {
        return power(&prepared, elo, args.how.threads()).map(|()| 0);
    }
    let folder = args
        .out
        .clone()
        .unwrap_or_else(|| Path::new("runs").join(&spec.name));
    if args.dry_run {
        return dry_run(&prepared, args.how.threads(), &folder).map(|()| 0);
    }
    let Some(report) = args.how.play(prepared, &folder)? else {
        return Ok(stop::EXIT_CODE);
    };
    print(&verdict(&report, args.session)).map(|()| 0)
}

/// What a duel has come to.
pub(super) fn verdict(report: &Report, session: u64) -> String {
    let (Some(meter), [a, b]) = (&report.meter, &report.names[..]) else {
        unreachable!("a duel of two is measured");
    };
    let duel = Duel {
        names: [a, b],
        session,
    };
    let mut text = match meter.test() {
        Some(test) => duel.tested(test, meter.verdict()),
        None => duel.fixed(meter.tally()),
    };
    match meter.verdict() {
        None if meter.test().is_some() => {
            text += "All deals are played; more (--deals) go on from here.\n";
        }
        None if meter.is_withdrawn() => {
            text += "A bot was withdrawn for its faults: its later deals were not played.\n";
        }
        _ => {}
    }
    for (name, &faults) in report.names.iter().zip(&report.faults) {
        if faults > 0 {
            text += &format!(
                "{name} failed in {}, which it lost (see faults.csv).\n",
                count(faults.into(), "game")
            );
        }
    }
    text
}

/// The duel as the run file that it could be.
fn run_file(args: &Args, sprt: Option<Hypotheses>) -> Result<RunFile, CmdError> {
    let name = |text: &str| {
        bot_name(text).map_err(|why| CmdError::Usage(format!("\"{text}\" is no name, as it {why}")))
    };
    let first = name(&args.a)?;
    // A bot may be tried against itself.
    let second = match name(&args.b)? {
        second if second == first => name(&format!("{second} (2)"))?,
        second => second,
    };
    let bots = vec![(first, args.a.as_str()), (second, args.b.as_str())];
    let mut spec = typed(&args.game, &args.rules, bots, args.trust)?;
    spec.seed = match args.seed {
        Some(seed) => seed,
        // One from elsewhere could guess a short seed, and with it all dice.
        None if [&args.a, &args.b]
            .iter()
            .any(|text| dudo_plugin::is_foreign(text)) =>
        {
            Seed::Secret
        }
        None => Seed::Integer(1),
    };
    spec.sprt = sprt;
    let schedule = &mut spec.schedule;
    schedule.format = Format::Duel;
    schedule.session = args.session;
    schedule.dice = match args.dice {
        Dice::Duplicate => DiceMode::Duplicate,
        Dice::Independent => DiceMode::Independent,
    };
    let usual = if sprt.is_some() { 100_000 } else { 1000 };
    // Whole sessions, since a part of one would be no unit.
    let sessions = args.deals.unwrap_or(usual).div_ceil(args.session);
    schedule.deals = sessions.saturating_mul(args.session);
    spec.name = folder_name(&spec);
    Ok(spec)
}

/// `duel-A-B`, of characters that every system lets stand; other settings than
/// the usual ones are told apart by a code.
fn folder_name(spec: &RunFile) -> String {
    let plain = |text: &str| {
        let letter = |letter: char| match letter {
            _ if letter.is_ascii_alphanumeric() || "._".contains(letter) => letter,
            _ => '-',
        };
        let text: String = text.chars().take(20).map(letter).collect();
        let words = text.split(['-', '.']).filter(|word| !word.is_empty());
        words.collect::<Vec<_>>().join("-")
    };
    let [a, b] = [&spec.bots[0].name, &spec.bots[1].name];
    let name = format!("duel-{}-{}", plain(a), plain(b));
    let mut told = format!(
        "{} {} {} {}",
        spec.game.text,
        spec.seed,
        spec.schedule.session,
        spec.schedule.dice.word()
    );
    for setting in &spec.rules {
        told += &format!(" {}={}", setting.key, setting.value);
    }
    if let Some(test) = &spec.sprt {
        told += &format!(
            " {test} {} {} {}",
            test.alpha(),
            test.beta(),
            test.scale().word()
        );
    }
    let exact = plain(a) == *a && plain(b) == *b;
    if told == "liars-dice 1 1 duplicate" && exact {
        return name;
    }
    told += &format!(" {a:?} {b:?}");
    format!("{name}-{}", dudo_engine::knobs::fingerprint(&told))
}

/// Units in a pilot: enough to know the spread to 5 %.
const PILOT_UNITS: u64 = 500;
const PILOT_DEALS: u64 = 10_000;

fn power(prepared: &Prepared<'_>, elo: f64, threads: usize) -> Result<(), CmdError> {
    if !(0.1..=400.0).contains(&elo) {
        return Err(CmdError::Usage("--power: 0.1 to 400 Elo".into()));
    }
    let session = prepared.spec().schedule.session;
    let units = (PILOT_DEALS / session).clamp(20, PILOT_UNITS);
    let tally = prepared.tally(units)?;
    let games = tally.units() * tally.games_per_unit();
    let mut text = format!(
        "A pilot of {} ({})",
        count(u128::from(tally.units()) * u128::from(session), "deal"),
        count(games.into(), "game")
    );
    let Some(power) = Power::of(&tally) else {
        text += ": no deal differed from another, so it shows nothing\n";
        return print(&text);
    };
    let unit = if session == 1 { "deal" } else { "session" };
    text += &format!(
        ": the score of a {unit} has a standard deviation of {:.3}.\n\n",
        power.deviation()
    );
    let deals = |units: u64| u128::from(units) * u128::from(session);
    let mut line = |what: String, units: u64| {
        text += &format!("{what:<58} {:>14}\n", grouped(deals(units)));
    };
    line(
        format!("deals for a margin of ± {elo} Elo (95 %)"),
        power.for_margin(elo),
    );
    line(
        format!("deals to find {elo} Elo, 95 % sure, in 95 % of duels"),
        power.to_find(elo),
    );
    let test = Hypotheses::new(0.0, elo).ok();
    if let Some((under0, under1)) = test.and_then(|test| power.of_test(&test)) {
        line(
            format!("with --sprt 0,{elo}, in the mean, if it is no better"),
            under0,
        );
        line(
            format!("with --sprt 0,{elo}, in the mean, if it is {elo} Elo better"),
            under1,
        );
    }
    let pilot = prepared.pilot()?;
    let games_per_deal = tally.games_per_unit() as f64 / session as f64;
    let seconds =
        power.to_find(elo) as f64 * session as f64 * games_per_deal * pilot.seconds_per_game
            / threads as f64;
    text += &format!(
        "\nThe second takes {} on {}.\n",
        about(seconds),
        count(threads as u128, "thread")
    );
    print(&text)
}
