//! A seat whose bot plays in other sessions at the same time.

use super::Process;
use super::driver::Allowance;
use super::gang::{Gang, Member};
use super::json;
use super::line::take;
use super::message::{Call, Place, Reply, Request};
use crate::foreign::{Ask, Line};
use dudo_engine::{Fault, Key};
use std::sync::Arc;

/// One instance, for one session, in a process with those of the others of a gang.
pub(super) struct Sharing {
    process: Arc<Process>,
    place: Place,
    gang: Arc<Gang>,
    batch: usize,
    session: usize,
    /// It was told where it sits.
    seated: bool,
    /// Between two games.
    idle: bool,
}

impl Sharing {
    pub(super) fn new(process: Arc<Process>, place: Place, member: &Member) -> Self {
        let gang = Arc::clone(member.gang());
        Self {
            batch: gang.batch(&process, &place.game),
            session: member.number(),
            process,
            place,
            gang,
            seated: false,
            idle: true,
        }
    }

    fn ask(&self, request: &Request<'_>, allowance: Allowance) -> Result<Reply, Fault> {
        let call = Call {
            session: self.session,
            text: json::part(self.session, request),
            allowance,
        };
        self.gang.ask(self.batch, call)
    }
}

impl Line for Sharing {
    fn begin(&mut self, game: u64, key: &Key) -> Result<(), Fault> {
        self.idle = false;
        if !self.seated {
            let patience = self.process.patience();
            self.ask(&Request::Session(&self.place), patience)?;
            self.seated = true;
        }
        self.ask(&Request::Game { game, key }, self.process.allowance(false))?;
        Ok(())
    }

    fn act(&mut self, ask: &Ask<'_>, reply: &mut String) -> Result<(), Fault> {
        let request = Request::Act {
            ask,
            schema: self.place.schema,
            legal: self.process.greeting.legal,
        };
        let said = self.ask(&request, self.process.allowance(ask.timed))?;
        take(said, reply).map_err(|wrong| Fault {
            kind: wrong.kind,
            detail: wrong.what,
        })
    }

    fn end(&mut self, news: &str, places: &[u8]) -> Result<(), Fault> {
        self.ask(
            &Request::End { news, places },
            self.process.allowance(false),
        )?;
        self.idle = true;
        Ok(())
    }
}

impl Drop for Sharing {
    fn drop(&mut self) {
        if !self.idle {
            self.gang.spoil(self.batch);
        }
    }
}
