//! A process at a table.

use super::Process;
use super::child::Child;
use super::driver::{Allowance, Driver, Wrong};
use super::message::{Place, Reply, Request};
use crate::foreign::{Ask, Line, MAX_REPLY, hard_stop_ms};
use dudo_engine::{Claim, Fault, FaultKind, Key, Talk};
use std::sync::Arc;
use std::time::Duration;

/// One instance, for one session.
pub(super) struct Seated {
    process: Arc<Process>,
    place: Place,
    state: State,
    /// Processor time that is left of the game's, where that is limited.
    left: Option<Duration>,
    /// Between two games, so that another session could begin.
    idle: bool,
}

/// What became of the process.
pub(super) enum State {
    /// It was started and asked who it is.
    Asked(Box<Driver<Child>>),
    /// It has answered that.
    Greeted(Box<Driver<Child>>),
    /// The session has begun.
    Seated(Box<Driver<Child>>),
    /// It has failed, or could not be started.
    Failed(Fault),
}

impl Seated {
    pub(super) fn new(process: Arc<Process>, place: Place, state: State) -> Self {
        Self {
            process,
            place,
            state,
            left: None,
            idle: true,
        }
    }

    /// Does something with the process; whatever fails, it fails for good.
    fn with<T>(
        &mut self,
        deed: impl FnOnce(&Process, &Place, &mut Driver<Child>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let before = std::mem::replace(&mut self.state, State::Failed(taken()));
        let done = self
            .process
            .sit(&self.place, before)
            .and_then(|mut driver| {
                driver.body.come();
                let done = deed(&self.process, &self.place, &mut driver)?;
                Ok((driver, done))
            });
        match done {
            Ok((driver, done)) => {
                self.state = State::Seated(driver);
                Ok(done)
            }
            Err(fault) => {
                self.state = State::Failed(fault.clone());
                Err(fault)
            }
        }
    }
}

/// A line that has failed before anything was asked.
pub(super) struct Failed(pub(super) Fault);

impl Line for Failed {
    fn begin(&mut self, _: u64, _: &Key) -> Result<(), Fault> {
        Err(self.0.clone())
    }

    fn act(&mut self, _: &Ask<'_>, _: &mut String) -> Result<(), Fault> {
        Err(self.0.clone())
    }

    fn end(&mut self, _: &str, _: &[u8]) -> Result<(), Fault> {
        Err(self.0.clone())
    }
}

/// Stands for a state while it is being changed.
pub(super) const fn taken() -> Fault {
    Fault {
        kind: FaultKind::Refused,
        detail: String::new(),
    }
}

impl Line for Seated {
    fn begin(&mut self, game: u64, key: &Key) -> Result<(), Fault> {
        self.idle = false;
        self.left = self.process.terms.game_ms.map(Duration::from_millis);
        self.with(|process, _, driver| {
            let request = Request::Game { game, key };
            driver.call(&request, process.allowance(false), false)?;
            Ok(())
        })
    }

    fn act(&mut self, ask: &Ask<'_>, reply: &mut String) -> Result<(), Fault> {
        let left = self.left;
        let spent = self.with(|process, place, driver| {
            let mut allowance = process.allowance(ask.timed);
            if let Some(left) = left.filter(|_| left < allowance.work) {
                allowance.work = Some(left);
                allowance.timer = false;
                allowance.game = process.terms.game_ms.map(Duration::from_millis);
            }
            let request = Request::Act {
                ask,
                schema: place.schema,
                legal: process.greeting.legal,
            };
            let said = driver.call(&request, allowance, left.is_some())?;
            take(said, reply).map_err(|wrong| driver.fail(wrong))?;
            Ok(driver.spent())
        })?;
        self.left = left.map(|left| left.saturating_sub(spent));
        Ok(())
    }

    fn end(&mut self, news: &str, places: &[u8]) -> Result<(), Fault> {
        self.with(|process, _, driver| {
            let request = Request::End { news, places };
            driver.call(&request, process.allowance(false), false)?;
            Ok(())
        })?;
        self.idle = true;
        Ok(())
    }

    fn process(&self) -> Option<u32> {
        match &self.state {
            State::Asked(driver) | State::Greeted(driver) | State::Seated(driver) => {
                Some(driver.body.id())
            }
            State::Failed(_) => None,
        }
    }
}

impl Drop for Seated {
    fn drop(&mut self) {
        let state = std::mem::replace(&mut self.state, State::Failed(taken()));
        // Only who may meet a deal twice is kept for another session; one that
        // has met none can be.
        match state {
            State::Seated(driver) if self.idle && self.process.terms.outlives => {
                self.process.keep(driver);
            }
            State::Greeted(driver) => self.process.keep(driver),
            _ => {}
        }
    }
}

/// The action and the talk of a reply, one below the other.
pub(super) fn take(said: Reply, reply: &mut String) -> Result<(), Wrong> {
    let wrong = |kind, what: String| Wrong { kind, what };
    let Some(action) = said.action else {
        return Err(wrong(
            FaultKind::Malformed,
            "a reply without an action".into(),
        ));
    };
    if action.len() > MAX_REPLY {
        let what = format!("an action of {} bytes", action.len());
        return Err(wrong(FaultKind::TooLong, what));
    }
    if action.chars().any(char::is_control) {
        return Err(wrong(
            FaultKind::Malformed,
            "an action with control characters".into(),
        ));
    }
    reply.push_str(&action);
    let text = said.say.unwrap_or_default();
    if !text.is_empty() || !said.claims.is_empty() {
        let claims: Result<Vec<Claim>, String> =
            said.claims.iter().map(|claim| claim.parse()).collect();
        let talk = claims.and_then(|claims| Talk::new(&text, claims));
        let talk = talk.map_err(|why| wrong(FaultKind::Malformed, why))?;
        reply.push('\n');
        reply.push_str(&talk.to_string());
    }
    Ok(())
}

impl Process {
    /// The time of every call but those of the start; of a decision on which the table's
    /// timer runs, where `timed`.
    pub(super) fn allowance(&self, timed: bool) -> Allowance {
        let work = self.terms.work_ms(timed);
        Allowance {
            work: Some(Duration::from_millis(work)),
            wall: Duration::from_millis(hard_stop_ms(work)),
            game: None,
            timer: work < self.terms.move_ms,
        }
    }

    /// The time of each call of the start.
    pub(super) const fn patience(&self) -> Allowance {
        Allowance {
            work: None,
            wall: Duration::from_millis(self.terms.start_ms),
            game: None,
            timer: false,
        }
    }

    /// Brings a process as far as a session.
    fn sit(&self, place: &Place, state: State) -> Result<Box<Driver<Child>>, Fault> {
        if let State::Seated(driver) = state {
            return Ok(driver);
        }
        let mut driver = self.greet(state)?;
        driver.call(&Request::Session(place), self.patience(), false)?;
        Ok(driver)
    }

    /// Hears what it says of itself, unless that was heard.
    pub(super) fn greet(&self, state: State) -> Result<Box<Driver<Child>>, Fault> {
        match state {
            State::Seated(driver) | State::Greeted(driver) => Ok(driver),
            State::Failed(fault) => Err(fault),
            State::Asked(mut driver) => {
                let reply = driver.collect(self.patience(), false)?;
                if reply.greeting() != self.greeting {
                    return Err(driver.fail(Wrong {
                        kind: FaultKind::Refused,
                        what: "says otherwise of itself than before".into(),
                    }));
                }
                self.settle(&mut driver);
                Ok(driver)
            }
        }
    }

    /// What follows from what it said of itself.
    pub(super) const fn settle(&self, driver: &mut Driver<Child>) {
        driver.speak(self.greeting.form);
        if self.greeting.threads > 1 {
            driver.body.roam();
        }
    }
}
