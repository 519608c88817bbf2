//! A bot that is a script: what it does, and when, on virtual time.

use super::super::super::body::Ready;
use super::super::*;
use crate::foreign::Ask;
use dudo_engine::liars_dice::LiarsDice;
use dudo_engine::{Imaged, Schema};
use std::collections::VecDeque;

pub(super) const NOW: Duration = Duration::ZERO;
pub(super) const MS: Duration = Duration::from_millis(1);

/// Something that a scripted bot does.
#[derive(Clone, Debug)]
pub(super) enum Deed {
    Print(String),
    Bytes(Vec<u8>),
    Error(&'static str),
    CloseOutput,
    CloseInput,
    Exit(i32),
    Signal(i32),
    /// From now on it takes so many percent of one core.
    Work(u32),
}

/// A bot whose deeds are a function of what it is asked.
pub(super) struct Scripted<F> {
    script: F,
    pub(super) now: Duration,
    pub(super) used: Duration,
    percent: u32,
    coming: VecDeque<(Duration, Deed)>,
    output: VecDeque<u8>,
    output_closed: bool,
    input_closed: bool,
    /// Bytes that its input pipe takes before it is full.
    pub(super) room: usize,
    gone: Option<Ending>,
    asleep: bool,
    heard: Vec<u8>,
    words: String,
}

pub(super) fn scripted<F: FnMut(u64) -> Vec<(Duration, Deed)> + Send>(
    script: F,
) -> Driver<Scripted<F>> {
    let body = Scripted {
        script,
        now: Duration::ZERO,
        used: Duration::ZERO,
        percent: 0,
        coming: VecDeque::new(),
        output: VecDeque::new(),
        output_closed: false,
        input_closed: false,
        room: 1 << 16,
        gone: None,
        asleep: false,
        heard: Vec::new(),
        words: String::new(),
    };
    Driver::new(body, 2)
}

impl<F: FnMut(u64) -> Vec<(Duration, Deed)> + Send> Scripted<F> {
    /// Lets time pass and does what falls due, up to the first deed that shows.
    pub(super) fn pass(&mut self, until: Duration) {
        while self.now < until && self.gone.is_none() {
            let next = self.coming.front().map_or(until, |(at, _)| until.min(*at));
            let passed = next.saturating_sub(self.now);
            if !self.asleep {
                self.used += passed * self.percent / 100;
            }
            self.now = self.now.max(next);
            if self.due() {
                return;
            }
        }
        self.now = self.now.max(until);
    }

    fn due(&mut self) -> bool {
        let mut shows = false;
        while let Some((at, _)) = self.coming.front()
            && *at <= self.now
            && self.gone.is_none()
        {
            let (_, deed) = self.coming.pop_front().expect("it is there");
            shows |= !matches!(deed, Deed::Work(_));
            match deed {
                Deed::Print(text) => self.output.extend(text.into_bytes()),
                Deed::Bytes(bytes) => self.output.extend(bytes),
                Deed::Error(text) => self.words.push_str(text),
                Deed::CloseOutput => self.output_closed = true,
                Deed::CloseInput => self.input_closed = true,
                Deed::Exit(code) => self.leave(How::Exit(code)),
                Deed::Signal(signal) => self.leave(How::Signal(signal)),
                Deed::Work(percent) => self.percent = percent,
            }
        }
        shows
    }

    fn leave(&mut self, how: How) {
        self.gone = Some(Ending { how, full: false });
        self.output_closed = true;
        self.input_closed = true;
    }
}

impl<F: FnMut(u64) -> Vec<(Duration, Deed)> + Send> Body for Scripted<F> {
    fn now(&mut self) -> Duration {
        self.now
    }

    fn used(&mut self) -> Duration {
        self.used
    }

    fn write(&mut self, bytes: &[u8]) -> Result<usize, Closed> {
        if self.input_closed {
            return Err(Closed);
        }
        let taken = bytes.len().min(self.room);
        self.room -= taken;
        self.heard.extend_from_slice(&bytes[..taken]);
        while let Some(end) = self.heard.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.heard.drain(..=end).collect();
            self.room += line.len();
            let asked: serde_json::Value = serde_json::from_slice(&line).expect("JSON");
            let deeds = (self.script)(asked["id"].as_u64().expect("an id"));
            for (after, deed) in deeds {
                self.coming.push_back((self.now + after, deed));
            }
        }
        self.due();
        Ok(taken)
    }

    fn read(&mut self, into: &mut Vec<u8>) -> Result<usize, Closed> {
        let read = self.output.len().min(1 << 16);
        into.extend(self.output.drain(..read));
        if read == 0 && self.output_closed {
            return Err(Closed);
        }
        Ok(read)
    }

    fn wait(&mut self, _: bool, until: Duration) -> Ready {
        if self.output.is_empty() && self.gone.is_none() {
            self.pass(until);
        }
        Ready {
            output: !self.output.is_empty() || self.output_closed,
            input: false,
            gone: self.gone.is_some(),
        }
    }

    fn is_deaf(&mut self) -> bool {
        self.input_closed
    }

    fn pause(&mut self) {
        self.asleep = true;
    }

    fn wake(&mut self) {
        self.asleep = false;
    }

    fn end(&mut self) -> Option<Ending> {
        self.coming.clear();
        self.gone.take()
    }

    fn last_words(&self) -> String {
        self.words.clone()
    }
}

pub(super) const SCHEMA: &Schema = LiarsDice::SCHEMA;

/// 100 ms of work, 700 ms by the clock.
pub(super) const LIMITS: Allowance = Allowance {
    work: Some(Duration::from_millis(100)),
    wall: Duration::from_millis(700),
    game: None,
    timer: false,
};

pub(super) fn act<B: Body>(driver: &mut Driver<B>) -> Result<String, String> {
    let ask = Ask {
        image: &[1, 2],
        news: "2 bid 3x5\n",
        legal: &|out| out.push_str("challenge\nbid 4x5\n"),
        timed: false,
    };
    let request = Request::Act {
        ask: &ask,
        schema: SCHEMA,
        legal: true,
    };
    let reply = driver.call(&request, LIMITS, false);
    match reply {
        Ok(reply) => Ok(reply.action.unwrap_or_default()),
        Err(fault) => Err(format!("{}: {}", fault.kind, fault.detail)),
    }
}

pub(super) fn reply(id: u64) -> Deed {
    Deed::Print(format!("{{\"id\":{id},\"action\":\"bid 3x5\"}}\n"))
}
