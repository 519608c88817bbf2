//! wasmi, an interpreter: always there.

use super::engine::{
    Budget, Compiled, Machine, Number, TABLE, fault, no_export, no_memory, version,
};
use super::host::{Guest, NAME, WORD, to_log};
use dudo_engine::{Fault, FaultKind};
use wasmi::{
    Caller, CompilationMode, Config, EnforcedLimits, Engine, Error, Extern, Linker, Memory, Module,
    Store, StoreLimits, StoreLimitsBuilder, TrapCode, TypedFunc, WasmParams, WasmResults,
};

/// A module with the engine it was translated for.
pub(super) struct Translated {
    engine: Engine,
    module: Module,
}

/// What is kept in a store.
struct Held {
    limits: StoreLimits,
    guest: Guest,
}

/// An instance with its exports.
struct Running {
    store: Store<Held>,
    memory: Memory,
    buffer: TypedFunc<i32, i32>,
    hello: Option<TypedFunc<(), i64>>,
    create: TypedFunc<i32, i32>,
    game: TypedFunc<i32, i32>,
    act: TypedFunc<(i32, i32), i64>,
    end: TypedFunc<(i32, i32), i32>,
}

/// Everything off that could differ between machines or cost without being
/// charged for.
fn config() -> Config {
    let mut config = Config::default();
    config
        .consume_fuel(true)
        // Translation on first use would be charged to whoever calls first.
        .compilation_mode(CompilationMode::Eager)
        .enforced_limits(EnforcedLimits::strict())
        .ignore_custom_sections(true)
        .wasm_multi_memory(false)
        .wasm_custom_page_sizes(false);
    config
}

impl Translated {
    /// Translates a module.
    ///
    /// # Errors
    /// It is none, or one that is larger or other than is allowed.
    pub(super) fn new(bytes: &[u8]) -> Result<Self, Error> {
        let engine = Engine::new(&config());
        let module = Module::new(&engine, bytes)?;
        Ok(Self { engine, module })
    }

    /// What it imports: from where, and which.
    pub(super) fn imports(&self) -> impl Iterator<Item = (&str, &str)> {
        let imports = self.module.imports();
        imports.map(|import| (import.module(), import.name()))
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

fn refused(error: Error) -> Fault {
    fault(FaultKind::Refused, error.to_string())
}

impl Compiled for Translated {
    fn instance(&self, budget: Budget, guest: Guest) -> Result<Box<dyn Machine>, Fault> {
        let limits = StoreLimitsBuilder::new()
            .memory_size(budget.memory)
            .instances(1)
            .memories(1)
            .tables(1)
            .table_elements(TABLE)
            .trap_on_grow_failure(true)
            .build();
        let mut store = Store::new(&self.engine, Held { limits, guest });
        store.limiter(|held| &mut held.limits);
        store.set_fuel(budget.fuel).map_err(refused)?;
        let mut linker = Linker::new(&self.engine);
        link(&mut linker).map_err(refused)?;
        let instance = linker
            .instantiate_and_start(&mut store, &self.module)
            .map_err(|error| match error.as_trap_code() {
                Some(_) => trapped(&error),
                None => refused(error),
            })?;
        let memory = instance.get_export(&store, "memory");
        let memory = memory.and_then(Extern::into_memory).ok_or_else(no_memory)?;
        let abi: TypedFunc<(), i32> = export(&instance, &store, "dudo_abi")?;
        version(abi.call(&mut store, ()).map_err(|error| trapped(&error))?)?;
        Ok(Box::new(Running {
            memory,
            buffer: export(&instance, &store, "dudo_buffer")?,
            hello: instance.get_typed_func(&store, "dudo_hello").ok(),
            create: export(&instance, &store, "dudo_create")?,
            game: export(&instance, &store, "dudo_game")?,
            act: export(&instance, &store, "dudo_act")?,
            end: export(&instance, &store, "dudo_end")?,
            store,
        }))
    }
}

fn export<P: WasmParams, R: WasmResults>(
    instance: &wasmi::Instance,
    store: &Store<Held>,
    name: &str,
) -> Result<TypedFunc<P, R>, Fault> {
    let export = instance.get_typed_func(store, name);
    export.map_err(|error| no_export(name, error))
}

impl Running {
    fn call<P: WasmParams, R: WasmResults>(
        &mut self,
        function: TypedFunc<P, R>,
        with: P,
    ) -> Result<R, Fault> {
        let called = function.call(&mut self.store, with);
        called.map_err(|error| trapped(&error))
    }
}

impl Machine for Running {
    fn refuel(&mut self, fuel: u64) -> Result<(), Fault> {
        let filled = self.store.set_fuel(fuel);
        filled.map_err(|error| trapped(&error))
    }

    fn memory(&mut self) -> &mut [u8] {
        self.memory.data_mut(&mut self.store)
    }

    fn number(&mut self, call: Number) -> Result<i32, Fault> {
        match call {
            Number::Buffer(length) => self.call(self.buffer, length),
            Number::Create(length) => self.call(self.create, length),
            Number::Game(length) => self.call(self.game, length),
            Number::End(news, places) => self.call(self.end, (news, places)),
        }
    }

    fn hello(&mut self) -> Result<Option<i64>, Fault> {
        let hello = self.hello.map(|hello| self.call(hello, ()));
        hello.transpose()
    }

    fn act(&mut self, image: i32, news: i32) -> Result<i64, Fault> {
        self.call(self.act, (image, news))
    }
}

/// Links what the host answers.
///
/// # Errors
/// Never, unless a name is linked twice.
fn link(linker: &mut Linker<Held>) -> Result<(), Error> {
    type Asker<'a> = Caller<'a, Held>;
    linker.func_wrap(NAME, "log", |mut asker: Asker<'_>, at: i32, length: i32| {
        pay(&mut asker, to_log(length))?;
        let (memory, guest) = hands(&mut asker);
        guest.log(memory, at, length).map_err(Error::new)
    })?;
    linker.func_wrap(
        NAME,
        "word_valid",
        |mut asker: Asker<'_>, at: i32, length: i32| {
            pay(&mut asker, WORD)?;
            let (memory, guest) = hands(&mut asker);
            guest.word_valid(memory, at, length).map_err(Error::new)
        },
    )?;
    linker.func_wrap(
        NAME,
        "word_next",
        |mut asker: Asker<'_>, at: i32, length: i32, to: i32, most: i32| {
            pay(&mut asker, WORD)?;
            let (memory, guest) = hands(&mut asker);
            let next = guest.word_next(memory, (at, length), (to, most));
            next.map_err(Error::new)
        },
    )?;
    Ok(())
}

/// The host works for fuel as well.
fn pay(asker: &mut Caller<'_, Held>, price: u64) -> Result<(), Error> {
    let left = asker.get_fuel()?;
    match left.checked_sub(price) {
        Some(rest) => asker.set_fuel(rest),
        None => {
            asker.set_fuel(0)?;
            Err(TrapCode::OutOfFuel.into())
        }
    }
}

/// The memory of who asks, and what the host keeps for it.
fn hands<'a>(asker: &'a mut Caller<'_, Held>) -> (&'a mut [u8], &'a Guest) {
    match asker.get_export("memory").and_then(Extern::into_memory) {
        Some(memory) => {
            let (bytes, held) = memory.data_and_store_mut(asker);
            (bytes, &held.guest)
        }
        None => (&mut [], &asker.data().guest),
    }
}
