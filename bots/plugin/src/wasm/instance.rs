//! One instance of a module, for one session.

use super::Shared;
use super::engine::{Machine, Number, fault};
use super::host::Guest;
use crate::foreign::{Ask, Line, MAX_REPLY, Venue};
use dudo_engine::{Fault, FaultKind, Key, Lexicon};
use std::sync::Arc;

/// A session's start has so many times the fuel of a decision, as the time to start is
/// ten times that of a decision unless told otherwise: to look through a word list once.
const START: u64 = 10;

/// An instance, and what it is handed.
pub(super) struct Instance {
    machine: Box<dyn Machine>,
    /// For a call.
    fuel: u64,
    bytes: Vec<u8>,
}

impl Instance {
    /// A fresh instance.
    pub(super) fn new(shared: &Shared, words: Option<Arc<Lexicon>>) -> Result<Self, Fault> {
        let log = shared.log.clone();
        let machine = shared
            .module
            .instance(shared.budget, Guest { words, log })?;
        Ok(Self {
            machine,
            fuel: shared.budget.fuel,
            bytes: Vec::new(),
        })
    }

    /// What it says of itself; nothing, if it has nothing to say.
    pub(super) fn hello(&mut self) -> Result<String, Fault> {
        self.machine.refuel(self.fuel)?;
        let mut text = String::new();
        if let Some(packed) = self.machine.hello()? {
            self.text(packed, &mut text)?;
        }
        Ok(text)
    }

    /// A session begins.
    pub(super) fn create(&mut self, venue: &Venue<'_>) -> Result<(), Fault> {
        let text = format!(
            "game {}\nrules {}\nschema {}\nseat {}\nseats {}\ngames {}\n",
            venue.game, venue.rules, venue.schema.version, venue.seat, venue.seats, venue.games
        );
        self.bytes.clear();
        self.bytes.extend_from_slice(text.as_bytes());
        self.machine.refuel(self.fuel.saturating_mul(START))?;
        let length = self.hand_over()?;
        let status = self.machine.number(Number::Create(length))?;
        refuse(status, "dudo_create")
    }

    /// Writes the bytes at hand into the module's buffer; how many they are.
    fn hand_over(&mut self) -> Result<i32, Fault> {
        let length = i32::try_from(self.bytes.len())
            .map_err(|_| fault(FaultKind::TooLong, "more than a module can be handed"))?;
        let at = self.machine.number(Number::Buffer(length))?;
        let memory = self.machine.memory().get_mut(at as u32 as usize..);
        let place = memory.and_then(|rest| rest.get_mut(..self.bytes.len()));
        let Some(place) = place else {
            let what = format!("dudo_buffer({length}) = {at} is outside of its memory");
            return Err(fault(FaultKind::Malformed, what));
        };
        place.copy_from_slice(&self.bytes);
        Ok(length)
    }

    /// The text at an address and of a length that the module returned.
    fn text(&mut self, packed: i64, text: &mut String) -> Result<(), Fault> {
        let (at, length) = ((packed as u64 >> 32) as usize, packed as u32 as usize);
        if length > MAX_REPLY {
            return Err(fault(
                FaultKind::TooLong,
                format!("a reply of {length} bytes; at most {MAX_REPLY}"),
            ));
        }
        let data = self.machine.memory();
        let Some(bytes) = data.get(at..).and_then(|rest| rest.get(..length)) else {
            let what = format!("a reply at {at}, which is outside of its memory");
            return Err(fault(FaultKind::Malformed, what));
        };
        match std::str::from_utf8(bytes) {
            Ok(reply) => text.push_str(reply),
            Err(_) => {
                let what = format!("{:?} is not UTF-8", String::from_utf8_lossy(bytes));
                return Err(fault(FaultKind::Malformed, what));
            }
        }
        Ok(())
    }
}

fn refuse(status: i32, call: &str) -> Result<(), Fault> {
    match status {
        0 => Ok(()),
        _ => Err(fault(
            FaultKind::Panicked,
            format!("{call} returned {status}"),
        )),
    }
}

/// An instance in its seat, or why there is none.
pub(super) struct Seated(pub(super) Result<Instance, Fault>);

impl Seated {
    fn instance(&mut self) -> Result<&mut Instance, Fault> {
        self.0.as_mut().map_err(|fault| fault.clone())
    }
}

impl Line for Seated {
    fn begin(&mut self, game: u64, key: &Key) -> Result<(), Fault> {
        let instance = self.instance()?;
        instance.bytes.clear();
        instance.bytes.extend_from_slice(&game.to_le_bytes());
        instance.bytes.extend_from_slice(&key.bytes());
        instance.machine.refuel(instance.fuel)?;
        let length = instance.hand_over()?;
        let status = instance.machine.number(Number::Game(length))?;
        refuse(status, "dudo_game")
    }

    fn act(&mut self, ask: &Ask<'_>, reply: &mut String) -> Result<(), Fault> {
        let instance = self.instance()?;
        instance.bytes.clear();
        instance.bytes.extend_from_slice(ask.image);
        instance.bytes.extend_from_slice(ask.news.as_bytes());
        instance.machine.refuel(instance.fuel)?;
        let length = instance.hand_over()?;
        let image = ask.image.len() as i32;
        let packed = instance.machine.act(image, length - image)?;
        instance.text(packed, reply)
    }

    fn end(&mut self, news: &str, places: &[u8]) -> Result<(), Fault> {
        let instance = self.instance()?;
        instance.bytes.clear();
        instance.bytes.extend_from_slice(news.as_bytes());
        instance.bytes.extend_from_slice(places);
        instance.machine.refuel(instance.fuel)?;
        instance.hand_over()?;
        let end = Number::End(news.len() as i32, places.len() as i32);
        let status = instance.machine.number(end)?;
        refuse(status, "dudo_end")
    }
}
