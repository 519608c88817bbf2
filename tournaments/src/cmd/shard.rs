//! `dudo shard`: plays one part of a plan.

use super::CmdError;
use super::how::How;
use crate::parts::{self, PartPlan, Played};
use crate::run::prepare;
use crate::stop::{self, Stop};
use dudo_results::report::grouped;
use std::path::PathBuf;

/// Play one part of a plan.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dudo shard plans/league --index 17
  dudo missing plans/league --format lines | parallel dudo shard plans/league --threads 1 --index {}
A part that is there is not played again, and one that is killed leaves none: the same command
may be given twice, at once, on two machines. How many parts there are stands in the plan only.")]
pub(super) struct Args {
    /// The folder of the plan.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Which part, from 0.
    #[arg(long, value_name = "I")]
    index: u32,
    #[command(flatten)]
    how: How,
}

pub(super) fn run(args: &Args) -> Result<u8, CmdError> {
    let stop = Stop::listen()?;
    let plan = PartPlan::read(&args.folder)?;
    let spec = plan.spec()?;
    let prepared = prepare(&spec)?;
    let settings = args.how.settings(&args.folder);
    let played = parts::shard(&prepared, &plan, args.index, &settings, &stop)?;
    let what = match played {
        Played::Now(games) => format!("{} games played", grouped(games.into())),
        Played::Before => "it is there already".into(),
        Played::Interrupted => {
            args.how
                .warn("interrupted; the same command plays the part from its start");
            return Ok(stop::EXIT_CODE);
        }
    };
    let (index, folder) = (args.index, args.folder.display());
    args.how.say(&format!("part {index} of {folder}: {what}"));
    Ok(0)
}
