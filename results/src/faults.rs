//! What went wrong in bots: `faults.csv`, and what they wrote to standard error.

use crate::log::{LogError, Manifest};
use std::collections::{BTreeMap, VecDeque};
use std::fs::{self, File};
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

/// What went wrong.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FaultReport {
    /// How often, by bot and kind.
    pub counts: BTreeMap<String, BTreeMap<String, u64>>,
    /// The last faults of each bot: game, and kind and detail.
    pub last: BTreeMap<String, VecDeque<(String, String)>>,
    /// The deals of the faults of each bot, in the order of the log.
    deals: BTreeMap<String, Vec<u64>>,
    /// The last lines of each log of standard error: file, and lines.
    pub logs: Vec<(String, Vec<String>)>,
}

/// Faults of a bot that are shown.
const SHOWN: usize = 3;
/// Lines of standard error that are shown, and bytes in which they are looked for.
const LINES: usize = 12;
const TAIL: u64 = 8192;

impl FaultReport {
    /// Reads the faults of a run. Without `private` details and what bots wrote
    /// are left out.
    ///
    /// # Errors
    /// A file that cannot be read, or is not as documented.
    pub fn read(folder: &Path, private: bool) -> Result<Self, LogError> {
        let mut report = Self::default();
        let path = folder.join("faults.csv");
        let wrong = |line: u64, message: String| LogError {
            file: path.display().to_string(),
            line,
            column: String::new(),
            message,
        };
        match File::open(&path) {
            Ok(file) => {
                let mut reader = csv::Reader::from_reader(file);
                for record in reader.byte_records() {
                    let record = record.map_err(|error| {
                        let line = error.position().map_or(1, csv::Position::line);
                        wrong(line, error.to_string())
                    })?;
                    let field = |index| {
                        String::from_utf8_lossy(record.get(index).unwrap_or_default()).into_owned()
                    };
                    let game = format!("{}.{}.{}", field(0), field(1), field(2));
                    if let Ok(deal) = field(0).parse() {
                        report.deals.entry(field(5)).or_default().push(deal);
                    }
                    let kind = field(6);
                    let detail = private.then(|| (game, format!("{kind}: {}", field(7))));
                    report.add(&field(5), &kind, detail);
                }
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(wrong(0, error.to_string())),
        }
        if private {
            report.logs = logs(&folder.join("bots"));
        }
        Ok(report)
    }

    /// The deal of a bot's fault with this number, from 1.
    #[must_use]
    pub fn deal_of(&self, bot: &str, number: u64) -> Option<u64> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        self.deals.get(bot)?.get(index).copied()
    }

    fn add(&mut self, bot: &str, kind: &str, detail: Option<(String, String)>) {
        let kinds = self.counts.entry(bot.into()).or_default();
        *kinds.entry(kind.into()).or_default() += 1;
        if let Some(detail) = detail {
            let last = self.last.entry(bot.into()).or_default();
            last.push_back(detail);
            if last.len() > SHOWN {
                last.pop_front();
            }
        }
    }
}

/// The ends of the logs in a folder, by name. A file that cannot be read is
/// passed over: it is an aid, not a result.
fn logs(folder: &Path) -> Vec<(String, Vec<String>)> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut logs: Vec<(String, Vec<String>)> = entries
        .filter_map(Result::ok)
        .filter(|entry| entry.path().extension().is_some_and(|it| it == "log"))
        .filter_map(|entry| {
            let lines = tail(&entry.path())?;
            let name = entry.file_name().to_string_lossy().into_owned();
            (!lines.is_empty()).then_some((name, lines))
        })
        .collect();
    logs.sort();
    logs
}

/// The last lines of what a bot wrote to standard error.
#[must_use]
pub fn last_lines(path: &Path) -> Vec<String> {
    tail(path).unwrap_or_default()
}

fn tail(path: &Path) -> Option<Vec<String>> {
    let mut file = File::open(path).ok()?;
    let length = file.seek(SeekFrom::End(0)).ok()?;
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL)))
        .ok()?;
    let mut bytes = Vec::new();
    file.take(TAIL).read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.lines().collect();
    let from = lines.len().saturating_sub(LINES);
    Some(lines[from..].iter().map(|&line| line.to_owned()).collect())
}

/// A manifest for everybody: how bots that are no part of this program were
/// started and why they could not be, which names files of some machine, is left
/// out.
#[must_use]
pub fn public(manifest: &Manifest) -> Manifest {
    let mut manifest = manifest.clone();
    for bot in &mut manifest.bot {
        if bot.kind != "built-in" {
            bot.source.clear();
            bot.absent = None;
        }
    }
    manifest
}
