//! `dudo rank`: ratings with margins from any log.

use super::{CmdError, print};
use clap::ValueEnum;
use dudo_results::rating::{self, Faults, Ties};
use dudo_results::{Options, rank, report};
use std::num::NonZeroU64;
use std::path::PathBuf;

/// Rate the bots of a log, with margins.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dudo rank runs/quick
  dudo rank runs/quick/games.csv --anchor odds=1500
  dudo rank part1/games.csv part2/games.csv --format csv > ratings.csv
Any CSV with the documented columns can be rated. Ratings are Bradley-Terry on the Elo scale;
tables of more than two are broken into their pairs; margins take into account that games of
one deal belong together.")]
pub(super) struct Args {
    /// Logs, or folders of runs.
    #[arg(required = true, value_name = "LOG.csv|DIR")]
    logs: Vec<PathBuf>,
    /// The rating model.
    #[arg(long, value_enum, default_value_t = Model::BradleyTerry)]
    model: Model,
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
                log.join("games.csv")
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
        },
        faults: match args.faults {
            FaultRule::Keep => Faults::Keep,
            FaultRule::Drop => Faults::Drop,
        },
        ties: match args.ties {
            TieRule::Half => Ties::Half,
            TieRule::Drop => Ties::Drop,
        },
        session: args.session,
    };
    let standings = rank(&logs, &options)?;
    print(&match args.format {
        Format::Table => report::table_in(&standings, layout(args.all)),
        Format::Csv if args.cross => report::cross_table(&standings),
        Format::Csv if args.differences => report::differences(&standings),
        Format::Csv => report::csv(&standings),
        Format::Json => report::json(&standings),
        Format::Md => report::markdown(&standings),
    })
}

/// As wide as the terminal, where there is one.
pub(super) fn layout(all: bool) -> report::Layout {
    let width = terminal_size::terminal_size_of(std::io::stdout());
    report::Layout {
        width: width.map_or(report::WIDTH, |(width, _)| width.0.into()),
        all,
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
