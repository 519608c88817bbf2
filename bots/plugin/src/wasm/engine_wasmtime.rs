//! wasmtime, a compiler: there with the cargo feature of that name.

use super::engine::{
    Budget, Compiled, Machine, Number, TABLE, fault, no_export, no_memory, version,
};
use super::host::{Guest, NAME, WORD, to_log};
use dudo_engine::{Fault, FaultKind};
use std::fmt;
use wasmtime::{
    Caller, Config, Engine, Error, Extern, Instance, InstancePre, Linker, Memory, Module,
    ResourceLimiter, Store, Trap, TypedFunc, WasmParams, WasmResults,
};

/// A module in machine code, with its imports in place.
struct Machined(InstancePre<Held>);

/// What is kept in a store.
struct Held {
    ceiling: Ceiling,
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

/// Everything off that could differ between machines, and that wasmi lacks.
fn config() -> Config {
    let mut config = Config::new();
    config
        .consume_fuel(true)
        .cranelift_nan_canonicalization(true)
        .wasm_relaxed_simd(false)
        .wasm_simd(false)
        .wasm_memory64(false)
        .wasm_multi_memory(false)
        .wasm_custom_page_sizes(false)
        .wasm_wide_arithmetic(false)
        // Nobody reads them, and a trap costs less without.
        .wasm_backtrace_max_frames(None);
    config
}

/// Compiles a module that wasmi has taken.
///
/// # Errors
/// The compiler does not take it.
pub(super) fn compile(bytes: &[u8]) -> Result<impl Compiled + use<>, String> {
    linked(|engine| Module::new(engine, bytes))
}

/// The machine code of a module, for [`load`].
///
/// # Errors
/// The compiler does not take it.
pub(super) fn precompile(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let code = Engine::new(&config()).and_then(|engine| engine.precompile_module(bytes));
    code.map_err(|error| format!("{error:#}"))
}

/// A module from its machine code.
///
/// # Safety
/// `code` is what [`precompile`] of this very program returned.
///
/// # Errors
/// It was made for another machine.
#[expect(unsafe_code, reason = "whatever is in these bytes will be run")]
pub(super) unsafe fn load(code: &[u8]) -> Result<impl Compiled + use<>, String> {
    // SAFETY: the caller's word.
    linked(|engine| unsafe { Module::deserialize(engine, code) })
}

fn linked(module: impl FnOnce(&Engine) -> Result<Module, Error>) -> Result<Machined, String> {
    let link = || {
        let engine = Engine::new(&config())?;
        let module = module(&engine)?;
        let mut linker = Linker::new(&engine);
        link(&mut linker)?;
        linker.instantiate_pre(&module)
    };
    link().map(Machined).map_err(|error| format!("{error:#}"))
}

/// More memory, or a larger table, than is allowed.
#[derive(Debug)]
struct TooMuch(&'static str, usize);

impl fmt::Display for TooMuch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "it wants more {} than {}", self.0, self.1)
    }
}

impl std::error::Error for TooMuch {}

/// Ends a module that wants too much, as wasmi does, where the standard would
/// tell it no.
struct Ceiling {
    memory: usize,
}

impl Ceiling {
    fn check(what: TooMuch, desired: usize, own: Option<usize>) -> Result<bool, Error> {
        if desired > what.1 || own.is_some_and(|own| desired > own) {
            return Err(what.into());
        }
        Ok(true)
    }
}

impl ResourceLimiter for Ceiling {
    fn memory_growing(
        &mut self,
        _: usize,
        desired: usize,
        own: Option<usize>,
    ) -> Result<bool, Error> {
        Self::check(TooMuch("bytes of memory", self.memory), desired, own)
    }

    fn memory_grow_failed(&mut self, _: Error) -> Result<(), Error> {
        Err(TooMuch("bytes of memory", self.memory).into())
    }

    fn table_growing(
        &mut self,
        _: usize,
        desired: usize,
        own: Option<usize>,
    ) -> Result<bool, Error> {
        Self::check(TooMuch("elements in a table", TABLE), desired, own)
    }

    fn table_grow_failed(&mut self, _: Error) -> Result<(), Error> {
        Err(TooMuch("elements in a table", TABLE).into())
    }

    fn instances(&self) -> usize {
        1
    }

    fn tables(&self) -> usize {
        1
    }

    fn memories(&self) -> usize {
        1
    }
}

/// What a trap was about.
fn trapped(error: &Error) -> Fault {
    if let Some(trap) = error.downcast_ref::<Trap>() {
        let kind = match trap {
            Trap::OutOfFuel => FaultKind::OutOfFuel,
            Trap::AllocationTooLarge => FaultKind::OutOfMemory,
            _ => FaultKind::Panicked,
        };
        return fault(kind, trap.to_string());
    }
    match error.downcast_ref::<TooMuch>() {
        Some(wish) => fault(FaultKind::OutOfMemory, wish.to_string()),
        None => fault(FaultKind::Panicked, error.root_cause().to_string()),
    }
}

fn refused(error: Error) -> Fault {
    fault(FaultKind::Refused, format!("{error:#}"))
}

impl Compiled for Machined {
    fn instance(&self, budget: Budget, guest: Guest) -> Result<Box<dyn Machine>, Fault> {
        let ceiling = Ceiling {
            memory: budget.memory,
        };
        let held = Held { ceiling, guest };
        let mut store = Store::new(self.0.module().engine(), held);
        store.limiter(|held| &mut held.ceiling);
        store.set_fuel(budget.fuel).map_err(refused)?;
        let instance = self.0.instantiate(&mut store);
        let instance = instance.map_err(|error| match error.is::<Trap>() {
            true => trapped(&error),
            false => refused(error),
        })?;
        let memory = instance.get_memory(&mut store, "memory");
        let memory = memory.ok_or_else(no_memory)?;
        let abi: TypedFunc<(), i32> = export(&instance, &mut store, "dudo_abi")?;
        version(abi.call(&mut store, ()).map_err(|error| trapped(&error))?)?;
        Ok(Box::new(Running {
            memory,
            buffer: export(&instance, &mut store, "dudo_buffer")?,
            hello: instance.get_typed_func(&mut store, "dudo_hello").ok(),
            create: export(&instance, &mut store, "dudo_create")?,
            game: export(&instance, &mut store, "dudo_game")?,
            act: export(&instance, &mut store, "dudo_act")?,
            end: export(&instance, &mut store, "dudo_end")?,
            store,
        }))
    }
}

fn export<P: WasmParams, R: WasmResults>(
    instance: &Instance,
    store: &mut Store<Held>,
    name: &str,
) -> Result<TypedFunc<P, R>, Fault> {
    let export = instance.get_typed_func(store, name);
    export.map_err(|error| no_export(name, format!("{error:#}")))
}

impl Machine for Running {
    fn refuel(&mut self, fuel: u64) -> Result<(), Fault> {
        self.store.set_fuel(fuel).map_err(refused)
    }

    fn memory(&mut self) -> &mut [u8] {
        self.memory.data_mut(&mut self.store)
    }

    fn number(&mut self, call: Number) -> Result<i32, Fault> {
        let store = &mut self.store;
        let called = match call {
            Number::Buffer(length) => self.buffer.call(store, length),
            Number::Create(length) => self.create.call(store, length),
            Number::Game(length) => self.game.call(store, length),
            Number::End(news, places) => self.end.call(store, (news, places)),
        };
        called.map_err(|error| trapped(&error))
    }

    fn hello(&mut self) -> Result<Option<i64>, Fault> {
        let Some(hello) = &self.hello else {
            return Ok(None);
        };
        let called = hello.call(&mut self.store, ());
        called.map(Some).map_err(|error| trapped(&error))
    }

    fn act(&mut self, image: i32, news: i32) -> Result<i64, Fault> {
        let called = self.act.call(&mut self.store, (image, news));
        called.map_err(|error| trapped(&error))
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
        guest.log(memory, at, length).map_err(Error::msg)
    })?;
    linker.func_wrap(
        NAME,
        "word_valid",
        |mut asker: Asker<'_>, at: i32, length: i32| {
            pay(&mut asker, WORD)?;
            let (memory, guest) = hands(&mut asker);
            guest.word_valid(memory, at, length).map_err(Error::msg)
        },
    )?;
    linker.func_wrap(
        NAME,
        "word_next",
        |mut asker: Asker<'_>, at: i32, length: i32, to: i32, most: i32| {
            pay(&mut asker, WORD)?;
            let (memory, guest) = hands(&mut asker);
            let next = guest.word_next(memory, (at, length), (to, most));
            next.map_err(Error::msg)
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
            Err(Trap::OutOfFuel.into())
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
