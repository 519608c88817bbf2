//! Plays sessions and writes down their rows.

use super::chunk::{Rendered, at};
use super::meter::Points;
use super::plan::Plan;
use crate::arena::{Arena, Company, Strayed, Worker};
use crate::schedule::Session;
use crate::spec::Actions;
use dudo_engine::FaultKind;
use dudo_plugin::Member;
use dudo_results::log::RowWriter;
use std::sync::Arc;

/// Plays one session at a time.
pub(super) struct Scribe {
    worker: Box<dyn Worker>,
    lineup: Vec<usize>,
}

impl Scribe {
    pub(super) fn new(arena: &Arc<dyn Arena>) -> Self {
        Self {
            worker: Arc::clone(arena).worker(),
            lineup: Vec::new(),
        }
    }

    /// Plays a session and appends its rows.
    pub(super) fn alone(&mut self, plan: &Plan, session: &Session, out: &mut Rendered) {
        // Nobody strays who is alone.
        let _ = self.play(Company::Own, plan, session, out);
    }

    /// The rows of a session that is played at once with others. Where a bot fails
    /// there it is played once more without them, and only what happens then counts.
    pub(super) fn among(&mut self, plan: &Plan, session: &Session, member: &Member) -> Rendered {
        let mut rows = Rendered::none(plan);
        let among = Company::Among(member);
        if let Err(Strayed) = self.play(among, plan, session, &mut rows) {
            rows = Rendered::none(plan);
            let _ = self.play(Company::Afresh, plan, session, &mut rows);
        }
        rows
    }

    fn play(
        &mut self,
        company: Company<'_>,
        plan: &Plan,
        session: &Session,
        out: &mut Rendered,
    ) -> Result<(), Strayed> {
        self.lineup.clear();
        self.lineup
            .extend(session.lineup.iter().map(|bot| bot.index()));
        let lineup = &self.lineup;
        let mut points = Points::none(session.block);
        let records = |deal| plan.records(deal);
        self.worker
            .play_in(company, session, &records, &mut |played| {
                let at = at(session, played.deal);
                let outcome = played.outcome;
                plan.rows.game(&mut out.text.games, at, lineup, outcome);
                for failure in &outcome.faults {
                    out.timed |= failure.fault.kind == FaultKind::TimedOut;
                    plan.rows.fault(&mut out.text.faults, at, lineup, failure);
                    out.failures
                        .push((session.lineup[failure.seat.index()], session.block));
                }
                if plan.actions != Actions::Faults || !outcome.faults.is_empty() {
                    played.record.lines(&mut |step, round, seat, event| {
                        let seat = seat.index() as u64 + 1;
                        RowWriter::action(&mut out.text.actions, at, step, round, seat, event);
                    });
                }
                if let (true, [first, other]) = (plan.scores, outcome.places.values()) {
                    let (first, other) = (u64::from(first.0), u64::from(other.0));
                    if lineup[0] == 0 {
                        points.add(first, other);
                    } else {
                        points.add(other, first);
                    }
                }
                let firsts = outcome
                    .places
                    .values()
                    .iter()
                    .filter(|place| place.0 == 1)
                    .count();
                for (seat, place) in outcome.places.iter() {
                    let share = &mut out.shares[lineup[seat.index()]];
                    share.1 += 1;
                    if place.0 == 1 {
                        share.0 += 1.0 / firsts as f64;
                    }
                }
                out.games += 1;
            })?;
        if plan.scores {
            out.points.push(points);
        }
        Ok(())
    }
}
