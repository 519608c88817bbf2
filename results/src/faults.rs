//! What went wrong in bots: `faults.csv`, and what they wrote to standard error.

use crate::log::{
    Coordinates, Fields, Lines, LogError, Manifest, Plain, coordinates, last, log_in,
};
use std::collections::{BTreeMap, VecDeque};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::num::NonZeroU64;
use std::path::Path;

/// What went wrong.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FaultReport {
    /// How often, by bot and kind.
    pub counts: BTreeMap<String, BTreeMap<String, u64>>,
    /// The last faults of each bot: game, and kind and detail.
    pub last: BTreeMap<String, VecDeque<(String, String)>>,
    /// By bot, the deal of the fault that was one more than the limit.
    over: BTreeMap<String, u64>,
    /// The last lines of each log of standard error: file, and lines.
    pub logs: Vec<(String, Vec<String>)>,
}

/// Columns of `faults.csv`.
const COLUMNS: usize = 8;
/// How the header of a log begins.
const KEY: &[u8] = b"rules,deal,table,rotation,";
/// Faults of a bot that are shown.
const SHOWN: usize = 3;
/// Lines of standard error that are shown, and bytes in which they are looked for.
const LINES: usize = 12;
const TAIL: u64 = 8192;

impl FaultReport {
    /// Reads the faults of the games that a run has logged. A last line without
    /// its newline and faults of games behind the last row are what an interrupted
    /// writer leaves, and are passed over. Without `private` details and what bots
    /// wrote are left out.
    ///
    /// # Errors
    /// A file that cannot be read, or is not as documented.
    pub fn read(folder: &Path, manifest: &Manifest, private: bool) -> Result<Self, LogError> {
        let mut report = Self::default();
        let path = folder.join("faults.csv");
        let wrong = |line: u64, message: String| LogError {
            file: path.display().to_string(),
            line,
            column: String::new(),
            message,
        };
        let limit = manifest.limits.faults.filter(|&limit| limit > 0);
        match File::open(&path) {
            Ok(file) => {
                let (mut lines, mut fields) = (Lines::new(file), Fields::new());
                let mut written = None;
                loop {
                    let number = lines.number() + 1;
                    let line = lines.next();
                    let Some(line) = line.map_err(|error| wrong(number, error.to_string()))? else {
                        break;
                    };
                    if number == 1 || line.is_empty() {
                        continue;
                    }
                    let at = coordinates(line, 0);
                    let (true, COLUMNS, Some(at)) = (fields.split(line), fields.count(), at) else {
                        let message = "expected deal,table,rotation,step,seat,bot,fault,detail";
                        return Err(wrong(number, message.into()));
                    };
                    let written = written.get_or_insert_with(|| Written::of(folder, manifest));
                    if !written.has(at) {
                        continue;
                    }
                    let text = fields.text(line);
                    let field = |index| String::from_utf8_lossy(fields.get(text, index));
                    let (bot, kind) = (field(5), field(6));
                    let game = || format!("{}.{}.{}", at.deal, at.table, at.rotation);
                    let detail = private.then(|| (game(), format!("{kind}: {}", field(7))));
                    let count = report.add(&bot, &kind, detail);
                    if limit.is_some_and(|limit| count == limit + 1) {
                        report.over.insert(bot.into_owned(), at.deal);
                    }
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

    /// The deal of the fault by which a bot had more than the limit of its run.
    #[must_use]
    pub fn over_limit(&self, bot: &str) -> Option<u64> {
        self.over.get(bot).copied()
    }

    /// Counts a fault; how many the bot has now.
    fn add(&mut self, bot: &str, kind: &str, detail: Option<(String, String)>) -> u64 {
        let kinds = self.counts.entry(bot.into()).or_default();
        *kinds.entry(kind.into()).or_default() += 1;
        let count = kinds.values().sum();
        if let Some(detail) = detail {
            let last = self.last.entry(bot.into()).or_default();
            last.push_back(detail);
            if last.len() > SHOWN {
                last.pop_front();
            }
        }
        count
    }
}

/// Which games a log has, by its last row.
enum Written {
    /// It cannot be told.
    Unknown,
    /// Those up to this place, in runs with blocks so long.
    To(NonZeroU64, Option<Place>),
}

/// Where a game stands: block, table, rotation, deal.
type Place = (u64, u64, u64, u64);

impl Written {
    fn of(folder: &Path, manifest: &Manifest) -> Self {
        let session = manifest.schedule.session;
        let last = || -> io::Result<Self> {
            let mut log = Plain::open(&log_in(folder))?;
            let mut head = Vec::new();
            log.by_ref().take(KEY.len() as u64).read_to_end(&mut head)?;
            // Columns in another order are no row of a run.
            if head != KEY {
                return Ok(Self::Unknown);
            }
            let last = last(&mut log, 1)?;
            Ok(Self::To(session, last.map(|at| place(session, at))))
        };
        last().unwrap_or(Self::Unknown)
    }

    fn has(&self, at: Coordinates) -> bool {
        match *self {
            Self::Unknown => true,
            Self::To(session, last) => Some(place(session, at)) <= last,
        }
    }
}

fn place(session: NonZeroU64, at: Coordinates) -> Place {
    (at.deal / session, at.table, at.rotation, at.deal)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::{RowWriter, manifest_text};

    fn manifest() -> Manifest {
        let text = manifest_text("").replace("session = 3", "session = 2");
        Manifest::parse(&(text + "[limits]\nfaults = 1\n")).unwrap()
    }

    /// What a power cut leaves is passed over: faults are written before rows.
    #[test]
    fn faults_of_games_that_were_written() {
        let folder = std::env::temp_dir().join(format!("dudo-faults-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let rows = |games: &[&str]| {
            let rows = games.iter();
            let rows = rows.map(|at| format!("a1b2c3d4,{at},a,b,1,2,a,5,20,2:illegal\n"));
            RowWriter::games_header(2) + &rows.collect::<String>()
        };
        let all = ["0,0,0", "1,0,0", "0,0,1", "1,0,1", "2,0,0"];
        let faults = all.map(|at| format!("{at},3,2,b,illegal,\"bid 2x7, no\"\n"));
        let faults = RowWriter::FAULTS_HEADER.to_owned() + &faults.concat();
        let torn = |text: &str| faults.clone() + text;
        for (log, faults, count, over) in [
            (Some(rows(&all)), faults.clone(), 5, Some(1)),
            (Some(rows(&all)), torn("2,0,1,3,2,b,ill"), 5, Some(1)),
            (
                Some(rows(&all)),
                torn("2,0,1,3,2,b,illegal,\"a"),
                5,
                Some(1),
            ),
            // In another order than the numbers of deals.
            (Some(rows(&all[..3])), faults.clone(), 3, Some(1)),
            (
                Some(rows(&all[..3]) + "a1b2c3d4,1,0,1,a"),
                faults.clone(),
                3,
                Some(1),
            ),
            (Some(rows(&all[..1])), faults.clone(), 1, None),
            (Some(rows(&[])), faults.clone(), 0, None),
            (Some("deal,table\n".into()), faults.clone(), 5, Some(1)),
            (None, faults.clone(), 5, Some(1)),
        ] {
            let path = folder.join("games.csv");
            match log {
                Some(log) => fs::write(&path, log).unwrap(),
                None => fs::remove_file(&path).unwrap(),
            }
            fs::write(folder.join("faults.csv"), faults).unwrap();
            let report = FaultReport::read(&folder, &manifest(), true).unwrap();
            let found = report.counts.get("b").map_or(0, |kinds| kinds["illegal"]);
            assert_eq!((found, report.over_limit("b")), (count, over));
        }
        for line in [
            "0,0,0,3,2,b,illegal",
            "x,0,0,3,2,b,illegal,a",
            "0,0,0,3,2,b,\",a",
        ] {
            let text = format!("{}{line}\n", RowWriter::FAULTS_HEADER);
            fs::write(folder.join("faults.csv"), text).unwrap();
            let error = FaultReport::read(&folder, &manifest(), true).unwrap_err();
            assert_eq!(error.line, 2, "{error}");
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
