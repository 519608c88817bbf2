//! `dudo verify`: is a log what its run comes to?

use super::how::threads;
use super::{CmdError, print};
use crate::run::tell;
use crate::spec::RunFile;
use crate::verify::{Options, verify};
use dudo_results::report::grouped;
use std::path::PathBuf;

/// Check a log: its manifest, every row's place, and games played again.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dudo verify runs/league
  dudo verify runs/league --all --spec tournaments/league.toml
  dudo verify runs/league --sample 100000 --seed 2
Every row's order, key, names and places are checked; a sample of games is played again, by
whole sessions, and compared field by field. A single row that was changed with care is found
for certain with --all only. Exits with 4 and says what differs, and why it can.")]
pub(super) struct Args {
    /// The folder of the run.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The run file that the log should be of.
    #[arg(long, value_name = "SPEC.toml")]
    spec: Option<PathBuf>,
    /// Games to play again, about.
    #[arg(long, value_name = "N", default_value_t = 1000, conflicts_with = "all")]
    sample: u64,
    /// Play all games again.
    #[arg(long)]
    all: bool,
    /// Draws other games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads that play [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

pub(super) fn run(args: &Args) -> Result<u8, CmdError> {
    let spec = args.spec.as_deref().map(RunFile::read).transpose()?;
    let options = Options {
        folder: args.folder.clone(),
        spec: spec.as_ref(),
        sample: (!args.all).then_some(args.sample),
        seed: args.seed,
        threads: threads(args.threads),
    };
    let verdict = verify(&options)?;
    let mut text = String::new();
    for sentence in &verdict.told {
        // What stands in a damaged file does not get at the terminal.
        let tame = sentence.chars().flat_map(|letter| {
            let control = letter.is_control();
            let escaped = control.then(|| letter.escape_default());
            escaped
                .into_iter()
                .flatten()
                .chain((!control).then_some(letter))
        });
        text.extend(tame);
        text.push('\n');
    }
    let more = verdict.differences - verdict.told.len() as u64;
    if more > 0 {
        text += &format!("and {} more\n", grouped(more.into()));
    }
    for reason in &verdict.reasons {
        text += &format!("why: {reason}\n");
    }
    let (rows, replayed) = (verdict.rows.into(), verdict.replayed.into());
    text += &format!(
        "{} rows in {}, {} of them played again: ",
        grouped(rows),
        args.folder.display(),
        grouped(replayed)
    );
    if verdict.differences == 0 {
        print(&(text + "all is as the plan has it\n"))?;
        return Ok(0);
    }
    let count = grouped(verdict.differences.into());
    print(&(text + &format!("{count} differences\n")))?;
    tell(&format!(
        "error: {}: {count} differences",
        args.folder.display()
    ));
    Ok(4)
}
