//! Games played again and compared, field by field.

use super::findings::Findings;
use super::lines::{Line, fields, name};
use super::walk::Job;
use crate::arena::Arena;
use crate::error::RunError;
use crate::run::{Fold, Piece, Plan, Renderer, Text};
use crate::stop::Stop;
use dudo_plugin::process::QUOTES;
use dudo_results::log::{Coordinates, RowWriter};
use memchr::memmem;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use std::sync::Arc;

/// Plays sessions of a plan again, on several threads.
pub(super) struct Replays {
    plan: Arc<Plan>,
    arena: Arc<dyn Arena>,
    pool: rayon::ThreadPool,
    games: u64,
}

/// A session, and how it came out; a second time where it was not as before.
struct Again {
    job: Job,
    played: Text,
    twice: Option<Text>,
}

impl Replays {
    pub(super) fn new(
        plan: &Arc<Plan>,
        arena: Arc<dyn Arena>,
        threads: usize,
    ) -> Result<Self, RunError> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads.max(1))
            .build();
        Ok(Self {
            plan: Arc::clone(plan),
            arena,
            pool: pool.map_err(|error| RunError::Threads(error.to_string()))?,
            games: 0,
        })
    }

    /// Games that were played again.
    pub(super) const fn games(&self) -> u64 {
        self.games
    }

    pub(super) fn play(&mut self, batch: Vec<Job>, findings: &mut Findings) {
        let (plan, arena) = (&self.plan, &self.arena);
        let worker = || Renderer::new(Arc::clone(plan), Arc::clone(arena), Stop::new());
        // Rows of withdrawn bots are no games, so in those that are nobody is.
        let nobody = Fold::new(plan.schedule.roster() as usize, 0);
        let played: Vec<Again> = self.pool.install(|| {
            let again = batch
                .into_par_iter()
                .map_init(worker, |worker, job| again(worker, &nobody, job));
            again.collect()
        });
        for again in played {
            self.games += again.job.rows.len() as u64;
            self.compare(&again, findings);
        }
    }

    fn compare(&self, again: &Again, findings: &mut Findings) {
        let Again { job, played, twice } = again;
        let Some(twice) = twice else { return };
        findings.replays += 1;
        let faults = lines(&twice.faults).eq(lines(&played.faults));
        if (&twice.games, &twice.actions) != (&played.games, &played.actions) || !faults {
            let lineup = job.session.lineup.iter();
            let names = lineup.map(|bot| self.plan.rows.name(bot.index()).to_owned());
            findings.fickle.extend(names);
        }
        let before = findings.count;
        for ((deal, line), now) in rows(job, played).filter(|((_, line), now)| line.bytes != *now) {
            let at = Coordinates {
                deal: *deal,
                table: job.session.table,
                rotation: job.session.rotation,
            };
            let what = differing(&line.bytes, now, job.session.lineup.len());
            findings.line(line.number, &format!("game {}: {what}", name(at)));
        }
        for (file, held, now) in [
            ("actions.csv", &job.actions, &played.actions),
            ("faults.csv", &job.faults, &played.faults),
        ] {
            if let Some(held) = held {
                side(file, held, now, findings);
            }
        }
        // What is wrong with the line was told before.
        if findings.count == before {
            findings.replays -= 1;
        }
    }
}

fn again(worker: &mut Renderer, nobody: &Fold, job: Job) -> Again {
    let session = job.session.index;
    let mut play = || {
        let pieces = [Piece::Play(session..session + 1)];
        worker.render(&pieces, nobody.withdrawn()).text
    };
    let played = play();
    let same = rows(&job, &played).all(|((_, line), now)| line.bytes == now)
        && [
            (&job.actions, &played.actions),
            (&job.faults, &played.faults),
        ]
        .into_iter()
        .all(|(held, now)| held.as_ref().is_none_or(|held| alike(held, now)));
    let twice = (!same).then(play);
    Again { job, played, twice }
}

/// Rows of the log with those of the same deals that were played now.
fn rows<'a>(job: &'a Job, played: &'a Text) -> impl Iterator<Item = (&'a (u64, Line), &'a [u8])> {
    let start = job.session.deals.start;
    let now: Vec<&[u8]> = played
        .games
        .split_inclusive(|&byte| byte == b'\n')
        .collect();
    job.rows.iter().map(move |row| {
        let index = usize::try_from(row.0 - start).unwrap_or(usize::MAX);
        (row, now.get(index).copied().unwrap_or_default())
    })
}

/// Whether a side file has the same lines.
fn alike(held: &[Line], now: &[u8]) -> bool {
    held.iter().map(|line| ours(&line.bytes)).eq(lines(now))
}

fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split_inclusive(|&byte| byte == b'\n').map(ours)
}

/// A line without a bot's words to standard error, which may have addresses and times in them.
fn ours(line: &[u8]) -> &[u8] {
    let words = memmem::find(line, QUOTES.as_bytes());
    words.map_or(line, |at| &line[..at])
}

/// The fields of two rows that are not the same.
fn differing(held: &[u8], now: &[u8], seats: usize) -> String {
    let header = RowWriter::games_header(seats);
    let (held, now) = (fields(held), fields(now));
    let mut told = Vec::new();
    let names = header.trim_end().split(',');
    for (index, column) in names.enumerate() {
        let none = String::new();
        let (a, b) = (
            held.get(index).unwrap_or(&none),
            now.get(index).unwrap_or(&none),
        );
        if a != b {
            told.push(format!("{column} is {a:?}, played again it is {b:?}"));
        }
    }
    if told.is_empty() {
        // Quotes that need not be there, say.
        told.push("the same fields, written in another way".into());
    }
    told.join("; ")
}

/// The first line of a session that differs in a side file.
fn side(file: &str, held: &[Line], now: &[u8], findings: &mut Findings) {
    let text = |line: &[u8]| String::from_utf8_lossy(line).trim_end().to_owned();
    let mut now = now.split_inclusive(|&byte| byte == b'\n');
    for line in held {
        match now.next() {
            Some(again) if ours(again) == ours(&line.bytes) => {}
            Some(again) => {
                return findings.add(format!(
                    "{file}: line {}: is {:?}, played again it is {:?}",
                    line.number,
                    text(&line.bytes),
                    text(again)
                ));
            }
            None => {
                return findings.add(format!(
                    "{file}: line {}: is {:?}, played again there is none",
                    line.number,
                    text(&line.bytes)
                ));
            }
        }
    }
    if let Some(again) = now.next() {
        findings.add(format!("{file}: lacks {:?}", text(again)));
    }
}
