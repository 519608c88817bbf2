//! Modules in text form, piece by piece.

use super::super::*;
use crate::foreign::{Ask, Isolation};
use dudo_engine::mia::Mia;
use dudo_engine::{Fault, Imaged, Key, Lexicon, Seat};

/// A module with these pieces in place of the ones that do well.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    pub(super) import: &'static str,
    pub(super) memory: &'static str,
    pub(super) abi: &'static str,
    pub(super) buffer: &'static str,
    pub(super) hello: &'static str,
    pub(super) create: &'static str,
    pub(super) game: &'static str,
    pub(super) act: &'static str,
    pub(super) end: &'static str,
}

pub(super) const FINE: Parts = Parts {
    import: "",
    memory: r#"(memory (export "memory") 2)"#,
    abi: "(i32.const 1)",
    buffer: "(i32.const 4096)",
    hello: "",
    create: "(i32.const 0)",
    game: "(i32.const 0)",
    // Four bytes at address 16.
    act: "(i64.const 0x0000001000000004)",
    end: "(i32.const 0)",
};

impl Parts {
    pub(super) fn module(self) -> Vec<u8> {
        let text = format!(
            r#"(module {import} {memory}
                (global $calls (mut i32) (i32.const 0))
                (data (i32.const 16) "roll\ff")
                (func (export "dudo_abi") (result i32) {abi})
                (func (export "dudo_buffer") (param $length i32) (result i32) {buffer})
                {hello}
                (func (export "dudo_create") (param $length i32) (result i32) {create})
                (func (export "dudo_game") (param $length i32) (result i32) {game})
                (func (export "dudo_act") (param $image i32) (param $news i32) (result i64) {act})
                (func (export "dudo_end") (param $news i32) (param $places i32) (result i32) {end}))"#,
            import = self.import,
            memory = self.memory,
            abi = self.abi,
            buffer = self.buffer,
            hello = self.hello,
            create = self.create,
            game = self.game,
            act = self.act,
            end = self.end,
        );
        wat::parse_str(&text).expect("text of a module")
    }

    pub(super) fn open(self, engine: WasmEngine) -> Result<Wasm, LoadError> {
        open(&self.module(), engine)
    }

    /// Plays a game of two decisions in a session of its own.
    pub(super) fn play(self, engine: WasmEngine) -> Result<Vec<String>, (&'static str, Fault)> {
        let bot = self.open(engine).expect("a module that can be loaded");
        let words = Arc::new(Lexicon::read("bee\nbeer\nzoo\n").0);
        let mut line = bot.seat(&venue(Some(&words)));
        let mut replies = Vec::new();
        let key = Key::new([7; 32]);
        line.begin(3, &key).map_err(|fault| ("game", fault))?;
        for _ in 0..2 {
            let ask = Ask {
                image: &[1, 2, 3, 4],
                news: "2 roll\n",
                legal: &|_| {},
                timed: false,
            };
            let mut reply = String::new();
            let asked = line.act(&ask, &mut reply);
            asked.map_err(|fault| ("act", fault))?;
            replies.push(reply);
        }
        line.end("1 place 1\n", &[1, 2])
            .map_err(|fault| ("end", fault))?;
        Ok(replies)
    }
}

pub(super) fn venue<'a>(words: Option<&'a Arc<Lexicon>>) -> Venue<'a> {
    Venue {
        game: "mia",
        rules: "mia(lives=6)",
        schema: Mia::SCHEMA,
        seat: Seat::new(1),
        seats: 2,
        games: 5,
        words,
    }
}

pub(super) fn terms(wasm: WasmEngine) -> Terms {
    Terms {
        base: "".into(),
        host: "".into(),
        isolation: Isolation::None,
        allow_weaker: false,
        trusted: wasm == WasmEngine::Wasmtime,
        outlives: false,
        concurrent: 1,
        pin: false,
        move_ms: 1,
        start_ms: 1,
        game_ms: None,
        timer_ms: None,
        memory_mb: 1,
        fuel: 100_000,
        wasm,
        log: None,
        audit: None,
    }
}

pub(super) fn open(bytes: &[u8], engine: WasmEngine) -> Result<Wasm, LoadError> {
    open_on(bytes, &terms(engine))
}

pub(super) fn open_on(bytes: &[u8], terms: &Terms) -> Result<Wasm, LoadError> {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("bot.wasm");
    fs::write(&path, bytes).expect("a file");
    let opened = Wasm::open(&path, terms);
    opened.map_err(|error| {
        let folder = format!("{}/", home.path().display());
        LoadError(error.0.replace(&folder, ""))
    })
}

/// All that this program was built with.
pub(super) fn on_every_engine(test: impl Fn(WasmEngine)) {
    for &engine in WasmEngine::BUILT {
        test(engine);
    }
}
