//! A stretch of the plan and the rows it becomes.

use super::fold::{Absent, Withdrawn};
use super::gangs::Gangs;
use super::meter::Points;
use super::plan::Plan;
use super::scribe::Scribe;
use crate::arena::Arena;
use crate::schedule::{BotId, Session};
use crate::stop::Stop;
use dudo_plugin::Gang;
use dudo_results::log::Coordinates;
use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::resume_unwind;
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
    /// Whether sessions at its end were left, since somebody interrupts.
    pub(crate) short: bool,
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
    /// No rows yet.
    pub(super) fn none(plan: &Plan) -> Self {
        Self {
            shares: vec![(0.0, 0); plan.schedule.roster() as usize],
            ..Self::default()
        }
    }

    /// The rows of the session that follows.
    fn append(&mut self, rows: Self) {
        self.text.games.extend(rows.text.games);
        self.text.actions.extend(rows.text.actions);
        self.text.faults.extend(rows.text.faults);
        self.failures.extend(rows.failures);
        self.points.extend(rows.points);
        self.timed |= rows.timed;
        self.games += rows.games;
        for (share, more) in self.shares.iter_mut().zip(rows.shares) {
            share.0 += more.0;
            share.1 += more.1;
        }
    }

    /// Drops the blocks after this one.
    pub(crate) fn cut_after(&mut self, block: u64) {
        if let Some(mark) = self.marks.iter().find(|mark| mark.block > block) {
            self.text.truncate(mark.lengths);
            self.games = mark.games;
            self.kept = mark.kept;
            self.timed = timed(&self.text.faults);
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
    arena: Arc<dyn Arena>,
    /// The first plays what is played alone, each of all a session of a gang.
    scribes: Vec<Scribe>,
    /// By bot, how many sessions it plays at once.
    offers: Vec<usize>,
    stop: Stop,
}

impl Renderer {
    pub(crate) fn new(plan: Arc<Plan>, arena: Arc<dyn Arena>, stop: Stop) -> Self {
        let offers = super::gangs::offers(&*arena, &plan);
        Self {
            scribes: vec![Scribe::new(&arena)],
            offers,
            plan,
            arena,
            stop,
        }
    }

    /// The rows of a chunk, given who is withdrawn; of its beginning where somebody
    /// interrupts meanwhile.
    pub(crate) fn render(&mut self, chunk: &[Piece], withdrawn: &Withdrawn) -> Rendered {
        let plan = Arc::clone(&self.plan);
        let mut rendered = Rendered::none(&plan);
        let mut ahead = self.at_once(chunk, withdrawn);
        let mut block = None;
        for piece in chunk {
            for session in sessions(&plan, piece) {
                if self.stop.is_set() && !ahead.contains_key(&session.index) {
                    rendered.short = true;
                    return rendered;
                }
                if block != Some(session.block) {
                    block = Some(session.block);
                    rendered.marks.push(Mark {
                        block: session.block,
                        lengths: rendered.text.lengths(),
                        games: rendered.games,
                        kept: rendered.kept,
                    });
                }
                match ahead.remove(&session.index) {
                    Some(rows) => rendered.append(rows),
                    None => self.session(piece, &session, withdrawn, &mut rendered),
                }
            }
        }
        rendered
    }

    /// The rows of those sessions that are played at once, by their numbers.
    fn at_once(&mut self, chunk: &[Piece], withdrawn: &Withdrawn) -> BTreeMap<u64, Rendered> {
        let mut played = BTreeMap::new();
        if self.offers.iter().all(|&offer| offer < 2) {
            return played;
        }
        let plan = Arc::clone(&self.plan);
        let mut gangs = Gangs::new(self.arena.dice());
        for piece in chunk {
            for session in sessions(&plan, piece) {
                let absent = withdrawn.seats(&session);
                let kept = matches!(piece, Piece::Keep(kept) if kept.withdrawn == absent);
                let most = self.arena.at_once(&session.lineup);
                if absent.is_empty() && !kept && most > 1 {
                    let remote = |bot: &BotId| self.offers[bot.index()] > 1;
                    let bots = session.lineup.iter().copied().filter(remote).collect();
                    gangs.add(session, most, bots);
                }
            }
        }
        for sessions in gangs.sessions() {
            if self.stop.is_set() {
                break;
            }
            self.gang(&sessions, &mut played);
        }
        played
    }

    /// Plays sessions at once, on a thread each.
    fn gang(&mut self, sessions: &[Session], played: &mut BTreeMap<u64, Rendered>) {
        while self.scribes.len() < sessions.len() {
            self.scribes.push(Scribe::new(&self.arena));
        }
        let plan = &*self.plan;
        std::thread::scope(|scope| {
            let members = Gang::of(sessions.len());
            let both = members.into_iter().zip(sessions).zip(&mut self.scribes);
            let threads: Vec<_> = both
                .map(|((member, session), scribe)| {
                    scope.spawn(move || {
                        member.enter();
                        scribe.among(plan, session, &member)
                    })
                })
                .collect();
            for (session, thread) in sessions.iter().zip(threads) {
                let rows = thread.join().unwrap_or_else(|panic| resume_unwind(panic));
                played.insert(session.index, rows);
            }
        });
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
            _ if absent.is_empty() => self.scribes[0].alone(&self.plan, session, out),
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
}

/// Whether the clock decided a game, by the rows of its faults.
fn timed(faults: &[u8]) -> bool {
    memchr::memmem::find(faults, b",timed-out,").is_some()
}

fn keep(kept: &Kept, session: &Session, out: &mut Rendered) {
    out.text.games.extend_from_slice(&kept.text.games);
    out.text.actions.extend_from_slice(&kept.text.actions);
    out.text.faults.extend_from_slice(&kept.text.faults);
    out.timed |= timed(&kept.text.faults);
    out.failures.extend(
        kept.failed
            .iter()
            .map(|&seat| (session.lineup[seat], session.block)),
    );
    let games = session.deals.end - session.deals.start;
    out.games += games;
    out.kept += games;
}

/// The sessions of a piece, in order.
fn sessions<'a>(plan: &'a Plan, piece: &Piece) -> impl Iterator<Item = Session> + 'a {
    let sessions = piece.sessions();
    let count = sessions.end - sessions.start;
    plan.schedule.from(sessions.start).take(count as usize)
}

pub(super) const fn at(session: &Session, deal: u64) -> Coordinates {
    Coordinates {
        deal,
        table: session.table,
        rotation: session.rotation,
    }
}
