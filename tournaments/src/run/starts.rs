//! Processes that a run starts, and what one costs.

use super::prepare::Prepared;
use super::progress::now;
use crate::error::RunError;
use crate::schedule::BotId;
use std::path::Path;

/// Processes that bots of a run are started in, without those that follow failures.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Starts {
    /// How many.
    pub count: u128,
    /// Seconds for one, in the mean, measured here and now.
    pub seconds: f64,
}

/// Sessions of a block that are looked at, at most.
const LOOKED_AT: u64 = 100_000;
/// Starts of a bot that are timed.
const TIMED: u32 = 5;

impl Prepared<'_> {
    /// Counts the starts of the whole run and times a few.
    ///
    /// # Errors
    /// When no seed can be drawn, or a bot is not there any more.
    pub fn starts(&self) -> Result<Starts, RunError> {
        let ready = self.against(None, Path::new(""))?;
        let schedule = &ready.plan.schedule;
        let starts: Vec<bool> = (0..schedule.roster())
            .map(|bot| ready.arena.starts(BotId::new(bot)))
            .collect();
        if !starts.contains(&true) {
            return Ok(Starts::default());
        }
        // Every block has the same tables, or as many that are drawn alike.
        let block = schedule.sessions_of(0);
        let looked_at = (block.end - block.start).min(LOOKED_AT);
        let mut seated = vec![0u64; starts.len()];
        for session in schedule
            .from(0)
            .take(usize::try_from(looked_at).unwrap_or(0))
        {
            for bot in session.lineup.iter().filter(|bot| starts[bot.index()]) {
                seated[bot.index()] += 1;
            }
        }
        let (mut seconds, mut weight) = (0.0, 0.0);
        for (bot, &times) in (0..).map(BotId::new).zip(&seated) {
            if times == 0 {
                continue;
            }
            let started = now();
            for _ in 0..TIMED {
                ready.arena.start(bot);
            }
            seconds += started.elapsed().as_secs_f64() / f64::from(TIMED) * times as f64;
            weight += times as f64;
        }
        let all: u64 = seated.iter().sum();
        Ok(Starts {
            count: u128::from(all) * u128::from(schedule.sessions()) / u128::from(looked_at.max(1)),
            seconds: if weight > 0.0 { seconds / weight } else { 0.0 },
        })
    }
}
