//! Every form of report, for names that were chosen to break it.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot set up its case has failed"
)]

use dudo_results::log::{BotId, Names};
use dudo_results::rating::{Counts, Faults, Game, Standings, Ties};
use dudo_results::report;
use unicode_width::UnicodeWidthStr;

fn hostile() -> Vec<String> {
    vec![
        "a,b \"c\"".to_owned(),
        "pipe | star * <b>&amp;`".to_owned(),
        "漢字".repeat(32),
        "👩‍👩‍👧 family 🇩🇪".to_owned(),
        "right\u{202e}left".to_owned(),
        "e\u{301}".repeat(20),
        "w".repeat(64),
        "; drop \\ 'x'".to_owned(),
    ]
}

/// A round robin in which a lower number wins more often, at tables of `seats`.
fn played(names: &[String], seats: usize, deals: u64) -> Standings {
    let mut table = Names::new();
    let ids: Vec<BotId> = names
        .iter()
        .map(|n| table.id(n.as_bytes()).unwrap())
        .collect();
    let mut counts = Counts::new(table, Ties::Half, Faults::Keep);
    for deal in 0..deals {
        for first in 0..ids.len() {
            // Tables of neighbours on a circle, in every rotation.
            for rotation in 0..seats {
                let at = |seat: usize| (first + (seat + rotation) % seats) % ids.len();
                let bots: Vec<BotId> = (0..seats).map(|seat| ids[at(seat)]).collect();
                let luck = |bot: usize| (deal * 31 + bot as u64 * 17 + first as u64 * 7) % 23;
                let chair = |seat: usize| (deal as usize * 13 + seat * 5) % 7;
                let key = |seat: usize| luck(at(seat)) as usize + 2 * at(seat) + chair(seat);
                let better = |seat: usize| (0..seats).filter(|&s| key(s) < key(seat)).count();
                let places: Vec<u8> = (0..seats).map(|seat| 1 + better(seat) as u8).collect();
                let game = Game {
                    cluster: deal,
                    bots: &bots,
                    places: &places,
                    faulted: 0,
                };
                counts.add(&game).unwrap();
            }
        }
    }
    Standings::of(&counts, None, true).unwrap()
}

#[test]
fn tables_keep_within_eighty_columns_and_aligned() {
    for (bots, seats) in [(2, 2), (8, 2), (8, 3), (8, 4), (8, 6), (8, 8)] {
        let text = report::table(&played(&hostile()[..bots], seats, 40));
        for line in text.lines() {
            assert!(line.width() <= report::WIDTH, "{}: {line}", line.width());
            assert_eq!(line, line.trim_end());
        }
        // Numbers of a table end in the column where their heading ends.
        let lines: Vec<&str> = text.lines().collect();
        let heading = lines
            .iter()
            .position(|line| line.starts_with(" #"))
            .unwrap();
        for line in &lines[heading..=heading + bots] {
            assert_eq!(line.width(), lines[heading].width(), "{text}");
        }
        assert!(text.contains("Score of row against column"));
    }
}

/// Whatever the terminal, and with every side table.
#[test]
fn tables_keep_within_any_width() {
    for (bots, seats) in [(3, 2), (8, 2), (8, 4)] {
        let standings = played(&hostile()[..bots], seats, 40);
        for width in [40, 50, 66, 80, 100, 132, 200] {
            for all in [false, true] {
                let text = report::table_in(&standings, report::Layout { width, all });
                let first = text.lines().find(|line| line.contains(" 95 %"));
                for line in text.lines() {
                    // A sentence has words, a table has columns; below 48 the
                    // three columns that are always there need their room.
                    let most = width.max(48);
                    assert!(line.width() <= most, "{width}, {}: {line}", line.width());
                }
                assert!(first.is_some(), "the ratings are there at {width}");
            }
        }
    }
    let narrow = report::Layout {
        width: 1,
        all: false,
    };
    assert!(report::table_in(&played(&hostile()[..2], 2, 9), narrow).contains("rating"));
    let wide = report::Layout {
        width: 220,
        all: false,
    };
    let names: Vec<String> = (0..20).map(|i| format!("bot-{i}")).collect();
    let text = report::table_in(&played(&names, 2, 40), wide);
    assert!(!text.contains("too wide"), "{text}");
}

#[test]
fn many_bots_still_fit() {
    let names: Vec<String> = (0..40)
        .map(|i| format!("submission-{i:02}-of-a-class"))
        .collect();
    let text = report::table(&played(&names, 2, 10));
    assert!(text.contains("too wide"), "{text}");
    assert!(text.lines().all(|line| line.width() <= report::WIDTH));
}

#[test]
fn names_come_back_from_csv_and_json() {
    let names = hostile();
    let standings = played(&names, 2, 20);
    let text = report::csv(&standings);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let mut found: Vec<String> = reader.records().map(|r| r.unwrap()[1].to_owned()).collect();
    found.sort();
    let mut expected = names.clone();
    expected.sort();
    assert_eq!(found, expected);
    let text = report::cross_table(&standings);
    let rows = csv::Reader::from_reader(text.as_bytes()).into_records();
    // On the circle each bot meets two others.
    assert_eq!(rows.map(Result::unwrap).count(), 16);
    let value: serde_json::Value = serde_json::from_str(&report::json(&standings)).unwrap();
    let bots = value["groups"][0]["bots"].as_array().unwrap();
    let mut found: Vec<&str> = bots
        .iter()
        .map(|bot| bot["bot"].as_str().unwrap())
        .collect();
    found.sort_unstable();
    assert_eq!(found, expected);
}

#[test]
fn markdown_rows_have_as_many_cells_as_their_heading() {
    let text = report::markdown(&played(&hostile(), 2, 20));
    let cells = |line: &str| {
        line.replace("\\\\", "")
            .replace("\\|", "")
            .matches('|')
            .count()
    };
    let mut expected = 0;
    for line in text.lines() {
        match (line.starts_with('|'), expected) {
            (false, _) => expected = 0,
            (true, 0) => expected = cells(line),
            (true, _) => assert_eq!(cells(line), expected, "{line}"),
        }
    }
    assert!(!text.contains("<b>"));
}

/// The form a newcomer sees at the end of a first run, as it is.
#[test]
fn a_small_table_in_full() {
    let names = ["odds", "reader", "bluffer"].map(str::to_owned);
    let mut standings = played(&names, 2, 46);
    standings.title = "liars-dice(ones-wild=on)".to_owned();
    assert_eq!(report::table(&standings), include_str!("table.txt"));
}
