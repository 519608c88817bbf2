//! A few games played to know how long many take. Nothing is kept of them.

use super::chunk::{Piece, Renderer, Text};
use super::fold::Fold;
use super::meter::Meter;
use super::prepare::{Prepared, prepare_in};
use super::progress::now;
use crate::error::RunError;
use crate::spec::Packing;
use crate::stop::Stop;
use dudo_results::duel::Tally;
use dudo_results::log::Packer;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// What a game of a run costs, measured here and now on one thread.
#[derive(Clone, Debug)]
pub struct Pilot {
    /// The rules in canonical text.
    pub rules: String,
    /// Seconds on one thread.
    pub seconds_per_game: f64,
    /// Bytes in all files of the log.
    pub bytes_per_game: f64,
}

/// Deals in a session that is sampled.
const LONGEST: u64 = 256;

/// Longer does not tell more.
const LONG_ENOUGH: Duration = Duration::from_millis(300);

/// Does something on a thread of its own: whoever asks a bot in a process stays on one
/// core with it, and so would all that he starts later.
fn apart<T: Send>(work: impl FnOnce() -> Result<T, RunError> + Send) -> Result<T, RunError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let pool = pool.map_err(|error| RunError::Threads(error.to_string()))?;
    pool.install(work)
}

impl Prepared<'_> {
    /// The score of the first so many blocks of a duel, played on the spot.
    ///
    /// # Errors
    /// When no seed can be drawn, or the run is no duel.
    pub fn tally(&self, blocks: u64) -> Result<Tally, RunError> {
        apart(|| self.tally_here(blocks))
    }

    fn tally_here(&self, blocks: u64) -> Result<Tally, RunError> {
        let ready = self.against(None, Path::new(""))?;
        let mut plan = ready.plan;
        plan.sprt = None;
        let plan = Arc::new(plan);
        let Some(mut meter) = Meter::of(&plan) else {
            return Err(RunError::refused(Path::new(""), "only a duel has a score"));
        };
        let nobody = Fold::of(&plan);
        let mut renderer = Renderer::new(Arc::clone(&plan), ready.arena, Stop::new());
        let sessions = plan.schedule.sessions_of(blocks).start;
        let rendered = renderer.render(&[Piece::Play(0..sessions)], nobody.withdrawn());
        for points in &rendered.points {
            meter.take(points);
        }
        Ok(meter.tally().clone())
    }

    /// Plays sessions from all over the plan for a moment.
    ///
    /// # Errors
    /// When no seed can be drawn.
    pub fn pilot(&self) -> Result<Pilot, RunError> {
        apart(|| self.pilot_here())
    }

    fn pilot_here(&self) -> Result<Pilot, RunError> {
        // A session is played as a whole, and one may be longer than a life.
        let mut spec = self.spec().clone();
        spec.schedule.session = spec.schedule.session.min(LONGEST);
        let short = prepare_in(&spec, self.house())?;
        let ready = short.against(None, Path::new(""))?;
        let rules = ready.arena.rules().to_owned();
        let plan = Arc::new(ready.plan);
        let sessions = plan.schedule.sessions();
        let fold = Fold::of(&plan);
        let mut renderer = Renderer::new(Arc::clone(&plan), ready.arena, Stop::new());
        let (mut games, mut bytes) = (0, 0);
        let mut log = Text::default();
        // Bots may build tables when they first sit down; that is not a game's cost.
        renderer.render(&[Piece::Play(0..1)], fold.withdrawn());
        let started = now();
        for sample in 0..sessions.min(1000) {
            // Spread over the plan, so that all tables have a part in it.
            let session =
                (u128::from(sample) * u128::from(sessions) / 1000.min(u128::from(sessions))) as u64;
            let rendered = renderer.render(&[Piece::Play(session..session + 1)], fold.withdrawn());
            games += rendered.games;
            let text = &rendered.text;
            bytes += text.games.len() + text.actions.len() + text.faults.len();
            if plan.packing == Packing::Zstd {
                log.games.extend_from_slice(&text.games);
                log.actions.extend_from_slice(&text.actions);
            }
            if started.elapsed() >= LONG_ENOUGH {
                break;
            }
        }
        let seconds = started.elapsed().as_secs_f64();
        for text in [log.games, log.actions] {
            let packed = Packer::new(text).and_then(|mut packer| packer.size());
            let (text, packed) =
                packed.map_err(|error| RunError::io("compress", Path::new("games"), &error))?;
            bytes = bytes.saturating_sub(text) + packed;
        }
        let games = games.max(1) as f64;
        Ok(Pilot {
            rules,
            seconds_per_game: seconds / games,
            bytes_per_game: bytes as f64 / games,
        })
    }
}
