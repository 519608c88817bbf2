//! A stretch of the plan and the rows it becomes.

use super::fold::{Absent, Withdrawn};
use super::meter::Points;
use super::plan::Plan;
use crate::arena::{Arena, Worker};
use crate::schedule::{BotId, Session};
use crate::spec::Actions;
use dudo_engine::FaultKind;
use dudo_results::log::{Coordinates, RowWriter};
use std::ops::Range;
use std::sync::Arc;

/// Consecutive sessions: to be played, or kept from an older log.
#[derive(Debug)]
pub(crate) enum Piece {
    Play(Range<u64>),
    Keep(Box<Kept>),
}

impl Piece {
    fn sessions(&self) -> Range<u64> {
        match self {
            Self::Play(sessions) => sessions.clone(),
            Self::Keep(kept) => kept.session..kept.session + 1,
        }
    }
}

/// A whole session of an older log.
#[derive(Debug)]
pub(crate) struct Kept {
    pub(crate) session: u64,
    pub(crate) text: Text,
    /// The seats (0-based) that failed, one entry per fault.
    pub(crate) failed: Vec<usize>,
    /// The seats for which its games were not played; none if they were.
    pub(crate) withdrawn: Absent,
    /// In a duel, what the first bot got.
    pub(crate) points: Points,
}

/// Rows for the three files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Text {
    pub(crate) games: Vec<u8>,
    pub(crate) actions: Vec<u8>,
    pub(crate) faults: Vec<u8>,
}

impl Text {
    fn lengths(&self) -> [usize; 3] {
        [self.games.len(), self.actions.len(), self.faults.len()]
    }

    fn truncate(&mut self, [games, actions, faults]: [usize; 3]) {
        self.games.truncate(games);
        self.actions.truncate(actions);
        self.faults.truncate(faults);
    }
}

/// A chunk's rows, and what is needed to fold its faults and to cut it.
#[derive(Debug, Default)]
pub(crate) struct Rendered {
    pub(crate) text: Text,
    /// A bot and the block in which it failed, in order.
    pub(crate) failures: Vec<(BotId, u64)>,
    /// In a duel, what the first bot got in each session, in order.
    pub(crate) points: Vec<Points>,
    /// Whether the clock decided a game.
    pub(crate) timed: bool,
    /// Where each block begins.
    marks: Vec<Mark>,
    /// Rows in it.
    pub(crate) games: u64,
    /// Rows that were kept from an older log.
    pub(crate) kept: u64,
    /// Firsts and games by bot, for the leaders line: a shared first counts
    /// as a part.
    pub(crate) shares: Vec<(f64, u64)>,
}

/// Where a block begins in a chunk: the text and the rows before it.
#[derive(Debug)]
struct Mark {
    block: u64,
    lengths: [usize; 3],
    games: u64,
    kept: u64,
}

impl Rendered {
    /// Drops the blocks after this one.
    pub(crate) fn cut_after(&mut self, block: u64) {
        if let Some(mark) = self.marks.iter().find(|mark| mark.block > block) {
            self.text.truncate(mark.lengths);
            self.games = mark.games;
            self.kept = mark.kept;
        }
    }
}

/// The part of a chunk from this session on.
pub(crate) fn tail(chunk: Vec<Piece>, from: u64) -> Vec<Piece> {
    let left = chunk.into_iter().filter_map(|piece| match piece {
        Piece::Play(sessions) if sessions.end > from => {
            Some(Piece::Play(sessions.start.max(from)..sessions.end))
        }
        Piece::Keep(kept) if kept.session >= from => Some(Piece::Keep(kept)),
        _ => None,
    });
    left.collect()
}

/// Plays chunks on one thread and renders their rows.
pub(crate) struct Renderer {
    plan: Arc<Plan>,
    worker: Box<dyn Worker>,
    lineup: Vec<usize>,
}

impl Renderer {
    pub(crate) fn new(plan: Arc<Plan>, arena: Arc<dyn Arena>) -> Self {
        Self {
            plan,
            worker: arena.worker(),
            lineup: Vec::new(),
        }
    }

    /// The rows of a chunk, given who is withdrawn.
    pub(crate) fn render(&mut self, chunk: &[Piece], withdrawn: &Withdrawn) -> Rendered {
        let mut rendered = Rendered {
            shares: vec![(0.0, 0); self.plan.schedule.roster() as usize],
            ..Rendered::default()
        };
        let plan = Arc::clone(&self.plan);
        let mut block = None;
        for piece in chunk {
            let sessions = piece.sessions();
            let count = sessions.end - sessions.start;
            for session in plan.schedule.from(sessions.start).take(count as usize) {
                if block != Some(session.block) {
                    block = Some(session.block);
                    rendered.marks.push(Mark {
                        block: session.block,
                        lengths: rendered.text.lengths(),
                        games: rendered.games,
                        kept: rendered.kept,
                    });
                }
                self.session(piece, &session, withdrawn, &mut rendered);
            }
        }
        rendered
    }

    fn session(
        &mut self,
        piece: &Piece,
        session: &Session,
        withdrawn: &Withdrawn,
        out: &mut Rendered,
    ) {
        let absent = withdrawn.seats(session);
        match piece {
            // A row that was played then is not played now, or for another
            // bot, where bots that joined moved a withdrawal.
            Piece::Keep(kept) if kept.withdrawn == absent => {
                keep(kept, session, out);
                if self.plan.scores {
                    out.points.push(kept.points);
                }
            }
            _ if absent.is_empty() => self.play(session, out),
            _ => self.skip(session, absent, out),
        }
    }

    fn skip(&mut self, session: &Session, absent: Absent, out: &mut Rendered) {
        let lineup: Vec<usize> = session.lineup.iter().map(|bot| bot.index()).collect();
        for deal in session.deals.clone() {
            self.plan.rows.withdrawn(
                &mut out.text.games,
                at(session, deal),
                &lineup,
                absent.iter(),
            );
            out.games += 1;
        }
    }

    fn play(&mut self, session: &Session, out: &mut Rendered) {
        let plan = &*self.plan;
        self.lineup.clear();
        self.lineup
            .extend(session.lineup.iter().map(|bot| bot.index()));
        let lineup = &self.lineup;
        let mut points = Points::none(session.block);
        self.worker
            .play(session, &|deal| plan.records(deal), &mut |played| {
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
            });
        if self.plan.scores {
            out.points.push(points);
        }
    }
}

fn keep(kept: &Kept, session: &Session, out: &mut Rendered) {
    out.text.games.extend_from_slice(&kept.text.games);
    out.text.actions.extend_from_slice(&kept.text.actions);
    out.text.faults.extend_from_slice(&kept.text.faults);
    out.timed |= memchr::memmem::find(&kept.text.faults, b",timed-out,").is_some();
    out.failures.extend(
        kept.failed
            .iter()
            .map(|&seat| (session.lineup[seat], session.block)),
    );
    let games = session.deals.end - session.deals.start;
    out.games += games;
    out.kept += games;
}

const fn at(session: &Session, deal: u64) -> Coordinates {
    Coordinates {
        deal,
        table: session.table,
        rotation: session.rotation,
    }
}
