//! What the log and the threads cost: the same games played without a log,
//! by `dudo run` on one thread, and on two.
//!
//! `cargo bench --bench run`

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use dudo::arena::{Opening, game};
use dudo::run::{Settings, Show, prepare, run};
use dudo::schedule::{DiceMode, Schedule, Session};
use dudo::spec::RunFile;
use dudo::stop::Stop;
use dudo_engine::Key;
use std::hint::black_box;
use std::path::Path;
use tempfile::tempdir;

/// 400,000 games of two random bots, five dice each: enough that opening a folder
/// and waiting for the disk at the end do not count.
const SPEC: &str = r#"
name = "bench"
seed = 1
game = "liars-dice"
[schedule]
deals = 200000
[[bot]]
use = "random"
[[bot]]
name = "other"
use = "random"
"#;

fn benches(criterion: &mut Criterion) {
    let spec = RunFile::parse(Path::new("bench.toml"), SPEC.as_bytes()).expect("the spec is valid");
    let mut group = criterion.benchmark_group("400,000 games");
    group.sample_size(10);

    let house = game("liars-dice").expect("the game is there");
    let opening = Opening {
        base: Path::new(""),
        settings: &[],
        words: &[],
        uses: &["random", "random"],
        terms: &|_| unreachable!("nobody is from elsewhere"),
        seats: 2,
        session: 1,
        key: Key::new([1; 32]),
        dice: DiceMode::Duplicate,
    };
    let arena = house.open(&opening).expect("the bots are there");
    let settings = spec
        .schedule
        .settings(&["random", "other"])
        .expect("the bots are there");
    let schedule = Schedule::new(&settings).expect("the schedule is valid");
    group.bench_function("no log", |bencher| {
        let mut worker = arena.clone().worker();
        bencher.iter(|| {
            let mut rounds = 0;
            for session in schedule.from(0) {
                let session: Session = session;
                worker.play(&session, &|_| false, &mut |played| {
                    rounds += played.outcome.rounds
                });
            }
            black_box(rounds)
        });
    });

    for threads in [1, 2] {
        group.bench_function(format!("log, {threads} threads"), |bencher| {
            bencher.iter_batched(
                || tempdir().expect("a folder"),
                |folder| {
                    let prepared = prepare(&spec).expect("the spec fits together");
                    let settings = Settings {
                        folder: folder.path().join("run"),
                        threads,
                        show: Show::Silent,
                        die_after: None,
                    };
                    run(prepared, &settings, &Stop::new()).expect("it runs");
                    folder
                },
                BatchSize::PerIteration,
            );
        });
    }
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
