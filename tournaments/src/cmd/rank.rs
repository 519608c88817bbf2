//! `dudo rank`: ratings with margins from any log.

use super::how::threads;
use super::{CmdError, print};
use clap::ValueEnum;
use dudo_results::log::{Manifest, log_in};
use dudo_results::rating::{self, Faults, Ties};
use dudo_results::report::Trouble;
use dudo_results::{Filter, Options, RankError, rank, report};
use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// Rate the bots of a log, with margins.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dudo rank runs/quick
  dudo rank runs/quick/games.csv --anchor odds=1500
  dudo rank part1/games.csv part2/games.csv --format csv > ratings.csv
  dudo rank runs/quick --bots odds,reader,honest --deals 0-99 --all
  dudo rank elsewhere.csv.zst               # compressed, as is what comes in by -
  dudo rank /data/league --threads 8
  zcat games.csv.gz | dudo rank -
Any CSV with the documented columns can be rated. Ratings are Bradley-Terry on the Elo scale;
tables of more than two are broken into their pairs; margins take into account that games of
one deal belong together.")]
pub(super) struct Args {
    /// Logs, or folders of runs; - is standard input.
    #[arg(required = true, value_name = "LOG.csv|DIR|-")]
    logs: Vec<PathBuf>,
    /// The rating model.
    #[arg(long, value_enum, default_value_t = Model::BradleyTerry)]
    model: Model,
    /// Rate only games among these bots (also: --bots A --bots B).
    #[arg(long, value_name = "BOT,...")]
    bots: Vec<String>,
    /// Rate only these deals, first and last.
    #[arg(long, value_name = "FIRST-LAST", value_parser = deals)]
    deals: Option<RangeInclusive<u64>>,
    /// Show a ladder beside the ratings, for those who compare with others.
    #[arg(long, value_enum)]
    ladder: Option<Ladder>,
    /// Draw every rating a little to 1500: half a win and half a loss against a
    /// phantom for each bot, so that unbeaten bots have a rating too.
    #[arg(long)]
    prior: bool,
    /// Check the margins by so many resamples of the blocks of deals.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(100..=100_000))]
    bootstrap: Option<u32>,
    /// The seed of the resamples.
    #[arg(long, value_name = "SEED", default_value = "1", requires = "bootstrap")]
    bootstrap_seed: u64,
    /// Give a bot this rating, instead of 1500 to the mean.
    #[arg(long, value_name = "BOT=RATING", value_parser = anchor)]
    anchor: Option<(String, f64)>,
    /// The form of the output.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// With --format csv, the cross table instead of the ratings.
    #[arg(long)]
    cross: bool,
    /// With --format csv, all differences of ratings instead of the ratings.
    #[arg(long, conflicts_with = "cross")]
    differences: bool,
    /// Every side table: differences and who is better, places and scores.
    #[arg(long)]
    all: bool,
    /// What a tie between two counts as at a table of two.
    #[arg(long, value_enum, default_value_t = TieRule::Half)]
    ties: TieRule,
    /// Whether games with a fault count.
    #[arg(long, value_enum, default_value_t = FaultRule::Keep)]
    faults: FaultRule,
    /// Deals that belong together, for a log without a manifest.
    #[arg(long, value_name = "N", default_value = "1")]
    session: NonZeroU64,
    /// Threads that read [default: one per core]. No figure depends on it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Model {
    /// Bradley-Terry by maximum likelihood, with effects of the seats.
    BradleyTerry,
    /// The same without effects of the seats.
    BradleyTerryNoSeats,
    /// Whole orders, read from the last place up.
    Elimination,
    /// Whole orders, read from the first place down (Plackett-Luce).
    WinnerFirst,
    /// The winner of each table alone.
    WinnerOnly,
}

impl Model {
    fn meant(self) -> rating::Model {
        match self {
            Self::BradleyTerry => rating::Model::Pairs,
            Self::BradleyTerryNoSeats => rating::Model::PairsNoSeats,
            Self::Elimination => rating::Model::Elimination,
            Self::WinnerFirst => rating::Model::WinnerFirst,
            Self::WinnerOnly => rating::Model::WinnerOnly,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Ladder {
    /// Elo's rule game by game.
    Elo,
    /// Glicko-2, a period for each block of deals.
    Glicko2,
    /// TrueSkill for fixed bots.
    Trueskill,
    /// Weng-Lin, as in OpenSkill.
    WengLin,
}

impl Ladder {
    fn meant(self) -> rating::System {
        match self {
            Self::Elo => rating::System::Elo,
            Self::Glicko2 => rating::System::Glicko2,
            Self::Trueskill => rating::System::TrueSkill,
            Self::WengLin => rating::System::WengLin,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// For people.
    Table,
    /// For programs.
    Csv,
    /// For programs, all of it.
    Json,
    /// For documents.
    Md,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum TieRule {
    /// Half a win for each.
    Half,
    /// No comparison.
    Drop,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FaultRule {
    /// They count: to fail is to lose.
    Keep,
    /// They are left out.
    Drop,
}

pub(super) fn run(args: &Args) -> Result<(), CmdError> {
    let logs: Vec<PathBuf> = args
        .logs
        .iter()
        .map(|log| {
            if log.is_dir() {
                log_in(log)
            } else {
                log.clone()
            }
        })
        .collect();
    let options = Options {
        how: rating::How {
            model: args.model.meant(),
            anchor: args.anchor.clone(),
            prior: args.prior,
            bootstrap: args
                .bootstrap
                .map(|resamples| (resamples, args.bootstrap_seed)),
            ..rating::How::default()
        },
        faults: match args.faults {
            FaultRule::Keep => Faults::Keep,
            FaultRule::Drop => Faults::Drop,
        },
        ties: match args.ties {
            TieRule::Half => Ties::Half,
            TieRule::Drop => Ties::Drop,
        },
        filter: Filter {
            bots: bots(&args.bots),
            deals: args.deals.clone(),
        },
        ladder: args.ladder.map(Ladder::meant),
        session: args.session,
        threads: readers(threads(args.threads)),
        ..Options::default()
    };
    let standings = rank(&logs, &options)?;
    print(&match args.format {
        Format::Table => {
            let troubles = match &logs[..] {
                [log] => troubles(log)?,
                _ => String::new(),
            };
            report::table_in(&standings, layout(args.all)) + &troubles
        }
        Format::Csv if args.cross => report::cross_table(&standings),
        Format::Csv if args.differences => report::differences(&standings),
        Format::Csv => report::csv(&standings),
        Format::Json => report::json(&standings),
        Format::Md => report::markdown(&standings),
    })
}

/// Threads that read a log.
pub(super) fn readers(threads: usize) -> NonZeroUsize {
    NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN)
}

/// Who failed in a run, was withdrawn or absent; nothing for a log that has no
/// manifest beside it.
pub(super) fn troubles(log: &Path) -> Result<String, CmdError> {
    let manifest = Manifest::beside(log).map_err(RankError::Manifest)?;
    let Some((manifest, folder)) = manifest.zip(log.parent()) else {
        return Ok(String::new());
    };
    let all = Trouble::of_run(folder, &manifest).map_err(RankError::Log)?;
    let mut text = report::troubles(&all, layout(false).width);
    if !manifest.jail_lacks.is_empty() {
        text += &format!(
            "\nallow-weaker: the jail did not keep all that it promises: {}\n",
            manifest.jail_lacks.join(", ")
        );
    }
    if !manifest.replacing.is_empty() {
        text += &format!(
            "\nGames of {} are being played again; the log still has the old ones. Run it on.\n",
            manifest.replacing.join(", ")
        );
    }
    Ok(text)
}

/// As wide as the terminal, where there is one.
pub(super) fn layout(all: bool) -> report::Layout {
    let width = terminal_size::terminal_size_of(std::io::stdout());
    report::Layout {
        width: width.map_or(report::WIDTH, |(width, _)| width.0.into()),
        all,
    }
}

/// Names, split at commas. A name with a comma is given quoted, as in CSV.
fn bots(given: &[String]) -> Vec<String> {
    let mut bots = Vec::new();
    for list in given {
        let mut name = String::new();
        let mut quoted = false;
        for letter in list.chars() {
            match letter {
                '"' => quoted = !quoted,
                ',' if !quoted => bots.push(std::mem::take(&mut name)),
                _ => name.push(letter),
            }
        }
        bots.push(name);
    }
    bots.retain(|name| !name.is_empty());
    bots
}

fn deals(text: &str) -> Result<RangeInclusive<u64>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.parse::<u64>(), last.parse::<u64>()) {
        (Ok(first), Ok(last)) if first <= last => Ok(first..=last),
        _ => Err("deals look like 0-999, both counted from 0 and both rated".into()),
    }
}

fn anchor(text: &str) -> Result<(String, f64), String> {
    // A name may hold an equals sign, a number does not.
    let parts = text
        .rsplit_once('=')
        .and_then(|(name, rating)| Some((name, rating.parse::<f64>().ok()?)));
    match parts {
        Some((name, rating)) if !name.is_empty() && rating.is_finite() => Ok((name.into(), rating)),
        _ => Err("an anchor looks like odds=1500".into()),
    }
}
