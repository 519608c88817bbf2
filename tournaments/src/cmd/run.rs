//! `dudo run`: plays what the plan wants and the log lacks.

use super::dry_run::{count, dry_run};
use super::how::How;
use super::{CmdError, print};
use crate::run::prepare;
use crate::spec::RunFile;
use crate::stop;
use dudo_results::log::log_in;
use dudo_results::{COUNTS, Options, counts_beside, rank, report};
use std::path::{Path, PathBuf};

/// Play a tournament: what the run file wants and the log lacks, so this also
/// resumes and extends. Ends with the standings.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dudo run tournaments/quick.toml
  dudo run tournaments/league.toml --out /data/league --threads 8
  dudo run tournaments/league.toml --dry-run
  dudo run tournaments/league.toml --budget 2h
  dudo run tournaments/classroom.toml --replace ann
A run that was interrupted, killed or stopped by a full disk goes on where it was; one whose
run file has more deals or more bots than before is extended. The log is the same bytes as
that of a run that was never interrupted, for any number of threads. Bots that join stand
behind those that were there, by name among themselves, wherever the run file has them.")]
pub(super) struct Args {
    /// The run file (TOML).
    #[arg(value_name = "SPEC.toml")]
    spec: PathBuf,
    /// Where the log goes [default: runs/NAME].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Play about so long, as in 90s, 30min or 2h: the number of deals is chosen to fit, by a few
    /// games that are timed first, and stays with the folder.
    #[arg(long, value_name = "TIME", value_parser = super::budget::time)]
    budget: Option<f64>,
    /// Say what would be played, and how long it would take, and stop.
    #[arg(long)]
    dry_run: bool,
    /// Let the bot with this name, which was edited since it played, take its own place: its
    /// games are dropped and played again.
    #[arg(long, value_name = "NAME")]
    replace: Vec<String>,
    /// When all is played, let everybody read the manifest with a secret seed in it, and print
    /// the seed.
    #[arg(long, conflicts_with = "dry_run")]
    reveal: bool,
    #[command(flatten)]
    how: How,
}

/// Rates a whole log, leaves the ratings beside it and prints them.
pub(super) fn standings(folder: &Path, how: &How) -> Result<(), CmdError> {
    let threads = how.threads();
    let log = log_in(folder);
    // What the log comes down to, so that rating it again is a matter of
    // moments; then the standings, from that.
    if let Some(text) = counts_beside(&log, super::rank::readers(threads))? {
        crate::run::derive(folder, COUNTS, &text)?;
    }
    let options = Options {
        threads: super::rank::readers(threads),
        ..Options::default()
    };
    let standings = rank(std::slice::from_ref(&log), &options)?;
    crate::run::derive(folder, "ratings.csv", &report::csv(&standings))?;
    crate::run::derive(folder, "crosstable.csv", &report::cross_table(&standings))?;
    let table = report::table_in(&standings, super::rank::layout(false));
    print(&(table + &super::rank::troubles(&log)?))?;
    let letters = super::feedback::write(folder, &standings)?;
    if letters > 0 {
        how.say(&format!(
            "{} to authors in {}",
            count(letters as u128, "letter"),
            folder.join("feedback").display()
        ));
    }
    Ok(())
}

pub(super) fn run(args: &Args) -> Result<u8, CmdError> {
    let mut spec = RunFile::read(&args.spec)?;
    let folder = args
        .out
        .clone()
        .unwrap_or_else(|| Path::new("runs").join(&spec.name));
    if !spec.passed_over.is_empty() {
        let names = spec
            .passed_over
            .iter()
            .map(|name| name.escape_debug().to_string());
        args.how.say(&format!(
            "no bots, and passed over: {} (a bot's file ends in .py, .so or .wasm, or may be executed)",
            names.collect::<Vec<_>>().join(", ")
        ));
    }
    if let Some(seconds) = args.budget {
        let chosen = super::budget::deals(&spec, seconds, args.how.threads(), &folder)?;
        args.how.say(&chosen.said);
        spec.schedule.deals = chosen.deals;
    }
    let prepared = prepare(&spec)?.replacing(&args.replace)?;
    if args.dry_run {
        return dry_run(&prepared, args.how.threads(), &folder).map(|()| 0);
    }
    let Some(report) = args.how.play(prepared, &folder)? else {
        return Ok(stop::EXIT_CODE);
    };
    // Where a test has chosen the end, the margins of the standings do not hold.
    if spec.sprt.is_some() {
        let session = spec.schedule.session;
        print(&super::duel::verdict(&report, session))?;
    } else {
        standings(&folder, &args.how)?;
    }
    if args.reveal {
        let manifest = crate::run::reveal(&folder)?;
        print(&format!("\nThe seed was {}\n", manifest.seed))?;
    }
    Ok(0)
}
