//! One request, one reply, in bounded time.

use super::body::{Body, Closed, Ending, How};
use super::json::quote;
use super::message::{Form, MOST_BYTES, Reply, Request, reason};
use super::words::{complains, tame};
use dudo_engine::{Fault, FaultKind};
use std::time::Duration;

/// Processor time is looked at no more often than this.
const BLINK: Duration = Duration::from_millis(1);

/// After one end of a pipe was closed the process may take so long to end, so
/// that a crash is told from a closed pipe.
const LAST_BREATH: Duration = Duration::from_secs(1);

/// What is said of one that cannot hear.
const DEAF: &str = "closed its standard input";

/// What the detail of a fault says before a bot's own words.
pub const QUOTES: &str = "standard error ends: ";

/// The time that a reply may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance {
    /// Of its own processor time; `None`: as much as it can get.
    pub(super) work: Option<Duration>,
    /// By the clock on the wall.
    pub(super) wall: Duration,
    /// All that a game has of processor time, where `work` is what is left of it.
    pub(super) game: Option<Duration>,
    /// Whether it is so short because the table's timer runs.
    pub(super) timer: bool,
}

/// Bytes that are no reply.
#[derive(Debug)]
pub(super) struct Wrong {
    /// What is wrong with them.
    pub(super) kind: FaultKind,
    /// In words.
    pub(super) what: String,
}

/// Talks to one process. After a fault the process is dead.
pub(super) struct Driver<B: Body> {
    pub(super) body: B,
    form: Form,
    cores: u32,
    request: Vec<u8>,
    written: usize,
    replies: Vec<u8>,
    id: u64,
    answered: u64,
    /// Processor time when the request was handed over.
    mark: Duration,
    /// Moment of that.
    sent: Duration,
    /// Processor time of the last reply, where that was measured.
    spent: Duration,
}

impl<B: Body> Driver<B> {
    /// A driver of a process that has not been asked anything, on a machine with
    /// so many cores: processor time passes at most so much faster than time.
    pub(super) const fn new(body: B, cores: u32) -> Self {
        Self {
            body,
            form: Form::Json,
            cores,
            request: Vec::new(),
            written: 0,
            replies: Vec::new(),
            id: 0,
            answered: 0,
            mark: Duration::ZERO,
            sent: Duration::ZERO,
            spent: Duration::ZERO,
        }
    }

    /// Goes on in another form.
    pub(super) const fn speak(&mut self, form: Form) {
        self.form = form;
    }

    /// Processor time of the last reply. Measured only where `measure` was asked
    /// for, or the limit was in sight.
    pub(super) const fn spent(&self) -> Duration {
        self.spent
    }

    /// Asks and waits for the reply. `measure`: the processor time is wanted in
    /// any case.
    ///
    /// # Errors
    /// There is none; the process has been ended.
    pub(super) fn call(
        &mut self,
        request: &Request<'_>,
        allowance: Allowance,
        measure: bool,
    ) -> Result<Reply, Fault> {
        self.post(request);
        self.collect(allowance, measure)
    }

    /// Hands a request over, as much of it as fits.
    pub(super) fn post(&mut self, request: &Request<'_>) {
        self.id = next(self.id);
        self.request.clear();
        self.written = 0;
        self.form.write(self.id, request, &mut self.request);
        // Who is paused has not moved since, and reads nothing before it is awake.
        self.mark = self.body.used();
        self.body.asked(request.stage());
        self.push();
        self.body.wake();
        self.sent = self.body.now();
    }

    /// Writes what fits. Nobody reading is not a failure here: the reply of one
    /// that died, or why it did, is found when it is looked for.
    fn push(&mut self) {
        match self.body.write(&self.request[self.written..]) {
            Ok(written) => self.written += written,
            Err(Closed) => self.written = usize::MAX,
        }
    }

    const fn pending(&self) -> bool {
        self.written < self.request.len()
    }

    /// Waits for the reply to what was posted.
    ///
    /// # Errors
    /// There is none; the process has been ended.
    pub(super) fn collect(&mut self, allowance: Allowance, measure: bool) -> Result<Reply, Fault> {
        let reply = self.receive(allowance);
        let reply = reply.and_then(|reply| self.in_time(reply, allowance, measure));
        match reply {
            Ok(reply) => {
                self.body.pause();
                self.answered = self.id;
                Ok(reply)
            }
            Err(wrong) => Err(self.fail(wrong)),
        }
    }

    fn receive(&mut self, allowance: Allowance) -> Result<Reply, Wrong> {
        // The clock starts when the request is fully written, and once more until
        // then: who does not read is not waited for longer.
        self.sent = self.body.now();
        let mut over = false;
        loop {
            if let Some(reply) = self.form.take(&mut self.replies)? {
                return self.answer(reply);
            }
            if self.written == usize::MAX {
                return self.leftovers(false);
            }
            if over {
                return Err(self.too_late(allowance));
            }
            let until = self.sent.saturating_add(allowance.wall);
            let wake = self.look(allowance, until)?;
            let ready = self.body.wait(self.pending(), wake);
            if ready.input && self.pending() {
                self.push();
                if !self.pending() {
                    self.sent = self.body.now();
                }
            }
            // Also when the time is over: an answer that is there is no late one.
            over = self.body.now() >= self.sent.saturating_add(allowance.wall);
            if !(ready.output || ready.gone || over) {
                continue;
            }
            let read = self.body.read(&mut self.replies);
            if ready.gone || read.is_err() {
                return self.leftovers(read.is_err());
            }
        }
    }

    /// When to look again, given that there is no reply yet.
    fn look(&mut self, allowance: Allowance, until: Duration) -> Result<Duration, Wrong> {
        let Some(limit) = allowance.work else {
            return Ok(until);
        };
        let now = self.body.now();
        // It cannot have worked for longer than all cores since it was asked.
        let most = now.saturating_sub(self.sent).saturating_mul(self.cores);
        let used = if most <= limit {
            Duration::ZERO
        } else {
            self.body.used().saturating_sub(self.mark)
        };
        if used > limit {
            return Err(too_much(limit, allowance));
        }
        let left = ((limit - used) / self.cores).max(BLINK);
        Ok(until.min(now.saturating_add(left)))
    }

    /// The process is gone, or one of its pipes: what it wrote before counts.
    fn leftovers(&mut self, mut closed: bool) -> Result<Reply, Wrong> {
        while !closed && self.replies.len() <= MOST_BYTES + 4 {
            match self.body.read(&mut self.replies) {
                Ok(0) => break,
                Ok(_) => {}
                Err(Closed) => closed = true,
            }
        }
        if let Some(reply) = self.form.take(&mut self.replies)? {
            return self.answer(reply);
        }
        // A process that dies closes its pipes a moment before.
        let until = self.body.now().saturating_add(LAST_BREATH);
        while !self.body.wait(false, until).gone && self.body.now() < until {}
        let unread = self.written == usize::MAX;
        let unfinished = String::from_utf8_lossy(&self.replies);
        let rest = if unfinished.is_empty() {
            String::new()
        } else {
            format!("; unfinished: {}", quote(&unfinished))
        };
        let (kind, what) = match self.body.end() {
            Some(ending) => epitaph(ending, &self.body.last_words()),
            None if unread => (FaultKind::Exited, DEAF.into()),
            None => (FaultKind::Exited, "closed its standard output".into()),
        };
        Err(Wrong {
            kind,
            what: what + &rest,
        })
    }

    /// Whether a reply is one to the question.
    fn answer(&mut self, reply: Reply) -> Result<Reply, Wrong> {
        let (kind, what) = if reply.id == self.id {
            match &reply.error {
                None => return Ok(reply),
                Some(word) => gives_up(word, reply.detail.as_deref()),
            }
        } else if reply.id == self.answered && self.answered > 0 {
            (FaultKind::Early, "a second reply to one question".into())
        } else if reply.id > self.answered {
            (
                FaultKind::Early,
                "a reply to a question that was not asked".into(),
            )
        } else {
            (
                FaultKind::WrongId,
                "a reply to another question than the last".into(),
            )
        };
        Err(Wrong { kind, what })
    }

    /// Whether the reply took no more processor time than it may.
    fn in_time(
        &mut self,
        reply: Reply,
        allowance: Allowance,
        measure: bool,
    ) -> Result<Reply, Wrong> {
        self.spent = Duration::ZERO;
        let near = match allowance.work {
            None => false,
            Some(limit) => {
                let passed = self.body.now().saturating_sub(self.sent);
                passed.saturating_mul(self.cores) > limit
            }
        };
        if near || measure {
            self.spent = self.body.used().saturating_sub(self.mark);
        }
        match allowance.work {
            Some(limit) if self.spent > limit => Err(too_much(limit, allowance)),
            _ => Ok(reply),
        }
    }

    fn too_late(&mut self, allowance: Allowance) -> Wrong {
        // Whether that was a moment before or after the request is chance.
        if self.body.is_deaf() {
            return Wrong {
                kind: FaultKind::Exited,
                what: DEAF.into(),
            };
        }
        let limit = allowance.wall.as_millis();
        let why = under(allowance);
        let what = if self.pending() {
            format!("has not read its request within {limit} ms{why}")
        } else if self.replies.is_empty() {
            format!("no reply within {limit} ms{why}")
        } else {
            let rest = String::from_utf8_lossy(&self.replies);
            format!(
                "no whole reply within {limit} ms{why}; unfinished: {}",
                quote(&rest)
            )
        };
        Wrong {
            kind: FaultKind::TimedOut,
            what,
        }
    }

    /// Ends the process and puts together what is known.
    pub(super) fn fail(&mut self, wrong: Wrong) -> Fault {
        self.body.end();
        let words = self.body.last_words();
        let words = words.trim_end();
        let mut detail = wrong.what;
        if !words.is_empty() {
            let separator = if detail.is_empty() { "" } else { "; " };
            detail = format!(
                "{detail}{separator}{QUOTES}{}",
                words.lines().collect::<Vec<_>>().join(" | ")
            );
        }
        Fault {
            kind: wrong.kind,
            detail,
        }
    }
}

/// What it means that a bot gives up for this reason.
pub(super) fn gives_up(word: &str, detail: Option<&str>) -> (FaultKind, String) {
    match reason(word) {
        Some(kind) => (kind, tame(detail.unwrap_or_default())),
        None => (
            FaultKind::Malformed,
            format!("gives up for {}, which is no reason", quote(word)),
        ),
    }
}

/// Why there is so little time, if there is.
const fn under(allowance: Allowance) -> &'static str {
    if allowance.timer {
        " under the timer"
    } else {
        ""
    }
}

fn too_much(limit: Duration, allowance: Allowance) -> Wrong {
    let what = match allowance.game {
        None => {
            let (limit, why) = (limit.as_millis(), under(allowance));
            format!("worked for more than {limit} ms{why}")
        }
        Some(game) => format!("has used up the game's {} ms", game.as_millis()),
    };
    Wrong {
        kind: FaultKind::TimedOut,
        what,
    }
}

/// The number of the next request. They grow in uneven steps, so that who
/// answers without having read the question does not hit its number.
const fn next(id: u64) -> u64 {
    let mixed = (id + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60;
    id + 2 + mixed
}

/// How a process ended, in words.
fn epitaph(ending: Ending, last_words: &str) -> (FaultKind, String) {
    let what = match ending.how {
        How::Exit(code) => format!("exited with code {code}"),
        How::Signal(signal) => format!("killed by signal {signal}{}", meaning(signal)),
    };
    let failed = ending.how != How::Exit(0);
    let kind = if failed && (ending.full || complains(last_words)) {
        FaultKind::OutOfMemory
    } else {
        match ending.how {
            How::Exit(_) => FaultKind::Exited,
            How::Signal(_) => FaultKind::Signalled,
        }
    };
    (kind, what)
}

/// What the signals mean that crashes send.
const fn meaning(signal: i32) -> &'static str {
    match signal {
        libc::SIGABRT => " (abort)",
        libc::SIGBUS => " (bus error)",
        libc::SIGFPE => " (division by zero)",
        libc::SIGILL => " (illegal instruction)",
        libc::SIGKILL => " (kill)",
        libc::SIGSEGV => " (segmentation fault)",
        libc::SIGSYS => " (a system call that the jail refuses)",
        libc::SIGTERM => " (terminate)",
        libc::SIGXCPU => " (processor time used up)",
        _ => "",
    }
}

#[cfg(test)]
mod tests;
