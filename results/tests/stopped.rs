//! No margin holds where a test chose the end of a log, and no form of output
//! shows one. Who exploits whom, by margins from blocks.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot set up its case has failed"
)]

use std::fs;
use std::path::{Path, PathBuf};

use dudo_results::history::history;
use dudo_results::rating::{Margin, Rating, Standings};
use dudo_results::{Options, rank, report};

const HEADER: &str =
    "rules,deal,table,rotation,bot1,bot2,place1,place2,winner,rounds,actions,faults\n";

/// A log in a folder of its own, with a manifest that ends so.
fn log(folder: &str, rows: &str, last: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    fs::create_dir_all(&folder).unwrap();
    let seed = "ab".repeat(32);
    let manifest = format!(
        "dudo = \"0.1.0\"\nname = \"t\"\ngame = \"liars-dice\"\nrules = \"liars-dice\"\n\
         fingerprint = \"a1b2c3d4\"\nseed = \"{seed}\"\n[schedule]\nformat = \"duel\"\n\
         seats = 2\ndeals = 8\nseating = \"cyclic\"\ndice = \"duplicate\"\nsession = 1\n{last}"
    );
    fs::write(folder.join("manifest.toml"), manifest).unwrap();
    let file = folder.join("games.csv");
    fs::write(&file, format!("{HEADER}{rows}")).unwrap();
    file
}

/// Both seatings of a pair in a deal; who won each.
fn deal(deal: u64, table: u64, [a, b]: [&str; 2], first_won: [bool; 2]) -> String {
    let mut text = String::new();
    for (rotation, won) in first_won.into_iter().enumerate() {
        let (one, two) = if rotation == 0 { (a, b) } else { (b, a) };
        let one_won = won == (rotation == 0);
        let places = if one_won { "1,2" } else { "2,1" };
        let winner = if one_won { one } else { two };
        text +=
            &format!("a1b2c3d4,{deal},{table},{rotation},{one},{two},{places},{winner},5,20,\n");
    }
    text
}

fn duel() -> String {
    let deals = 0..90_u64;
    deals
        .map(|d| deal(d, 0, ["a", "b"], [d % 3 != 0, d % 4 != 0]))
        .collect()
}

/// All that is said about standings, in every form.
fn forms(standings: &Standings) -> Vec<(&'static str, String)> {
    let layout = report::Layout {
        width: 200,
        all: true,
    };
    vec![
        ("table", report::table_in(standings, layout)),
        ("md", report::markdown(standings)),
        ("csv", report::csv(standings)),
        ("differences", report::differences(standings)),
        ("json", report::json(standings)),
        ("sheet", report::standings_sheet(standings).csv()),
    ]
}

#[test]
fn after_a_test_there_are_no_margins() {
    let sprt = "[sprt]\nelo0 = 0.0\nelo1 = 20.0\nalpha = 0.05\nbeta = 0.05\n";
    let fixed = log("fixed", &duel(), "");
    let tested = log("tested", &duel(), sprt);
    for (anchor, options) in [
        ("none", Options::default()),
        ("a", {
            let mut options = Options::default();
            options.how.anchor = Some(("a".to_owned(), 1500.0));
            options.how.bootstrap = Some((100, 1));
            options
        }),
    ] {
        let with = rank(std::slice::from_ref(&fixed), &options).unwrap();
        let without = rank(std::slice::from_ref(&tested), &options).unwrap();
        let [of_fixed, field] = [&with, &without].map(|standings| &standings.fields[0]);
        assert_eq!(field.cross, of_fixed.cross);
        for (line, other) in field.lines.iter().zip(&of_fixed.lines) {
            let (Rating::Estimate { elo, margin }, Rating::Estimate { elo: same, .. }) =
                (line.rating, other.rating)
            else {
                panic!("both have ratings")
            };
            assert_eq!(elo, same);
            assert!(
                matches!(margin, Margin::Stopped | Margin::Anchor),
                "{anchor}"
            );
            assert_eq!(line.places, None);
            assert!(other.share_margin.half_width().is_some());
            assert_eq!(line.share_margin.half_width(), None);
        }
        for (name, text) in forms(&without) {
            assert!(!text.contains('±') || name == "md", "{name}: {text}");
            assert!(!text.contains("95 % margins from"), "{name}: {text}");
            if ["table", "md", "json"].contains(&name) {
                let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
                assert!(
                    one_line.contains("a sequential test chose where"),
                    "{name}: {text}"
                );
            }
        }
        let csv = report::csv(&without);
        let mut rows = csv::Reader::from_reader(csv.as_bytes());
        let header = rows.headers().unwrap().clone();
        for row in rows.records() {
            let row = row.unwrap();
            for (name, value) in header.iter().zip(&row) {
                let margin = name.contains("margin") || name.starts_with("place_");
                // The anchor is off by 0, whatever was played.
                let empty = value.is_empty() || (name == "margin" && &row[1] == anchor);
                assert!(!margin || empty, "{name}: {value}");
            }
        }
        assert!(report::differences(&without).lines().count() > 1);
    }
    let session = std::num::NonZeroU64::MIN;
    let curve = history(&tested, session, 180, 3, true).unwrap();
    assert!(curve.bots["a"].iter().all(|point| point.unwrap().1 == 0.0));
}

/// Who won everything has a bound where the number of games was fixed, and
/// none after a test.
#[test]
fn a_bound_is_a_margin_too() {
    let rows: String = (0..20).map(|d| deal(d, 0, ["a", "b"], [true; 2])).collect();
    for (last, bound) in [
        ("", true),
        (
            "[sprt]\nelo0 = 0.0\nelo1 = 20.0\nalpha = 0.05\nbeta = 0.05\n",
            false,
        ),
    ] {
        let log = log(&format!("swept-{bound}"), &rows, last);
        let standings = rank(&[log], &Options::default()).unwrap();
        let text = report::table(&standings);
        assert_eq!(text.contains("with 95 % confidence"), bound, "{text}");
    }
}

/// The finaliser of splitmix64: numbers without a pattern.
fn mixed(value: u64) -> u64 {
    let mut z = value.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// a beats b beyond what the ratings say. Deals that all come out alike in
/// both seatings say half as much as they seem to.
#[test]
fn who_exploits_whom_by_blocks() {
    let (mut even, mut doubled) = (String::new(), String::new());
    for d in 0..200_u64 {
        // 70 in 100 for a over b and b over c; c and a are even.
        let luck = |n: u64| mixed(1000 * d + n) % 10;
        for (table, pair, odd) in [
            (0, ["a", "b"], true),
            (1, ["b", "c"], true),
            (2, ["c", "a"], false),
        ] {
            let won = |n: u64| luck(10 * table + n) < if odd { 7 } else { 5 };
            even += &deal(d, table, pair, [won(0), won(1)]);
            doubled += &deal(d, table, pair, [won(0), won(0)]);
        }
    }
    let widths = [("even", even), ("doubled", doubled)].map(|(name, rows)| {
        let log = log(name, &rows, "");
        let standings = rank(&[log], &Options::default()).unwrap();
        let sheet = report::exploits_sheet(&standings);
        let text = sheet.csv();
        assert!(
            text.starts_with("bot,opponent,games,score,expected,excess,margin\n"),
            "{text}"
        );
        let mut rows = csv::Reader::from_reader(text.as_bytes());
        let rows: Vec<_> = rows.records().map(Result::unwrap).collect();
        assert!(!rows.is_empty(), "{name}");
        for row in &rows {
            let number = |at: usize| row[at].parse::<f64>().unwrap();
            assert!(number(5) > number(6) && number(6) > 0.0, "{row:?}");
            assert!((number(3) - number(4) - number(5)).abs() < 0.1, "{row:?}");
        }
        let field = &standings.fields[0];
        let widths = field
            .excess
            .iter()
            .map(|pair| pair.margin.half_width().unwrap());
        assert_eq!(field.excess.len(), 3);
        widths.sum::<f64>() / 3.0
    });
    let ratio = widths[1] / widths[0];
    assert!((1.2..1.7).contains(&ratio), "{ratio}");
}
