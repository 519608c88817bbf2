//! `dudo report`: one file for people, and its tables and plots for programs.

use super::gather::{Wanted, gather};
use super::replay::coordinates;
use super::{CmdError, print_bytes};
use clap::ValueEnum;
use dudo_results::log::Coordinates;
use dudo_results::report::{Report, png, standalone};
use std::path::{Path, PathBuf};

/// Write a report of a run: one HTML file that needs no network.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dudo report runs/quick                       writes runs/quick/report.html
  dudo report runs/quick --public --out r.html without what bots wrote and where they are
  dudo report runs/quick --also 3.0.1          with this game to click through
  dudo report runs/quick --format md           the tables as Markdown; also csv, json
  dudo report runs/quick --format csv --table bluffs > bluffs.csv
  dudo report runs/quick --svg ratings > ratings.svg
  dudo report runs/quick --png progress --out progress.png
The page has the standings with their intervals, the cross table, ratings against games, scores by
seat, a bluff profile of each bot, who exploits whom, faults, games to click through with all dice
and chances, and the manifest. It is read in light, in dark and on paper.")]
pub(super) struct Args {
    /// The folder of the run.
    dir: PathBuf,
    /// Where the page goes, instead of DIR/report.html.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Leave out standard error, details of faults, and commands and files of bots.
    #[arg(long)]
    public: bool,
    /// Games to click through, at most; spread evenly over the log.
    #[arg(long, value_name = "N", default_value_t = 24)]
    games: usize,
    /// A game that must be among them.
    #[arg(long, value_name = "DEAL.TABLE.ROTATION", value_parser = coordinates)]
    also: Vec<Coordinates>,
    /// The form of the output.
    #[arg(long, value_enum, default_value_t = Format::Html)]
    format: Format,
    /// With --format csv, the table.
    #[arg(long, value_enum, default_value_t = Table::Standings)]
    table: Table,
    /// A plot by itself, to standard output or --out.
    #[arg(long, value_enum, value_name = "PLOT", conflicts_with = "format")]
    svg: Option<Plot>,
    /// The same as a picture, with letters of a font that dudo brings along.
    #[arg(long, value_enum, value_name = "PLOT", conflicts_with_all = ["svg", "format"])]
    png: Option<Plot>,
    /// A word list that the rules name by its hash.
    #[arg(long, value_name = "FILE")]
    words: Vec<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A page, into a file.
    Html,
    /// All tables, for documents.
    Md,
    /// One table, for programs.
    Csv,
    /// All tables, for programs.
    Json,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Table {
    Standings,
    Cross,
    Seats,
    Bluffs,
    Exploits,
    Faults,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Plot {
    /// Ratings with their intervals.
    Ratings,
    /// Ratings against games played.
    Progress,
    /// How true bids were against how likely they looked.
    Calibration,
}

pub(super) fn run(args: &Args) -> Result<(), CmdError> {
    let report = gather(
        &args.dir,
        &Wanted {
            public: args.public,
            games: args.games,
            also: &args.also,
            words: &args.words,
        },
    )?;
    let plot = |plot: Plot| {
        let name = word(&plot);
        let plots = report.plots();
        let plot = plots.into_iter().find(|(known, _)| *known == name);
        plot.map_or_else(String::new, |(_, plot)| plot)
    };
    if let Some(wanted) = args.svg {
        return emit(args, (standalone(&plot(wanted)) + "\n").as_bytes());
    }
    if let Some(wanted) = args.png {
        let picture = png(&plot(wanted)).map_err(|error| CmdError::Usage(error.to_string()))?;
        return emit(args, &picture);
    }
    match args.format {
        Format::Html => page(args, &report),
        Format::Md => {
            let sheets: Vec<String> = report.sheets().iter().map(|it| it.markdown()).collect();
            emit(args, sheets.join("\n").as_bytes())
        }
        Format::Csv => {
            let name = word(&args.table);
            let sheets = report.sheets();
            let sheet = sheets.iter().find(|sheet| sheet.name == name);
            emit(
                args,
                sheet
                    .map_or_else(String::new, |sheet| sheet.csv())
                    .as_bytes(),
            )
        }
        Format::Json => {
            let sheets: Vec<_> = report.sheets().iter().map(|it| it.json()).collect();
            let text = serde_json::to_string_pretty(&sheets);
            let text = text.map_err(|error| CmdError::Output(error.into()))?;
            emit(args, (text + "\n").as_bytes())
        }
    }
}

fn page(args: &Args, report: &Report) -> Result<(), CmdError> {
    let default = args.dir.join("report.html");
    let path = args.out.as_deref().unwrap_or(&default);
    write(path, report.html().as_bytes())?;
    crate::run::tell(&format!("{} is written", path.display()));
    Ok(())
}

/// To the file that was named, else to standard output.
fn emit(args: &Args, bytes: &[u8]) -> Result<(), CmdError> {
    match &args.out {
        Some(path) => write(path, bytes),
        None => print_bytes(bytes),
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), CmdError> {
    let name = path.file_name().map(|name| name.to_string_lossy());
    let Some(name) = name else {
        let sentence = format!("{} is no name of a file", path.display());
        return Err(CmdError::Usage(sentence));
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    Ok(crate::run::derive_bytes(folder, &name, bytes)?)
}

/// The word of the command line for a choice.
fn word(choice: &impl ValueEnum) -> String {
    let value = choice.to_possible_value();
    value.map_or_else(String::new, |value| value.get_name().to_owned())
}
