//! `dudo run`: plays what the plan wants and the log lacks.

use super::{CmdError, print};
use crate::run::{Settings, Show, prepare, run as play, tell};
use crate::schedule::Size;
use crate::spec::RunFile;
use crate::stop::{self, Stop};
use clap::ValueEnum;
use dudo_results::report::grouped;
use dudo_results::{COUNTS, Options, counts_beside, rank, report};
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;

/// Play a tournament: what the run file wants and the log lacks, so this also
/// resumes and extends. Ends with the standings.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dudo run tournaments/quick.toml
  dudo run tournaments/league.toml --out /data/league --threads 8
  dudo run tournaments/league.toml --dry-run
A run that was interrupted, killed or stopped by a full disk goes on where it was; one whose
run file has more deals or more bots than before is extended. The log is the same bytes as
that of a run that was never interrupted, for any number of threads.")]
pub(super) struct Args {
    /// The run file (TOML).
    #[arg(value_name = "SPEC.toml")]
    spec: PathBuf,
    /// Where the log goes [default: runs/NAME].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Threads that play [default: one per core]. No row depends on it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Say what would be played, and how long it would take, and stop.
    #[arg(long)]
    dry_run: bool,
    /// How progress is shown on standard error.
    #[arg(long, value_enum, default_value_t = Progress::Auto)]
    progress: Progress,
    /// Die like a killed process after so many steps on the disk; for tests.
    #[arg(long, hide = true, value_name = "STEPS")]
    die_after: Option<u64>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Progress {
    /// A bar on a terminal, lines elsewhere.
    Auto,
    /// Lines.
    Plain,
    /// A JSON object a second, a line each.
    Json,
    /// Nothing.
    None,
}

impl Progress {
    pub(super) const fn show(self) -> Show {
        match self {
            Self::Auto => Show::Auto,
            Self::Plain => Show::Plain,
            Self::Json => Show::Json,
            Self::None => Show::Silent,
        }
    }
}

/// The threads that were asked for, or one per core that this process may use.
pub(super) fn threads(asked: Option<u16>) -> usize {
    let cores = available_parallelism().map_or(1, usize::from);
    asked.map_or(cores, usize::from)
}

/// Rates a whole log, leaves the ratings beside it and prints them.
pub(super) fn standings(folder: &Path) -> Result<(), CmdError> {
    let log = folder.join("games.csv");
    // What the log comes down to, so that rating it again is a matter of
    // moments; then the standings, from that.
    if let Some(text) = counts_beside(&log)? {
        crate::run::derive(folder, COUNTS, &text)?;
    }
    let standings = rank(&[log], &Options::default())?;
    crate::run::derive(folder, "ratings.csv", &report::csv(&standings))?;
    crate::run::derive(folder, "crosstable.csv", &report::cross_table(&standings))?;
    print(&report::table_in(&standings, super::rank::layout(false)))
}

pub(super) fn run(args: &Args) -> Result<u8, CmdError> {
    let spec = RunFile::read(&args.spec)?;
    let prepared = prepare(&spec)?;
    let threads = threads(args.threads);
    let folder = args
        .out
        .clone()
        .unwrap_or_else(|| Path::new("runs").join(&spec.name));
    if args.dry_run {
        return dry_run(&spec, prepared.size(), &prepared.pilot()?, threads, &folder).map(|()| 0);
    }
    let show = args.progress.show();
    let settings = Settings {
        folder: folder.clone(),
        threads,
        show,
        die_after: args.die_after,
    };
    let report = play(prepared, &settings, &Stop::listen()?)?;
    if show != Show::Silent {
        tell(&format!(
            "{} games in {}, {} of them played now",
            grouped(report.games),
            folder.display(),
            grouped(report.played.into())
        ));
    }
    if !report.complete {
        tell("interrupted; the same command goes on from here");
        return Ok(stop::EXIT_CODE);
    }
    standings(&folder)?;
    Ok(0)
}

fn dry_run(
    spec: &RunFile,
    size: &Size,
    pilot: &crate::run::Pilot,
    threads: usize,
    folder: &Path,
) -> Result<(), CmdError> {
    let schedule = &spec.schedule;
    let games = size.games as f64;
    let seconds = games * pilot.seconds_per_game / threads as f64;
    let mut text = format!(
        "{}: {} {}, {} {} x {} deals x {} rotations = {} games\n",
        spec.name,
        schedule.format.word(),
        spec.game.text,
        grouped(size.tables.into()),
        match (schedule.drawn, size.tables) {
            (Some(_), _) => "tables drawn for each block",
            (None, 1) => "table",
            (None, _) => "tables",
        },
        grouped(size.deals.into()),
        grouped(size.rotations.into()),
        grouped(size.games),
    );
    text += &format!(
        "{} bots, {} seats, seating {}, {} dice, sessions of {}\n",
        spec.bots.len(),
        schedule.seats,
        schedule.seating.word(),
        schedule.dice.word(),
        grouped(schedule.session.into()),
    );
    text += &format!("rules: {}\n", pilot.rules);
    text += &format!(
        "about {} on {threads} threads, about {} of log in {}\n",
        duration(seconds),
        bytes(games * pilot.bytes_per_game),
        folder.display()
    );
    if !size.balanced {
        let period = schedule.seating.period(schedule.seats);
        text += &format!(
            "note: not every bot will precede every other equally often: the {} blocks are no multiple of {period}\n",
            grouped(size.blocks.into())
        );
    }
    print(&text)
}

pub(super) fn duration(seconds: f64) -> String {
    match seconds {
        _ if seconds < 90.0 => format!("{seconds:.0} s"),
        _ if seconds < 5400.0 => format!("{:.0} min", seconds / 60.0),
        _ if seconds < 172_800.0 => format!("{:.1} h", seconds / 3600.0),
        _ => format!("{} days", grouped((seconds / 86_400.0) as u128)),
    }
}

pub(super) fn bytes(count: f64) -> String {
    match count {
        _ if count < 1e6 => format!("{:.0} kB", count / 1e3),
        _ if count < 1e9 => format!("{:.0} MB", count / 1e6),
        _ if count < 1e13 => format!("{:.1} GB", count / 1e9),
        _ => format!("{} TB", grouped((count / 1e12) as u128)),
    }
}
