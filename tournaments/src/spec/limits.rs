//! What a foreign bot may use up.

use super::item::Item;
use super::section::LIMITS;
use crate::error::SetupError;
pub use dudo_plugin::Isolation;
use dudo_plugin::WasmEngine;

/// A day in milliseconds: longer than any limit that is meant as one.
const DAY_MS: u64 = 24 * 60 * 60 * 1000;
/// A tebibyte in mebibytes.
const TEBIBYTE_MB: u64 = 1 << 20;

/// Limits of `[limits]`. Those on time and memory bind foreign bots only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Milliseconds for one decision: 1 to a day, 1000 unless given.
    pub move_ms: u64,
    /// Milliseconds for a bot to start: 1 to a day, 10000 unless given.
    pub start_ms: u64,
    /// Milliseconds for all decisions of a game: 1 to a day; no limit unless
    /// given.
    pub game_ms: Option<u64>,
    /// Milliseconds for a decision while the table's timer runs on it, where the
    /// rules have one: 1 to a day; those of any decision unless given.
    pub timer_ms: Option<u64>,
    /// Mebibytes of memory: 1 to 1048576, 512 unless given.
    pub memory_mb: u64,
    /// Fuel for a decision of a WebAssembly bot: 50000000 unless given.
    pub fuel: u64,
    /// What runs WebAssembly bots: wasmi unless given.
    pub wasm: WasmEngine,
    /// A bot with more faults than this is withdrawn, 20 unless given; 0: never.
    pub faults: u64,
    /// What stands between a foreign bot and the machine.
    pub isolation: Isolation,
    /// Whether a jail may be used that cannot keep all it promises here.
    pub allow_weaker: bool,
    /// Whether a bot shares a core with the thread that plays it.
    pub pin: bool,
}

/// What an `isolation` of the run file says.
pub(super) fn isolation(item: &Item<'_>) -> Result<Isolation, SetupError> {
    item.choice(&Isolation::EVERY.map(|isolation| (isolation.word(), isolation)))
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            move_ms: 1000,
            start_ms: 10_000,
            game_ms: None,
            timer_ms: None,
            memory_mb: 512,
            fuel: 50_000_000,
            wasm: WasmEngine::Wasmi,
            faults: 20,
            isolation: Isolation::default(),
            allow_weaker: false,
            pin: true,
        }
    }
}

impl Limits {
    pub(super) fn parse(item: &Item<'_>) -> Result<Self, SetupError> {
        let section = item.section(LIMITS, "a section [limits]")?;
        let mut limits = Self::default();
        if let Some(item) = section.get("move_ms") {
            limits.move_ms = item.whole(1..=DAY_MS)?;
        }
        if let Some(item) = section.get("start_ms") {
            limits.start_ms = item.whole(1..=DAY_MS)?;
        }
        if let Some(item) = section.get("game_ms") {
            limits.game_ms = Some(item.whole(1..=DAY_MS)?);
        }
        if let Some(item) = section.get("timer_ms") {
            limits.timer_ms = Some(item.whole(1..=DAY_MS)?);
        }
        if let Some(item) = section.get("fuel") {
            limits.fuel = item.whole(1..=u64::MAX)?;
        }
        if let Some(item) = section.get("wasm") {
            limits.wasm = engine(item)?;
        }
        if let Some(item) = section.get("memory_mb") {
            limits.memory_mb = item.whole(1..=TEBIBYTE_MB)?;
        }
        if let Some(item) = section.get("faults") {
            limits.faults = item.whole(0..=u64::MAX)?;
        }
        if let Some(item) = section.get("isolation") {
            limits.isolation = isolation(item)?;
        }
        if let Some(item) = section.get("allow-weaker") {
            limits.allow_weaker = item.yes()?;
        }
        if let Some(item) = section.get("pin") {
            limits.pin = item.yes()?;
        }
        Ok(limits)
    }
}

/// The engine that is asked for, never another in its place.
fn engine(item: &Item<'_>) -> Result<WasmEngine, SetupError> {
    let words = [
        ("wasmi", WasmEngine::Wasmi),
        ("wasmtime", WasmEngine::Wasmtime),
    ];
    let engine = item.choice(&words)?;
    if !WasmEngine::BUILT.contains(&engine) {
        return Err(item.error(WasmEngine::ABSENT));
    }
    Ok(engine)
}
