//! What a decision costs when the bot is a WebAssembly module, and what an
//! instance costs, by engine. A call hands over an image of 100 bytes and takes a
//! short reply; once nothing is done with the image, once it is hashed (FNV-1a).
//!
//! `cargo bench -p dudo-plugin --features wasmtime --bench wasm`; without the
//! feature, of the engine that is built in.

use criterion::{Bencher, Criterion, criterion_group, criterion_main};
use dudo_engine::mia::Mia;
use dudo_engine::{Imaged, Key, Seat};
use dudo_plugin::{Ask, Foreign, Isolation, Line, Terms, Venue, Wanted, WasmEngine, open};
use rustix::time::{ClockId, clock_gettime};
use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

const HASH: &str = "
    (local $at i32) (local $hash i32)
    (local.set $hash (i32.const 0x811c9dc5))
    (loop $next
        (local.set $hash (i32.mul (i32.const 0x01000193)
            (i32.xor (local.get $hash) (i32.load8_u offset=4096 (local.get $at)))))
        (br_if $next (i32.lt_u
            (local.tee $at (i32.add (local.get $at) (i32.const 1)))
            (local.get $image))))
    (i32.store (i32.const 64) (local.get $hash))";

fn module(work: &str) -> Vec<u8> {
    let text = format!(
        r#"(module (memory (export "memory") 2)
            (data (i32.const 16) "roll")
            (func (export "dudo_abi") (result i32) (i32.const 1))
            (func (export "dudo_buffer") (param i32) (result i32) (i32.const 4096))
            (func (export "dudo_create") (param i32) (result i32) (i32.const 0))
            (func (export "dudo_game") (param i32) (result i32) (i32.const 0))
            (func (export "dudo_act") (param $image i32) (param $news i32) (result i64) {work}
                (i64.const 0x0000001000000004))
            (func (export "dudo_end") (param i32 i32) (result i32) (i32.const 0)))"#
    );
    wat::parse_str(&text).expect("text of a module")
}

fn load(work: &str, engine: WasmEngine) -> Arc<dyn Foreign> {
    let home = tempfile::tempdir().expect("a folder");
    std::fs::write(home.path().join("bot.wasm"), module(work)).expect("a file");
    let terms = Terms {
        base: home.path().into(),
        host: "".into(),
        isolation: Isolation::None,
        allow_weaker: false,
        trusted: true,
        outlives: false,
        concurrent: 1,
        pin: false,
        move_ms: 1,
        start_ms: 1,
        game_ms: None,
        timer_ms: None,
        memory_mb: 16,
        fuel: 50_000_000,
        wasm: engine,
        log: None,
        audit: None,
    };
    let wanted = Wanted {
        game: "mia",
        knobs: &[],
        seats: 2,
    };
    open("bot.wasm", &terms, &wanted).expect("a module")
}

fn sit(bot: &dyn Foreign) -> Box<dyn Line> {
    bot.seat(&Venue {
        game: "mia",
        rules: "mia()",
        schema: Mia::SCHEMA,
        seat: Seat::new(0),
        seats: 2,
        games: 1,
        words: None,
    })
}

/// Processor time of this thread: other work on the machine disturbs it little.
fn now() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

fn timed<T>(bencher: &mut Bencher<'_>, mut work: impl FnMut() -> T) {
    bencher.iter_custom(|times| {
        let start = now();
        for _ in 0..times {
            black_box(work());
        }
        now() - start
    });
}

fn benches(criterion: &mut Criterion) {
    let image: Vec<u8> = (0..100).collect();
    let key = Key::new([1; 32]);
    for &engine in WasmEngine::BUILT {
        let mut group = criterion.benchmark_group(engine.to_string());
        for (name, work) in [("a decision", ""), ("a decision, image hashed", HASH)] {
            let bot = load(work, engine);
            let mut line = sit(&*bot);
            line.begin(0, &key).expect("it begins");
            let mut reply = String::new();
            group.bench_function(name, |bencher| {
                timed(bencher, || {
                    reply.clear();
                    let ask = Ask {
                        image: black_box(&image),
                        news: "",
                        legal: &|_| {},
                        timed: false,
                    };
                    line.act(&ask, &mut reply).expect("it acts");
                    reply.len()
                });
            });
        }
        let bot = load(HASH, engine);
        group.bench_function("an instance, its first game begun", |bencher| {
            timed(bencher, || sit(&*bot).begin(0, &key).expect("it begins"));
        });
        group.bench_function("to load a module", |bencher| {
            timed(bencher, || load(HASH, engine));
        });
        group.finish();
    }
}

criterion_group!(all, benches);
criterion_main!(all);
