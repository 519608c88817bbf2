//! Whatever number of threads reads a log, in whatever pieces, the result is
//! that of one: every digit of it, and every error with its place.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot set up its case has failed"
)]

use std::fmt::Write;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use dudo_results::rating::{Faults, Standings};
use dudo_results::{Filter, Options, RankError, counts_beside, rank};

fn file(name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("threads");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join(name);
    fs::write(&file, bytes).unwrap();
    file
}

fn header(seats: usize) -> String {
    let each = |word: &str| (1..=seats).fold(String::new(), |s, at| s + &format!("{word}{at},"));
    format!(
        "rules,deal,table,rotation,{}{}winner,rounds,actions,faults\n",
        each("bot"),
        each("place")
    )
}

/// So many rows, each table of bots with other neighbours, with a few ties and
/// faults.
fn rows(seats: usize, bots: usize, count: usize) -> Vec<String> {
    let row = |at: usize| {
        let bot = |seat: usize| (at / seats + (seat + at) % seats * (1 + at % 2)) % bots;
        let luck = at * 7919 % 101;
        let tied = luck.is_multiple_of(13);
        let place = |seat: usize| if tied { 1 } else { (seat + luck) % seats + 1 };
        let mut row = format!("a1b2c3d4,{},{},{}", at / 9, at % 9, at % seats);
        for seat in 0..seats {
            write!(row, ",bot {}", bot(seat)).unwrap();
        }
        for seat in 0..seats {
            write!(row, ",{}", place(seat)).unwrap();
        }
        let winner = (0..seats).find(|&seat| !tied && place(seat) == 1);
        let winner = winner.map_or(String::new(), |seat| format!("bot {}", bot(seat)));
        let fault = if luck % 17 == 3 { "2:illegal" } else { "" };
        write!(row, ",{winner},{},{},{fault}", luck % 7, luck % 23).unwrap();
        row
    };
    (0..count).map(row).collect()
}

fn text(seats: usize, rows: &[String]) -> String {
    let mut text = header(seats);
    for row in rows {
        text += row;
        text.push('\n');
    }
    text
}

/// The rating by so many threads, in pieces of so many bytes.
fn read(
    logs: &[PathBuf],
    options: &Options,
    threads: usize,
    chunk: usize,
) -> Result<Standings, RankError> {
    let options = Options {
        threads: NonZeroUsize::new(threads).unwrap(),
        chunk: NonZeroUsize::new(chunk).unwrap(),
        ..options.clone()
    };
    rank(logs, &options)
}

fn all_agree(what: &str, logs: &[PathBuf], options: &Options) -> Result<Standings, RankError> {
    let one = read(logs, options, 1, 1 << 18);
    for threads in [2, 7] {
        for chunk in [1, 97, 4000] {
            let found = read(logs, options, threads, chunk);
            assert_eq!(found, one, "{what}, {threads} threads, pieces of {chunk}");
        }
    }
    one
}

#[test]
fn whatever_stands_at_a_border() {
    let base = rows(2, 4, 10);
    let other = |row: &str| {
        // The same game, won by the other.
        let fields: Vec<&str> = row.split(',').collect();
        let (winner, places) = match fields[6] {
            "1" => (fields[5], ["2", "1"]),
            _ => (fields[4], ["1", "2"]),
        };
        let (front, back) = (fields[..6].join(","), fields[9..].join(","));
        format!("{front},{},{},{winner},{back}", places[0], places[1])
    };
    let mut errors = 0;
    for at in 0..base.len() {
        let row = &base[at];
        for (kind, lines) in [
            ("as it is", vec![row.clone()]),
            ("twice", vec![row.clone(), row.clone()]),
            ("three times", vec![row.clone(); 3]),
            ("contradicted", vec![row.clone(), other(row)]),
            (
                "twice and contradicted",
                vec![row.clone(), row.clone(), other(row)],
            ),
            (
                "blank lines",
                vec![String::new(), row.clone(), String::new()],
            ),
            ("carriage returns", vec![format!("{row}\r")]),
            (
                "a place too far",
                vec![row.replace(",2,", ",3,").replace(",1,1,", ",1,3,")],
            ),
            ("other rules", vec![row.replace("a1b2c3d4", "ffffffff")]),
            ("no rules", vec![row.replace("a1b2c3d4", "")]),
            ("a new bot", vec![row.replace("bot 1", "\"a, new\"")]),
            (
                "a wrong name",
                vec![row.replace("bot 1", "=1").replace("bot 2", "=2")],
            ),
            (
                "a field short",
                vec![row[..row.rfind(',').unwrap()].to_owned()],
            ),
            ("an open quote", vec![row.replacen("bot", "\"bot", 1)]),
            (
                "withdrawn",
                vec![format!("a1b2c3d4,{at},77,0,bot 0,bot 1,,,,,,1:withdrawn")],
            ),
            (
                "a long line",
                vec![format!("{row}{}", "x".repeat(2 << 20)), row.clone()],
            ),
        ] {
            let mut changed = base.clone();
            changed.splice(at..=at, lines);
            let log = file("border.csv", text(2, &changed));
            let found = all_agree(&format!("{kind} at {at}"), &[log], &Options::default());
            errors += usize::from(found.is_err());
        }
    }
    assert!(errors > 60, "{errors}");
}

#[test]
fn ends_of_files() {
    let whole = text(2, &rows(2, 4, 10));
    for cut in 0..200 {
        let log = file("cut.csv", &whole[..whole.len() - cut]);
        assert!(all_agree(&format!("{cut} bytes short"), &[log], &Options::default()).is_ok());
    }
}

#[test]
fn many_rows_of_every_kind() {
    for (seats, bots) in [(2, 5), (2, 90), (3, 6), (4, 40), (6, 7)] {
        let rows = rows(seats, bots, 3000);
        let log = file("many.csv", text(seats, &rows));
        let logs = [log.clone()];
        let what = format!("{seats} seats, {bots} bots");
        for options in [
            Options::default(),
            Options {
                faults: Faults::Drop,
                ..Options::default()
            },
            Options {
                filter: Filter {
                    bots: (0..4).map(|bot| format!("bot {bot}")).collect(),
                    deals: Some(3..=290),
                },
                ..Options::default()
            },
        ] {
            let one = read(&logs, &options, 1, 1 << 18);
            for (threads, chunk) in [(2, 5000), (7, 300)] {
                let found = read(&logs, &options, threads, chunk);
                assert_eq!(found, one, "{what}, {threads} threads");
            }
            assert!(one.is_ok(), "{what}");
        }
    }
}

/// Logs are told apart by what is in them, and a packed one is read as text.
#[test]
fn several_logs() {
    let rows = rows(2, 5, 400);
    let one = file("one.csv", text(2, &rows));
    let copy = file("copy.csv", text(2, &rows));
    let found = all_agree("a copy", &[one.clone(), copy], &Options::default()).unwrap();
    assert!(
        found
            .warnings
            .iter()
            .any(|text| text.contains("is one a copy?"))
    );
    let text = text(2, &rows);
    let packed = zstd::encode_all(text.as_bytes(), 1).unwrap();
    let packed = file("one.csv.zst", packed);
    let found = all_agree("packed", &[packed], &Options::default()).unwrap();
    let alone = all_agree("text", &[one], &Options::default()).unwrap();
    assert_eq!(found.fields, alone.fields);
}

#[test]
fn the_counts_of_a_run() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("threads-run");
    fs::create_dir_all(&folder).unwrap();
    let seed = "ab".repeat(32);
    let manifest = format!(
        "dudo = \"0.1.0\"\nname = \"t\"\ngame = \"liars-dice\"\nrules = \"liars-dice\"\n\
         fingerprint = \"a1b2c3d4\"\nseed = \"{seed}\"\n[schedule]\n\
         format = \"round-robin\"\nseats = 4\ndeals = 8\nseating = \"cyclic\"\n\
         dice = \"duplicate\"\nsession = 2\n"
    );
    fs::write(folder.join("manifest.toml"), manifest).unwrap();
    let log = folder.join("games.csv");
    fs::write(&log, text(4, &rows(4, 7, 20_000))).unwrap();
    let counts = |threads| counts_beside(&log, NonZeroUsize::new(threads).unwrap()).unwrap();
    let one = counts(1);
    assert!(one.is_some());
    assert_eq!(counts(2), one);
    assert_eq!(counts(7), one);
}
