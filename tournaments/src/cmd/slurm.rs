//! `dudo slurm`: a plan as job arrays.

use super::{CmdError, print};
use crate::error::RunError;
use crate::parts::PartPlan;
use std::io;
use std::path::{Path, PathBuf, absolute};
use std::process::Command;

/// Print or submit a plan as Slurm job arrays with a job that merges.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dudo slurm plans/league                      print the script
  dudo slurm plans/league --submit --partition short --time 0:30:00
  dudo slurm plans/league --submit --cpus 4 --sbatch=--account=games --sbatch=--mem=2G
The script submits what is left of the plan as arrays and a job that, once they have ended in
whatever way, submits again what is not there, or merges. It is kept as slurm.sh beside the plan;
to go on by hand, run it again.")]
pub(super) struct Args {
    /// The folder of the plan, at the same path on all machines.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Where the log goes [default: DIR/merged].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Slurm's partition.
    #[arg(long, value_name = "P")]
    partition: Option<String>,
    /// Slurm's limit of time for a job.
    #[arg(long, value_name = "T")]
    time: Option<String>,
    /// Cores, and so threads, of a job.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    cpus: u16,
    /// Another option of sbatch, for all jobs; can be given again.
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    sbatch: Vec<String>,
    /// Times that what is not there is submitted before a person is asked.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=100))]
    rounds: u16,
    /// Submit it.
    #[arg(long)]
    submit: bool,
}

pub(super) fn run(args: &Args) -> Result<u8, CmdError> {
    let plan = PartPlan::read(&args.folder)?;
    let script = script(args, &plan)?;
    if !args.submit {
        print(&script)?;
        return Ok(0);
    }
    crate::run::derive(&args.folder, "slurm.sh", &script)?;
    let path = args.folder.join("slurm.sh");
    let status = Command::new("bash").arg(&path).status();
    let status = status.map_err(|error| RunError::io("run", &path, &error))?;
    // What went wrong was said by sbatch.
    Ok(if status.success() { 0 } else { 3 })
}

fn script(args: &Args, plan: &PartPlan) -> Result<String, CmdError> {
    let whole = |path: &Path| absolute(path).map_err(|error| RunError::io("find", path, &error));
    let program = std::env::current_exe();
    let program =
        program.map_err(|error| RunError::io("find", Path::new("the program itself"), &error))?;
    let folder = whole(plan.folder())?;
    let out = match &args.out {
        Some(out) => whole(out)?,
        None => folder.join("merged"),
    };
    let mut options = vec![format!("--cpus-per-task={}", args.cpus)];
    options.extend(
        args.partition
            .iter()
            .map(|name| format!("--partition={name}")),
    );
    options.extend(args.time.iter().map(|time| format!("--time={time}")));
    options.extend(args.sbatch.iter().cloned());
    let options: Vec<String> = options.iter().map(|option| quoted(option)).collect();
    let mut script = include_str!("slurm.sh").to_owned();
    for (mark, text) in [
        ("@DUDO@", path(&program)?),
        ("@PLAN@", path(&folder)?),
        ("@OUT@", path(&out)?),
        ("@ROUNDS@", args.rounds.to_string()),
        ("@NAME@", quoted(&format!("dudo-{}", plan.run().name))),
        ("@OPTIONS@", options.join(" ")),
    ] {
        script = script.replace(mark, &text);
    }
    Ok(script)
}

fn path(path: &Path) -> Result<String, CmdError> {
    let text = path.to_str().ok_or_else(|| {
        let error = io::Error::new(io::ErrorKind::InvalidInput, "its name is not UTF-8");
        RunError::io("write a script for", path, &error)
    })?;
    Ok(quoted(text))
}

/// A word of a shell, whatever is in it.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}
