//! One instance of a module, for one session.

use super::{ABI, Shared, imports};
use crate::diary::Diary;
use crate::foreign::{Ask, Line, MAX_REPLY, Venue};
use dudo_engine::{Fault, FaultKind, Key, Lexicon};
use std::sync::Arc;
use wasmi::{
    Error, Extern, Linker, Memory, Store, StoreLimits, StoreLimitsBuilder, TrapCode, TypedFunc,
    WasmParams, WasmResults,
};

/// A session's start has so many times the fuel of a decision, as the time to start is
/// ten times that of a decision unless told otherwise: to look through a word list once.
const START: u64 = 10;

/// What the host keeps beside an instance.
pub(super) struct Guest {
    limits: StoreLimits,
    pub(super) words: Option<Arc<Lexicon>>,
    pub(super) log: Option<Diary>,
}

/// An instance with its exports.
pub(super) struct Instance {
    store: Store<Guest>,
    fuel: u64,
    memory: Memory,
    buffer: TypedFunc<i32, i32>,
    hello: Option<TypedFunc<(), i64>>,
    create: TypedFunc<i32, i32>,
    game: TypedFunc<i32, i32>,
    act: TypedFunc<(i32, i32), i64>,
    end: TypedFunc<(i32, i32), i32>,
    bytes: Vec<u8>,
}

fn fault(kind: FaultKind, detail: impl Into<String>) -> Fault {
    Fault {
        kind,
        detail: detail.into(),
    }
}

/// What a trap was about.
fn trapped(error: &Error) -> Fault {
    let detail = error.to_string();
    match error.as_trap_code() {
        Some(TrapCode::OutOfFuel) => fault(FaultKind::OutOfFuel, detail),
        Some(TrapCode::GrowthOperationLimited | TrapCode::OutOfSystemMemory) => {
            fault(FaultKind::OutOfMemory, detail)
        }
        _ => fault(FaultKind::Panicked, detail),
    }
}

impl Instance {
    /// A fresh instance.
    pub(super) fn new(shared: &Shared, words: Option<Arc<Lexicon>>) -> Result<Self, Fault> {
        let limits = StoreLimitsBuilder::new()
            .memory_size(shared.memory)
            .instances(1)
            .memories(1)
            .tables(1)
            .table_elements(1 << 16)
            .trap_on_grow_failure(true)
            .build();
        let guest = Guest {
            limits,
            words,
            log: shared.log.clone(),
        };
        let mut store = Store::new(&shared.engine, guest);
        store.limiter(|guest| &mut guest.limits);
        let refused = |error: Error| fault(FaultKind::Refused, error.to_string());
        store.set_fuel(shared.fuel).map_err(refused)?;
        let mut linker = Linker::new(&shared.engine);
        imports::link(&mut linker).map_err(refused)?;
        let instance = linker
            .instantiate_and_start(&mut store, &shared.module)
            .map_err(|error| match error.as_trap_code() {
                Some(_) => trapped(&error),
                None => refused(error),
            })?;
        let memory = instance.get_export(&store, "memory");
        let memory = memory.and_then(Extern::into_memory);
        let memory = memory.ok_or_else(|| fault(FaultKind::Refused, "it exports no memory"))?;
        let abi: TypedFunc<(), i32> = export(&instance, &store, "dudo_abi")?;
        let theirs = abi.call(&mut store, ()).map_err(|error| trapped(&error))?;
        if theirs != ABI {
            return Err(fault(
                FaultKind::Refused,
                format!("it is made for version {theirs} of the calls, and this is version {ABI}"),
            ));
        }
        Ok(Self {
            fuel: shared.fuel,
            memory,
            buffer: export(&instance, &store, "dudo_buffer")?,
            hello: instance.get_typed_func(&store, "dudo_hello").ok(),
            create: export(&instance, &store, "dudo_create")?,
            game: export(&instance, &store, "dudo_game")?,
            act: export(&instance, &store, "dudo_act")?,
            end: export(&instance, &store, "dudo_end")?,
            bytes: Vec::new(),
            store,
        })
    }

    /// What it says of itself; nothing, if it has nothing to say.
    pub(super) fn hello(&mut self) -> Result<String, Fault> {
        let Some(hello) = self.hello else {
            return Ok(String::new());
        };
        self.refuel()?;
        let packed = self.call(hello, ())?;
        let mut text = String::new();
        self.text(packed, &mut text).map(|()| text)
    }

    /// A session begins.
    pub(super) fn create(&mut self, venue: &Venue<'_>) -> Result<(), Fault> {
        let text = format!(
            "game {}\nrules {}\nschema {}\nseat {}\nseats {}\ngames {}\n",
            venue.game, venue.rules, venue.schema.version, venue.seat, venue.seats, venue.games
        );
        self.bytes.clear();
        self.bytes.extend_from_slice(text.as_bytes());
        let fuel = self.fuel.saturating_mul(START);
        self.store.set_fuel(fuel).map_err(|error| trapped(&error))?;
        let length = self.hand_over()?;
        let status = self.call(self.create, length)?;
        refuse(status, "dudo_create")
    }

    fn refuel(&mut self) -> Result<(), Fault> {
        self.store
            .set_fuel(self.fuel)
            .map_err(|error| trapped(&error))
    }

    fn call<P: WasmParams, R: WasmResults>(
        &mut self,
        function: TypedFunc<P, R>,
        with: P,
    ) -> Result<R, Fault> {
        let called = function.call(&mut self.store, with);
        called.map_err(|error| trapped(&error))
    }

    /// Writes the bytes at hand into the module's buffer; how many they are.
    fn hand_over(&mut self) -> Result<i32, Fault> {
        let length = i32::try_from(self.bytes.len())
            .map_err(|_| fault(FaultKind::TooLong, "more than a module can be handed"))?;
        let at = self.call(self.buffer, length)?;
        let written = self
            .memory
            .write(&mut self.store, at as u32 as usize, &self.bytes);
        written.map(|()| length).map_err(|_| {
            let what = format!("dudo_buffer({length}) = {at} is outside of its memory");
            fault(FaultKind::Malformed, what)
        })
    }

    /// The text at an address and of a length that the module returned.
    fn text(&self, packed: i64, text: &mut String) -> Result<(), Fault> {
        let (at, length) = ((packed as u64 >> 32) as usize, packed as u32 as usize);
        if length > MAX_REPLY {
            return Err(fault(
                FaultKind::TooLong,
                format!("a reply of {length} bytes; at most {MAX_REPLY}"),
            ));
        }
        let data = self.memory.data(&self.store);
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

fn export<P: WasmParams, R: WasmResults>(
    instance: &wasmi::Instance,
    store: &Store<Guest>,
    name: &str,
) -> Result<TypedFunc<P, R>, Fault> {
    instance.get_typed_func(store, name).map_err(|error| {
        fault(
            FaultKind::Refused,
            format!("it exports no {name} of the right type: {error}"),
        )
    })
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
        instance.refuel()?;
        let length = instance.hand_over()?;
        let status = instance.call(instance.game, length)?;
        refuse(status, "dudo_game")
    }

    fn act(&mut self, ask: &Ask<'_>, reply: &mut String) -> Result<(), Fault> {
        let instance = self.instance()?;
        instance.bytes.clear();
        instance.bytes.extend_from_slice(ask.image);
        instance.bytes.extend_from_slice(ask.news.as_bytes());
        instance.refuel()?;
        let length = instance.hand_over()?;
        let image = ask.image.len() as i32;
        let packed = instance.call(instance.act, (image, length - image))?;
        instance.text(packed, reply)
    }

    fn end(&mut self, news: &str, places: &[u8]) -> Result<(), Fault> {
        let instance = self.instance()?;
        instance.bytes.clear();
        instance.bytes.extend_from_slice(news.as_bytes());
        instance.bytes.extend_from_slice(places);
        instance.refuel()?;
        instance.hand_over()?;
        let lengths = (news.len() as i32, places.len() as i32);
        let status = instance.call(instance.end, lengths)?;
        refuse(status, "dudo_end")
    }
}
