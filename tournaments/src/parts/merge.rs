//! One log again.

use super::part::{Depth, State, state};
use super::plan::PartPlan;
use crate::error::RunError;
use crate::run::{
    Earlier, Elsewhere, Gaps, Kept, OldLog, Paths, Plan, Prepared, Report, Settings, fill,
};
use crate::schedule::Session;
use crate::stop::Stop;
use std::ops::Range;
use std::sync::mpsc::{Sender, channel};

/// What merging has come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Merged {
    /// The log that was written.
    pub report: Report,
    /// What was left out, by number: why each cannot be used.
    pub left_out: Vec<String>,
}

/// Takes the rows of all parts into one log in `settings.folder`, as an
/// extension takes those of an older log: withdrawals are folded again over
/// all, so the log is the one that a run would have written. It is resumed and
/// extended like any other. Memory does not grow with the parts.
///
/// # Errors
/// Names the parts that are missing, foreign or altered, unless `partial`
/// leaves them out; the disk.
pub fn merge(
    prepared: &Prepared<'_>,
    plan: &PartPlan,
    partial: bool,
    settings: &Settings,
    stop: &Stop,
) -> Result<Merged, RunError> {
    let ready = plan.ready(prepared)?;
    // First what costs little, so that a person hears of everything at once and
    // before anything is written. Bytes are read when a part's turn comes.
    let wrong = faults(plan, 0, Depth::Length)?;
    if !wrong.is_empty() && !partial {
        return Err(refusal(plan, &wrong));
    }
    let (tell, left_out) = channel();
    let mut parts = Parts {
        plan: plan.clone(),
        run: ready.plan,
        next: 0,
        open: None,
        left_out: partial.then_some(tell),
    };
    parts.advance()?;
    let elsewhere = Elsewhere {
        manifest: plan.run(),
        rows: Box::new(parts),
        gaps: if partial { Gaps::Leave } else { Gaps::Play },
    };
    let report = fill(prepared, settings, stop, Some(elsewhere))?;
    let left_out = left_out.try_iter().collect();
    Ok(Merged { report, left_out })
}

/// A part that cannot be used.
struct Wrong {
    index: u32,
    state: State,
}

impl Wrong {
    fn sentence(&self, plan: &PartPlan) -> String {
        let folder = plan.part(self.index);
        let name = folder.strip_prefix(plan.folder()).unwrap_or(&folder);
        let why = self.state.wrong().unwrap_or_default();
        format!("part {} ({}) {why}", self.index, name.display())
    }
}

/// The parts from this number on that cannot be used.
fn faults(plan: &PartPlan, from: u32, depth: Depth) -> Result<Vec<Wrong>, RunError> {
    let mut wrong = Vec::new();
    for index in from..plan.shards() {
        let state = state(plan, index, depth)?;
        if state != State::Whole {
            wrong.push(Wrong { index, state });
        }
    }
    Ok(wrong)
}

/// Parts that are told in full.
const TOLD: usize = 8;

fn refusal(plan: &PartPlan, wrong: &[Wrong]) -> RunError {
    let (missing, damaged): (Vec<&Wrong>, Vec<&Wrong>) = wrong
        .iter()
        .partition(|wrong| wrong.state == State::Missing);
    let mut told: Vec<String> = damaged
        .iter()
        .take(TOLD)
        .map(|wrong| wrong.sentence(plan))
        .collect();
    if damaged.len() > TOLD {
        let rest: Vec<u32> = damaged[TOLD..].iter().map(|wrong| wrong.index).collect();
        told.push(format!("so are the parts {}", super::ranges(&rest)));
    }
    if !missing.is_empty() {
        let missing: Vec<u32> = missing.iter().map(|wrong| wrong.index).collect();
        let (parts, are) = if missing.len() == 1 {
            ("part", "is")
        } else {
            ("parts", "are")
        };
        told.push(format!("{parts} {} {are} missing", super::ranges(&missing)));
    }
    RunError::Parts {
        folder: plan.folder().into(),
        reason: format!(
            "{}; dudo shard DIR --index I plays a part again, --allow-partial leaves them out",
            told.join("; ")
        ),
        damaged: !damaged.is_empty(),
    }
}

/// The rows of all parts, one part open at a time.
struct Parts {
    plan: PartPlan,
    run: Plan,
    /// The part to come.
    next: u32,
    open: Option<Open>,
    /// Told of parts that cannot be used, if they may be left out.
    left_out: Option<Sender<String>>,
}

struct Open {
    log: OldLog,
    /// The sessions of the part that are to come.
    left: Range<u64>,
    index: u32,
}

impl Parts {
    /// Opens the next part that can be used; each is read once to see that it
    /// is what was written, and its rows are taken while it is in memory.
    fn advance(&mut self) -> Result<(), RunError> {
        self.open = None;
        while self.open.is_none() && self.next < self.plan.shards() {
            let index = self.next;
            self.next += 1;
            let state = state(&self.plan, index, Depth::Bytes)?;
            if state == State::Whole {
                self.open = Some(self.open(index)?);
                continue;
            }
            let wrong = Wrong { index, state };
            let Some(left_out) = &self.left_out else {
                let mut all = vec![wrong];
                all.extend(faults(&self.plan, self.next, Depth::Bytes)?);
                return Err(refusal(&self.plan, &all));
            };
            // Who asked for the merge waits for its end.
            let _ = left_out.send(wrong.sentence(&self.plan));
        }
        Ok(())
    }

    fn open(&self, index: u32) -> Result<Open, RunError> {
        let schedule = &self.run.schedule;
        let blocks = self.plan.blocks(index, schedule.blocks());
        let left = schedule.sessions_of(blocks.start).start..schedule.sessions_of(blocks.end).start;
        let log = OldLog::open(
            &Paths::of(&self.plan.part(index), self.run.packing),
            &self.run,
        )?;
        let open = Open { log, left, index };
        self.continuous(&open)?;
        Ok(open)
    }

    /// A part with the right digests whose rows are not those of its blocks was
    /// made by something else than this program.
    fn continuous(&self, open: &Open) -> Result<(), RunError> {
        let expected = Some(open.left.start).filter(|_| !open.left.is_empty());
        if open.log.next() == expected {
            return Ok(());
        }
        let state = State::Altered("it lacks games of its blocks, or has others".into());
        let index = open.index;
        Err(refusal(&self.plan, &[Wrong { index, state }]))
    }
}

impl Earlier for Parts {
    fn next(&self) -> Option<u64> {
        self.open.as_ref().and_then(|open| open.log.next())
    }

    fn take(&mut self, plan: &Plan, session: &Session) -> Result<Option<Kept>, RunError> {
        let Some(mut open) = self.open.take() else {
            return Ok(None);
        };
        let kept = open.log.take(plan, session)?;
        open.left.start = session.index + 1;
        self.continuous(&open)?;
        if open.left.is_empty() {
            self.advance()?;
        } else {
            self.open = Some(open);
        }
        Ok(kept)
    }
}
