//! What a decision costs when the bot is a process, and what a process costs.
//!
//! `cargo bench -p dudo-plugin --bench process`. This program is its own compiled
//! bot: started with `bot json` or `bot binary` it answers instead of asking.

use criterion::{Criterion, criterion_group};
use dudo_engine::liars_dice::LiarsDice;
use dudo_engine::{Imaged, Key, Seat};
use dudo_plugin::{Ask, Foreign, Isolation, Line, Terms, Venue, process};
use std::ffi::OsString;
use std::io::{BufRead, Read, Write};
use std::sync::Arc;

/// Answers everything with one action.
fn bot(binary: bool) {
    let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout().lock());
    let mut line = String::new();
    let mut frame = Vec::new();
    let mut greeted = false;
    loop {
        if binary && greeted {
            let mut length = [0; 4];
            if input.read_exact(&mut length).is_err() {
                return;
            }
            frame.resize(u32::from_le_bytes(length) as usize, 0);
            input.read_exact(&mut frame).expect("a frame");
            let mut reply = Vec::new();
            reply.extend(26u32.to_le_bytes());
            reply.extend(&frame[..8]);
            reply.push(0);
            reply.extend(9u32.to_le_bytes());
            reply.extend(b"challenge");
            reply.extend(0u32.to_le_bytes());
            output.write_all(&reply).expect("somebody reads");
            output.flush().expect("somebody reads");
            continue;
        }
        line.clear();
        if !matches!(input.read_line(&mut line), Ok(1..)) {
            return;
        }
        let id = line.trim_start_matches("{\"id\":").split(',').next();
        let id = id.unwrap_or_default();
        let form = if binary { "binary" } else { "json" };
        if greeted {
            writeln!(output, "{{\"id\":{id},\"action\":\"challenge\"}}").expect("somebody reads");
        } else {
            writeln!(
                output,
                "{{\"id\":{id},\"legal\":false,\"form\":\"{form}\"}}"
            )
            .expect("somebody reads");
        }
        output.flush().expect("somebody reads");
        greeted = true;
    }
}

const PYTHON: &str = "
from dudo import Bot, run
class Mine(Bot):
    legal = False
    def act(self, view):
        return 'challenge'
run(Mine)
";

fn open(words: &[&str], pinned: bool, trusted: bool) -> Arc<dyn Foreign> {
    let terms = Terms {
        base: std::env::temp_dir(),
        host: "".into(),
        isolation: Isolation::Process,
        trusted,
        allow_weaker: false,
        outlives: false,
        concurrent: 1,
        pin: pinned,
        move_ms: 60_000,
        start_ms: 60_000,
        game_ms: None,
        timer_ms: None,
        memory_mb: 1000,
        fuel: 0,
        wasm: Default::default(),
        log: None,
        audit: None,
    };
    let words = words.iter().map(OsString::from).collect();
    let program = process::plain("bot", words, "0", &terms).expect("a folder");
    process::open(program, &terms, "liars-dice").expect("the bot loads")
}

fn sit(foreign: &dyn Foreign) -> Box<dyn Line> {
    let mut line = foreign.seat(&Venue {
        game: "liars-dice",
        rules: "liars-dice()",
        schema: LiarsDice::SCHEMA,
        seat: Seat::new(0),
        seats: 2,
        games: 1,
        words: None,
    });
    line.begin(0, &Key::new([1; 32])).expect("it begins");
    line
}

fn act(line: &mut dyn Line, image: &[u8], reply: &mut String) {
    reply.clear();
    let ask = Ask {
        image,
        news: "2 bid 3x5\n1 bid 4x5\n",
        legal: &|_| {},
        timed: false,
    };
    line.act(&ask, reply).expect("it acts");
}

fn benches(criterion: &mut Criterion) {
    let own = std::env::current_exe().expect("this program");
    let own = own.to_str().expect("a plain path");
    let mut image = vec![0; LiarsDice::SCHEMA.view.size];
    (image[8], image[9], image[10]) = (1, 2, 6);
    let bots: [(&str, &[&str]); 3] = [
        ("Python, JSON", &["python3", "-s", "-B", "-u", "-c", PYTHON]),
        ("compiled, JSON", &[own, "bot", "json"]),
        ("compiled, binary", &[own, "bot", "binary"]),
    ];
    let mut decision = criterion.benchmark_group("a decision");
    for (name, words) in bots {
        for (pinned, trusted) in [(false, true), (true, true), (true, false)] {
            let core = if pinned { "pinned" } else { "anywhere" };
            let sleep = if trusted {
                ""
            } else {
                ", stopped between turns"
            };
            // On a thread of its own, for being pinned is for life.
            decision.bench_function(format!("{name}, {core}{sleep}"), |bencher| {
                std::thread::scope(|scope| {
                    scope.spawn(|| {
                        let foreign = open(words, pinned, trusted);
                        let mut line = sit(&*foreign);
                        let mut reply = String::new();
                        bencher.iter(|| act(&mut *line, &image, &mut reply));
                    });
                });
            });
        }
    }
    decision.finish();
    let mut start = criterion.benchmark_group("a process, to its first reply");
    start.sample_size(20);
    for (name, words) in &bots[..2] {
        let foreign = open(words, true, false);
        start.bench_function(*name, |bencher| bencher.iter(|| drop(sit(&*foreign))));
    }
    start.finish();
}

criterion_group!(all, benches);

fn main() {
    let mut words = std::env::args().skip(1);
    if words.next().as_deref() == Some("bot") {
        bot(words.next().as_deref() == Some("binary"));
        return;
    }
    all();
    Criterion::default().configure_from_args().final_summary();
}
