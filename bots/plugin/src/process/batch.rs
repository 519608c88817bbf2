//! What several sessions ask of one process at a time.

use super::Process;
use super::driver::{Allowance, Wrong, gives_up};
use super::line::{State, taken};
use super::message::{Call, Reply, Request};
use dudo_engine::{Fault, FaultKind};
use std::collections::{BTreeMap, VecDeque};
use std::mem;
use std::sync::Arc;
use std::time::Duration;

/// One process, and what it is about to be asked.
///
/// Once it has failed it stays so: who asks it hears of the same failure.
pub(super) struct Batch {
    process: Arc<Process>,
    state: State,
    calls: Vec<Call>,
    /// Replies that were not fetched yet, by session.
    replies: BTreeMap<usize, Result<Reply, Fault>>,
    /// Whether a session went wrong in it.
    spoilt: bool,
}

impl Batch {
    pub(super) fn new(process: Arc<Process>, game: &str) -> Self {
        Self {
            state: process.come(game),
            process,
            calls: Vec::new(),
            replies: BTreeMap::new(),
            spoilt: false,
        }
    }

    /// Whether this is a process of that bot.
    pub(super) fn goes_to(&self, process: &Arc<Process>) -> bool {
        Arc::ptr_eq(&self.process, process)
    }

    /// One more request, to go out with the next [`ask`](Self::ask).
    pub(super) fn add(&mut self, call: Call) {
        self.calls.push(call);
    }

    /// Asks everything at once and waits for the replies, which all come or all
    /// fail. Whoever asked is ready then.
    pub(super) fn ask(&mut self, ready: &mut VecDeque<usize>) {
        if self.calls.is_empty() {
            return;
        }
        let before = mem::replace(&mut self.state, State::Failed(taken()));
        let asked = self.process.greet(before).and_then(|mut driver| {
            driver.body.come();
            let reply = driver.call(&Request::Batch(&self.calls), together(&self.calls), false)?;
            let replies = sorted(&self.calls, reply).map_err(|wrong| driver.fail(wrong))?;
            Ok((driver, replies))
        });
        match asked {
            Ok((driver, replies)) => {
                self.state = State::Seated(driver);
                self.spoilt |= replies.values().any(Result::is_err);
                self.replies = replies;
                ready.extend(self.calls.drain(..).map(|call| call.session));
            }
            Err(fault) => {
                self.state = State::Failed(fault);
                self.give_up(ready);
            }
        }
    }

    /// Whoever asked gets no reply.
    pub(super) fn give_up(&mut self, ready: &mut VecDeque<usize>) {
        let fault = match &self.state {
            State::Failed(fault) => fault.clone(),
            _ => taken(),
        };
        for call in self.calls.drain(..) {
            self.replies.insert(call.session, Err(fault.clone()));
            ready.push_back(call.session);
        }
    }

    /// The reply to what this session asked last.
    ///
    /// # Errors
    /// There is none.
    pub(super) fn reply(&mut self, session: usize) -> Result<Reply, Fault> {
        let reply = self.replies.remove(&session);
        reply.unwrap_or_else(|| Err(taken()))
    }

    /// The process is not to serve another gang.
    pub(super) const fn spoil(&mut self) {
        self.spoilt = true;
    }

    /// Nothing more is asked. Only who may meet a deal twice, or has met none, is
    /// kept for others.
    pub(super) fn close(self) {
        match self.state {
            State::Seated(driver) if self.process.terms.outlives && !self.spoilt => {
                self.process.keep(driver);
            }
            State::Greeted(driver) => self.process.keep(driver),
            _ => {}
        }
    }
}

/// The time of all of them together.
fn together(calls: &[Call]) -> Allowance {
    let none = Allowance {
        work: Some(Duration::ZERO),
        wall: Duration::ZERO,
        game: None,
        timer: false,
    };
    calls.iter().fold(none, |sum, call| Allowance {
        // One without a limit has as much of it as it can get.
        work: sum
            .work
            .zip(call.allowance.work)
            .map(|(all, one)| all + one),
        wall: sum.wall.saturating_add(call.allowance.wall),
        game: None,
        timer: false,
    })
}

/// The replies by session: one to each request, in any order.
fn sorted(calls: &[Call], reply: Reply) -> Result<BTreeMap<usize, Result<Reply, Fault>>, Wrong> {
    let mut replies = BTreeMap::new();
    for part in reply.replies {
        let session = part.session;
        let reply = part.alone();
        let reply = match &reply.error {
            None => Ok(reply),
            Some(word) => {
                let (kind, detail) = gives_up(word, reply.detail.as_deref());
                Err(Fault { kind, detail })
            }
        };
        if replies.insert(session, reply).is_some() {
            return Err(uneven(format!("two replies about session {session}")));
        }
    }
    for call in calls {
        if !replies.contains_key(&call.session) {
            return Err(uneven(format!("no reply about session {}", call.session)));
        }
    }
    if replies.len() > calls.len() {
        return Err(uneven("replies about sessions that were not asked".into()));
    }
    Ok(replies)
}

const fn uneven(what: String) -> Wrong {
    Wrong {
        kind: FaultKind::Malformed,
        what,
    }
}

#[cfg(test)]
mod tests {
    use super::super::message::Form;
    use super::*;

    fn calls(sessions: &[usize]) -> Vec<Call> {
        let call = |&session| Call {
            session,
            text: format!("{{\"session\":{session}}}"),
            allowance: Allowance {
                work: Some(Duration::from_millis(30)),
                wall: Duration::from_millis(350),
                game: None,
                timer: false,
            },
        };
        sessions.iter().map(call).collect()
    }

    /// A batch is one line, with the requests as they were.
    #[test]
    fn one_line_goes_out() {
        let mut line = Vec::new();
        Form::Json.write(9, &Request::Batch(&calls(&[0, 3])), &mut line);
        assert_eq!(
            String::from_utf8(line).unwrap(),
            "{\"id\":9,\"type\":\"batch\",\"calls\":[{\"session\":0},{\"session\":3}]}\n"
        );
    }

    /// One reply to each, in any order; anything else is no reply to the batch.
    #[test]
    fn every_session_gets_its_reply() {
        for (replies, verdict) in [
            (
                r#"[{"session":3,"action":"b"},{"session":0,"action":"a"}]"#,
                "",
            ),
            (
                r#"[{"session":0,"action":"a"},{"session":3,"error":"panicked","detail":"x"}]"#,
                "panicked: x",
            ),
            (
                r#"[{"session":0,"error":"bored"},{"session":3}]"#,
                "malformed: gives up for `bored`, which is no reason",
            ),
            (r#"[{"session":0}]"#, "no reply about session 3"),
            (r"[]", "no reply about session 0"),
            (
                r#"[{"session":0},{"session":3},{"session":0}]"#,
                "two replies about session 0",
            ),
            (
                r#"[{"session":0},{"session":3},{"session":1}]"#,
                "replies about sessions that were not asked",
            ),
        ] {
            let mut line = format!("{{\"id\":9,\"replies\":{replies}}}\n").into_bytes();
            let reply = Form::Json.take(&mut line).unwrap().unwrap();
            let found = match sorted(&calls(&[0, 3]), reply) {
                Err(wrong) => wrong.what,
                Ok(replies) => {
                    let sessions: Vec<usize> = replies.keys().copied().collect();
                    assert_eq!(sessions, [0, 3], "{verdict}");
                    let fault = replies.into_values().find_map(Result::err);
                    fault.map_or(String::new(), |fault| {
                        format!("{}: {}", fault.kind, fault.detail)
                    })
                }
            };
            assert_eq!(found, verdict);
        }
    }

    /// So many requests have so much time; with one that has no limit there is none.
    #[test]
    fn time_adds_up() {
        let mut three = calls(&[0, 1, 2]);
        let all = together(&three);
        assert_eq!(all.work, Some(Duration::from_millis(90)));
        assert_eq!(all.wall, Duration::from_millis(1050));
        three[1].allowance.work = None;
        assert_eq!(together(&three).work, None);
    }
}
