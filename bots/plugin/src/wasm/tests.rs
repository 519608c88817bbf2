//! Modules in text form that do well, and many that do not.
mod parts;

use super::*;
use dudo_engine::{FaultKind, Key};
use parts::{FINE, Parts, on_every_engine, open, open_on, terms, venue};

#[test]
fn a_module_plays() {
    on_every_engine(|engine| {
        assert_eq!(FINE.play(engine), Ok(vec!["roll".into(), "roll".into()]));
        let bot = FINE.open(engine).expect("a module");
        let by = format!("{}, fuel 100000", engine.identity());
        assert_eq!((bot.kind(), bot.content().len()), ("wasm", 64));
        assert_eq!(bot.engine(), Some(&*by));
        let other = Parts {
            buffer: "(i32.const 8192)",
            ..FINE
        };
        let other = other.open(engine).expect("a module");
        assert_ne!(bot.content(), other.content());
    });
}

/// The manifest names the engine that this program was really built with.
#[test]
fn an_engine_goes_by_the_version_that_is_locked() {
    let locked = include_str!("../../../../Cargo.lock");
    for engine in [WasmEngine::Wasmi, WasmEngine::Wasmtime] {
        let (name, version) = engine.identity().split_once(' ').expect("a version");
        assert_eq!(name, engine.to_string());
        let entry = format!("name = \"{name}\"\nversion = \"{version}\"\n");
        assert!(
            locked.contains(&entry),
            "Cargo.lock has no {name} {version}"
        );
    }
}

/// One engine never stands in for another, and this process compiles for nobody that is not
/// trusted: without the program that would, there is no bot.
#[test]
fn the_compiler_is_there_or_it_says_why() {
    let terms = Terms {
        trusted: false,
        ..terms(WasmEngine::Wasmtime)
    };
    let trusted = Terms {
        trusted: true,
        ..terms.clone()
    };
    let opened = |terms: &Terms| open_on(&FINE.module(), terms).map_err(|error| error.0);
    let refused = opened(&terms).err().expect("nobody vouches for it");
    if cfg!(feature = "wasmtime") {
        let why = "bot.wasm: it cannot be compiled apart: ";
        assert!(refused.starts_with(why), "{refused}");
        let bot = opened(&trusted).expect("somebody vouches for it");
        assert!(bot.engine().is_some_and(|by| by.starts_with("wasmtime ")));
    } else {
        let how = "cargo build --release --features wasmtime";
        assert!(refused.ends_with(how), "{refused}");
        assert_eq!(opened(&trusted).err(), Some(refused));
    }
}

/// What one engine has and another could have is there for nobody.
#[test]
fn all_engines_take_the_same_modules() {
    let rows = [
        "(func (drop (v128.const i32x4 0 0 0 0)))",
        "(memory $second 1)",
        "(type $record (struct)) (func (drop (struct.new $record)))",
        "(memory i64 1)",
        "(func (drop (i32.atomic.load (i32.const 0))))",
        "(tag)",
        "(func (result i64 i64) (i64.add128 (i64.const 0) (i64.const 0) (i64.const 0) (i64.const 0)))",
    ];
    on_every_engine(|engine| {
        for hello in rows {
            let parts = Parts { hello, ..FINE };
            let error = parts.open(engine).err().expect(hello).0;
            assert!(
                error.contains("no module that can be run"),
                "{hello}: {error}"
            );
        }
    });
}

/// What is handed over stands where the module wants it.
#[test]
fn the_buffer_holds_what_was_said() {
    // Returns the first four bytes of the buffer, the news that follow the image.
    let news = Parts {
        act: "(i64.or (i64.shl (i64.extend_i32_u (i32.add (i32.const 4096) (local.get $image))) (i64.const 32)) (i64.extend_i32_u (local.get $news)))",
        ..FINE
    };
    on_every_engine(|engine| {
        let heard = vec!["2 roll\n".into(), "2 roll\n".into()];
        assert_eq!(news.play(engine), Ok(heard));
    });
    // The number of the game and its key.
    let game = Parts {
        game: "(i32.sub (i32.add (i32.load (i32.const 4096)) (i32.load (i32.const 4104))) (i32.const 0x0707070a))",
        ..FINE
    };
    on_every_engine(|engine| assert!(game.play(engine).is_ok()));
    // The last two bytes are the places.
    let end = Parts {
        end: "(i32.sub (i32.load16_u (i32.add (i32.const 4096) (local.get $news))) (i32.const 0x0201))",
        ..FINE
    };
    on_every_engine(|engine| assert!(end.play(engine).is_ok()));
}

/// Nothing of one session is there in the next.
#[test]
fn every_session_has_a_fresh_instance() {
    let counts = Parts {
        create: "(global.get $calls) (global.set $calls (i32.const 1))",
        ..FINE
    };
    on_every_engine(|engine| {
        let bot = counts.open(engine).expect("a module");
        for _ in 0..3 {
            let mut line = bot.seat(&venue(None));
            assert_eq!(line.begin(0, &Key::new([0; 32])), Ok(()));
        }
    });
}

#[test]
fn a_module_says_what_it_plays() {
    let says = Parts {
        hello: r#"(data (i32.const 64) "name: Zoe\ngames: mia\nseats: 2-3\n")
            (func (export "dudo_hello") (result i64) (i64.const 0x0000004000000020))"#,
        ..FINE
    };
    on_every_engine(|engine| {
        let bot = says.open(engine).expect("a module");
        assert_eq!(bot.hello().name, "Zoe");
        assert_eq!(bot.hello().games, ["mia"]);
        assert_eq!(bot.hello().seats, Some((2, 3)));
    });
}

#[test]
fn the_host_knows_words_and_keeps_a_log() {
    let import = r#"(import "dudo" "word_valid" (func $valid (param i32 i32) (result i32)))
        (import "dudo" "word_next" (func $next (param i32 i32 i32 i32) (result i32)))
        (import "dudo" "log" (func $log (param i32 i32)))"#;
    // "bee" at 32 is a word, and "beer" follows it.
    let words = Parts {
        import,
        memory: r#"(memory (export "memory") 2) (data (i32.const 32) "bee")"#,
        create: "(i32.sub (call $valid (i32.const 32) (i32.const 3)) (i32.const 1))",
        game: "(i32.sub (call $next (i32.const 32) (i32.const 3) (i32.const 256) (i32.const 8)) (i32.const 4))",
        act: "(i64.const 0x0000010000000004)",
        ..FINE
    };
    on_every_engine(|engine| {
        let found = vec!["beer".into(), "beer".into()];
        assert_eq!(words.play(engine), Ok(found));
    });
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("bot.wasm");
    let speaks = Parts {
        import,
        create: "(call $log (i32.const 16) (i32.const 4)) (i32.const 0)",
        ..FINE
    };
    fs::write(&path, speaks.module()).expect("a file");
    on_every_engine(|engine| {
        let log = home.path().join(format!("bots/{engine}.log"));
        let terms = Terms {
            log: Some(log.clone()),
            ..terms(engine)
        };
        let bot = Wasm::open(&path, &terms).expect("a module");
        drop(bot.seat(&venue(None)));
        assert_eq!(fs::read_to_string(log).expect("a log"), "roll");
    });
}

#[test]
fn what_is_no_bot_is_refused_with_a_sentence() {
    let rows: &[(Parts, &str)] = &[
        (
            Parts {
                abi: "(i32.const 2)",
                ..FINE
            },
            "bot.wasm: it is made for version 2 of the calls, and this is version 1",
        ),
        (
            Parts {
                memory: "(memory 2)",
                ..FINE
            },
            "bot.wasm: it exports no memory",
        ),
        (
            Parts {
                import: r#"(import "wasi_snapshot_preview1" "clock_time_get" (func (param i32 i64 i32) (result i32)))"#,
                ..FINE
            },
            "bot.wasm: it imports wasi_snapshot_preview1.clock_time_get, and there is only dudo.log, dudo.word_valid, dudo.word_next",
        ),
        (
            Parts {
                hello: r#"(func $forever (loop (br 0))) (start $forever)"#,
                ..FINE
            },
            "all fuel consumed",
        ),
        (
            Parts {
                memory: r#"(memory (export "memory") 17)"#,
                ..FINE
            },
            "memory",
        ),
        (
            Parts {
                hello: r#"(func (export "dudo_hello") (result i64) (i64.const -1))"#,
                ..FINE
            },
            "a reply of 4294967295 bytes",
        ),
    ];
    on_every_engine(|engine| {
        for (parts, expected) in rows {
            let error = parts.open(engine).err().expect("an error").0;
            assert!(error.contains(expected), "{error}\nexpected {expected}");
        }
    });
    for (bytes, expected) in [
        (
            b"\x7fELF not a module".to_vec(),
            "bot.wasm: it is no WebAssembly module",
        ),
        (b"(module)".to_vec(), "it is no WebAssembly module"),
        (Vec::new(), "it is no WebAssembly module"),
        // Of a version that there is not, which the engine shows as a list.
        (b"\0asm\x0a\0\0\0".to_vec(), "no module that can be run"),
        (vec![0; LARGEST + 1], "a module has at most 1048576"),
        (FINE.module()[..40].to_vec(), "no module that can be run"),
    ] {
        on_every_engine(|engine| {
            let error = open(&bytes, engine).err().expect("an error").0;
            assert!(error.contains(expected), "{error}\nexpected {expected}");
            assert!(!error.contains('\n'), "{error}");
        });
    }
    let missing = Wasm::open(Path::new("nowhere.wasm"), &terms(WasmEngine::Wasmi))
        .err()
        .expect("an error");
    assert!(
        missing.0.starts_with("nowhere.wasm: No such file"),
        "{missing}"
    );
    // Whoever opens a pipe waits for its other end.
    let home = tempfile::tempdir().unwrap();
    let pipe = home.path().join("pipe.wasm");
    let (kind, mode) = (rustix::fs::FileType::Fifo, rustix::fs::Mode::RUSR);
    rustix::fs::mknodat(rustix::fs::CWD, &pipe, kind, mode, 0).unwrap();
    for path in [pipe.as_path(), home.path(), Path::new("/dev/zero")] {
        let refused = Wasm::open(path, &terms(WasmEngine::Wasmi)).err().unwrap();
        assert!(refused.0.ends_with(": no file"), "{refused}");
    }
}

const FOREVER: &str = "(loop (br 0)) (unreachable)";
const LOG: &str = r#"(import "dudo" "log" (func $log (param i32 i32)))"#;
const GREEDY: &str = "(drop (memory.grow (i32.const 15))) (unreachable)";

#[test]
fn what_a_module_does_wrong_is_told_apart() {
    use FaultKind::{Malformed, OutOfFuel, OutOfMemory, Panicked, TooLong};
    let rows: &[(Parts, &str, FaultKind, &str)] = &[
        (
            Parts {
                create: "(unreachable)",
                ..FINE
            },
            "game",
            Panicked,
            "unreachable",
        ),
        (
            Parts {
                create: "(i32.const 7)",
                ..FINE
            },
            "game",
            Panicked,
            "dudo_create returned 7",
        ),
        (
            Parts {
                create: FOREVER,
                ..FINE
            },
            "game",
            OutOfFuel,
            "fuel",
        ),
        (
            Parts {
                game: FOREVER,
                ..FINE
            },
            "game",
            OutOfFuel,
            "fuel",
        ),
        (
            Parts {
                act: FOREVER,
                ..FINE
            },
            "act",
            OutOfFuel,
            "fuel",
        ),
        (
            Parts {
                end: FOREVER,
                ..FINE
            },
            "end",
            OutOfFuel,
            "fuel",
        ),
        (
            Parts {
                game: GREEDY,
                ..FINE
            },
            "game",
            OutOfMemory,
            "",
        ),
        (
            Parts {
                act: GREEDY,
                ..FINE
            },
            "act",
            OutOfMemory,
            "",
        ),
        (
            Parts {
                act: "(i64.const 0x0000001000000005)",
                ..FINE
            },
            "act",
            Malformed,
            "is not UTF-8",
        ),
        (
            Parts {
                act: "(i64.const 0x7fffffff00000004)",
                ..FINE
            },
            "act",
            Malformed,
            "outside of its memory",
        ),
        (
            Parts {
                act: "(i64.const 0x0001fffe00000004)",
                ..FINE
            },
            "act",
            Malformed,
            "outside of its memory",
        ),
        (
            Parts {
                act: "(i64.const 0x0000001000001001)",
                ..FINE
            },
            "act",
            TooLong,
            "a reply of 4097 bytes",
        ),
        (
            Parts {
                act: "(i64.const -1)",
                ..FINE
            },
            "act",
            TooLong,
            "a reply of 4294967295 bytes",
        ),
        (
            Parts {
                buffer: "(i32.const -8)",
                ..FINE
            },
            "game",
            Malformed,
            "dudo_buffer",
        ),
        (
            Parts {
                buffer: "(i32.const 131071)",
                ..FINE
            },
            "game",
            Malformed,
            "dudo_buffer",
        ),
        (
            Parts {
                act: "(i64.extend_i32_s (i32.div_s (i32.const 1) (i32.const 0)))",
                ..FINE
            },
            "act",
            Panicked,
            "by zero",
        ),
        (
            Parts {
                import: LOG,
                act: "(call $log (i32.const 0) (i32.const 100001)) (unreachable)",
                ..FINE
            },
            "act",
            OutOfFuel,
            "fuel",
        ),
        (
            Parts {
                import: LOG,
                act: "(call $log (i32.const 131071) (i32.const 2)) (unreachable)",
                ..FINE
            },
            "act",
            Panicked,
            "log: outside of memory",
        ),
        (
            Parts {
                hello: "(table $t 1 funcref)",
                act: "(drop (table.grow $t (ref.null func) (i32.const 65536))) (unreachable)",
                ..FINE
            },
            "act",
            OutOfMemory,
            "",
        ),
        (
            Parts {
                act: "(call 4 (local.get $image) (local.get $news))",
                ..FINE
            },
            "act",
            Panicked,
            "",
        ),
    ];
    let run = |engine: WasmEngine| {
        for (index, (parts, call, kind, detail)) in rows.iter().enumerate() {
            let once = parts.play(engine).expect_err("a fault");
            let row = format!("{engine}, row {index}: {:?}", once.1);
            assert_eq!((once.0, once.1.kind), (*call, *kind), "{row}");
            assert!(once.1.detail.contains(detail), "{row}");
            // Out of fuel is out of fuel again, at the same place.
            assert_eq!(parts.play(engine), Err(once), "{row}");
        }
    };
    on_every_engine(run);
}

/// 0/0 has the same bits on every machine.
#[test]
fn arithmetic_does_not_depend_on_the_machine() {
    let nan = Parts {
        create: "(i32.sub (i32.reinterpret_f32 (f32.div (f32.const 0) (f32.const 0))) (i32.const 0x7fc00000))",
        ..FINE
    };
    on_every_engine(|engine| assert!(nan.play(engine).is_ok(), "{:?}", nan.play(engine)));
}
