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
    ))?;
    let advice = advice(seconds * f64::from(plan.shards()), plan.shards());
    advice.map_or(Ok(()), |advice| print(&format!("note: {advice}\n")))
}

/// A part of a good size, in seconds, and what is far from it.
const GOOD: f64 = 300.0;
const SHORT: f64 = 60.0;
const LONG: f64 = 3600.0;

/// What to say where the parts of so many seconds in all are far too short or too long.
fn advice(seconds: f64, parts: u32) -> Option<String> {
    let each = seconds / f64::from(parts);
    if parts == 1 && each < LONG || (SHORT..LONG).contains(&each) {
        return None;
    }
    let better = (seconds / GOOD).round().clamp(1.0, 1e6) as u32;
    Some(if better <= 1 {
        format!("the whole run takes {}; it needs no parts", about(seconds))
    } else {
        format!("--shards {better} would make parts of about five minutes")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_bad_size_are_told() {
        for (seconds, parts, expected) in [
            (3.0, 1, None),
            (
                3.0,
                200,
                Some("the whole run takes about 3 s; it needs no parts"),
            ),
            (60_000.0, 200, None),
            (
                60_000.0,
                5000,
                Some("--shards 200 would make parts of about five minutes"),
            ),
            (
                60_000.0,
                2,
                Some("--shards 200 would make parts of about five minutes"),
            ),
        ] {
            assert_eq!(
                advice(seconds, parts).as_deref(),
                expected,
                "{seconds} {parts}"
            );
        }
    }
}
