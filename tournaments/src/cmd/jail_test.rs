//! `dudo jail-test`: what this machine's sandbox really refuses.

use super::{CmdError, print};
use crate::error::SetupError;
use clap::ValueEnum;
use dudo_plugin::jail::attack::{self, Tried};
use dudo_plugin::jail::trial::{self, Pair, Row};
use dudo_plugin::jail::{Effect, Jail, Report};
use serde_json::json;
use std::env::current_exe;
use std::io;

/// Try what a bot might try, outside of the jail and inside, and print what is
/// refused here.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dudo jail-test                 the promises, the attacks, the channels
  dudo jail-test --format json   the same for programs
Every attack is made in earnest by a process of its own, on files and processes that are
made for it. One that fails outside as well proves nothing and is called impossible here.
Exit codes: 0 every promise holds here; 2 one does not.")]
pub(super) struct Args {
    /// How it is printed.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// Aligned columns.
    Table,
    /// One object.
    Json,
}

pub(super) fn run(args: &Args) -> Result<u8, CmdError> {
    let results = Results::collect().map_err(failed)?;
    match args.format {
        Format::Table => print(&results.table())?,
        Format::Json => print(&results.json())?,
    }
    Ok(if results.broken().is_empty() {
        0
    } else {
        SetupError::EXIT_CODE
    })
}

/// Without processes there is no jail.
fn failed(error: io::Error) -> CmdError {
    CmdError::Usage(format!("no jail can be set up here: {error}"))
}

struct Results {
    report: Report,
    rows: Vec<Row>,
    pairs: Vec<Pair>,
}

impl Results {
    fn collect() -> io::Result<Self> {
        let program = current_exe()?;
        let jail = Jail::open(&program)?;
        let all: Vec<_> = attack::all().collect();
        Ok(Self {
            report: jail.probe(&program)?,
            rows: trial::attacks(&jail, &program, &all)?,
            pairs: trial::channels(&jail, &program)?,
        })
    }

    /// Promises that an attack or a channel broke.
    fn broken(&self) -> Vec<Effect> {
        let mut broken = self.report.missing();
        let through = self.rows.iter().filter(|row| row.got_through());
        broken.extend(through.map(|row| row.attack.breaks));
        if self.pairs.iter().any(|pair| pair.inside) {
            broken.push(Effect::Traces);
        }
        broken.sort();
        broken.dedup();
        broken
    }

    fn table(&self) -> String {
        let mut text = String::new();
        let made: Vec<&str> = self
            .report
            .mechanisms
            .iter()
            .map(|one| one.word())
            .collect();
        text += &format!("The jail is made of: limits, {}\n", made.join(", "));
        text += &format!("Landlock version {}\n\n", self.report.landlock);
        let broken = self.broken();
        text += &format!(
            "{:<12}{:<40}{:<7}{}\n",
            "promise", "", "holds", "kept alone by"
        );
        for finding in &self.report.findings {
            let mut by: Vec<&str> = finding.by.iter().map(|one| one.word()).collect();
            if finding.by_limits {
                by = vec!["limits"];
            }
            let (effect, holds) = (finding.effect, !broken.contains(&finding.effect));
            let (word, promise) = (effect.word(), effect.promise());
            let by = if by.is_empty() {
                "several together".into()
            } else {
                by.join(", ")
            };
            text += &format!("{word:<12}{promise:<40}{:<7}{by}\n", yes(holds));
        }
        text += &format!(
            "\n{:<22}{:<12}{:<14}{}\n",
            "attack", "breaks", "outside", "inside"
        );
        for row in &self.rows {
            let outside = if row.proves() {
                "succeeds"
            } else {
                "impossible"
            };
            let inside = match &row.inside {
                Tried::Done(_) => "SUCCEEDS".to_owned(),
                Tried::Refused(why) => format!("refused: {why}"),
            };
            let attack = row.attack;
            let breaks = attack.breaks.word();
            text += &format!("{:<22}{breaks:<12}{outside:<14}{inside}\n", attack.name);
        }
        text += &format!(
            "\n{:<22}{:<12}{:<14}{}\n",
            "a bit passed by", "to one", "outside", "inside"
        );
        for pair in &self.pairs {
            let when = if pair.later { "later" } else { "beside" };
            let outside = if pair.outside {
                "arrives"
            } else {
                "impossible"
            };
            let inside = if pair.inside { "ARRIVES" } else { "does not" };
            text += &format!("{:<22}{when:<12}{outside:<14}{inside}\n", pair.channel.name);
        }
        let proven = self.rows.iter().filter(|row| row.proves());
        let refused = proven.clone().filter(|row| !row.got_through());
        text += &format!(
            "\n{} of {} attacks that succeed outside are refused inside ({} are impossible here); {} of {} channels closed\n",
            refused.count(),
            proven.clone().count(),
            self.rows.len() - proven.count(),
            self.pairs
                .iter()
                .filter(|pair| pair.outside && !pair.inside)
                .count(),
            self.pairs.iter().filter(|pair| pair.outside).count(),
        );
        text
    }

    fn json(&self) -> String {
        let broken = self.broken();
        let promises = self.report.findings.iter().map(|finding| {
            json!({
                "promise": finding.effect.word(),
                "holds": !broken.contains(&finding.effect),
                "by": finding.by.iter().map(|one| one.word()).collect::<Vec<_>>(),
                "by_limits": finding.by_limits,
            })
        });
        let attacks = self.rows.iter().map(|row| {
            let said = |tried: &Tried| match tried {
                Tried::Done(_) => json!({"succeeds": true}),
                Tried::Refused(why) => json!({"succeeds": false, "why": why}),
            };
            json!({
                "attack": row.attack.name,
                "what": row.attack.what,
                "breaks": row.attack.breaks.word(),
                "outside": said(&row.outside),
                "inside": said(&row.inside),
            })
        });
        let channels = self.pairs.iter().map(|pair| {
            json!({
                "channel": pair.channel.name,
                "later": pair.later,
                "outside": pair.outside,
                "inside": pair.inside,
            })
        });
        let all = json!({
            "mechanisms": self.report.mechanisms.iter().map(|one| one.word()).collect::<Vec<_>>(),
            "landlock": self.report.landlock,
            "promises": promises.collect::<Vec<_>>(),
            "attacks": attacks.collect::<Vec<_>>(),
            "channels": channels.collect::<Vec<_>>(),
        });
        format!("{all:#}\n")
    }
}

const fn yes(holds: bool) -> &'static str {
    if holds { "yes" } else { "NO" }
}
