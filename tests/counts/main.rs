//! How many instructions three fixed pieces of work take, against the counts
//! that are kept beside this file. One that grows by more than a twentieth
//! fails. Unlike seconds they are nearly the same on a busy machine: what threads
//! do while they wait for each other changes a run by a thousandth or two.
//!
//! ```text
//! cargo test --test counts              # counts and compares
//! cargo test --test counts -- record    # counts and keeps
//! ```
//!
//! Needs `valgrind`. The counts are a compiler's: with another one nothing can
//! be said about the code, so they are recorded anew, with the old code.
#![expect(clippy::print_stdout, reason = "its output is its purpose")]

mod work;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

/// Instructions by piece of work, and what compiled it.
struct Counts {
    rustc: String,
    instructions: BTreeMap<String, u64>,
}

/// More than this many percent of growth fails; as many of loss should be kept.
const PERCENT: u64 = 5;

fn main() -> ExitCode {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/counts/counts.toml");
    let record = std::env::args().any(|argument| argument == "record");
    let outcome = count().and_then(|counts| {
        if record {
            return fs::write(&kept, counts.text()).map_err(|error| error.to_string());
        }
        let text = fs::read_to_string(&kept).map_err(|error| error.to_string())?;
        compare(&Counts::parse(&text)?, &counts)
    });
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            println!("counts: {message}");
            ExitCode::FAILURE
        }
    }
}

fn count() -> Result<Counts, String> {
    let mut instructions = BTreeMap::new();
    for (name, count) in work::all()? {
        println!("{name}: {count} instructions");
        instructions.insert(name.to_owned(), count);
    }
    Ok(Counts {
        rustc: rustc()?,
        instructions,
    })
}

/// The compiler's version and the machine it compiles for.
fn rustc() -> Result<String, String> {
    let output = Command::new("rustc").arg("-vV").output();
    let output = output.map_err(|error| format!("rustc does not run: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let fact = |key: &str| text.lines().find_map(|line| line.strip_prefix(key));
    match (fact("release: "), fact("host: ")) {
        (Some(release), Some(host)) => Ok(format!("{release} {host}")),
        _ => Err("rustc does not say which version it is".into()),
    }
}

fn compare(kept: &Counts, now: &Counts) -> Result<(), String> {
    if kept.rustc != now.rustc {
        return Err(format!(
            "the counts were recorded with rustc {}, and this is {}; on a commit whose speed is \
             known to be good, record anew with `cargo test --test counts -- record`",
            kept.rustc, now.rustc
        ));
    }
    let mut findings = Vec::new();
    for (name, &count) in &now.instructions {
        let Some(&before) = kept.instructions.get(name) else {
            findings.push(format!("{name} was never recorded"));
            continue;
        };
        if count * 100 > before * (100 + PERCENT) {
            findings.push(format!(
                "{name} takes {count} instructions, {:.1} % more than the {before} recorded",
                (count as f64 / before as f64 - 1.0) * 100.0
            ));
        } else if count * 100 < before * (100 - PERCENT) {
            println!("{name} takes less than the {before} recorded: record it, so that it stays");
        }
    }
    if findings.is_empty() {
        return Ok(());
    }
    findings.push("if that is what the change is worth, say so in its commit and record".into());
    Err(findings.join("\n"))
}

impl Counts {
    fn text(&self) -> String {
        let mut text = format!(
            "# Made by `cargo test --test counts -- record`.\nrustc = \"{}\"\n\n[instructions]\n",
            self.rustc
        );
        for (name, count) in &self.instructions {
            text += &format!("{name} = {count}\n");
        }
        text
    }

    fn parse(text: &str) -> Result<Self, String> {
        let broken = || "counts.toml is broken; record it anew".to_owned();
        let table: toml::Table = text.parse().map_err(|_| broken())?;
        let rustc = table.get("rustc").and_then(|value| value.as_str());
        let rows = table.get("instructions").and_then(|value| value.as_table());
        let rows = rows.ok_or_else(broken)?.iter().map(|(name, value)| {
            let count = value.as_integer().and_then(|count| count.try_into().ok());
            Ok((name.clone(), count.ok_or_else(broken)?))
        });
        Ok(Self {
            rustc: rustc.ok_or_else(broken)?.to_owned(),
            instructions: rows.collect::<Result<_, String>>()?,
        })
    }
}
