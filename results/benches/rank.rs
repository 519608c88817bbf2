//! What `dudo rank` costs beside a bare `csv::ByteRecord` loop over the same
//! file: processor time on one thread, and wall time on two.
//!
//! `cargo bench -p dudo-results --bench rank -- [rows] [once bare|rank]`

use dudo_results::{Options, rank};
use rustix::time::{ClockId, clock_gettime};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::hint::black_box;
use std::io::Write as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// Times are the least of so many turns, in which all are taken one by one.
const TURNS: usize = 9;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let words: Vec<&str> = words
        .into_iter()
        .filter(|word| *word != "--bench")
        .collect();
    let rows = words
        .first()
        .map_or(4_000_000, |word| word.parse().expect("a number of rows"));
    let folder = std::env::temp_dir().join(format!("dudo-bench-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    for seats in [2, 4] {
        let log = folder.join(format!("games{seats}.csv"));
        write(&log, seats, rows);
        match words.get(1..) {
            Some(["once", "bare"]) => bare(&log),
            Some(["once", "rank"]) => rated(&log, 1),
            _ => compare(&log, seats, rows),
        }
    }
    fs::remove_dir_all(&folder).expect("it was there");
}

/// Eight bots, two deals apart, with all that a run writes.
fn write(log: &Path, seats: u64, rows: u64) {
    let mut text = String::from("rules,deal,table,rotation");
    for word in ["bot", "place"] {
        for seat in 1..=seats {
            write!(text, ",{word}{seat}").expect("memory");
        }
    }
    text += ",winner,rounds,actions,faults\n";
    let names = [
        "random", "caller", "minraise", "honest", "odds", "reader", "other", "last",
    ];
    let mut file = File::create(log).expect("a file");
    let mut state = 1_u64;
    for row in 0..rows {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let luck = state >> 33;
        let (table, rotation) = (row / seats % 28, row % seats);
        let deal = row / seats / 28;
        write!(text, "00c0ffee,{deal},{table},{rotation}").expect("memory");
        let bot = |seat: u64| names[((table + (seat + rotation) % seats) % 8) as usize];
        let place = |seat: u64| (seat + luck) % seats + 1;
        for seat in 0..seats {
            write!(text, ",{}", bot(seat)).expect("memory");
        }
        for seat in 0..seats {
            write!(text, ",{}", place(seat)).expect("memory");
        }
        let first = (0..seats).find(|&seat| place(seat) == 1).expect("a winner");
        let (rounds, actions) = (luck % 7 + 3, luck % 40 + 9);
        writeln!(text, ",{},{rounds},{actions},", bot(first)).expect("memory");
        if text.len() > 1 << 20 {
            file.write_all(text.as_bytes()).expect("the disk");
            text.clear();
        }
    }
    file.write_all(text.as_bytes()).expect("the disk");
}

/// The least that reads every field.
fn bare(log: &Path) {
    let mut reader = csv::Reader::from_path(log).expect("a file");
    let mut record = csv::ByteRecord::new();
    let mut fields = 0;
    while reader.read_byte_record(&mut record).expect("records") {
        fields += record.len();
    }
    black_box(fields);
}

fn rated(log: &Path, threads: usize) {
    let options = Options {
        threads: NonZeroUsize::new(threads).expect("not zero"),
        ..Options::default()
    };
    let logs: Vec<PathBuf> = vec![log.to_path_buf()];
    black_box(rank(&logs, &options).expect("a log"));
}

fn compare(log: &Path, seats: u64, rows: u64) {
    let mut least = [[f64::INFINITY; 2]; 3];
    for _ in 0..TURNS {
        let works: [&dyn Fn(); 3] = [&|| bare(log), &|| rated(log, 1), &|| rated(log, 2)];
        for (least, work) in least.iter_mut().zip(works) {
            let clocks = [ClockId::ProcessCPUTime, ClockId::Monotonic];
            let before = clocks.map(seconds);
            work();
            for (least, (clock, before)) in least.iter_mut().zip(clocks.into_iter().zip(before)) {
                *least = least.min(seconds(clock) - before);
            }
        }
    }
    let [bare, one, two] = least;
    let each = |seconds: f64| seconds / rows as f64 * 1e9;
    let mut out = std::io::stdout();
    writeln!(
        out,
        "{seats} seats, {rows} rows: csv::ByteRecord {:.1} ns a row, rank {:.1}, on two threads {:.1} (wall {:.1})\n  \
         CPU, one thread: {:.2} of it; CPU, two threads: {:.2}; wall, two threads: {:.2}",
        each(bare[0]), each(one[0]), each(two[0]), each(two[1]),
        one[0] / bare[0], two[0] / bare[0], two[1] / bare[1],
    )
    .expect("standard output");
}

fn seconds(clock: ClockId) -> f64 {
    let time = clock_gettime(clock);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
