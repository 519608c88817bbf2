//! `dudo merge`: one log again.

use super::CmdError;
use super::how::How;
use super::run::standings;
use crate::parts::{self, PartPlan};
use crate::run::prepare;
use crate::stop::{self, Stop};
use dudo_results::report::grouped;
use std::path::{Path, PathBuf};

/// Make one log of the parts of a plan: the bytes of a run that was never cut.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dudo merge plans/league
  dudo merge plans/league --out runs/half --allow-partial
The log is that of dudo run with the same run file, which finds nothing left to play in it and
can extend it. Merging that was interrupted goes on where it was. Ends with the standings.
Parts that were played in copies of the folder on other machines are copied into it first:
  rsync -a --exclude '*.tmp-*' there:league/parts/ plans/league/parts/")]
pub(super) struct Args {
    /// The folder of the plan.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Where the log goes [default: runs/NAME].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Leave out parts that are missing, foreign or altered, and name them.
    #[arg(long)]
    allow_partial: bool,
    #[command(flatten)]
    how: How,
}

pub(super) fn run(args: &Args) -> Result<u8, CmdError> {
    let stop = Stop::listen()?;
    let plan = PartPlan::read(&args.folder)?;
    let spec = plan.spec()?;
    let prepared = prepare(&spec)?;
    let folder = args.out.clone();
    let folder = folder.unwrap_or_else(|| Path::new("runs").join(&plan.run().name));
    let settings = args.how.settings(&folder);
    let merged = parts::merge(&prepared, &plan, args.allow_partial, &settings, &stop)?;
    if !merged.report.complete {
        args.how
            .warn("interrupted; the same command goes on from here");
        return Ok(stop::EXIT_CODE);
    }
    for sentence in &merged.left_out {
        args.how.warn(&format!("left out: {sentence}"));
    }
    args.how.say(&format!(
        "{} games in {}",
        grouped(merged.report.games),
        folder.display()
    ));
    if merged.report.games > 0 {
        standings(&folder, &args.how)?;
    }
    Ok(0)
}
