//! The check as a whole.

use super::attempts::Attempts;
use super::finding::{Findings, Level};
use super::grid::tables;
use super::load::{Loaded, games, load, terms};
use super::repeat::repeat;
use super::report::{Report, Spread, Tally};
use super::watch::{Book, Watched};
use dudo_engine::FaultKind;
use dudo_plugin::jail::Audit;
use dudo_plugin::{LoadError, WasmEngine};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// After so many failures a bot is not tried further.
const ENOUGH: u64 = 10;

/// What is to be checked.
#[derive(Clone, Debug)]
pub struct Exam {
    /// The bot: a file, a folder with `bot.toml`, or `cmd:` and a command.
    pub bot: String,
    /// The games to try it at; empty: all that it claims.
    pub games: Vec<String>,
    /// Sessions that are played three times over.
    pub sessions: u64,
    /// Whether the edges of knobs, and presets at every number of seats, are left out.
    pub quick: bool,
    /// Whether it runs in a process of its own without a jail.
    pub trust: bool,
    /// Whether a jail will do that cannot keep all it promises here.
    pub allow_weaker: bool,
    /// Its own processor time for a decision, in milliseconds.
    pub move_ms: u64,
    /// How long it may take to start, in milliseconds.
    pub start_ms: u64,
    /// Memory, in mebibytes.
    pub memory_mb: u64,
    /// Fuel for a decision of a WebAssembly bot.
    pub fuel: u64,
    /// What runs a WebAssembly bot; the compiler only if it is trusted.
    pub wasm: WasmEngine,
}

/// Checks a bot. `log` is a new file, where its standard error goes.
///
/// # Errors
/// A sentence about what was asked for; what is wrong with the bot is in the report.
pub fn examine(exam: &Exam, log: &Path) -> Result<Report, String> {
    let asked = games(&exam.games)?;
    let mut findings = Findings::default();
    let mut report = Report::new(exam);
    let audit = Arc::new(Audit::default());
    let terms = |outlives| terms(exam, log, &audit, outlives).map_err(|error| error.to_string());
    match load(exam, &terms(false)?, &asked) {
        Ok(loaded) => play(exam, &loaded, &terms(true)?, &mut report, &mut findings)?,
        Err(LoadError(why)) => findings.add(Level::Failure, "load", why, None),
    }
    attempts(exam, &audit, &mut report, &mut findings);
    remarks(log, &mut findings);
    report.finish(findings.sorted());
    Ok(report)
}

fn play(
    exam: &Exam,
    loaded: &Loaded,
    outliving: &dudo_plugin::Terms,
    report: &mut Report,
    findings: &mut Findings,
) -> Result<(), String> {
    let watched = Watched::new(Arc::clone(&loaded.bot));
    report.met(&*loaded.bot, &loaded.houses);
    let mut book = Book::default();
    let mut tally = Tally::default();
    let mut rules = BTreeSet::new();
    let mut enough = false;
    'tables: for house in &loaded.houses {
        for table in tables(*house, exam.quick) {
            let bout = table.bout(&watched);
            let Some(played) = house.try_out(&bout)? else {
                continue;
            };
            tally.tables += 1;
            tally.games += played.games;
            for (deal, kind, detail) in &played.faults {
                let place = format!(
                    "{}, seat {} of {}, deal {deal}",
                    played.rules,
                    bout.seat + 1,
                    bout.seats
                );
                fault(*kind, detail, place, findings);
            }
            rules.insert(played.rules);
            let more = watched.take();
            book.decisions.extend(more.decisions);
            book.starts.extend(more.starts);
            if findings.failures() >= ENOUGH {
                enough = true;
                break 'tables;
            }
        }
    }
    for house in loaded.houses.iter().filter(|_| !enough) {
        for wrong in house.bare(&*loaded.bot).into_iter().flatten() {
            let place = format!("{}, a view that is made up", house.name());
            let detail = format!("with no dice in play but its own: {wrong}");
            findings.add(Level::Warning, "extreme", detail, Some(place));
        }
    }
    if tally.tables == 0 {
        let detail = "it refuses every rule set or number of seats of these games";
        findings.add(Level::Failure, "refused", detail, None);
    }
    if enough {
        report.note("not tried further after so many failures");
    } else {
        // One that is no process has nothing that outlives an instance.
        let one = match loaded.bot.kind() {
            "command" => {
                let game = loaded.houses[0].name();
                dudo_plugin::meet(&exam.bot, outliving, game).ok()
            }
            _ => None,
        };
        let one = one.map(Watched::new);
        for house in &loaded.houses {
            repeat(exam, *house, &watched, one.as_ref(), findings)?;
        }
        tally.repeated = exam.sessions;
    }
    tally.rules = rules.len() as u64;
    tally.decisions = book.decisions.len() as u64;
    let decisions = Spread::of(book.decisions);
    if decisions.p99 > exam.move_ms as f64 / 2.0 {
        let detail = format!(
            "one decision in a hundred takes {:.0} ms or more, and {} are allowed",
            decisions.p99, exam.move_ms
        );
        findings.add(Level::Warning, "slow", detail, None);
    }
    let memory = loaded.bot.memory();
    if memory.is_some_and(|bytes| bytes > (exam.memory_mb << 20) / 4 * 3) {
        let detail = "it holds more than three quarters of the memory that it may have";
        findings.add(Level::Warning, "memory", detail, None);
    }
    report.measured(tally, decisions, Spread::of(book.starts), memory);
    Ok(())
}

/// What it tried in the jail, surfaced or not.
fn attempts(exam: &Exam, audit: &Audit, report: &mut Report, findings: &mut Findings) {
    // Without a jail nothing is refused.
    if exam.trust {
        return;
    }
    if let Some(why) = audit.blind() {
        report.note(&format!(
            "what it tries in the jail cannot be seen in full: {why}"
        ));
    }
    let tried = Attempts::of(audit);
    if let Some(first) = tried.list.first() {
        let text = format!("it tried what the jail refuses: {}", first.words());
        findings.count(Level::Warning, "attempt", text, tried.all());
    }
    if audit.blind().is_none() || !tried.list.is_empty() {
        report.tried(tried);
    }
}

/// What a failure at a table means to its author.
fn fault(kind: FaultKind, detail: &str, place: String, findings: &mut Findings) {
    if kind == FaultKind::Malformed && detail.starts_with("no reply: ") {
        let text = format!("standard output is for replies only, and it writes there: {detail}");
        findings.add(Level::Failure, "output", text, Some(place));
        return;
    }
    if kind == FaultKind::Signalled && detail.contains("signal 31") {
        let text = format!("it tried what the jail forbids: {detail}");
        findings.add(Level::Failure, "jail", text, Some(place));
        return;
    }
    if let Some(line) = refusal(detail) {
        let text = format!("it was refused something: {line}");
        findings.add(Level::Failure, "jail", text, Some(place.clone()));
    }
    findings.add(Level::Failure, kind.word(), detail, Some(place));
}

/// What the system says to who may not do something.
const REFUSALS: [&str; 6] = [
    "Operation not permitted",
    "Permission denied",
    "PermissionError",
    "Network is unreachable",
    "Read-only file system",
    "Function not implemented",
];

/// The line in which something was refused; in the detail of a fault lines are parted by bars.
fn refusal(text: &str) -> Option<&str> {
    let lines = &mut text.split(['\n', '|']).map(str::trim);
    lines.find(|line| REFUSALS.iter().any(|words| line.contains(words)))
}

/// What its standard error tells.
fn remarks(log: &Path, findings: &mut Findings) {
    let text = std::fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    if let Some(line) = refusal(&text) {
        let text = format!(
            "its log tells that it was refused something: {}",
            line.trim()
        );
        findings.add(Level::Warning, "jail", text, None);
    }
    if let Some(line) = text.lines().find(|line| !line.trim().is_empty()) {
        let lines = text.lines().count();
        let text = format!(
            "it writes to standard error, {lines} lines so far: {}",
            line.trim()
        );
        findings.add(Level::Note, "log", text, None);
    }
}
