//! `dudo plan`: cuts a run into parts for many machines.

use super::dry_run::{about, bytes};
use super::{CmdError, print};
use crate::parts;
use crate::run::prepare;
use crate::spec::RunFile;
use dudo_results::report::grouped;
use std::path::PathBuf;

/// Cut a run into parts that any machines can play in any order.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dudo plan tournaments/league.toml --shards 200 --out plans/league
  dudo shard plans/league --index 17       play a part, on any machine that sees the folder
  dudo missing plans/league                which parts are left
  dudo merge plans/league                  one log again, the bytes of dudo run
  dudo slurm plans/league --submit         all of this on a Slurm cluster
A part is a stretch of whole blocks of deals. Parts of 2 to 10 minutes are a good size: a
cluster's own costs vanish, and a part that is lost costs little.")]
pub(super) struct Args {
    /// The run file (TOML).
    #[arg(value_name = "SPEC.toml")]
    spec: PathBuf,
    /// How many parts, at most one per block of deals.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    shards: u32,
    /// The folder of the plan, which all machines have to see.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

pub(super) fn run(args: &Args) -> Result<(), CmdError> {
    let spec = RunFile::read(&args.spec)?;
    let prepared = prepare(&spec)?;
    let pilot = prepared.pilot()?;
    let plan = parts::plan(&prepared, args.shards, &args.out)?;
    let games = prepared.size().games as f64;
    let seconds = games * pilot.seconds_per_game / f64::from(plan.shards());
    print(&format!(
        "{}: {} games in {} parts, each {} on one thread, {} of log\n",
        args.out.display(),
        grouped(prepared.size().games),
        grouped(plan.shards().into()),
        about(seconds),
        bytes(games * pilot.bytes_per_game / f64::from(plan.shards())),
    ))
}
