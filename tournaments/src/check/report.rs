//! The report: for people on one screen, for programs as JSON.

use super::attempts::{Attempts, Tried, times};
use super::exam::Exam;
use super::finding::{Finding, Level};
use crate::arena::House;
use dudo_plugin::Foreign;
use serde::Serialize;
use std::fmt::Write;
use std::time::Duration;

/// What was found out about a bot. Its JSON is described in `FORMATS.md`.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The bot, as it was named.
    pub bot: String,
    /// `pass`, `warn` or `fail`.
    pub verdict: &'static str,
    /// `command`, `wasm` or `native`; nothing where it could not be loaded.
    pub kind: String,
    /// SHA-256 of what it is made of.
    pub content: String,
    /// `jail`, or `process` where it was trusted. A module needs neither.
    pub isolation: &'static str,
    /// What it calls itself.
    pub name: String,
    /// The games that it was tried at.
    pub games: Vec<&'static str>,
    /// How much was played.
    pub played: Tally,
    /// Milliseconds of decisions, by the clock on the wall.
    pub decision_ms: Spread,
    /// Milliseconds from a fresh start to the first game.
    pub start_ms: Spread,
    /// The most memory that a process of it held, in mebibytes.
    pub memory_mb: Option<f64>,
    /// What was allowed: `move_ms`, `memory_mb`.
    pub allowed: Allowed,
    /// What it tried in the jail, and was refused; nothing where that cannot be seen, or there is
    /// no jail.
    pub attempts: Option<Vec<Tried>>,
    /// How often it tried something else, when there was too much to list.
    pub attempts_left_out: u64,
    /// What its author should know, the worst first.
    pub findings: Vec<Finding>,
    /// Remarks on the check itself.
    pub notes: Vec<String>,
}

/// How much was played.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Tally {
    /// Games.
    pub games: u64,
    /// Different rules.
    pub rules: u64,
    /// Tables: rules, seats and opponents.
    pub tables: u64,
    /// Decisions of the bot.
    pub decisions: u64,
    /// Sessions that were played three times over, for each game.
    pub repeated: u64,
}

/// Limits that were set.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Allowed {
    /// For a decision.
    pub move_ms: u64,
    /// For a process.
    pub memory_mb: u64,
}

/// Percentiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Spread {
    /// Half of all are at most this.
    pub p50: f64,
    /// Nine in ten.
    pub p90: f64,
    /// Ninety-nine in a hundred.
    pub p99: f64,
    /// All.
    pub max: f64,
}

impl Spread {
    /// Percentiles of times, in milliseconds with three decimals: the smallest time that so
    /// many do not exceed. Zeros where there are none.
    pub(super) fn of(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        let at = |percent: usize| {
            let index = (times.len() * percent).div_ceil(100).max(1) - 1;
            let time = times.get(index).copied().unwrap_or_default();
            (time.as_secs_f64() * 1e6).round() / 1e3
        };
        Self {
            p50: at(50),
            p90: at(90),
            p99: at(99),
            max: at(100),
        }
    }
}

impl Report {
    pub(super) fn new(exam: &Exam) -> Self {
        Self {
            bot: exam.bot.clone(),
            verdict: "fail",
            kind: String::new(),
            content: String::new(),
            isolation: if exam.trust { "process" } else { "jail" },
            name: String::new(),
            games: Vec::new(),
            played: Tally::default(),
            decision_ms: Spread::default(),
            start_ms: Spread::default(),
            memory_mb: None,
            allowed: Allowed {
                move_ms: exam.move_ms,
                memory_mb: exam.memory_mb,
            },
            attempts: None,
            attempts_left_out: 0,
            findings: Vec::new(),
            notes: Vec::new(),
        }
    }

    pub(super) fn met(&mut self, bot: &dyn Foreign, houses: &[&'static dyn House]) {
        self.kind = bot.kind().into();
        self.content = bot.content().into();
        self.name.clone_from(&bot.hello().name);
        self.games = houses.iter().map(|house| house.name()).collect();
    }

    pub(super) fn note(&mut self, text: &str) {
        self.notes.push(text.into());
    }

    pub(super) fn tried(&mut self, tried: Attempts) {
        self.attempts = Some(tried.list);
        self.attempts_left_out = tried.left_out;
    }

    pub(super) fn measured(
        &mut self,
        played: Tally,
        decisions: Spread,
        starts: Spread,
        memory: Option<u64>,
    ) {
        self.played = played;
        self.decision_ms = decisions;
        self.start_ms = starts;
        self.memory_mb = memory.map(|bytes| (bytes as f64 / 104_857.6).round() / 10.0);
    }

    pub(super) fn finish(&mut self, findings: Vec<Finding>) {
        let worst = findings.iter().map(|finding| finding.level).max();
        self.verdict = match worst {
            Some(Level::Failure) => "fail",
            Some(Level::Warning) => "warn",
            Some(Level::Note) | None => "pass",
        };
        self.findings = findings;
    }

    /// What the process answers the shell: 0 pass, 1 warnings, 2 it fails or cannot be loaded.
    pub fn exit_code(&self) -> u8 {
        match self.verdict {
            "pass" => 0,
            "warn" => 1,
            _ => 2,
        }
    }

    /// For programs: one object, with a line feed behind it.
    ///
    /// # Errors
    /// Never: its keys are texts.
    pub fn json(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut line = |what: &str, said: String| {
            let _ = writeln!(text, "{what:<10} {said}");
        };
        line("bot", self.bot.clone());
        if !self.kind.is_empty() {
            let place = match (self.kind.as_str(), self.isolation) {
                ("wasm", _) => "a module".to_owned(),
                (_, "jail") => "in a jail".to_owned(),
                _ => "trusted, without a jail".to_owned(),
            };
            let content = self.content.get(..16).unwrap_or_default();
            line(
                "loaded",
                format!("{}, {place}, sha256 {content}...", self.kind),
            );
            line(
                "says",
                format!("{}, plays {}", named(&self.name), self.games.join(", ")),
            );
            let played = &self.played;
            line(
                "played",
                format!(
                    "{} games at {} tables, {} different rules, {} decisions",
                    played.games, played.tables, played.rules, played.decisions
                ),
            );
            let (decision, start) = (&self.decision_ms, &self.start_ms);
            line(
                "decisions",
                format!(
                    "half within {} ms, 90 % {}, 99 % {}, slowest {} (allowed {})",
                    decision.p50, decision.p90, decision.p99, decision.max, self.allowed.move_ms
                ),
            );
            line(
                "start",
                format!("half within {} ms, slowest {}", start.p50, start.max),
            );
            if let Some(memory) = self.memory_mb {
                line(
                    "memory",
                    format!("{memory} MiB (allowed {})", self.allowed.memory_mb),
                );
            }
            if played.repeated > 0 {
                let again = match self.kind.as_str() {
                    "command" => "twice in fresh processes, and backwards in one",
                    _ => "twice in fresh instances",
                };
                line(
                    "repeated",
                    format!("{} sessions, {again}; a hint, not a guard", played.repeated),
                );
            }
        }
        for tried in self.attempts.iter().flatten() {
            line("tried", plain(&tried.line()));
        }
        if self.attempts_left_out > 0 {
            line(
                "tried",
                format!("and {} more", times(self.attempts_left_out)),
            );
        }
        for note in &self.notes {
            line("note", note.clone());
        }
        for finding in &self.findings {
            let level = match finding.level {
                Level::Failure => "FAILS",
                Level::Warning => "warning",
                Level::Note => "note",
            };
            let times = match finding.times {
                1 => String::new(),
                times => format!(" ({times} times)"),
            };
            line(
                level,
                format!("{}{times}: {}", finding.what, plain(&finding.detail)),
            );
            if let Some(place) = &finding.place {
                line("", format!("in {place}"));
            }
        }
        line("verdict", self.verdict.to_owned());
        text
    }
}

fn named(name: &str) -> &str {
    if name.is_empty() { "no name" } else { name }
}

/// Text of a stranger's, without control characters, on one line and not endless.
fn plain(text: &str) -> String {
    let plain: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    match plain.char_indices().nth(600) {
        Some((end, _)) => format!("{}...", &plain[..end]),
        None => plain,
    }
}
