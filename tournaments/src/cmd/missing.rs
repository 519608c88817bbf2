//! `dudo missing`: which parts of a plan are left to play.

use super::{CmdError, print};
use crate::parts::{self, PartPlan};
use clap::ValueEnum;
use std::path::PathBuf;

/// List the parts of a plan that are left to play.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dudo missing plans/league                  3,17,40-42
  dudo missing plans/league --format lines   one number a line
  dudo missing plans/league --exit-code >left.txt || echo \"go on\"
Nothing is printed when nothing is left. A part that is foreign, or not as it was written, is
left to play; without --check only the lengths of its files are looked at.")]
pub(super) struct Args {
    /// The folder of the plan.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// How they are listed.
    #[arg(long, value_enum, default_value_t = Format::Ranges)]
    format: Format,
    /// Read every byte of the parts that are there.
    #[arg(long)]
    check: bool,
    /// Exit with 1 if something is left.
    #[arg(long)]
    exit_code: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// On one line, as job arrays want it: 3,17,40-42.
    Ranges,
    /// A number a line.
    Lines,
    /// For arrays of at most 1000 jobs: a line each of what to add, and ranges.
    Arrays,
}

/// Indices of a job array stay below this: Slurm's usual `MaxArraySize` is 1001.
const LARGEST: u32 = 1000;

pub(super) fn run(args: &Args) -> Result<u8, CmdError> {
    let plan = PartPlan::read(&args.folder)?;
    let left = parts::missing(&plan, args.check)?;
    let text: String = match args.format {
        _ if left.is_empty() => String::new(),
        Format::Ranges => parts::ranges(&left) + "\n",
        Format::Lines => left.iter().map(|index| format!("{index}\n")).collect(),
        Format::Arrays => parts::arrays(&left, LARGEST)
            .iter()
            .map(|(offset, ranges)| format!("{offset} {ranges}\n"))
            .collect(),
    };
    print(&text)?;
    Ok(u8::from(args.exit_code && !left.is_empty()))
}
