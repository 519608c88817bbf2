//! `dudo rank`: ratings with margins from any log.

use super::{CmdError, print};
use clap::ValueEnum;
use dudo_results::rating::{Faults, Ties};
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
    /// Give a bot this rating, instead of 1500 to the mean.
    #[arg(long, value_name = "BOT=RATING", value_parser = anchor)]
    anchor: Option<(String, f64)>,
    /// The form of the output.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// With --format csv, the cross table instead of the ratings.
    #[arg(long)]
    cross: bool,
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
        anchor: args.anchor.clone(),
        faults: match args.faults {
            FaultRule::Keep => Faults::Keep,
            FaultRule::Drop => Faults::Drop,
        },
        ties: match args.ties {
            TieRule::Half => Ties::Half,
            TieRule::Drop => Ties::Drop,
        },
        session: args.session,
        seat_effects: matches!(args.model, Model::BradleyTerry),
    };
    let standings = rank(&logs, &options)?;
    print(&match (args.format, args.cross) {
        (Format::Table, _) => report::table(&standings),
        (Format::Csv, false) => report::csv(&standings),
        (Format::Csv, true) => report::cross_table(&standings),
        (Format::Json, _) => report::json(&standings),
        (Format::Md, _) => report::markdown(&standings),
    })
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
